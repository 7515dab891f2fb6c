"""The records as columns: one array position a judgment, sets of options as bits in stored order."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from rbcheck.stats.notes import CopiedNote

Mask = NDArray[np.bool_]
Counts = NDArray[np.signedinteger[Any]]
Reals = NDArray[np.floating[Any]]

NONE = -1
"""In a column of sets or codes: there is none."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who a code of `annotator` stands for."""

    annotator: str
    name: str
    kind: str
    family: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a code of `asked` stands for: option keys in stored order, lengths of their texts, lengths of the clips."""

    options: tuple[str, ...]
    chars: tuple[int, ...] | None = None
    clip_ms: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """What the codes stand for; `groups` holds the values of unit, type, source, dimension and pack."""

    questions: tuple[tuple[str, str], ...]
    people: tuple[Person, ...]
    asked: tuple[Asked, ...]
    groups: dict[str, tuple[str, ...]]
    copied_notes: tuple[CopiedNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Records:
    """Judgments as arrays, as they were read; times are microseconds, `NONE` or NaN where there is nothing."""

    names: Names
    question: Counts
    annotator: Counts
    asked: Counts
    unit: Counts
    type: Counts
    source: Counts
    dimension: Counts
    pack: Counts
    k: Counts
    n: Counts
    golden: Mask
    gold: Counts
    blind: Counts
    answer: Counts
    later: Counts
    supported_set: Counts
    ruled_out_set: Counts
    undecidable_set: Counts
    verdict: Counts
    gold_verdict: Counts
    reached: Counts
    blind_first: Mask
    locked: Mask
    seen: Mask
    recording_seen: Mask
    after_reveal: Mask
    after_return: Mask
    gold_open: Mask
    unplayable: Mask
    practice: Mask
    qualification: Mask
    check: Mask
    void: Mask
    withheld: Mask
    returned: Mask
    opened_at: Counts
    answered_at: Counts
    at: Counts
    blind_seconds: Reals
    judge_seconds: Reals
    coverage: Reals
    play_ratio: Reals
    too_fast: Counts
    notes: Counts
    comments: Counts
    rounds: Counts
    order: Counts
    bare: Counts

    @property
    def size(self) -> int:
        """How many judgments there are."""
        return len(self.question)

    @property
    def model(self) -> Mask:
        """Whether a model judged."""
        models = np.array([person.kind == "model" for person in self.names.people], dtype=np.bool_)
        return models[self.annotator] if len(models) else np.zeros(self.size, np.bool_)

    def at_places(self, places: NDArray[Any]) -> Self:
        """The judgments at these places (or where a mask holds); what codes stand for stays."""
        return replace(self, **{name: getattr(self, name)[places] for name in _array_names(type(self))})


def bits(sets: NDArray[Any]) -> NDArray[np.int64]:
    """How many options each set holds; 0 for none at all."""
    counts: NDArray[np.int64] = np.bitwise_count(np.maximum(sets, 0)).astype(np.int64)
    return counts


def members(sets: Counts, width: int) -> Mask:
    """Sets as judgments × positions in stored order."""
    shifted: Mask = (np.maximum(sets, 0)[:, None] >> np.arange(width)) & 1 > 0
    return shifted


def keys_of(chosen: int, options: tuple[str, ...]) -> tuple[str, ...]:
    """The option keys of one set."""
    return tuple(key for place, key in enumerate(options) if chosen >> place & 1)


def _array_names(kind: type[Records]) -> tuple[str, ...]:
    return tuple(column.name for column in fields(kind) if column.name != "names")
