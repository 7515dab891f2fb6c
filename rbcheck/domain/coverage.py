"""Coverage: which part of a clip was played before somebody's eyes; spans of milliseconds and their union."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

Span = tuple[int, int]
FASTEST_COVERING_RATE = 2.0
DEFAULT_COVERAGE = 0.95


def union(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same milliseconds as disjoint spans in order; empty and reversed spans count for nothing."""
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)


def covered_ms(spans: Iterable[Span], duration_ms: int) -> int:
    """How many milliseconds of a clip of `duration_ms` lie inside the union of the spans."""
    return sum(max(0, min(end, duration_ms) - max(start, 0)) for start, end in union(spans))


def coverage(spans: Iterable[Span], duration_ms: int) -> float:
    """The covered share of a clip, 0 to 1; 0 for a clip of no length."""
    return covered_ms(spans, duration_ms) / duration_ms if duration_ms > 0 else 0.0


def furthest_ms(spans: Iterable[Span]) -> int:
    """The latest millisecond that was played; nothing beyond it may be sought to while watching."""
    return max((end for _, end in spans), default=0)


def holes(spans: Iterable[Span], duration_ms: int) -> tuple[Span, ...]:
    """The parts of a clip that no span covers, in order."""
    edges = [(0, 0), *union(spans), (duration_ms, duration_ms)]
    return tuple(
        (end, min(start, duration_ms)) for (_, end), (start, _) in pairwise(edges) if end < min(start, duration_ms)
    )


def overlaps(first: Span, second: Span) -> bool:
    """Whether two spans share a millisecond."""
    return first[0] < second[1] and second[0] < first[1]


@dataclass(frozen=True, slots=True)
class RunningSpan:
    """A stretch being played now: it ends where the clock last was."""

    clip: int
    from_ms: int
    to_ms: int
    rate: float
    shown: str
    lines: int

    def fits(self, clip: int, at_ms: int, rate: float, shown: str, lines: int, reach_ms: int) -> bool:
        """Whether the clock at `at_ms` goes on from here: same clip, way of showing and rate, at most `reach_ms` on."""
        return (clip, rate, shown, lines) == (
            self.clip,
            self.rate,
            self.shown,
            self.lines,
        ) and self.to_ms <= at_ms <= self.to_ms + reach_ms

    def until(self, at_ms: int) -> RunningSpan:
        """The same stretch, gone on to `at_ms`."""
        return replace(self, to_ms=at_ms)
