"""The whole interface on a real SQLite file, with the fake player; what a person sees is read off the screen."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.app import App
from textual.command import CommandPalette
from textual.pilot import Pilot
from tui.bench_host import GOLD, NOON, OPTIONS, STEM, HandClock

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.exchange import FORMATS, read_file, safe_name, write_file
from rbcheck.player.fake import FakePlayer
from rbcheck.services.annotating import Annotating
from rbcheck.services.exchanging import Exchanging
from rbcheck.services.pacing import Pacing
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.services.queueing import Queueing
from rbcheck.store.unit_of_work import SqlStore, open_store
from rbcheck.tui.app import RbcheckApp
from rbcheck.tui.screens.opening import Opening
from rbcheck.tui.shell import Choices, OnProgress, Shell, Wishes

NO_WISHES = Wishes()


KILLED = "killed"
"""The name of a session that is not alive."""


@dataclass
class House:
    """A store, its use cases, and what the interface asked of the rest."""

    path: Path
    store: SqlStore
    clock: HandClock = field(default_factory=HandClock)
    saved: list[tuple[str, str | bool]] = field(default_factory=list)
    save_error: RbcheckError | None = None
    choices: Choices = field(default_factory=Choices)

    @property
    def desk(self) -> Annotating:
        """The annotator's use cases of another session than the interface's."""
        return self._desk("there")

    def add_pack(self, name: str, ids: Sequence[str], *, practice: bool = False, source: str = "fullvideo") -> None:
        """A pack with one question an id, of two types in turn, one clip each."""
        with self.store() as work:
            work.packs.add(Pack(name, {"en": name.title()}, Protocol.DIRECT, False, 0.95, practice, NOON))
            for place, question_id in enumerate(ids, 1):
                clip = Clip(1, "CLIP_1", f"{question_id}.mp4", None, None, 20_000)
                kind = "event-order" if place % 2 else "landmark-order"
                question = Question(
                    question_id, source, "whole_video", kind, "en", 3, STEM,
                    tuple(Option(chr(65 + at), text) for at, text in enumerate(OPTIONS)), (clip,),
                )  # fmt: skip
                media = ClipMedia(1, self.path, "c.mp4", 9, f"{place:064d}", None, None, None, 20_000)
                work.packs.add_question(StoredQuestion(name, place, question, True, (media,), GOLD, {}, {}))
            work.commit()

    def add_annotator(self, name: str, *, here: bool = True) -> str:
        """Somebody who signed in here before, or came by an import; their id."""
        with self.store() as work:
            work.people.add(Annotator(f"id-{name}", name, Kind.HUMAN, "en", NOON))
            store = work.people.store_id()
            work.commit()
        if here:
            DeviceFiles(self.path / "device").note_sign_in(store, f"id-{name}")
        return f"id-{name}"

    def finish(self, annotator: str, pack: str, question_id: str) -> None:
        """Judge a question from its first stage to DONE."""
        desk = self.desk
        jid = desk.open(annotator, pack, question_id).header.judgment_id
        desk.played(jid, WatchSpan("span-1", 1, 0, 20_000, 1.0, NOON, "blocks", 68))
        desk.finish_watching(jid)
        for key in "ABCDEF":
            desk.mark(jid, key, Mark.SUPPORTED if key in GOLD else Mark.RULED_OUT)
        desk.finish_marks(jid)
        desk.commit_answer(jid, GOLD)
        desk.commit_verdict(jid, Verdict.CLEAR, "")
        desk.close()

    def killed_at(self, annotator_id: str, pack: str, question_id: str) -> None:
        """A session that had a question open died, and let go of nothing."""
        self._desk(KILLED).open(annotator_id, pack, question_id)

    def open_shell(self) -> Shell:
        """What the wiring would give."""
        device = DeviceFiles(self.path / "device")
        exchanging = Exchanging(self.store, self.clock, device, FORMATS, read_file, write_file, safe_name)
        return Shell(
            queueing=Queueing(self.store, self.clock, device),
            annotating=self._desk("here"),
            make_player=lambda: FakePlayer(length_ms=20_000, seconds=self.clock.seconds),
            now=self.clock.now,
            make_practice=self.make_practice,
            export=exchanging.export_here,
            pacing=Pacing(self.store, self.clock, device),
        )

    def make_practice(self, on_progress: OnProgress) -> str:
        """A practice pack of two questions."""
        on_progress(0, 2)
        self.add_pack("practice", ["practice-01", "practice-02"], practice=True)
        on_progress(2, 2)
        return "practice"

    def app(self, wishes: Wishes = NO_WISHES) -> RbcheckApp:
        """The interface, as after a start of the program."""
        return RbcheckApp(self.open_shell, self.choices, wishes, self._save)

    def _desk(self, holder: str) -> Annotating:
        return Annotating(
            self.store, self.clock, DeviceFiles(self.path / "device"), holder, lambda other: other != KILLED
        )

    def _save(self, name: str, value: str | bool) -> None:
        if self.save_error is not None:
            raise self.save_error
        self.saved.append((name, value))


def make_house(path: Path) -> House:
    """A fresh store in `path`, with nobody and nothing in it."""
    return House(path, open_store(str(path / "store.db")))


def seen(app: App[Any]) -> str:
    """The text on the screen, line by line, without what pads it."""
    width, height = app.size
    lines = [strip.text for strip in app.screen._compositor.render_strips()]
    if app.screen._compositor.size != app.size:
        return ""  # pushed, and not laid out yet
    assert len(lines) == height
    assert all(len(line) <= width for line in lines)
    return "\n".join(line.rstrip() for line in lines)


async def until(pilot: Pilot[None], holds: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"it never came to hold; on the screen:\n{seen(pilot.app)}"
        await pilot.pause(0.02)


async def open_palette(pilot: Pilot[None]) -> None:
    """Press its key and wait for it."""
    await pilot.press("ctrl+p")
    await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))


async def shows(pilot: Pilot[None], text: str) -> None:
    """Wait until a text stands on the screen, wrapped or not."""
    await until(pilot, lambda: text in " ".join(seen(pilot.app).split()))


@asynccontextmanager
async def running(
    house: House,
    wishes: Wishes = NO_WISHES,
    size: tuple[int, int] = (120, 36),
) -> AsyncIterator[tuple[RbcheckApp, Pilot[None]]]:
    """The interface once its store is open."""
    app = house.app(wishes)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: not isinstance(app.screen, Opening) or app.failure is not None)
        await pilot.pause()
        yield app, pilot
