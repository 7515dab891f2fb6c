"""A workbench on a real store, with a player whose time the test moves by hand, from a foreign thread."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static, TextArea

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.canonical import Json
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Confidence, GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.player.fake import FakePlayer
from rbcheck.services.annotating import Annotating
from rbcheck.services.playing import ClipSource
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore, open_store
from rbcheck.tui.manners import PromptKeys
from rbcheck.tui.messages import ExportWanted, Leaving
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.screens.workbench_dialogs import ClaimsScreen
from rbcheck.tui.widgets.refusal import RefusalLine

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
LENGTH_MS = 20_000


class HandClock:
    """Time that goes by only when a test says so; the player's, the use cases' and the interface's alike."""

    def __init__(self) -> None:
        self.ms = 0

    def seconds(self) -> float:
        """Seconds since the test began."""
        return self.ms / 1000

    def now(self) -> datetime:
        """The wall time."""
        return NOON + timedelta(milliseconds=self.ms)

    def mono_ns(self) -> int:
        """Monotonic nanoseconds."""
        return self.ms * 1_000_000


class TestPlayer(FakePlayer):
    """The fake player, which remembers what was opened."""

    __test__ = False

    def __init__(self, clock: HandClock, unplayable: Mapping[str, str], opened: list[ClipSource]) -> None:
        self.opened = opened
        super().__init__(length_ms=LENGTH_MS, seconds=clock.seconds, unplayable=unplayable)

    def open(self, source: ClipSource, at_ms: int = 0) -> None:
        self.opened.append(source)
        super().open(source, at_ms)


class Host(PromptKeys):
    """An application of one workbench; remembers how it was left and what was wanted."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self.left: Leaving | None = None
        self.after: Workbench | None = None
        self.wanted: list[str] = []

    def on_mount(self) -> None:
        self.push_screen(self.bench, self._left)

    def _left(self, where: Leaving | None) -> None:
        self.left = where
        if self.after is not None:
            self.push_screen(self.after)

    def on_export_wanted(self, event: ExportWanted) -> None:
        self.wanted.append(event.pack)


@dataclass
class Room:
    """A store with one question, its use cases, and what a test makes of them."""

    path: Path
    store: SqlStore
    desk: Annotating
    clock: HandClock
    clips: int
    unplayable: Mapping[str, str]
    opened: list[ClipSource] = field(default_factory=list)

    def bench(self) -> Workbench:
        """A workbench at the question, as after a start of the program."""
        player = TestPlayer(self.clock, self.unplayable, self.opened)
        return Workbench(self.desk, player, self.clock.now).begin("ann-1", "p1", "q1")

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
        clips = range(1, self.clips + 1)
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


def make_room(
    path: Path,
    *,
    labels: tuple[str, ...] = ("CLIP_1", "CLIP_2"),
    unit: str = "whole_video",
    protocol: Protocol = Protocol.BLIND_FIRST,
    stem: str = STEM,
    options: tuple[str, ...] = OPTIONS,
    reveal: bool = True,
    unplayable: Mapping[str, str] | None = None,
    address: str | None = None,
    question_type: str = "event-order",
    manifest: Mapping[str, Json] | None = None,
) -> Room:
    """A fresh store in `path`, or at an address, with one question."""
    clips = tuple(Clip(place, label, f"{label}.mp4", None, None, 20_000) for place, label in enumerate(labels, 1))
    question = Question(
        "q1", "fullvideo", unit, question_type, "en", 3, stem,
        tuple(Option(chr(65 + place), text) for place, text in enumerate(options)), clips,
    )  # fmt: skip
    media = tuple(
        ClipMedia(clip.position, path, f"{clip.label}.mp4", 9, f"{clip.position:064d}", None, None, None, 20_000)
        for clip in clips
    )
    store = open_store(address or str(path / "store.db"))
    with store() as work:
        work.packs.add(Pack("p1", {"en": "Practice"}, protocol, reveal, 0.95, True, NOON, None, manifest))
        explanations = {"C": "The cobblestones begin at 0:03, the cyclist comes at 0:15."}
        work.packs.add_question(StoredQuestion("p1", 1, question, True, media, GOLD, {}, explanations))
        work.people.add(Annotator("ann-1", "Ada", Kind.HUMAN, "en", NOON))
        work.commit()
    clock = HandClock()
    desk = Annotating(store, clock, DeviceFiles(path / "device"), "here", lambda other: False)
    return Room(path, store, desk, clock, len(clips), unplayable or {})


async def until(pilot: Pilot[None], holds: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        await pilot.pause(0.02)


async def split(bench: Workbench, pilot: Pilot[None], claims: str) -> None:
    """Split the option under the cursor into claims, a line each."""
    await pilot.press("c")
    await until(pilot, lambda: isinstance(pilot.app.screen, ClaimsScreen))
    pilot.app.screen.query_one(TextArea).text = claims
    await pilot.press("ctrl+s")
    await until(pilot, lambda: pilot.app.screen is bench and not bench.writes.busy)
    await pilot.pause()


def plain(bench: Workbench, selector: str) -> str:
    """What a static text says."""
    return str(bench.query_one(selector, Static).content)


def refusal(bench: Workbench, name: str) -> str:
    """What is refused in one place of the screen."""
    return bench.query_one(f"#{name}", RefusalLine).text


@asynccontextmanager
async def sitting_of(
    room: Room, size: tuple[int, int], ready: Callable[[Workbench], object]
) -> AsyncIterator[tuple[Workbench, Pilot[None], Host]]:
    """The workbench on the screen once it is ready; ends as the program does."""
    bench = room.bench()
    app = Host(bench)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bench.is_current and ready(bench))
        await pilot.pause()
        yield bench, pilot, app
    bench.player.close()


def sitting(
    room: Room, size: tuple[int, int] = (120, 36)
) -> AbstractAsyncContextManager[tuple[Workbench, Pilot[None], Host]]:
    """The workbench on the screen, open at where the judgment stands."""
    return sitting_of(room, size, lambda bench: bench.view is not None and not bench.writes.busy)


async def go_by(room: Room, bench: Workbench, pilot: Pilot[None], ms: int) -> None:
    """Let time go by while a clip plays, and wait until the interface has seen it."""
    before = bench.player.status()
    room.clock.ms += ms
    there = min(before.at_ms + int(ms * before.rate), LENGTH_MS)
    await until(pilot, lambda: not bench.playing or bench.at_ms >= there)


async def stands_at(bench: Workbench, pilot: Pilot[None], stage: Stage) -> None:
    """Wait until the judgment has come to a stage and everything is written."""
    await until(pilot, lambda: bench.stage is stage and not bench.writes.busy)
    await pilot.pause()


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    """Press keys one after the other and wait until what they wrote is written."""
    await pilot.press(*pressed)
    bench = pilot.app.screen
    if isinstance(bench, Workbench):
        await until(pilot, lambda: not bench.writes.busy)
    await pilot.pause()
