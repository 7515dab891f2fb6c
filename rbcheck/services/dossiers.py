"""Gathers the evidence on the questions of a lead's store."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from rbcheck.domain.decision import Decision, Source
from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Judgment
from rbcheck.services.evidence import Dossier, Posterior, Viewer
from rbcheck.services.judgment_records import counted_revision, row_of
from rbcheck.services.originals import counted
from rbcheck.services.ports import Annotator, Kind, Pack, StoredQuestion, UnitOfWork
from rbcheck.services.trusting import Trust, trust
from rbcheck.stats.records import JudgmentRow

if TYPE_CHECKING:
    from rbcheck.stats.campaign import Settings
    from rbcheck.stats.posteriors import QuestionPosterior

_NO_PACK = N_("No pack is named {pack}: see `rbcheck pack list`.")
_SHORT = 4

T = TypeVar("T")
Seen = tuple[Judgment, JudgmentRow]


def dossiers(work: UnitOfWork, settings: Settings, pack: str | None = None) -> tuple[Dossier, ...]:
    """The evidence on every current question of one pack, or of all that are in sight and no practice."""
    people = {person.annotator_id: person for person in work.people.all()}
    packs = chosen_packs(work, pack)
    stored = [question for held in packs for question in work.packs.questions(held.name)]
    seen = _seen(work, packs, stored, people)
    rows = [row for judgments in seen.values() for _judgment, row in judgments]
    trusts, found = _weighed(rows, settings, people)
    codes = codes_of(work.people.store_id(), people.values())
    decided: dict[tuple[str, str, str], list[Decision]] = {}
    for held in packs:
        for decision in work.decisions.of(held.name):
            decided.setdefault((decision.pack, decision.question_id, decision.version), []).append(decision)
    return tuple(
        _dossier(question, seen.get(where_of(question), []), decided.get(where_of(question), ()),
                 trusts, codes, people, settings, found)
        for question in stored
    )  # fmt: skip


def chosen_packs(work: UnitOfWork, pack: str | None) -> tuple[Pack, ...]:
    """The pack of that name, or every pack in sight that is no practice."""
    if pack is None:
        built = work.built.packs()
        return tuple(held for held in work.packs.all() if not held.practice and held.name not in built)
    held = work.packs.get(pack)
    if held is None:
        raise NotFound(_NO_PACK, pack=inert(pack))
    return (held,)


def where_of(stored: StoredQuestion) -> tuple[str, str, str]:
    """Pack, id and version of a question."""
    return stored.pack, stored.question.question_id, stored.question.version


def codes_of(store_id: str, people: Iterable[Annotator]) -> dict[str, str]:
    """A short code for everybody, the same each time, from which no name can be read; they begin as pseudonyms do."""
    mixed = {
        person.annotator_id: hashlib.sha256(f"{store_id}\n{person.annotator_id}".encode()).hexdigest()
        for person in people
    }
    length = _SHORT
    while max(Counter(code[:length] for code in mixed.values()).values(), default=0) > 1:
        length += 1
    return {annotator: code[:length] for annotator, code in mixed.items()}


def _seen(
    work: UnitOfWork, packs: Sequence[Pack], stored: Sequence[StoredQuestion], people: Mapping[str, Annotator]
) -> dict[tuple[str, str, str], list[Seen]]:
    """The judgments of these question versions, with the record that the statistics make of each."""
    known = {where_of(question): question for question in stored}
    voids = work.sheets.voids()
    found: dict[tuple[str, str, str], list[Seen]] = {}
    for held in packs:
        for item in counted(work, held.name):
            judgment, where = item.judgment, where_of(item.stored)
            if where in known and item.check is None:
                row = row_of(judgment, known[where], held, people.get(judgment.annotator), named=True)
                void = (judgment.annotator, None) in voids or (judgment.annotator, held.name) in voids
                row = replace(row, void=void)
                found.setdefault(where, []).append((judgment, row))
    return found


def _weighed(
    rows: Sequence[JudgmentRow], settings: Settings, people: Mapping[str, Annotator]
) -> tuple[dict[str, Trust], dict[tuple[str, str, str], QuestionPosterior]]:
    from rbcheck.stats.campaign import measure
    from rbcheck.stats.posteriors import posteriors

    # A question is known by its pack here: two packs may hold the same one.
    apart = [replace(row, question=f"{row.pack}\n{row.question}") for row in rows]
    trusts = trust(measure(apart, settings), apart)
    speaking = [row for row in apart if row.kind == Kind.MODEL or (trusts[row.annotator].counts and not row.void)]
    found = posteriors(_one_a_family(speaking, people))
    named = {(*question.split("\n", 1), version): value for (question, version), value in found.items()}
    return trusts, {(pack, question, version): value for (pack, question, version), value in named.items()}


def _one_a_family(rows: Sequence[JudgmentRow], people: Mapping[str, Annotator]) -> list[JudgmentRow]:
    """The rows with the votes of each family of models made one: the mark, and the answer, of most of them."""
    kept = [row for row in rows if row.kind != Kind.MODEL]
    families: dict[tuple[str, str, str], list[JudgmentRow]] = {}
    for row in rows:
        if row.kind == Kind.MODEL:
            families.setdefault((family_of(people[row.annotator]), row.question, row.version), []).append(row)
    for (family, _question, _version), votes in families.items():
        marks = {key: _most([row.marks[key] for row in votes if key in row.marks]) for key in votes[0].options}
        final = _most([row.final for row in votes if row.final is not None])
        told = {key: mark for key, mark in marks.items() if mark is not None}
        kept.append(replace(votes[0], annotator=family, marks=told, final=final))
    return kept


def _most(values: Sequence[T]) -> T | None:
    """The most frequent of these, None where two are as frequent."""
    ranked = Counter(values).most_common(2)
    return None if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]) else ranked[0][0]


def family_of(person: Annotator) -> str:
    """What a model's votes are counted under."""
    return f"family:{person.family or person.name}"


def _dossier(
    stored: StoredQuestion,
    seen: Sequence[Seen],
    decisions: Sequence[Decision],
    trusts: Mapping[str, Trust],
    codes: Mapping[str, str],
    people: Mapping[str, Annotator],
    settings: Settings,
    found: Mapping[tuple[str, str, str], QuestionPosterior],
) -> Dossier:
    from rbcheck.stats.row_populations import in_lock

    viewers = [
        _viewer(judgment, row, trusts[row.annotator], codes, people)
        for judgment, row in seen
        if row.final is not None or row.marks
    ]
    guesses = tuple(
        row.blind for _judgment, row in seen
        if row.blind is not None and row.kind != Kind.MODEL and in_lock(row)
        and trusts[row.annotator].counts and not row.void
    )  # fmt: skip
    posterior = found.get(where_of(stored))
    return Dossier(
        stored,
        tuple(decisions),
        tuple(sorted(viewers, key=lambda viewer: (not viewer.human, viewer.code))),
        guesses,
        settings.drop,
        None if posterior is None else Posterior(
            posterior.p_gold, tuple(sorted(posterior.best)), posterior.p_best, posterior.options,
            posterior.annotators, posterior.weak,
        ),
    )  # fmt: skip


def _viewer(
    judgment: Judgment, row: JudgmentRow, known: Trust, codes: Mapping[str, str], people: Mapping[str, Annotator]
) -> Viewer:
    from rbcheck.stats.row_populations import in_final, in_free

    human = row.kind != Kind.MODEL
    final = tuple(sorted(row.final)) if row.final is not None and in_final(row) else None
    return Viewer(
        code=codes[row.annotator],
        group=known.group if human else family_of(people[row.annotator]),
        human=human,
        source=Source(judgment.judgment_id, counted_revision(judgment).number),
        final=final,
        marks=row.marks,
        verdict=row.verdict,
        free=in_free(row),
        counts=known.counts and not (row.void or row.qualification) if human else True,
        trusted=human and known.trusted,
        proven=human and known.proven,
        judgment=judgment,
    )
