"""A picture that does not move, in half blocks: as large as its widget, its sides kept in proportion."""

from __future__ import annotations

from pathlib import Path

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from rbcheck.tui.picture.blocks import UPPER_HALF
from rbcheck.tui.picture.plain_png import read_picture
from rbcheck.tui.picture.scaling import Pixels, scaled
from rbcheck.tui.picture.viewport import Region


class StillPicture(Widget):
    """Shows the picture of a file, or nothing."""

    path: reactive[Path | None] = reactive(None, repaint=False)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._picture: Pixels | None = None
        self._strips: list[Strip] = []

    def watch_path(self, path: Path | None) -> None:
        """Read another picture."""
        self._picture = read_picture(path) if path is not None else None
        self.display = self._picture is not None
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def _draw(self) -> None:
        picture, columns, rows = self._picture, self.size.width, self.size.height
        self._strips = []
        if picture is not None and columns and rows:
            high, wide = picture.shape[:2]
            width = min(columns, rows * 2 * wide // high)
            height = max(width * high // wide // 2, 1)
            small = scaled(picture, Region(0, 0, wide, high), width, height * 2)
            self._strips = [_strip(small[2 * row], small[2 * row + 1]) for row in range(height)]
        self.refresh()


def _strip(upper: Pixels, lower: Pixels) -> Strip:
    pairs = zip(upper.tolist(), lower.tolist(), strict=True)
    return Strip([
        Segment(UPPER_HALF, Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*ground))) for ink, ground in pairs
    ])  # fmt: skip
