"""The questions of a pack as they stand after adjudication, for evaluators or for those who repair them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from rbcheck.domain.canonical import Json
from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import Options
from rbcheck.domain.ledger import Entry
from rbcheck.services.dossiers import dossiers
from rbcheck.services.evidence import Dossier
from rbcheck.services.own_chain import record_in_store
from rbcheck.services.ports import Clock, Device, Role, StoredQuestion, UnitOfWorkFactory
from rbcheck.services.proposing import Proposal, propose

if TYPE_CHECKING:
    from rbcheck.stats.campaign import Settings

_CLOSED = N_(
    "Repairs tell the gold, which an annotator's store withholds: run `rbcheck store role lead` on a lead's store."
)


class Status(StrEnum):
    """Where a question stands: open until a lead has decided."""

    OPEN = "open"
    CONFIRMED = DecisionKind.CONFIRMED.value
    REKEYED = DecisionKind.REKEYED.value
    REPAIR = DecisionKind.REPAIR.value
    DROPPED = DecisionKind.DROPPED.value


@dataclass(frozen=True, slots=True)
class PublishRequest:
    """What is to go out of a pack, into which folder."""

    pack: str
    folder: Path
    settled: bool = False
    split_group: bool = False
    for_repair: bool = False


@dataclass(frozen=True, slots=True)
class Published:
    """One question on its way out. Where `withheld`, nothing of the gold goes with it: an annotator's store."""

    dossier: Dossier
    proposal: Proposal
    status: Status
    guessable: bool
    withheld: bool
    split_group: str | None = None

    @property
    def answer(self) -> Options | None:
        """The key that holds now."""
        return None if self.withheld else self.dossier.key

    @property
    def marks(self) -> dict[str, Counter[str]]:
        """How many people gave each mark to each option."""
        counted = {key: Counter[str]() for key in self.dossier.stored.question.keys}
        for viewer in self.dossier.people:
            for key, mark in viewer.marks.items():
                counted[key][mark] += 1
        return counted


@dataclass(slots=True)
class PublishOutcome:
    """What was written, and how many questions were left out for which reason."""

    files: tuple[Path, ...] = ()
    questions: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    withheld: int = 0


Write = Callable[[Path, Sequence[Published], bool], tuple[Path, ...]]
"""Writes the files of an export into a folder; the flag says that it is for repair."""


class Publishing:
    """Exports packs."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device, write: Write) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._write = write

    def publish(self, request: PublishRequest, settings: Settings) -> PublishOutcome:
        """Write the questions of a pack; what is left out is counted by its reason."""
        told, now = PublishOutcome(), self._clock.now()
        with self._open_work(write=False) as work:
            lead = work.people.role() is Role.LEAD
            if request.for_repair and not lead:
                raise ExchangeError(_CLOSED)
            found = dossiers(work, settings, request.pack)
        groups = split_groups([dossier.stored for dossier in found]) if request.split_group else {}
        chosen = []
        for dossier in found:
            one = _published(dossier, not lead, groups.get(dossier.stored.question.question_id))
            why = _left_out(one, request)
            if why is not None:
                told.left_out[why] = told.left_out.get(why, 0) + 1
                continue
            told.withheld += one.withheld and dossier.stored.gold is not None
            chosen.append(one)
        told.questions = len(chosen)
        left_out: dict[str, Json] = dict(told.left_out)
        said: dict[str, Json] = {
            "pack": request.pack, "questions": told.questions, "left_out": left_out, "withheld": told.withheld,
            "settled": request.settled, "for_repair": request.for_repair,
        }  # fmt: skip
        told.files = self._write(request.folder, chosen, request.for_repair)
        # An export that the ledger does not know of must not lie about as if it were one.
        with ExitStack() as undo:
            for path in told.files:
                undo.callback(path.unlink, missing_ok=True)
            record_in_store(self._open_work, self._clock, self._device, Entry("pack_exported", said), now)
            undo.pop_all()
        return told


def _published(dossier: Dossier, withheld: bool, group: str | None) -> Published:
    decision = dossier.decision
    status = Status(decision.kind.value) if decision is not None else Status.OPEN
    return Published(dossier, propose(dossier), status, dossier.guessable(dossier.key), withheld, group)


def _left_out(one: Published, request: PublishRequest) -> str | None:
    """Why a question stays out of an export, or None."""
    if request.for_repair:
        return None if one.status is Status.REPAIR else one.status.value
    if not request.settled:
        return None
    if one.status not in (Status.CONFIRMED, Status.REKEYED):
        return one.status.value
    return "guessable" if one.guessable else None


def split_groups(stored: Iterable[StoredQuestion]) -> dict[str, str]:
    """A name for each set of questions that share footage, however indirectly: such stay on one side of a split.

    Clips are of one recording where the pack says so, else where their file is the same.
    """
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    footage = {each.question.question_id: sorted(set(_footage(each))) for each in stored}
    for names in footage.values():
        for name in names:
            first, second = sorted((root(names[0]), root(name)))
            parent[second] = first
    members: dict[str, list[str]] = {}
    for name in parent:
        members.setdefault(root(name), []).append(name)
    named = {top: hashlib.sha256("\n".join(sorted(all_)).encode()).hexdigest()[:12] for top, all_ in members.items()}
    return {question: named[root(names[0])] for question, names in footage.items() if names}


def _footage(stored: StoredQuestion) -> Iterator[str]:
    """What says which recording each clip is of."""
    media = {item.position: item for item in stored.media}
    for clip in stored.question.clips:
        kept = media.get(clip.position)
        recording = clip.recording or (kept.recording if kept else None)
        if recording is not None:
            yield f"recording {recording}"
        elif kept is not None:
            yield f"content {kept.sha256}"
        else:
            yield f"file {stored.pack} {clip.file}"


def verdicts(one: Published) -> Mapping[str, int]:
    """How many people gave each verdict on the question."""
    counted = Counter(viewer.verdict for viewer in one.dossier.people if viewer.verdict is not None)
    return {word: counted[word] for word in ("clear", "ambiguous", "cant_tell")}
