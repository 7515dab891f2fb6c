"""Who judges what: questions of a pack given to annotators, by source, range or sample, with overlap."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rbcheck.domain.canonical import Json
from rbcheck.domain.dealing import Card, deal, sample
from rbcheck.domain.dice import Dice
from rbcheck.domain.errors import N_, NotFound, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import Entry, timestamp
from rbcheck.domain.qualification import declared
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.ports import Annotator, Clock, Device, Kind, Pack, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.qualifying import given_too
from rbcheck.services.queueing import LONGEST_NAME

_NO_PACK = N_("The store holds no pack {pack}: see `rbcheck pack list`.")
_NO_SOURCE = N_("No question of {pack} is of the source {source}: see `rbcheck pack show {pack}`.")
_NO_RANGE = N_("{pack} has the questions 1 to {count}, and none from {first} to {last}: choose another --range.")
_NO_NAME = N_("“{name}” is no annotator's name: letters of any script, at most {most} of them.")
_TWO = N_("{count} annotators are named {name}: say which by id ({ids}).")
_OVERLAP = N_("A question cannot go to {overlap} of {people} annotators: choose an --overlap from 1 to {people}.")
_TWICE = N_("{name} is named twice with --to: name each annotator once.")


@dataclass(frozen=True, slots=True)
class AssignRequest:
    """What is given to whom; `range` counts the pack's questions from 1, both ends in it."""

    pack: str
    people: tuple[str, ...]
    sample: int | None = None
    source: str | None = None
    range: tuple[int, int] | None = None
    overlap: int = 1
    seed: str = "0"


@dataclass(frozen=True, slots=True)
class Assigned:
    """What one annotator was given, by question id; `fresh` of them were not theirs before, `made` says a new name."""

    annotator: str
    questions: tuple[str, ...]
    fresh: int
    made: bool


class Assigning:
    """Gives questions to annotators."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def assign(self, request: AssignRequest) -> tuple[Assigned, ...]:
        """Deal the chosen questions; what somebody was given before stays theirs."""
        now = self._clock.now()
        if not 1 <= request.overlap <= len(request.people):
            raise RbcheckError(_OVERLAP, overlap=request.overlap, people=len(request.people))
        with self._open_work() as work:
            held, cards = _chosen(work, request)
            people = [_person(work, name, self._clock) for name in request.people]
            if len({person.annotator_id for person, _ in people}) < len(people):
                ids = [person.annotator_id for person, _ in people]
                twice = next(person.name for person, _ in people if ids.count(person.annotator_id) > 1)
                raise RbcheckError(_TWICE, name=inert(twice))
            dice = Dice(request.seed)
            names = [person.name for person, _ in people]
            hands = deal(cards, names, request.overlap, dice, "assign", request.pack)
            given = tuple(_give(work, held, person, made, hands[person.name], now) for person, made in people)
            said: dict[str, Json] = {
                "pack": request.pack, "seed": request.seed, "overlap": request.overlap, "assigned_at": timestamp(now),
                "assigned": [
                    {"annotator": person.annotator_id, "questions": list(one.questions)}
                    for (person, _), one in zip(people, given, strict=True)
                ],
            }  # fmt: skip
            event = append_in_store(work, self._clock, self._device, Entry("assigned", said), now)
            work.commit()
        self._device.note_event(event)
        return given


def _give(
    work: UnitOfWork, pack: Pack, person: Annotator, made: bool, hand: Sequence[Card], now: datetime
) -> Assigned:  # fmt: skip
    ids = given_too(pack, [card.name for card in hand])
    fresh = work.assignments.assign(person.annotator_id, pack.name, ids, now)
    # A qualification may name questions that the pack does not hold.
    theirs = work.assignments.of(person.annotator_id, pack.name)
    return Assigned(person.name, tuple(name for name in ids if name in theirs), fresh, made)


def _chosen(work: UnitOfWork, request: AssignRequest) -> tuple[Pack, tuple[Card, ...]]:
    pack = work.packs.get(request.pack)
    if pack is None or pack.hidden_at is not None:
        raise NotFound(_NO_PACK, pack=inert(request.pack))
    stored = tuple(work.packs.questions(request.pack))
    sources = _sources(work, request.pack)
    asked = declared(pack.manifest)
    # What opens the pack goes to everybody, so it is not dealt.
    opening = asked.questions if asked else frozenset()
    cards = [
        Card(item.question.question_id, (sources.get(item.question.question_id, item.question.source),
                                         item.question.unit))
        for item in stored if item.question.question_id not in opening
    ]  # fmt: skip
    if request.range is not None:
        first, last = request.range
        cards = cards[max(first, 1) - 1 : last]
        if not cards or first > last:
            raise RbcheckError(_NO_RANGE, pack=inert(request.pack), count=len(stored), first=first, last=last)
    if request.source is not None:
        cards = [card for card in cards if card.stratum[0] == request.source]
        if not cards:
            raise RbcheckError(_NO_SOURCE, pack=inert(request.pack), source=inert(request.source))
    if request.sample is not None:
        return pack, sample(cards, request.sample, Dice(request.seed), "sample", request.pack)
    return pack, tuple(cards)


def _sources(work: UnitOfWork, pack: str) -> Mapping[str, str]:
    """The source of each question of a built pack, as its original has it; empty for another pack."""
    found = {}
    for built in work.built.each(pack):
        original = work.packs.question(*built.original)
        if original is not None:
            found[built.question_id] = original.question.source
    return found


def _person(work: UnitOfWork, name: str, clock: Clock) -> tuple[Annotator, bool]:
    """The annotator of that name or id, made where there is none; whether they were."""
    plain = " ".join(name.split())
    if not plain or len(plain) > LONGEST_NAME:
        raise RbcheckError(_NO_NAME, name=inert(name), most=LONGEST_NAME)
    known = work.people.get(plain)
    found = (known,) if known else tuple(one for one in work.people.named(plain) if one.kind is Kind.HUMAN)
    if len(found) > 1:
        ids = ", ".join(one.annotator_id for one in found)
        raise RbcheckError(_TWO, count=len(found), name=inert(plain), ids=ids)
    if found:
        return found[0], False
    made = Annotator(secrets.token_hex(16), plain, Kind.HUMAN, "en", clock.now())
    work.people.add(made)
    return made, True
