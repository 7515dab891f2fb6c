"""The Markdown that the manual is written in, read into blocks: headings, paragraphs, items, tables, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from textual.content import Content

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"([-*]|\d+\.)\s+(.*)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<em>[^*]+)\*|\[(?P<link>[^\]]+)\]\([^)]*\)|\\(?P<escaped>[\\|*`_])"
)
_STYLES = {"code": "$text-accent", "strong": "bold", "em": "italic", "link": "underline"}


class Kind(Enum):
    """What a block is."""

    HEADING = auto()
    TEXT = auto()
    ITEM = auto()
    TABLE = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: of a table its `rows`, its head first; of all others the `text`."""

    kind: Kind
    text: Content = field(default_factory=Content)
    level: int = 0
    """Of a heading, from 1."""
    sign: str = ""
    """What stands before an item."""
    rows: tuple[tuple[Content, ...], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Its words without any signs: what a search looks at and shows."""
        if self.kind is Kind.TABLE:
            return tuple(" · ".join(cell.plain for cell in row if cell.plain) for row in self.rows)
        return tuple(self.text.plain.splitlines()) if self.kind is Kind.CODE else (self.text.plain,)


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a page; pictures have none, for F7 shows them beside their words."""
    return tuple(_blocks(text.splitlines()))


def inline(text: str) -> Content:
    """A line's text with its emphasis, code and links as styles."""
    parts, end = list[str | Content | tuple[str, str]](), 0
    for found in _INLINE.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        name, inner = next((name, inner) for name, inner in found.groupdict().items() if inner is not None)
        if name in ("strong", "em", "link"):
            parts.append(inline(inner).stylize_before(_STYLES[name]))
        else:
            parts.append((inner, _STYLES[name]) if name in _STYLES else inner)
    return Content.assemble(*(part for part in [*parts, text[end:]] if part))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line, begin = lines[at].strip(), at
        at += 1
        if not line or _PICTURE.match(line):
            continue
        if line.startswith("```"):
            while at < len(lines) and not lines[at].strip().startswith("```"):
                at += 1
            yield Block(Kind.CODE, Content("\n".join(lines[begin + 1 : at])))
            at += 1
        elif heading := _HEADING.match(line):
            yield Block(Kind.HEADING, inline(heading[2]), level=len(heading[1]))
        elif line.startswith("|"):
            while at < len(lines) and lines[at].strip().startswith("|"):
                at += 1
            rows = [_cells(row) for number, row in enumerate(lines[begin:at]) if number != 1]
            yield Block(Kind.TABLE, rows=tuple(rows))
        else:
            while at < len(lines) and _goes_on(lines[at]):
                at += 1
            item = _ITEM.match(line)
            words = " ".join(each.strip() for each in [item[2] if item else line, *lines[begin + 1 : at]])
            yield Block(Kind.ITEM if item else Kind.TEXT, inline(words), sign=_sign(item[1]) if item else "")


def _goes_on(line: str) -> bool:
    words = line.strip()
    begins = words.startswith(("```", "|")) or _HEADING.match(words) or _ITEM.match(words) or _PICTURE.match(words)
    return bool(words) and not begins


def _sign(written: str) -> str:
    return "•" if written in "-*" else written


def _cells(row: str) -> tuple[Content, ...]:
    return tuple(inline(cell.strip().replace(r"\|", "|")) for cell in _BAR.split(row.strip().strip("|")))
