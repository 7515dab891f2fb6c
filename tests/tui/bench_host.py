"""A workbench on a real store, with a player whose time the test moves by hand, from a foreign thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.app import App

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Confidence, GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.services.annotating import Annotating
from rbcheck.services.playing import ClipSource, Picture, PlayerStatus, PlayState
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore, open_store
from rbcheck.tui.messages import ExportWanted, Leaving
from rbcheck.tui.screens.workbench import Workbench

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
STEM = (
    "Which of the following correctly describe the chronological sequence of events along the route? "
    "Watch the junctions closely. Select three."
)
OPTIONS = (
    "The runner passes a red bench on the right before turning left at the first junction.",
    "Striped bollards stand on both sides of the path after the benches and before the barriers.",
    "An oncoming cyclist with a headlight appears before the cobblestones begin.",
    "The runner crosses a zebra crossing twice, the second time in the opposite direction.",
    "A building with the number 27 is passed on the left after the tunnel.",
    "The surface changes from asphalt to gravel, then back to asphalt before the end.",
)
GOLD = ("A", "B", "F")
PIXELS = (32, 18)


@dataclass
class HandPlayer:
    """A player that stands still until the test says `run`; every call back comes from another thread."""

    lengths_ms: Mapping[str, int] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()
    opened: list[ClipSource] = field(default_factory=list)
    wall_ms: int = 0
    now_status: PlayerStatus = PlayerStatus(PlayState.EMPTY)
    serial: int = 0
    _on_picture: Callable[[Picture], None] = lambda picture: None
    _on_status: Callable[[PlayerStatus], None] = lambda status: None

    def listen(self, on_picture: Callable[[Picture], None], on_status: Callable[[PlayerStatus], None]) -> None:
        self._on_picture, self._on_status = on_picture, on_status

    def open(self, source: ClipSource, at_ms: int = 0) -> None:
        self.opened.append(source)
        if source.label in self.broken:
            self.now_status = PlayerStatus(PlayState.FAILED, source, reason="the file is empty")
        else:
            length = self.lengths_ms.get(source.label, 20_000)
            self.now_status = PlayerStatus(PlayState.PAUSED, source, at_ms, length)
        self._tell()

    def play(self) -> None:
        if self.now_status.state in (PlayState.PAUSED, PlayState.ENDED):
            at_ms = 0 if self.now_status.state is PlayState.ENDED else self.now_status.at_ms
            self._become(state=PlayState.PLAYING, at_ms=at_ms)

    def pause(self) -> None:
        if self.now_status.state is PlayState.PLAYING:
            self._become(state=PlayState.PAUSED)

    def seek(self, at_ms: int) -> None:
        self._become(at_ms=min(max(at_ms, 0), self.now_status.duration_ms or 0))

    def step(self, frames: int) -> None:
        self._become(state=PlayState.PAUSED, at_ms=max(self.now_status.at_ms + 33 * frames, 0))

    def set_rate(self, rate: float) -> None:
        self._become(rate=rate)

    def status(self) -> PlayerStatus:
        return self.now_status

    def unload(self) -> None:
        self.now_status = PlayerStatus(PlayState.EMPTY)

    def close(self) -> None:
        self.now_status = PlayerStatus(PlayState.EMPTY)

    def run(self, ms: int) -> None:
        """Let time go by: a playing clip goes on, at its rate, as far as it goes."""
        self.wall_ms += ms
        status = self.now_status
        if status.state is PlayState.PLAYING:
            there, end = status.at_ms + int(ms * status.rate), status.duration_ms or 0
            if there >= end:
                self._become(state=PlayState.ENDED, at_ms=end)
            else:
                self._become(at_ms=there)

    def now(self) -> datetime:
        """The wall time that goes with it."""
        return NOON + timedelta(milliseconds=self.wall_ms)

    def _become(self, **change: object) -> None:
        self.now_status = replace(self.now_status, **change)  # type: ignore[arg-type]
        self._tell()

    def _tell(self) -> None:
        self.serial += 1
        status, width, height = self.now_status, *PIXELS
        shade = bytes([(self.serial * 40) % 256, 90, 140]) * (width * height)
        picture = Picture(width, height, shade, status.at_ms, self.serial, width / height)

        def tell() -> None:
            if status.state is not PlayState.FAILED:
                self._on_picture(picture)
            self._on_status(status)

        thread = threading.Thread(target=tell)
        thread.start()
        thread.join()


class Host(App[None]):
    """An application of one workbench; remembers how it was left and what was wanted."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self.left: Leaving | None = None
        self.wanted: list[str] = []

    def on_mount(self) -> None:
        self.push_screen(self.bench, self._left)

    def _left(self, where: Leaving | None) -> None:
        self.left = where

    def on_export_wanted(self, event: ExportWanted) -> None:
        self.wanted.append(event.pack)


@dataclass
class Room:
    """A store with one question, its use cases, and what a test makes of them."""

    path: Path
    store: SqlStore
    desk: Annotating
    player: HandPlayer

    def bench(self) -> Workbench:
        """A workbench at the question, as after a start of the program."""
        return Workbench(self.desk, self.player, self.player.now, "ann-1", "p1", "q1")

    def judgment(self) -> Judgment:
        """The judgment as the store has it now."""
        with self.store(write=False) as work:
            [judgment] = list(work.judgments.each())
            return judgment

    def at(self, stage: Stage) -> None:
        """Bring the judgment as far as a stage, by the use cases."""
        desk = self.desk
        view = desk.open("ann-1", "p1", "q1")
        jid = view.header.judgment_id
        clips = range(1, len(self.player.lengths_ms) + 1)
        marks = {key: Mark.SUPPORTED if key in GOLD else Mark.RULED_OUT for key in "ABCDEF"}
        steps: tuple[tuple[Stage, Callable[[], object]], ...] = (
            (Stage.BLIND, lambda: desk.commit_blind(jid, "ABC", Confidence.HUNCH)),
            (Stage.WATCH, lambda: [desk.played(jid, _whole(clip)) for clip in clips]),
            (Stage.WATCH, lambda: desk.write_note(jid, 1, 3_100, "cobblestone")),
            (Stage.WATCH, lambda: desk.write_note(jid, 1, 15_000, "oncoming cyclist, headlight")),
            (Stage.WATCH, lambda: desk.write_note(jid, 2, 7_500, "number 27 on the left")),
            (Stage.WATCH, lambda: desk.finish_watching(jid)),
            (Stage.CHECK, lambda: [desk.mark(jid, key, mark) for key, mark in marks.items()]),
            (Stage.CHECK, lambda: desk.finish_marks(jid)),
            (Stage.ANSWER, lambda: desk.commit_answer(jid, GOLD)),
            (Stage.VERDICT, lambda: desk.commit_verdict(jid, Verdict.CLEAR, "")),
            (Stage.REVEAL, lambda: desk.commit_gold_verdict(jid, GoldVerdict.CORRECT, "")),
        )
        order = list(Stage)
        for of, step in steps:
            if order.index(of) < order.index(stage) and desk.view(jid).header.stage is of:
                step()
        desk.close()


def _whole(clip: int) -> WatchSpan:
    return WatchSpan(f"span-{clip}", clip, 0, 20_000, 1.0, NOON, "blocks", 68)


class _Clock:
    def __init__(self, player: HandPlayer) -> None:
        self._player = player

    def now(self) -> datetime:
        return self._player.now()

    def mono_ns(self) -> int:
        return self._player.wall_ms * 1_000_000


def make_room(
    path: Path,
    *,
    labels: tuple[str, ...] = ("CLIP_1", "CLIP_2"),
    unit: str = "whole_video",
    protocol: Protocol = Protocol.BLIND_FIRST,
    stem: str = STEM,
    options: tuple[str, ...] = OPTIONS,
    reveal: bool = True,
    broken: frozenset[str] = frozenset(),
) -> Room:
    """A fresh store in `path` with one question."""
    clips = tuple(Clip(place, label, f"{label}.mp4", None, None, 20_000) for place, label in enumerate(labels, 1))
    question = Question(
        "q1", "fullvideo", unit, "event-order", "en", 3, stem,
        tuple(Option(chr(65 + place), text) for place, text in enumerate(options)), clips,
    )  # fmt: skip
    media = tuple(
        ClipMedia(clip.position, path, f"{clip.label}.mp4", 9, f"{clip.position:064d}", None, None, None, 20_000)
        for clip in clips
    )
    store = open_store(str(path / "store.db"))
    with store() as work:
        work.packs.add(Pack("p1", {"en": "Practice"}, protocol, reveal, 0.95, True, NOON))
        explanations = {"C": "The cobblestones begin at 0:03, the cyclist comes at 0:15."}
        work.packs.add_question(StoredQuestion("p1", 1, question, True, media, GOLD, {}, explanations))
        work.people.add(Annotator("ann-1", "Ada", Kind.HUMAN, "en", NOON))
        work.commit()
    player = HandPlayer({label: 20_000 for label in labels}, broken)
    desk = Annotating(store, _Clock(player), DeviceFiles(path / "device"), "here", lambda other: False)
    return Room(path, store, desk, player)
