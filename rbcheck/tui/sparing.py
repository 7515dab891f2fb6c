"""A screen that, to repaint a line, asks only those widgets that stand in it, and only for that line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from textual._compositor import ChopsUpdate, Compositor
from textual.errors import NoWidget
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

Result = TypeVar("Result")


class SparingCompositor(Compositor):
    """Textual asks every widget for all of its lines, ten times a second where a clock ticks beside a picture."""

    _asked: tuple[Region, ...] = ()

    def get_widget_at(self, x: int, y: int) -> tuple[Widget, Region]:
        """What stands at a cell and was not taken away since it was painted: Textual fails where that is clicked."""
        found, region = super().get_widget_at(x, y)
        if not found.is_attached:
            raise NoWidget
        return found, region

    def render_partial_update(self) -> ChopsUpdate | None:
        """What is to be written for the parts that have changed."""
        self._asked = tuple(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._asked = ()

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        if not self._asked:
            yield from super()._get_renders(crop)
            return
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            for first, last in _lines([seen.intersection(part) for part in self._asked]):
                part = Region(seen.x, first, seen.width, last - first)
                yield part, clip, widget.render_lines(part.translate((-region.x, -region.y)))


class SparingScreen(Screen[Result]):
    """A screen composed so."""

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(name, id, classes)
        self._compositor = SparingCompositor()


def _lines(parts: Sequence[Region]) -> list[tuple[int, int]]:
    """The first line and the one after the last of each run of lines that these parts take together."""
    taken = sorted({line for part in parts if part for line in part.line_range})
    if not taken:
        return []
    breaks = [(before, after) for before, after in pairwise(taken) if after > before + 1]
    starts = [taken[0], *(after for _, after in breaks)]
    ends = [*(before + 1 for before, _ in breaks), taken[-1] + 1]
    return list(zip(starts, ends, strict=True))
