"""Whose views may speak for an answer, and whose are proven, from the figures of the campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from rbcheck.stats.records import CLEAR, JudgmentRow

if TYPE_CHECKING:
    from rbcheck.stats.campaign import Campaign

DISTRUSTED = frozenset({"consistent_with_chance", "peeking_excess", "peeking_identity", "unwatched"})
"""Flags that take somebody's views out of adjudication; the others only advise. What a lead voided says so itself."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What an annotator's other judgments say of them; `group` is shared by those who copy from each other."""

    counts: bool = True
    trusted: bool = False
    proven: bool = False
    group: str = ""


def trust(campaign: Campaign, rows: Sequence[JudgmentRow]) -> dict[str, Trust]:
    """Everybody's trust: nothing flagged, right more often than luck explains, not clearly below the others.

    Right is the gold in a free answer; `proven` looks at the answers with the verdict `clear` alone.
    """
    from rbcheck.stats.row_populations import in_free, informative

    groups = _groups(part.pair for part in campaign.flags if part.pair is not None)
    flags = {part.annotator: set(part.flags) for part in campaign.annotators}
    free: dict[str, list[JudgmentRow]] = {}
    for row in rows:
        if row.gold is not None and informative(row) and in_free(row):
            free.setdefault(row.annotator, []).append(row)
    answered = [row for own in free.values() for row in own if row.kind != "model"]
    usual = sum(row.final == row.gold for row in answered) / max(len(answered), 1)
    found = {}
    for annotator in {row.annotator for row in rows}:
        counts = not flags.get(annotator, set()) & DISTRUSTED
        answers = free.get(annotator, [])
        found[annotator] = Trust(
            counts,
            counts and _above_luck(answers) and _not_below(answers, usual),
            counts and _above_luck([row for row in answers if row.verdict == CLEAR]),
            groups.get(annotator, annotator),
        )
    return found


def _above_luck(answers: Sequence[JudgmentRow]) -> bool:
    """Whether the whole interval of exact answers lies above what luck would give."""
    from rbcheck.stats.intervals import wilson

    if not answers:
        return False
    luck = sum(1 / comb(row.k, row.n) for row in answers) / len(answers)
    return wilson(sum(row.final == row.gold for row in answers), len(answers)).low > luck


def _not_below(answers: Sequence[JudgmentRow], usual: float) -> bool:
    """Whether the interval of exact answers reaches what people are right in usually."""
    from rbcheck.stats.intervals import wilson

    return wilson(sum(row.final == row.gold for row in answers), len(answers)).high >= usual


def _groups(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """A name for each set of annotators that copying ties together."""
    name: dict[str, str] = {}
    for first, second in pairs:
        one, other = name.setdefault(first, first), name.setdefault(second, second)
        for member, group in list(name.items()):
            if group == other:
                name[member] = one
    return name
