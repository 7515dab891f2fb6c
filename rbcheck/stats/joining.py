"""Judgments as plain rows of several tables, joined into columns at once: a large store has millions of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.builder import FLAG, set_bits
from rbcheck.stats.records import GOLD_VERDICTS, VERDICTS, Reached
from rbcheck.stats.table import NONE, bits

Whole = NDArray[np.int64]
Truths = NDArray[np.bool_]
Rows = Sequence[tuple[Any, ...]]
Keys = tuple[str, ...]

_MARKS = "sru"
_REASONED = "R"
"""The first letters of the marks, in the order of the three columns of sets; and that of a ✗ with a reason."""


@dataclass(frozen=True, slots=True)
class AskedHow:
    """A question as judgments refer to it: its code in the builder, its keys as they were shown, and its flags.

    `withheld` says whether its gold is withheld while a judgment is open, and after it was opened or given a verdict.
    """

    code: int
    keys: Keys
    flags: int
    withheld: tuple[bool, bool]


class Judged:
    """The judgments of a batch by place; every other table is looked up in them by number."""

    def __init__(
        self, heads: Rows, spent: Sequence[int], asked: Mapping[int, AskedHow], counted: Mapping[int, int]
    ) -> None:
        """`counted` gives the revision that counts of those judgments that have more than one."""
        (
            number, self.annotator, question, direct, stage, revision, gold_open, chain, returned, imported, watched,
            opened, last, first_play, revealed, _by_stage,
        ) = columns(heads, 16)  # fmt: skip
        self.number = np.array(number, dtype=np.int64)
        self.size = len(self.number)
        self.revision = np.array(revision, dtype=np.int64)
        self.counted = np.ones(self.size, dtype=np.int64)
        if counted:
            self.counted[:] = [counted.get(each, 1) for each in number]
        self.direct, self.gold_open, self.returned, self.imported = (
            np.array(each, dtype=np.bool_) for each in (direct, gold_open, returned, imported)
        )
        self.watched = np.array(watched, dtype=np.bool_) | ~np.isin(_coded(stage, ("blind", "watch")), (0, 1))
        self.verified = _coded(chain, ("verified",)) == 0
        self.opened, self.last = np.array(opened, dtype=np.int64), np.array(last, dtype=np.int64)
        self.first_play, self.revealed = _known(first_play), _known(revealed)
        self.judge_ms = np.array(spent, dtype=np.float64)
        kinds, which = np.unique(np.array(question, dtype=np.int64), return_inverse=True)
        shapes: dict[Keys, int] = {}
        self.how = [asked[each] for each in kinds.tolist()]
        shape = [shapes.setdefault(how.keys, len(shapes)) for how in self.how]
        self.keys = list(shapes)
        self.shape = np.array(shape, dtype=np.int64)[which]
        self.k = np.array([len(keys) for keys in self.keys], dtype=np.int64)[self.shape]
        self.code = np.array([how.code for how in self.how], dtype=np.int64)[which]
        self.flags = np.array([how.flags for how in self.how], dtype=np.int64)[which]
        self.withheld = np.array([how.withheld for how in self.how], dtype=np.bool_).reshape(-1, 2)[which]

    def places(self, rows: Rows, width: int) -> tuple[Whole, list[tuple[Any, ...]]]:
        """The place of each row's judgment, and the columns of the rows whose judgment is here."""
        given = columns(rows, width)
        numbers = np.array(given[0], dtype=np.int64)
        at = np.searchsorted(self.number, numbers)
        here = (at < self.size) & (self.number[np.minimum(at, self.size - 1)] == numbers)
        if here.all():
            return at, given
        kept = np.flatnonzero(here)
        return at[kept], [tuple(column[place] for place in kept) for column in given]

    def sets(self, at: Whole, chosen: Sequence[str]) -> Whole:
        """Each JSON list of options as bits in the stored order of its question."""
        return self._decoded(at, chosen, lambda text, keys: set_bits(json.loads(text), keys), 1)[:, 0]

    def marks(self, at: Whole, texts: Sequence[str]) -> Whole:
        """Rows × [each of `_MARKS`, ✓ or ✗ without a reason] in `AsBR`, keys each with the letter of its mark."""
        return self._decoded(at, texts, marked, len(_MARKS) + 1)

    def keys_in(self, at: Whole, texts: Sequence[str]) -> Whole:
        """Keys one after another as bits in the stored order of their question."""
        return self._decoded(at, texts, set_bits, 1)[:, 0]

    def _decoded(self, at: Whole, texts: Sequence[str], decode: Callable[[str, Keys], Any], width: int) -> Whole:
        """What each text says of its question; equal ones are decoded once."""
        codes = {text: code for code, text in enumerate(set(texts))}
        which = np.array([codes[text] for text in texts], dtype=np.int64)
        pairs, back = np.unique(which * len(self.keys) + self.shape[at], return_inverse=True)
        values = list(codes)
        decoded = [decode(values[pair // len(self.keys)], self.keys[pair % len(self.keys)]) for pair in pairs.tolist()]
        return np.array(decoded, dtype=np.int64).reshape(-1, width)[back]


def columns(rows: Rows, width: int) -> list[tuple[Any, ...]]:
    """Rows as columns; empty ones where there are no rows."""
    return list(zip(*rows, strict=True)) or [()] * width


def marked(text: str, keys: Keys) -> list[int]:
    """The options that bear each of `_MARKS`, and those that only evidence keeps from being bare, as bits."""
    places = {key: 1 << place for place, key in enumerate(keys)}
    sets = dict.fromkeys(_MARKS + _REASONED, 0)
    for key, letter in zip(text[0::2], text[1::2], strict=True):
        sets[letter] |= places.get(key, 0)
    supported, ruled_out, undecidable, reasoned = sets.values()
    return [supported, ruled_out | reasoned, undecidable, supported | ruled_out]


def join(
    judged: Judged,
    annotators: Sequence[int],
    more_flags: Mapping[int, int],
    guesses: Rows,
    marks: Rows,
    evidence: Rows,
    finals: Rows,
    verdicts: Rows,
) -> dict[str, NDArray[Any]]:
    """The columns of `Facts` that follow from these rows; `annotators` are codes, `more_flags` go by number."""
    size, nothing, counted = judged.size, np.full(judged.size, NONE), judged.counted
    flags, reached = judged.flags.copy(), np.where(judged.watched, Reached.WATCHED, Reached.ASSIGNED)

    at, (_number, options, seen, recording_seen, seconds, when) = judged.places(guesses, 6)
    earliest = np.lexsort((np.array(when, dtype=np.int64), np.array(seen, dtype=np.bool_), at))
    made, first = np.unique(at[earliest], return_index=True)
    first = earliest[first]
    blind, blind_seconds, guessed_at = nothing.copy(), np.full(size, np.nan), nothing.copy()
    blind[made] = judged.sets(at, options)[first]
    blind_seconds[made], guessed_at[made] = np.array(seconds, dtype=np.float64)[first], np.array(when, np.int64)[first]
    flags[made] |= FLAG["seen"] * np.array(seen, dtype=np.bool_)[first]
    flags[made] |= FLAG["recording_seen"] * np.array(recording_seen, dtype=np.bool_)[first]
    guessed = np.zeros(size, np.bool_)
    guessed[made] = True
    reached[guessed & (reached == Reached.ASSIGNED)] = Reached.BLIND_LOCKED
    played_first = guessed & (judged.first_play != NONE) & (guessed_at > judged.first_play)
    flags |= np.where(played_first, 0, FLAG["locked"])

    at, (_number, revision, text) = judged.places(marks, 3)
    whole = np.array([len(each) for each in text], dtype=np.int64) >= 2 * judged.k[at]
    reached[at[whole]] = Reached.MARKED
    counts = np.array(revision, dtype=np.int64) == counted[at]
    three = np.zeros((size, len(_MARKS) + 1), dtype=np.int64)
    three[at[counts]] = judged.marks(at, text)[counts]
    at, (_number, revision, text) = judged.places(evidence, 3)
    counts = np.array(revision, dtype=np.int64) == counted[at]
    three[at[counts], -1] &= ~judged.keys_in(at, text)[counts]

    at, (_number, revision, options, when, after_reveal) = judged.places(finals, 5)
    reached[at] = Reached.FINAL
    revisions, after = np.array(revision, dtype=np.int64), np.array(after_reveal, dtype=np.bool_)
    counts, sets = revisions == counted[at], judged.sets(at, options)
    answer, answered_at, later = nothing.copy(), nothing.copy(), nothing.copy()
    answer[at[counts]], answered_at[at[counts]] = sets[counts], np.array(when, dtype=np.int64)[counts]
    flags[at[counts]] |= FLAG["after_reveal"] * after[counts]
    rest = np.flatnonzero(~counts & (after | (revisions > counted[at])) & (np.bincount(at, minlength=size)[at] > 1))
    rest = rest[np.argsort(revisions[rest], kind="stable")]
    later[at[rest]] = sets[rest]

    at, (_number, revision, about, said) = judged.places(verdicts, 4)
    reached[at] = Reached.VERDICT
    revisions, of_question = np.array(revision, dtype=np.int64), _coded(about, ("question",)) == 0
    verdict, gold_verdict = nothing.copy(), nothing.copy()
    own = of_question & (revisions == counted[at])
    verdict[at[own]] = _coded(said, VERDICTS)[own]
    after_it = np.flatnonzero(~of_question & (revisions >= counted[at]))
    after_it = after_it[np.argsort(-revisions[after_it], kind="stable")]
    gold_verdict[at[after_it]] = _coded(said, GOLD_VERDICTS)[after_it]
    committed = np.zeros(size, np.bool_)
    committed[at[of_question]] = True

    opened = judged.verified & (judged.gold_open | committed)
    withheld = np.where(opened, judged.withheld[:, 1], judged.withheld[:, 0])
    flags |= FLAG["withheld"] * withheld
    flags |= FLAG["blind_first"] * ~judged.direct | FLAG["gold_open"] * judged.gold_open
    flags |= FLAG["returned"] * judged.returned
    if more_flags:
        flags |= np.array([more_flags.get(number, 0) for number in judged.number.tolist()], dtype=np.int64)
    judge_seconds = np.where(judged.judge_ms > 0, judged.judge_ms / 1000, np.nan)
    return {
        "asked": judged.code, "annotator": np.array(annotators, dtype=np.int64), "flags": flags, "reached": reached,
        "blind": blind, "answer": answer, "later": later, "supported_set": three[:, 0], "ruled_out_set": three[:, 1],
        "undecidable_set": three[:, 2], "verdict": verdict, "gold_verdict": gold_verdict, "opened_at": judged.opened,
        "answered_at": answered_at, "at": judged.last, "blind_seconds": blind_seconds, "judge_seconds": judge_seconds,
        "rounds": judged.revision, "bare": bits(three[:, -1]),
    }  # fmt: skip


def _coded(values: Iterable[str], names: Sequence[str]) -> Whole:
    """The place of each value among these names; beyond them for any other."""
    places = {name: place for place, name in enumerate(names)}
    return np.array([places.get(value, len(names)) for value in values], dtype=np.int64)


def _known(values: Sequence[int | None]) -> Whole:
    return np.array([NONE if value is None else value for value in values], dtype=np.int64)
