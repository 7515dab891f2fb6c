"""Machines with a store each, on which people judge through the program's own services."""

from __future__ import annotations

import shutil
import sqlite3
import uuid
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import builders

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Confidence, GoldVerdict, Verdict
from rbcheck.domain.marks import Claim, Evidence, Mark, Scope
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Question
from rbcheck.exchange import FORMATS, read_file, safe_name, write_file
from rbcheck.services.annotating import Annotating
from rbcheck.services.exchanging import Exchanging
from rbcheck.services.exporting import ExportRequest
from rbcheck.services.own_chain import set_role
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, Role, StoredQuestion
from rbcheck.store.unit_of_work import open_store

STAGES = tuple(Stage)


class TickingClock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self, start: datetime = builders.T0) -> None:
        self.at = start

    def now(self) -> datetime:
        """The next second."""
        self.at += timedelta(seconds=1)
        return self.at

    def mono_ns(self) -> int:
        """Nanoseconds since the tests' T0."""
        return int((self.at - builders.T0).total_seconds() * 1e9)


def a_pack(name: str = "p1", protocol: Protocol = Protocol.BLIND_FIRST, *, reveal: bool = True) -> Pack:
    """A pack of the tests."""
    return Pack(name, {"en": name}, protocol, reveal, 0.95, False, builders.T0)


def stored(pack: str, place: int, question: Question, gold: tuple[str, ...] | None = builders.GOLD) -> StoredQuestion:
    """A question with media of its own, and what a lead alone may see."""
    media = tuple(
        ClipMedia(
            position, Path("/secret/folder"), f"{question.question_id}-{position}.mp4", 9,
            f"{pack}{question.question_id}{position}".encode().hex().ljust(64, "0")[:64],
            recording=f"rec-{question.question_id}",
        )
        for position in range(1, len(question.clips) + 1)
    )  # fmt: skip
    return StoredQuestion(pack, place, question, True, media, gold, {"caption": "gives it away"}, {}, 1)


@cache
def _made_once() -> TemporaryDirectory[str]:
    """A folder with the file of a store that the program made: making one takes longer than all that a test does."""
    folder = TemporaryDirectory(prefix="rbcheck-tests-")
    open_store(f"sqlite:///{folder.name}/store.db").dispose()
    return folder


def _new_store(path: Path) -> None:
    """A copy of it, with an id of its own as each store has."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(Path(_made_once().name) / "store.db", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        rules = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'setting'"
        ).fetchall()
        for name, _ in rules:
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("UPDATE setting SET value = ? WHERE name = 'store_id'", (uuid.uuid4().hex,))
        for _, sql in rules:
            connection.execute(sql)


class Place:
    """A machine: a store, what the device remembers, and the services on them."""

    def __init__(
        self, folder: Path, *, role: Role = Role.ANNOTATOR, start: datetime = builders.T0, url: str | None = None
    ) -> None:
        self.folder = folder
        path = folder / "store.db"
        if url is None and not path.exists():
            _new_store(path)
        self.store = open_store(url or f"sqlite:///{path}")
        self.clock = TickingClock(start)
        self.device = DeviceFiles(folder / "device")
        self.annotating = Annotating(self.store, self.clock, self.device, "me", lambda other: True)
        self.exchanging = Exchanging(
            self.store, self.clock, self.device, FORMATS, read_file, write_file, safe_name
        )  # fmt: skip
        with self.store() as work:
            event = set_role(work, self.clock, self.device, role)
            work.commit()
        if event is not None:
            self.device.note_event(event)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.dispose()

    def with_packs(self, *, reveal: bool = True, questions: int = 8, n: int = 3) -> Place:
        """The same machine with the packs p1 (blind first) and p2 (direct), questions q1, q2, … each."""
        with self.store() as work:
            for name, protocol in (("p1", Protocol.BLIND_FIRST), ("p2", Protocol.DIRECT)):
                work.packs.add(a_pack(name, protocol, reveal=reveal))
                for place in range(questions):
                    asked = builders.question(f"q{place + 1}" if name == "p1" else f"d{place + 1}", n=n)
                    work.packs.add_question(stored(name, place, asked))
            work.commit()
        return self

    def person(self, name: str = "Ann", annotator_id: str | None = None) -> str:
        """A person who signed in to this store here; their id."""
        made = Annotator(annotator_id or f"id-{name}", name, Kind.HUMAN, "en", builders.T0)
        with self.store() as work:
            work.people.add(made)
            store = work.people.store_id()
            work.commit()
        self.device.note_sign_in(store, made.annotator_id)
        return made.annotator_id

    def judge(
        self, annotator: str, question_id: str, until: Stage = Stage.DONE, *, blind: str = "ABC", final: str = "ABH",
        verdict: Verdict = Verdict.CLEAR, notes: str = "", gold_verdict: GoldVerdict = GoldVerdict.CORRECT,
        gold_notes: str = "", marks: Mapping[str, Mark] | None = None,
    ) -> str:  # fmt: skip
        """Judge a question as far as `until`; the judgment's id."""
        pack = "p1" if question_id.startswith("q") else "p2"
        acts = self.annotating
        judgment_id = acts.open(annotator, pack, question_id).header.judgment_id
        if until is Stage.BLIND:
            acts.pick(judgment_id, blind[:2])
            return judgment_id
        if pack == "p1":
            acts.commit_blind(judgment_id, blind, Confidence.HUNCH)
        for clip, length in ((1, 20_000), (2, 30_000)):
            acts.clip_source(judgment_id, clip)
            span = WatchSpan(f"{judgment_id}-{clip}", clip, 0, length, 1.0, self.clock.now(), "kitty", 480)
            acts.played(judgment_id, span)
        acts.write_note(judgment_id, 1, 1500, "a red door 红门")
        if until is Stage.WATCH:
            return judgment_id
        acts.finish_watching(judgment_id)
        given = {key: Mark.SUPPORTED if key in final else Mark.RULED_OUT for key in builders.KEYS} | dict(marks or {})
        for key, mark in given.items():
            acts.mark(judgment_id, key, mark)
        acts.attach(judgment_id, "A", Evidence(1, 1500, 2500))
        if until is Stage.CHECK:
            return judgment_id
        acts.finish_marks(judgment_id)
        if until is Stage.ANSWER:
            return judgment_id
        acts.commit_answer(judgment_id, final)
        if until is Stage.VERDICT:
            return judgment_id
        acts.commit_verdict(judgment_id, verdict, notes)
        if until is Stage.DONE and self._gold(pack, question_id):
            acts.commit_gold_verdict(judgment_id, gold_verdict, gold_notes)
        return judgment_id

    def rich(self, annotator: str, question_id: str) -> str:
        """A judgment with something in every field: edits, deletions, claims, reports, a reopened revision, a draft."""
        acts = self.annotating
        judgment_id = self.judge(annotator, question_id, Stage.CHECK)
        note = acts.write_note(judgment_id, 2, 900, "first words", "sign")
        notes = getattr(note, "notes")  # noqa: B009 - the view's kind depends on the stage
        acts.edit_note(judgment_id, notes[-1].note_id, "better words", 950)
        gone = getattr(acts.write_note(judgment_id, 2, 5000, "wrong"), "notes")[-1].note_id  # noqa: B009
        acts.delete_note(judgment_id, gone)
        acts.split(judgment_id, "B", (Claim("c1", "bollards"), Claim("c2", "after them", scope=Scope.ACROSS)))
        acts.mark(judgment_id, "B", Mark.SUPPORTED, "c1")
        acts.mark(judgment_id, "B", Mark.SUPPORTED, "c2")
        acts.attach(judgment_id, "B", Evidence(2, 10, None), "c2")
        acts.override(judgment_id, "B", Mark.RULED_OUT, "the claims miss the side")
        acts.override(judgment_id, "B", Mark.SUPPORTED, "they do hold")
        acts.explain(judgment_id, "C", "never there, 从未出现")
        acts.report(judgment_id, 2, "stutters", playable_here=True)
        acts.withdraw_report(judgment_id, 2)
        acts.report(judgment_id, 1, "=SUM(1) grey", playable_here=True)
        acts.finish_marks(judgment_id)
        acts.commit_answer(judgment_id, "ABH")
        acts.commit_verdict(judgment_id, Verdict.AMBIGUOUS, "B: the \u2028 bench, \u0007 and [0:38]")
        acts.commit_gold_verdict(judgment_id, GoldVerdict.AMBIGUOUS, "A at 0:02")
        acts.flag(judgment_id, "look here")
        acts.reopen(judgment_id, "saw it wrong")
        acts.mark(judgment_id, "D", Mark.UNDECIDABLE)
        acts.save_draft(judgment_id, replace(builders.fresh().draft, verdict_notes="half a sen", positions_ms={1: 730}))
        return judgment_id

    def export(self, form: str = "full", annotator: str | None = "Ann", **more: object) -> Path:
        """One export into this machine's folder."""
        request = ExportRequest(FORMATS[form], annotator, target=self.folder, **more)  # type: ignore[arg-type]
        path = self.exchanging.export(request)[0].path
        assert path is not None
        return path

    def _gold(self, pack: str, question_id: str) -> bool:
        with self.store(write=False) as work:
            held, question = work.packs.get(pack), work.packs.question(pack, question_id)
        return bool(held and held.reveal_gold and question and question.gold)
