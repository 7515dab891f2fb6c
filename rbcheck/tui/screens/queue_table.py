"""The columns of the queue: which fit, and what stands in them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from rbcheck.domain.errors import N_
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.views import QueueRow

_COLUMNS: tuple[tuple[str, str, int], ...] = (
    ("state", "", 4),
    ("id", N_("question"), 18),
    ("stage", N_("stage"), 8),
    ("type", N_("type"), 30),
    ("verdict", N_("verdict"), 10),
    ("clips", N_("clips"), 5),
    ("unit", N_("unit"), 24),
    ("minutes", N_("min"), 5),
    ("source", N_("source"), 14),
)
_PADDING = 2


def columns(width: int) -> tuple[str, ...]:
    """The columns that fit a table of `width` cells, the most telling ones first; they stand in a fixed order."""
    kept: list[str] = []
    used = 0
    for name, _title, cells in _COLUMNS:
        if used + cells + _PADDING > width:
            break
        kept.append(name)
        used += cells + _PADDING
    return tuple(kept)


def title(name: str) -> str:
    """The heading of a column."""
    words = next(words for key, words, _cells in _COLUMNS if key == name)
    return _(words) if words else ""


def row_cells(row: QueueRow, shown: Sequence[str]) -> list[Text]:
    """What stands in a row; texts of packs are shown inert."""
    return [_cell(row, name) for name in shown]


def sign(row: QueueRow) -> str:
    """● done, ◐ begun, ○ open; ⚑ flagged, ↩ returned, ⏲ later."""
    state = "○" if row.stage is None else "●" if row.stage is Stage.DONE else "◐"
    return state + ("⚑" if row.flagged else "") + ("↩" if row.returned else "") + ("…" if row.later else "")


def _cell(row: QueueRow, name: str) -> Text:
    match name:
        case "state":
            return Text(sign(row))
        case "id":
            return Text(inert(row.question_id))
        case "stage":
            return Text(_(row.stage.name) if row.stage else "")
        case "type":
            return Text(inert(row.question_type))
        case "verdict":
            return Text(_(row.verdict) if row.verdict else "")
        case "clips":
            return Text(str(row.clips), justify="right")
        case "unit":
            return Text(inert(row.unit))
        case "minutes":
            return Text(f"{row.active_ms / 60_000:.1f}" if row.active_ms else "", justify="right")
        case _:
            return Text(inert(row.source))
