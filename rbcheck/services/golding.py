"""Golds brought into a lead's store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, ExchangeError, NotFound
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options
from rbcheck.domain.ledger import Entry
from rbcheck.domain.question import Question, problems
from rbcheck.locale import _
from rbcheck.services.lead_rows import golds_now
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.ports import Clock, Device, Role, StoredQuestion, UnitOfWork, UnitOfWorkFactory

_NOT_A_LEADS = N_("This is an annotator's store, which takes no gold: run `rbcheck store role lead` on a lead's.")
_NO_PACK = N_("No pack is named {pack}: see `rbcheck pack list`.")


@dataclass(frozen=True, slots=True)
class Unclear:
    """A gold that means no options of its question: what was found, what was expected."""

    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One line of a file of golds; `means` says which options of a question it is, `problem` why it cannot be read."""

    line: int
    question_id: str | None
    means: Callable[[Question], Options | Unclear] = lambda question: ()
    problem: Unclear | None = None


@dataclass(frozen=True, slots=True)
class GoldRefusal:
    """A line that was not taken."""

    file: str
    line: int
    id: str | None
    found: str
    expected: str


@dataclass(slots=True)
class GoldAdded:
    """What became of a file of golds; nothing is written where a line was refused."""

    added: int = 0
    same: int = 0
    refused: list[GoldRefusal] = field(default_factory=list)


class Golding:
    """Takes golds in."""

    def __init__(
        self, open_work: UnitOfWorkFactory, clock: Clock, device: Device, read: Callable[[Path], Iterable[GoldLine]]
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._read = read

    def add(self, path: Path, pack: str | None = None) -> GoldAdded:
        """Take every line of a file, or none where one is refused."""
        now, told = self._clock.now(), GoldAdded()
        packs: set[str] = set()
        with self._open_work() as work:
            if work.people.role() is not Role.LEAD:
                raise ExchangeError(_NOT_A_LEADS)
            if pack is not None and work.packs.get(pack) is None:
                raise NotFound(_NO_PACK, pack=pack)
            for line in self._read(path):
                for stored, answer in self._questions(work, line, path.name, pack, told):
                    if stored.gold == answer:
                        told.same += 1
                        continue
                    named = (stored.pack, stored.question.question_id, stored.question.version)
                    work.packs.set_gold(*named, answer, "published", now)
                    packs.add(stored.pack)
                    told.added += 1
            if told.refused or not told.added:
                return told
            said: dict[str, Json] = {
                "file": inert(path.name), "pack": pack, "added": told.added, "same": told.same,
                "golds": golds_now(work, sorted(packs)),
            }  # fmt: skip
            event = append_in_store(work, self._clock, self._device, Entry("gold_added", said), now)
            work.commit()
        self._device.note_event(event)
        return told

    def _questions(
        self, work: UnitOfWork, line: GoldLine, file: str, pack: str | None, told: GoldAdded
    ) -> list[tuple[StoredQuestion, Options]]:
        """The questions that a line is the gold of, with it; none where it is refused."""

        def refuse(found: str, expected: str) -> list[tuple[StoredQuestion, Options]]:
            told.refused.append(GoldRefusal(file, line.line, line.question_id, found, expected))
            return []

        if line.problem or line.question_id is None:
            problem = line.problem or Unclear(_("nothing"), _("an id"))
            return refuse(problem.found, problem.expected)
        fitting = [
            stored
            for stored in work.packs.versions(line.question_id)
            if stored.current and (pack is None or stored.pack == pack)
        ]
        if not fitting:
            return refuse(line.question_id, _("the id of a question in the store"))
        taken = []
        for stored in fitting:
            answer = line.means(stored.question)
            if isinstance(answer, Unclear):
                return refuse(answer.found, answer.expected)
            wrong = next(problems(stored.question, answer), None)
            if wrong:
                return refuse(wrong.found.render(_), wrong.expected.render(_))
            taken.append((stored, answer))
        return taken
