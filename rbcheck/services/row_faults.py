"""Whether what a lead did stands in the tables as the store's own chain tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from rbcheck.domain.ledger import Event, How, timestamp
from rbcheck.services.attesting import plain
from rbcheck.services.lead_rows import RowFault, golds_told
from rbcheck.services.own_chain import ROLE
from rbcheck.services.ports import Role, UnitOfWork
from rbcheck.services.testimony import payload
from rbcheck.services.undone import still_standing

About = tuple[str | None, str | None, str | None]
"""Annotator, pack, question."""
Rows = Counter[tuple[About, Hashable]]
Told = Sequence[tuple[Event, Mapping[str, object]]]


def row_faults(work: UnitOfWork, own: Sequence[Event]) -> Iterator[RowFault]:
    """Every row of a lead's that is other than `own`, the store's own chain, tells, gone, or told of by no event.

    Nothing of a store that was put back by a program that did not tell how far its backup reached.
    """
    standing = still_standing(own)
    if standing is None:
        return
    told = [(event, payload(event)) for event in standing]
    yield from _differing("void", _voids_told(told), _voids_kept(work))
    yield from _differing("decision", _decisions_told(told), _decisions_kept(work))
    yield from _differing("pause", _pauses_told(told), _pauses_kept(work))
    yield from _assignments(work, told)
    if work.people.role() is Role.LEAD:
        # Nothing that an annotator's store prints depends on its golds.
        yield from _golds(work, told)
    yield from _roles(work, told)


def _differing(table: str, told: Rows, kept: Rows) -> Iterator[RowFault]:
    """What differs, by what it is about: as many changed as have a counterpart, the rest gone or made up."""
    gone, made_up = told - kept, kept - told
    lacking, beyond = (Counter(about for about, _ in rows.elements()) for rows in (gone, made_up))
    for about in sorted(lacking.keys() | beyond.keys(), key=lambda one: tuple(part or "" for part in one)):
        both = min(lacking[about], beyond[about])
        hows = [How.CHANGED] * both + [How.REMOVED] * (lacking[about] - both) + [How.INSERTED] * (beyond[about] - both)
        yield from (RowFault(table, how, *about) for how in hows)


def _voids_told(told: Told) -> Rows:
    rows: Rows = Counter()
    for event, said in told:
        who, at = str(said.get("annotator")), timestamp(event.at)
        if event.kind == "voided":
            rows[(who, _text(said.get("pack")), None), ("voided", said.get("reason"), at)] += 1
        elif event.kind == "unvoided":
            for pack in _listed(said.get("packs")):
                rows[(who, _text(pack), None), ("lifted", at)] += 1
    return rows


def _voids_kept(work: UnitOfWork) -> Rows:
    rows: Rows = Counter()
    for row in work.lead_rows.voids():
        about = (row.annotator, row.pack, None)
        rows[about, ("voided", row.reason, timestamp(row.voided_at))] += 1
        if row.lifted_at is not None:
            rows[about, ("lifted", timestamp(row.lifted_at))] += 1
    return rows


def _decisions_told(told: Told) -> Rows:
    rows: Rows = Counter()
    for event, said in told:
        if event.kind != "decided":
            continue
        about = (None, _text(said.get("pack")), _text(said.get("question")))
        answer = said.get("answer")
        rows[about, (
            plain(said.get("version")), plain(said.get("decision")),
            None if answer is None else tuple(map(plain, _listed(answer))), plain(said.get("note")),
            plain(said.get("by")), timestamp(event.at),
            tuple((plain(one.get("judgment")), plain(one.get("revision")))
                  for one in _listed(said.get("sources")) if isinstance(one, Mapping)),
        )] += 1  # fmt: skip
    return rows


def _decisions_kept(work: UnitOfWork) -> Rows:
    return Counter(
        ((None, one.pack, one.question_id), (
            one.version, one.kind.value, one.answer, one.note, one.by, timestamp(one.at),
            tuple((source.judgment_id, source.revision) for source in one.sources),
        ))
        for pack in work.packs.all(hidden=True) for one in work.decisions.of(pack.name)
    )  # fmt: skip


def _pauses_told(told: Told) -> Rows:
    rows: Rows = Counter()
    for event, said in told:
        if event.kind == "pause_set":
            rows[(None, _text(said.get("pack")), None), (plain(said.get("below")), timestamp(event.at))] += 1
        elif event.kind == "released":
            for pack in _listed(said.get("packs")):
                rows[(_text(said.get("annotator")), _text(pack), None), (None, timestamp(event.at))] += 1
    return rows


def _pauses_kept(work: UnitOfWork) -> Rows:
    return Counter(((row.released, row.pack, None), (row.below, timestamp(row.at))) for row in work.lead_rows.pauses())


def _assignments(work: UnitOfWork, told: Told) -> Iterator[RowFault]:
    """Whose each question is, and since when; programs of before did not tell the time that they kept."""
    given: dict[About, set[str | None]] = {}
    first: set[tuple[str, About]] = set()
    for event, said in told:
        if event.kind == "assigned":
            at = said.get("assigned_at")
            for part in _mappings(said.get("assigned")):
                for question in _listed(part.get("questions")):
                    about = (_text(part.get("annotator")), _text(said.get("pack")), _text(question))
                    # What was given already keeps its time; of two devices nobody knows which of them was first.
                    if (event.device, about) not in first:
                        first.add((event.device, about))
                        given.setdefault(about, set()).add(at if isinstance(at, str) else None)
        elif event.kind == "imported":
            for part in _mappings(said.get("taken_over")):
                _hand_over(given, _text(part.get("from")), _text(part.get("to")))
    kept: dict[About, set[str]] = {}
    for row in work.lead_rows.assignments():
        kept.setdefault((row.annotator, row.pack, row.question), set()).add(timestamp(row.assigned_at))
    for about in sorted(given.keys() | kept.keys(), key=lambda one: tuple(part or "" for part in one)):
        if about not in kept:
            yield RowFault("assignment", How.REMOVED, *about)
        elif about not in given:
            yield RowFault("assignment", How.INSERTED, *about)
        elif None not in given[about] and not kept[about] <= given[about]:
            yield RowFault("assignment", How.CHANGED, *about)


def _hand_over(given: dict[About, set[str | None]], giver: str | None, taker: str | None) -> None:
    for about in [about for about in given if about[0] == giver]:
        times = given.pop(about)
        given.setdefault((taker, *about[1:]), set()).update(times)


def _golds(work: UnitOfWork, told: Told) -> Iterator[RowFault]:
    """Whether the golds of a pack are those that the last act on them left, on any device: their clocks may differ."""
    left: dict[str, dict[str, object]] = {}
    for event, said in told:
        golds = said.get("golds")
        for pack, state in golds.items() if isinstance(golds, Mapping) else ():
            left.setdefault(str(pack), {})[event.device] = state
    for pack, states in sorted(left.items()):
        here = golds_told(work, (pack,))[pack]
        if here in states.values():
            continue
        yield RowFault("gold", _how_many(here, list(states.values())), None, pack)


def _how_many(here: object, states: Sequence[object]) -> How:
    held = here.get("rows") if isinstance(here, Mapping) else None
    counts = [n for state in states if isinstance(state, Mapping) and isinstance(n := state.get("rows"), int)]
    if not isinstance(held, int) or not counts or held in counts:
        return How.CHANGED
    return How.REMOVED if held < max(counts) else How.INSERTED


def _roles(work: UnitOfWork, told: Told) -> Iterator[RowFault]:
    """Whether a store is whose it was last made, on any device; of logins, programs of before did not tell which."""
    kept = work.lead_rows.roles()
    set_to = [(event, said) for event, said in told if event.kind == "role_set"]
    named = {str(said["setting"]) for _, said in set_to if "setting" in said}
    for name in sorted(kept.keys() | named or {ROLE}):
        unnamed = [str(said.get("role")) for _, said in set_to if "setting" not in said]
        last = {event.device: str(said.get("role")) for event, said in set_to if said.get("setting", name) == name}
        allowed = set(last.values()) or {Role.ANNOTATOR.value}
        if name != ROLE and unnamed:
            allowed |= {Role.ANNOTATOR.value, *unnamed}
        if kept.get(name, Role.ANNOTATOR.value) not in allowed:
            yield RowFault("setting", How.CHANGED if last else How.INSERTED)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _mappings(value: object) -> Iterable[Mapping[str, object]]:
    return [part for part in _listed(value) if isinstance(part, Mapping)]
