"""The columns of the queue: which fit, how wide they are, and what stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from rbcheck.domain.errors import N_
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.views import QueueRow
from rbcheck.tui.widgets.row_table import GAP, Column
from rbcheck.tui.widgets.wording import STAGE_WORDS, VERDICT_WORDS

OPEN, BEGUN, DONE, FLAGGED, RETURNED, LATER = "○", "◐", "●", "⚑", "↩", "…"
_VERDICTS: dict[str, str] = {each.value: words for each, words in VERDICT_WORDS.items()}


@dataclass(frozen=True, slots=True)
class _Kind:
    """A column: at most so wide where there is room, at most `narrow` where there is not."""

    name: str
    title: str
    most: int
    narrow: int
    numbers: bool = False


# In the order in which they stand.
_KINDS = (
    _Kind("state", "", 4, 4),
    _Kind("stage", N_("stage"), 10, 10),
    _Kind("id", N_("question"), 32, 24),
    _Kind("unit", N_("unit"), 30, 20),
    _Kind("type", N_("type"), 40, 30),
    _Kind("clips", N_("clips"), 5, 5, True),
    _Kind("minutes", N_("minutes"), 7, 7, True),
    _Kind("verdict", N_("verdict"), 14, 14),
    _Kind("source", N_("source"), 18, 14),
)
# The least telling first: these are left out, one after the other, until the rest fits.
_SHED = ("source", "unit", "minutes", "clips", "verdict", "stage")
# What is cut gets the cells that are left, in this order.
_WIDENED = ("type", "unit", "id", "source")


def columns_for(rows: Sequence[QueueRow], width: int) -> tuple[Column, ...]:
    """The columns that fit a table of `width` cells, each as wide as what stands in it, within reason."""
    wide = [_column(kind, rows, kind.most) for kind in _KINDS]
    if _taken(wide) <= width:
        return _widened(wide, rows, width)
    columns = [_column(kind, rows, kind.narrow) for kind in _KINDS]
    for name in _SHED:
        if _taken(columns) <= width:
            break
        columns = [column for column in columns if column.name != name]
    return _widened(columns, rows, width)


def cells(row: QueueRow, columns: Sequence[Column]) -> tuple[str, ...]:
    """What stands in a row; texts of packs are made inert."""
    return tuple(_text(row, column.name) for column in columns)


def sign(row: QueueRow) -> str:
    """Open, begun or done; then flagged, returned, put off."""
    state = OPEN if row.stage is None else DONE if row.stage is Stage.DONE else BEGUN
    return state + (FLAGGED if row.flagged else "") + (RETURNED if row.returned else "") + (LATER if row.later else "")


def legend() -> str:
    """What the signs stand for, in one line."""
    words = (
        (OPEN, _("open")), (BEGUN, _("begun")), (DONE, _("done")), (FLAGGED, _("flagged")),
        (RETURNED, _("returned")), (LATER, _("later")),
    )  # fmt: skip
    return "   ".join(f"{each} {word}" for each, word in words)


def _column(kind: _Kind, rows: Sequence[QueueRow], most: int) -> Column:
    title = _(kind.title) if kind.title else ""
    widest = max((cell_len(_text(row, kind.name)) for row in rows), default=0)
    return Column(kind.name, title, max(cell_len(title), min(widest, most), 1), kind.numbers)


def _widened(columns: Sequence[Column], rows: Sequence[QueueRow], width: int) -> tuple[Column, ...]:
    """The columns with the cells that are left over, as far as texts need them."""
    room, given = width - _taken(columns), {column.name: column.width for column in columns}
    for name in _WIDENED:
        if name in given:
            widest = max((cell_len(_text(row, name)) for row in rows), default=0)
            more = max(min(widest - given[name], room), 0)
            given[name] += more
            room -= more
    return tuple(replace(column, width=given[column.name]) for column in columns)


def _taken(columns: Sequence[Column]) -> int:
    return sum(column.width + GAP for column in columns)


def _text(row: QueueRow, name: str) -> str:
    match name:
        case "state":
            return sign(row)
        case "stage":
            return _(STAGE_WORDS[row.stage]) if row.stage else ""
        case "id":
            return inert(row.question_id)
        case "unit":
            return inert(row.unit)
        case "type":
            return inert(row.question_type)
        case "clips":
            return str(row.clips)
        case "minutes":
            return f"{row.active_ms / 60_000:.1f}" if row.active_ms else ""
        case "verdict":
            return _(_VERDICTS.get(row.verdict, row.verdict)) if row.verdict else ""
        case _:
            return inert(row.source)
