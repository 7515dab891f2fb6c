"""From facts given one judgment at a time to columns, without keeping more than a batch as Python objects."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.notes import NoteTally
from rbcheck.stats.records import (
    GOLD_VERDICTS,
    MARKS,
    RULED_OUT,
    SUPPORTED,
    UNDECIDABLE,
    VERDICTS,
    JudgmentRow,
)
from rbcheck.stats.table import NONE, Asked, Names, Person, Records
from rbcheck.stats.watching import watched

FLAGS = (
    "blind_first", "locked", "seen", "recording_seen", "after_reveal", "after_return", "gold_open", "unplayable",
    "practice", "qualification", "check", "void", "withheld", "returned",
)  # fmt: skip
FLAG = {name: 1 << place for place, name in enumerate(FLAGS)}
GROUPS = ("unit", "type", "source", "dimension", "pack")
# An option that the question does not have: the set is of another size, and shares nothing.
_FOREIGN = 1 << 30
_BATCH = 50_000
_MASKS = np.int32
_TYPES: dict[str, Any] = {
    "asked": np.int32, "annotator": np.int32, "flags": np.int32, "reached": np.int8, "blind": _MASKS, "answer": _MASKS,
    "later": _MASKS, "supported_set": _MASKS, "ruled_out_set": _MASKS, "undecidable_set": _MASKS, "verdict": np.int8,
    "gold_verdict": np.int8, "opened_at": np.int64, "answered_at": np.int64, "at": np.int64,
    "blind_seconds": np.float64, "judge_seconds": np.float64, "watch_known": np.bool_, "notes": np.int32,
    "comments": np.int32, "rounds": np.int32, "order": np.int8, "bare": np.int8,
}  # fmt: skip


class Facts(NamedTuple):
    """One judgment: sets as bits, codes of `VERDICTS` and `GOLD_VERDICTS`, times in microseconds; `NONE` for none.

    `asked` and `annotator` are what `Builder.question` and `Builder.person` gave; `flags` is a sum of `FLAG`.
    """

    asked: int
    annotator: int
    flags: int
    reached: int
    blind: int = NONE
    answer: int = NONE
    later: int = NONE
    supported_set: int = 0
    ruled_out_set: int = 0
    undecidable_set: int = 0
    verdict: int = NONE
    gold_verdict: int = NONE
    opened_at: int = NONE
    answered_at: int = NONE
    at: int = NONE
    blind_seconds: float = np.nan
    judge_seconds: float = np.nan
    watch_known: bool = False
    notes: int = NONE
    comments: int = 0
    rounds: int = 0
    order: int = NONE
    bare: int = NONE


@dataclass(slots=True)
class _Codes:
    """A whole number for each different value, in order of appearance."""

    seen: dict[Any, int] = field(default_factory=dict)

    def of(self, value: Hashable) -> int:
        return self.seen.setdefault(value, len(self.seen))

    def ranks(self) -> tuple[NDArray[np.int32], list[Any]]:
        """The place of each code when the values are sorted, and the sorted values."""
        ordered = sorted(self.seen)
        places = {value: place for place, value in enumerate(ordered)}
        return np.array([places[value] for value in self.seen], dtype=np.int32), ordered


class Builder:
    """Takes questions, people and judgments; `records` gives the columns, sorted by question and annotator."""

    def __init__(self) -> None:
        self._questions = _Codes()
        self._groups = {group: _Codes() for group in GROUPS}
        self._asked = _Codes()
        self._of_asked: list[tuple[int, ...]] = []
        self._people: dict[str, tuple[int, Person]] = {}
        self._waiting: list[Facts] = []
        self._batches: list[dict[str, NDArray[Any]]] = []
        self._size = 0
        self._span_batches: list[NDArray[np.float64]] = []
        self._notes = NoteTally()

    def question(
        self,
        question: str,
        version: str,
        options: tuple[str, ...],
        n: int,
        gold: Iterable[str] | None,
        groups: tuple[str, str, str, str, str],
        chars: tuple[int, ...] | None = None,
        clip_ms: tuple[int | None, ...] = (),
    ) -> int:
        """The code of a question version as it is asked in one pack; `groups` are its values of `GROUPS`."""
        answer = NONE if gold is None else set_bits(gold, options)
        key = (question, version, options, n, answer, groups, chars, clip_ms)
        code = self._asked.of(key)
        if code == len(self._of_asked):
            values = (self._groups[group].of(value) for group, value in zip(GROUPS, groups, strict=True))
            self._of_asked.append((self._questions.of((question, version)), len(options), n, answer, *values))
        return code

    def person(self, annotator: str, name: str, kind: str, family: str = "") -> int:
        """The code of an annotator; what was said first of one counts."""
        return self._people.setdefault(annotator, (len(self._people), Person(annotator, name, kind, family)))[0]

    def add(self, facts: Facts) -> int:
        """One judgment; its number."""
        number = self._size
        self._size += 1
        self._waiting.append(facts)
        if len(self._waiting) >= _BATCH:
            self._flush()
        return number

    def add_columns(self, facts: dict[str, NDArray[Any]], **more: Sequence[Any]) -> tuple[int, int]:
        """Many judgments by the names of `Facts`: the number of the first, and of how many the gold is withheld.

        Practice, whose figures nobody asked for, is not among these.
        """
        self._flush()
        began = self._size
        given = {name: np.asarray((facts | more)[name], dtype=kind) for name, kind in _TYPES.items()}
        self._size += len(given["asked"])
        self._batches.append(given)
        flags = given["flags"]
        return began, int(((flags & FLAG["withheld"] > 0) & (flags & FLAG["practice"] == 0)).sum())

    def spans(self, spans: Sequence[tuple[int, int, int, int, float, bool]], places: Mapping[int, int]) -> None:
        """Stretches with the number of their judgment first; `places` says what `add` gave for it."""
        if spans and places:
            rows = np.array(spans, dtype=np.float64)
            numbers = np.fromiter(places.keys(), np.int64, len(places))
            given = np.fromiter(places.values(), np.int64, len(places))
            order = np.argsort(numbers)
            at = np.searchsorted(numbers[order], rows[:, 0])
            known = (at < len(numbers)) & (numbers[order][np.minimum(at, len(numbers) - 1)] == rows[:, 0])
            rows[:, 0] = given[order][np.minimum(at, len(numbers) - 1)]
            self._span_batches.append(rows[known])

    def notes(self, notes: Iterable[tuple[int, int, str]]) -> None:
        """Notes: the number of the judgment, the code of the annotator, the text."""
        self._notes.add(notes)

    def records(self) -> Records:
        """The columns."""
        self._flush()
        given = {name: np.concatenate([batch[name] for batch in self._batches]) for name in _TYPES}
        self._batches.clear()
        question_rank, questions = self._questions.ranks()
        group_ranks = {group: self._groups[group].ranks() for group in GROUPS}
        people = sorted((person for _code, person in self._people.values()), key=lambda person: person.annotator)
        places = {person.annotator: place for place, person in enumerate(people)}
        person_rank = np.array([places[annotator] for annotator in self._people], dtype=np.int32)
        of_asked = np.array(self._of_asked, dtype=np.int64).reshape(len(self._of_asked), 4 + len(GROUPS))
        asked_names = tuple(Asked(key[2], key[6], key[7]) for key in self._asked.seen)
        flags = given.pop("flags")
        truths = {name: (flags & bit) > 0 for name, bit in FLAG.items()}
        asked = given.pop("asked")
        who = person_rank[given.pop("annotator")] if people else np.zeros(0, np.int32)
        what = question_rank[of_asked[:, 0]][asked] if questions else np.zeros(0, np.int32)
        known = given.pop("watch_known")
        given["bare"] = np.where(known, given["bare"], NONE).astype(np.int8)
        watch = watched(self._span_array(), asked, asked_names, known)
        taken = (given["answered_at"] - given["opened_at"]) / 1e6 - np.nan_to_num(given["blind_seconds"])
        timed = (given["answered_at"] != NONE) & (given["opened_at"] != NONE) & ~np.isnan(watch.fewest_seconds)
        given["too_fast"] = np.where(timed, taken < watch.fewest_seconds, NONE).astype(np.int8)
        names = Names(
            tuple(questions),
            tuple(people),
            asked_names,
            {group: tuple(values) for group, (_ranks, values) in group_ranks.items()},
            self._notes.copied(what, who),
        )
        order = np.lexsort((who, what))
        golds = of_asked[:, 3][asked]
        grouped = {
            group: group_ranks[group][0][of_asked[:, 4 + place]][asked] if len(of_asked) else np.zeros(0, np.int32)
            for place, group in enumerate(GROUPS)
        }
        columns = {
            "question": what, "annotator": who, "asked": asked, **grouped,
            "k": of_asked[:, 1][asked].astype(np.int8), "n": of_asked[:, 2][asked].astype(np.int8),
            "golden": golds != NONE, "gold": golds.astype(np.int32), **truths, **given,
            "coverage": watch.coverage, "play_ratio": watch.play_ratio,
        }  # fmt: skip
        return Records(names, **{name: np.asarray(values)[order] for name, values in columns.items()})

    def _flush(self) -> None:
        if self._waiting or not self._batches:
            columns = list(zip(*self._waiting, strict=True)) or [()] * len(_TYPES)
            self._batches.append(
                {name: np.array(values, dtype=_TYPES[name]) for name, values in zip(_TYPES, columns, strict=True)}
            )
            self._waiting = []

    def _span_array(self) -> NDArray[np.float64]:
        """Spans × [judgment, clip, from, to, rate, counts for coverage]."""
        return np.concatenate(self._span_batches) if self._span_batches else np.zeros((0, 6))


def set_bits(chosen: Iterable[str], options: tuple[str, ...]) -> int:
    """A set of option keys as bits in stored order."""
    places = {key: 1 << place for place, key in enumerate(options)}
    return sum(places.get(key, _FOREIGN) for key in set(chosen))


def microseconds(at: datetime | None) -> int:
    """A wall time as whole microseconds since 1970; `NONE` for none."""
    if at is None:
        return NONE
    since = at - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def records_of(rows: Iterable[JudgmentRow]) -> Records:
    """The columns of these rows."""
    builder = Builder()
    for row in rows:
        groups = (row.unit, row.question_type, row.source, row.dimension, row.pack)
        asked = builder.question(
            row.question, row.version, row.options, row.n, row.gold, groups, row.option_chars, row.clip_ms
        )
        person = builder.person(row.annotator, row.annotator_name, row.kind, row.model_family)
        number = builder.add(_facts(row, asked, person))
        builder.spans([(number, *span) for span in row.spans or ()], {number: number})
        builder.notes((number, person, text) for text in row.notes or ())
    return builder.records()


def _facts(row: JudgmentRow, asked: int, person: int) -> Facts:
    marked = {mark: set_bits((key for key, own in row.marks.items() if own == mark), row.options) for mark in MARKS}
    truths = {
        "locked": row.locked_before_play,
        "unplayable": row.unplayable_report,
        **{name: getattr(row, name) for name in FLAGS if name not in ("locked", "unplayable")},
    }
    blind, answer, later = (
        NONE if chosen is None else set_bits(chosen, row.options) for chosen in (row.blind, row.final, row.later_final)
    )
    return Facts(
        asked=asked,
        annotator=person,
        flags=sum(FLAG[name] for name, holds in truths.items() if holds),
        reached=row.reached,
        blind=blind,
        answer=answer,
        later=later,
        supported_set=marked[SUPPORTED],
        ruled_out_set=marked[RULED_OUT],
        undecidable_set=marked[UNDECIDABLE],
        verdict=NONE if row.verdict is None else VERDICTS.index(row.verdict),
        gold_verdict=NONE if row.gold_verdict is None else GOLD_VERDICTS.index(row.gold_verdict),
        opened_at=microseconds(row.opened_at),
        answered_at=microseconds(row.answered_at),
        at=microseconds(row.at),
        blind_seconds=np.nan if row.blind_seconds is None else row.blind_seconds,
        judge_seconds=np.nan if row.judge_seconds is None else row.judge_seconds,
        watch_known=row.spans is not None,
        notes=NONE if row.notes is None else len(row.notes),
        comments=row.comments,
        rounds=row.rounds,
        order=row.order,
        bare=NONE if row.bare is None else row.bare,
    )
