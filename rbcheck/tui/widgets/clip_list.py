"""The clips of a question in a few lines: number, label, how much is covered, which is open, which is reported."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.domain.inert import inert
from rbcheck.tui.widgets.wording import click

_FEW = 4
_CELLS = 7
_GAP = 2


@dataclass(frozen=True, slots=True)
class ClipFacts:
    """One clip of the list: `enough` where its coverage no longer holds the stage."""

    position: int
    label: str
    coverage: float
    enough: bool
    reported: bool


class ClipList(Widget):
    """All clips, as many in a line as fit; a click opens one."""

    clips: reactive[tuple[ClipFacts, ...]] = reactive((), layout=True)
    current: reactive[int] = reactive(1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the clips take."""
        return max(len(self._lines(width)), 1)

    def render(self) -> Content:
        """Line by line."""
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for chip in map(self._chip, self.clips):
            if lines and lines[-1].cell_length + _GAP + chip.cell_length <= width:
                lines[-1] = lines[-1] + Content(" " * _GAP) + chip
            else:
                lines.append(chip)
        return lines

    def _chip(self, clip: ClipFacts) -> Content:
        name = f"{clip.position} {inert(clip.label)}"
        open_here = clip.position == self.current
        parts = [Content.styled(f"▸{name}" if open_here else f" {name}", "bold" if open_here else "")]
        if clip.reported:
            parts.append(Content.styled(" ⊘", "$text-error"))
        elif len(self.clips) <= _FEW:
            full = min(int(clip.coverage * _CELLS), _CELLS)
            parts += [Content(" "), Content.styled("▇" * full, "$text-success")]
            parts.append(Content.styled("░" * (_CELLS - full), "$foreground-disabled"))
        if not clip.reported:
            space = " " if len(self.clips) <= _FEW else ""
            percent = f" {int(clip.coverage * 100):3d}{space}%"
            parts.append(Content.styled(f"{percent} ✔" if clip.enough else f"{percent}  ", "$foreground-muted"))
        return Content("").join(parts).stylize(click(f"screen.clip({clip.position})"))
