"""How much of a clip was played, from the stretches alone: their union, their sum, and what no player could do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.table import Asked, Counts, Mask

Reals = NDArray[np.float64]

FASTEST = 2.0
"""The rate above which playing covers nothing, and so the fastest way through a clip."""
# Longer than any clip, in milliseconds: keeps the stretches of different clips apart on one line.
_APART = 1e9
_CLIPS = 64


@dataclass(frozen=True, slots=True)
class Watched:
    """A value a judgment: covered share, played share, the fewest seconds its clips take; NaN where not known."""

    coverage: Reals
    play_ratio: Reals
    fewest_seconds: Reals


def watched(spans: Reals, asked: Counts, questions: Sequence[Asked], known: Mask) -> Watched:
    """Spans are rows of [judgment, clip, from ms, to ms, rate, counts for coverage], in any order."""
    lengths = np.zeros((len(questions), _CLIPS + 1))
    whole = np.zeros(len(questions), np.bool_)
    for place, question in enumerate(questions):
        whole[place] = bool(question.clip_ms) and None not in question.clip_ms
        for position, known_ms in enumerate(question.clip_ms[:_CLIPS], 1):
            lengths[place, position] = known_ms or 0
    total = lengths.sum(axis=1)[asked] if len(questions) else np.zeros(len(asked))
    told = whole[asked] if len(questions) else np.zeros(len(asked), np.bool_)
    usable = told & (total > 0)
    owner = spans[:, 0].astype(np.int64)
    clip = np.minimum(spans[:, 1].astype(np.int64), _CLIPS)
    length = lengths[asked[owner], clip] if len(owner) else np.zeros(0)
    start, end = np.clip(spans[:, 2], 0, length), np.clip(spans[:, 3], 0, length)
    covered = _union(owner, clip, start, end, spans[:, 5] > 0, len(asked))
    played = np.bincount(owner, np.maximum(end - start, 0), minlength=len(asked))
    seen = usable & known
    return Watched(
        np.divide(covered, total, out=np.full(len(asked), np.nan), where=seen),
        np.divide(played, total, out=np.full(len(asked), np.nan), where=seen),
        np.where(usable, total / 1000 / FASTEST, np.nan),
    )


def _union(owner: Counts, clip: Counts, start: Reals, end: Reals, counts: Mask, size: int) -> Reals:
    """Milliseconds of the union of each judgment's stretches that count."""
    chosen = counts & (end > start)
    owner, clip, start, end = owner[chosen], clip[chosen], start[chosen], end[chosen]
    line = (owner * (_CLIPS + 1) + clip) * _APART
    order = np.lexsort((start, line))
    begins, ends = (line + start)[order], (line + end)[order]
    reached = np.concatenate([[-np.inf], np.maximum.accumulate(ends)[:-1]]) if len(ends) else ends
    gained = np.maximum(ends - np.maximum(begins, reached), 0)
    return np.bincount(owner[order], gained, minlength=size).astype(np.float64)
