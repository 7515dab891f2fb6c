"""Two lines over the queue: where one stands, and what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.pacing import Day
from rbcheck.services.views import QueueRow, QueueView
from rbcheck.tui.screens.queue_rows import STATES, Narrowing
from rbcheck.tui.widgets.pace_words import pace_words
from rbcheck.tui.widgets.wording import lead_in, link

_DOT = " · "


class HeadLine(Static):
    """Title and annotator to the left, figures to the right; what does not fit goes, the least needed first."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._left = Content("")
        self._right: list[str] = []

    def put(self, view: QueueView, worked: int, saved_at: datetime | None, day: Day) -> None:
        """Say it for this queue; `worked` are the minutes since the last break."""
        self._left = Content.assemble(
            (inert(view.title or view.pack or _("All packs")), "bold $text-primary"), f"  {inert(view.annotator)}"
        )
        self._right = figures(view, worked, saved_at, day)
        self.refresh(layout=True)

    def render(self) -> Content:
        """One line, as wide as there is room."""
        room = self.size.width
        right = list(self._right)
        while len(right) > 1 and cell_len(_DOT.join(right)) + self._left.cell_length + 3 > room:
            right.pop()
        told = Content(_DOT.join(right))
        left = self._left
        if left.cell_length + told.cell_length + 3 > room:
            left = left.truncate(max(room - told.cell_length - 3, 1), ellipsis=True)
        return left + Content(" " * max(room - left.cell_length - told.cell_length, 1)) + told


def figures(view: QueueView, worked: int, saved_at: datetime | None, day: Day) -> list[str]:
    """What the line says to the right, the most needed first."""
    told = [_("{done} of {total} done").format(done=view.done, total=len(view.rows))]
    if saved_at:
        told.append(_("saved {time}").format(time=saved_at.astimezone().strftime("%H:%M:%S")))
    told.append(_("today {count}").format(count=day.done))
    told.append(_("{minutes} min since a break").format(minutes=worked))
    return [*told, pace_words(day)] if day.done else told


def narrowing_line(rows: Sequence[QueueRow], narrowing: Narrowing, width: int) -> Content:
    """Every filter with its count, the one that holds standing out; each can be clicked."""
    chips = []
    for name, holds in STATES.items():
        count = sum(map(holds, rows))
        style = "bold $text-primary underline" if name == narrowing.state else "$foreground-muted"
        chips.append(link(f"{_(name)} {count}", f"screen.show_state('{name}')", style))
    left = Content("  ").join(chips)
    every = _("all")
    parts = [
        _part(_("type"), inert(narrowing.question_type) or every, "screen.filter_type", bool(narrowing.question_type)),
        _part(_("source"), inert(narrowing.source) or every, "screen.filter_source", bool(narrowing.source)),
        _part(_("order"), _(narrowing.order), "screen.sort", narrowing.order != "pack"),
    ]
    while len(parts) > 1 and left.cell_length + _length(parts) + 2 > width:
        # What narrows the rows down now is the last to go.
        idle = [part for part, active in parts if not active]
        gone = idle[-1] if idle else parts[-1][0]
        parts = [(part, active) for part, active in parts if part is not gone]
    right = Content("  ").join([part for part, _active in parts])
    return left + Content(" " * max(width - left.cell_length - right.cell_length, 2)) + right


def _part(word: str, value: str, action: str, active: bool) -> tuple[Content, bool]:
    return link(lead_in(word) + value, action, "bold $text-primary" if active else "$foreground-muted"), active


def _length(parts: Sequence[tuple[Content, bool]]) -> int:
    return sum(part.cell_length for part, _active in parts) + 2 * (len(parts) - 1)
