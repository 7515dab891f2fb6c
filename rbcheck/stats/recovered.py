"""The recovery of gold from a campaign's own columns, and what it says of each question in option keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.columns import Columns
from rbcheck.stats.recovery import recover_gold
from rbcheck.stats.recovery_value import Recovery
from rbcheck.stats.table import NONE, Asked, keys_of, members

# Beyond these digits lies only the order in which floating-point sums were made.
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the marks say of one question: probabilities, and sets as option keys.

    `answer` is the most probable set, `other` the most probable one besides the gold; `p_gold` is None without gold.
    `suspect`: the gold is improbable and one other set near certain, by three annotators or more; `weak`: by fewer.
    """

    inclusion: dict[str, float]
    p_gold: float | None
    answer: tuple[str, ...]
    p_answer: float
    other: tuple[str, ...]
    p_other: float
    entropy: float
    annotators: int
    suspect: bool
    weak: bool

    def to_json(self) -> dict[str, object]:
        """The object of `posterior` in the output."""
        return {
            "inclusion": self.inclusion,
            "p_gold": self.p_gold,
            "answer": list(self.answer),
            "p_answer": self.p_answer,
            "other": list(self.other),
            "p_other": self.p_other,
            "entropy": self.entropy,
            "annotators": self.annotators,
            "gold_suspect": self.suspect,
            "weak": self.weak,
        }


class Recovered:
    """The recovery of all questions of some columns, asked by the code of a question."""

    def __init__(self, recovery: Recovery, places: NDArray[np.int64], asked: dict[int, Asked]) -> None:
        self.recovery = recovery
        self._places = places
        self._asked = asked
        # Plain values once for all questions: taken one by one from arrays they would cost most of the page.
        self._inclusion, self._p_gold, self._p_answer, self._p_other, self._entropy = (
            np.round(values, _DIGITS).tolist()
            for values in (recovery.inclusion, recovery.p_gold, recovery.p_best, recovery.p_other, recovery.entropy)
        )
        self._answer, self._other = (_bits(sets) for sets in (recovery.best, recovery.other))
        self._used, self._suspect, self._weak = (
            values.tolist() for values in (recovery.annotators, recovery.gold_suspect, recovery.weak)
        )

    def p_gold(self) -> NDArray[np.float64]:
        """The probability of the gold by code of a question, rounded; NaN where nothing is known."""
        found = np.full(len(self._places), np.nan)
        used = self._places != NONE
        found[used] = np.round(self.recovery.p_gold[self._places[used]], _DIGITS)
        return found

    def of(self, question: int) -> Posterior | None:
        """What is said of the question of this code; None where no judgment of it counts."""
        place = int(self._places[question]) if question < len(self._places) else NONE
        if place == NONE or self._p_answer[place] != self._p_answer[place]:  # NaN: nothing was said
            return None
        keys, p_gold = self._asked[question].options, self._p_gold[place]
        return Posterior(
            inclusion=dict(zip(keys, self._inclusion[place], strict=False)),
            p_gold=p_gold if p_gold == p_gold else None,
            answer=_named(self._answer[place], keys),
            p_answer=self._p_answer[place],
            other=_named(self._other[place], keys),
            p_other=self._p_other[place],
            entropy=self._entropy[place],
            annotators=self._used[place],
            suspect=self._suspect[place],
            weak=self._weak[place],
        )


def _bits(sets: NDArray[np.bool_]) -> list[int]:
    """Sets as questions × positions, as bits."""
    bits: list[int] = (sets @ (1 << np.arange(sets.shape[1]))).tolist()
    return bits


@lru_cache(maxsize=10_000)
def _named(chosen: int, keys: tuple[str, ...]) -> tuple[str, ...]:
    return keys_of(chosen, keys)


def recovered(table: Columns) -> Recovered:
    """M1 on FREE: marks where there are any, else whether an option is in the final answer."""
    free = table.only(table.free & table.informative)
    codes, first, question = np.unique(free.question, return_index=True, return_inverse=True)
    places = np.full(len(table.names.questions), NONE, dtype=np.int64)
    places[codes] = np.arange(len(codes))
    width = int(free.k.max(initial=1))
    marks = np.full((free.size, width), NONE, dtype=np.int8)
    for label, sets in enumerate((free.ruled_out_set, free.undecidable_set, free.supported_set)):
        marks[members(sets, width)] = label
    found = recover_gold(
        marks,
        question,
        free.annotator,
        free.k[first],
        free.n[first],
        members(free.gold[first], width) & free.golden[first, None],
        finals=members(free.answer, width),
    )
    asked = {int(code): table.names.asked[free.asked[at]] for code, at in zip(codes, first, strict=True)}
    return Recovered(found, places, asked)
