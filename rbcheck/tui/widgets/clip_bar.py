"""The bar under the picture: what is covered, where the picture is, notes and evidence as ticks, where it breaks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.domain.coverage import Span

NOTE_TICK = "▾"
EVIDENCE_TICK = "◆"


@dataclass(frozen=True, slots=True)
class BarFacts:
    """One clip as the bar shows it; times in milliseconds. `ends_ms` is where a truncated file ends."""

    duration_ms: int = 0
    at_ms: int = 0
    covered: tuple[Span, ...] = ()
    notes: tuple[int, ...] = ()
    evidence: tuple[int, ...] = ()
    damaged: tuple[Span, ...] = ()
    limit_ms: int | None = None
    ends_ms: int | None = None


class ClipBar(Widget):
    """Two lines: ticks, and the bar. A click or a drag asks for the moment under it."""

    # The clock ticks ten times a second, the mark on the bar moves far less often.
    facts: reactive[BarFacts] = reactive(BarFacts(), repaint=False)

    class Sought(Message):
        """Somebody pointed at a moment."""

        def __init__(self, at_ms: int) -> None:
            super().__init__()
            self.at_ms = at_ms

    def watch_facts(self, before: BarFacts, facts: BarFacts) -> None:
        if replace(before, at_ms=0) != replace(facts, at_ms=0) or self.cell(before.at_ms) != self.cell(facts.at_ms):
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Two lines."""
        return 2

    def render(self) -> Content:
        """Ticks above, the bar below."""
        width = self.size.width
        return Content("\n").join([self._ticks(width), self._bar(width)])

    def cell(self, at_ms: int) -> int:
        """The column of a moment."""
        last = max(self.size.width - 1, 0)
        return min(max(at_ms, 0) * last // self.facts.duration_ms, last) if self.facts.duration_ms else 0

    def moment(self, column: int) -> int:
        """The moment under a column."""
        return min(max(column, 0), self.size.width) * self.facts.duration_ms // max(self.size.width - 1, 1)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if self.facts.duration_ms:
            self.post_message(self.Sought(self.moment(event.x)))

    def _ticks(self, width: int) -> Content:
        cells = [" "] * width
        for at_ms in self.facts.notes:
            cells[self.cell(at_ms)] = NOTE_TICK
        for at_ms in self.facts.evidence:
            cells[self.cell(at_ms)] = EVIDENCE_TICK
        return Content.styled("".join(cells), "$text-warning")

    def _bar(self, width: int) -> Content:
        facts = self.facts
        signs, styles = ["─"] * width, ["$foreground-disabled"] * width
        for start, end in facts.covered:
            for column in range(self.cell(start), self.cell(end) + 1):
                signs[column], styles[column] = "━", "$text-success"
        for start, end in facts.damaged:
            for column in range(self.cell(start), self.cell(end) + 1):
                signs[column], styles[column] = "▒", "$text-error"
        if facts.ends_ms is not None:
            for column in range(self.cell(facts.ends_ms), width):
                signs[column], styles[column] = "╳", "$text-error"
        if facts.limit_ms is not None and facts.duration_ms and facts.limit_ms < facts.duration_ms:
            column = self.cell(facts.limit_ms)
            signs[column], styles[column] = "┤", "$foreground-muted"
        if width:
            column = self.cell(facts.at_ms)
            signs[column], styles[column] = "●", "bold $text-primary"
        return Content.assemble(*zip(signs, styles, strict=True)).simplify()
