"""A page as it is printed in a terminal: no line ends in a word, nor between a number and its percent sign."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from rbcheck.reports.breaking import broken

# Rich breaks lines at any kind of space; this is as wide as one, and no text holds it.
_SPACE = "\ue000"
_ENDS = re.compile(r" +$", re.MULTILINE)


class _Page(Console):
    """A console that takes the space before a percent sign for a letter, and ends lines where `broken` does."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        if isinstance(renderable, str):
            renderable = self.render_str(renderable)
        options = options or self.options
        if isinstance(renderable, Text):
            if " %" in renderable.plain:
                renderable = renderable.copy()
                renderable.plain = renderable.plain.replace(" %", f"{_SPACE}%")
            if not (renderable.no_wrap or options.no_wrap):
                renderable = broken(renderable, options.max_width)
        return super().render(renderable, options)


def printed(page: RenderableType, width: int) -> str:
    """The page in so many columns, coloured where standard output is a terminal."""
    console = _Page(width=width, markup=False, highlight=False, emoji=False)
    with console.capture() as captured:
        console.print(page)
    return without_ends(captured.get().replace(_SPACE, " "))


def without_ends(printed: str) -> str:
    """What was printed without the spaces that fill its lines, for files and pipes."""
    return _ENDS.sub("", printed)
