"""A page's blocks as lines of a width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from textual.content import Content

from rbcheck.tui.pages.blocks import Block, Kind, blocks
from rbcheck.tui.pages.tables import table
from rbcheck.tui.pages.wrapping import wrapped


@dataclass(frozen=True, slots=True)
class Laid:
    """The lines of a page, and at which of them its sections begin: headings of the second order."""

    lines: tuple[Content, ...]
    sections: tuple[int, ...]


@lru_cache(maxsize=16)
def laid_out(text: str, width: int) -> Laid:
    """A page's Markdown in lines; kept, because the manual is opened again at the page it was left at."""
    return lay(blocks(text), width)


def lay(page: Sequence[Block], width: int) -> Laid:
    """The page in lines of at most `width` cells."""
    lines, sections, before = list[Content](), list[int](), None
    for block in page:
        if before is not None and not (before is Kind.ITEM is block.kind):
            lines.append(Content(""))
        before = block.kind
        if block.kind is Kind.HEADING and block.level == 2:
            sections.append(len(lines))
        lines += _lines(block, width)
    return Laid(tuple(lines), tuple(sections))


def _lines(block: Block, width: int) -> list[Content]:
    match block.kind:
        case Kind.HEADING:
            style = "bold $text-primary underline" if block.level == 1 else "bold $text-primary"
            return wrapped(block.text.stylize_before(style), width)
        case Kind.ITEM:
            sign = f" {block.sign} "
            return wrapped(Content.assemble((sign, "$text-primary"), block.text), width, hang=len(sign))
        case Kind.TABLE:
            return table(block.rows, width)
        case Kind.CODE:
            code = [wrapped(Content(f"  {line}"), width, hang=4) for line in block.text.plain.splitlines()]
            return [line.stylize_before("$text-accent") for each in code for line in each]
        case Kind.TEXT:
            return wrapped(block.text, width)
