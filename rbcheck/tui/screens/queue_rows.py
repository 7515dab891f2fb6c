"""Which rows of the queue are shown, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rbcheck.domain.errors import N_
from rbcheck.domain.protocol import Stage
from rbcheck.services.views import QueueRow

STATES: Mapping[str, Callable[[QueueRow], bool]] = MappingProxyType(
    {
        N_("all"): lambda row: True,
        N_("unfinished"): lambda row: row.stage is not Stage.DONE or row.returned,
        N_("later"): lambda row: row.later,
        N_("flagged"): lambda row: row.flagged,
        N_("returned"): lambda row: row.returned,
    }
)
_STAGES = [None, *Stage]
ORDERS: Mapping[str, Callable[[QueueRow], tuple[object, ...]]] = MappingProxyType(
    {
        N_("pack"): lambda row: (),
        N_("question"): lambda row: (row.question_id,),
        N_("stage"): lambda row: (_STAGES.index(row.stage),),
        N_("type"): lambda row: (row.question_type,),
        N_("unit"): lambda row: (row.unit,),
        N_("source"): lambda row: (row.source,),
        N_("clips"): lambda row: (row.clips,),
        N_("minutes"): lambda row: (-row.active_ms,),
        N_("verdict"): lambda row: (row.verdict is None, row.verdict or ""),
    }
)
"""Every order falls back on the pack's own; by minutes, the longest stand first."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What of the queue is wanted: a state, a question type and a source (all where empty), a text, an order."""

    state: str = "all"
    question_type: str = ""
    source: str = ""
    text: str = ""
    order: str = "pack"

    def of(self, rows: Sequence[QueueRow]) -> tuple[QueueRow, ...]:
        """The rows that are wanted, in their order."""
        text = self.text.casefold().strip()
        kept = [
            row
            for row in rows
            if STATES[self.state](row)
            and (not self.question_type or row.question_type == self.question_type)
            and (not self.source or row.source == self.source)
            and (not text or any(text in field.casefold() for field in _searched(row)))
        ]
        return tuple(sorted(kept, key=ORDERS[self.order])) if self.order != "pack" else tuple(kept)


def counts(rows: Sequence[QueueRow], field: str) -> list[tuple[str, int]]:
    """The values of a field with how many rows have them, in the order of the alphabet."""
    return sorted(Counter(getattr(row, field) for row in rows).items())


def _searched(row: QueueRow) -> tuple[str, ...]:
    return row.question_id, row.question_type, row.unit, row.source
