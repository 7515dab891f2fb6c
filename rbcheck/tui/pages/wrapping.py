"""Where a line may end: between words, and between Chinese characters but for those that stay together."""

from __future__ import annotations

from unicodedata import east_asian_width

from rich.cells import cell_len
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

NEVER_FIRST = frozenset("，。、；：！？）】》」』〉”’％%…—–·～,.;:!?)]}")
"""No line begins with one of these."""
NEVER_LAST = frozenset("（【《「『〈“‘([{")
"""No line ends with one of these."""


def wrapped(text: Content, width: int, hang: int = 0) -> list[Content]:
    """The lines of a text, at most `width` cells wide; all but the first are indented by `hang` cells."""
    lines: list[Content] = []
    for part in text.split("\n", allow_blank=True):
        cuts = _cuts(part.plain, max(width, 2), hang if width - hang >= 2 else 0)
        lines += [line.rstrip() for line in part.divide(cuts)] if cuts else [part.rstrip()]
    indent = Content(" " * (hang if width - hang >= 2 else 0))
    return [lines[0], *(indent + line for line in lines[1:])]


def units(text: str) -> list[str]:
    """The pieces of a text that no line end parts, each with the spaces behind it."""
    pieces, begin = list[str](), 0
    for at in range(1, len(text)):
        if _may_end(text[at - 1], text[at]):
            pieces.append(text[begin:at])
            begin = at
    return [*pieces, text[begin:]] if text else []


def _may_end(last: str, first: str) -> bool:
    if first == " ":
        return False
    if last == " ":
        return first not in "%…·"  # “95 %” is one word, and a dot stays at the end of what it parts
    if first in NEVER_FIRST or last in NEVER_LAST:
        return False
    return east_asian_width(last) in "WF" or east_asian_width(first) in "WF"


def _cuts(text: str, width: int, hang: int) -> list[int]:
    """The places in the text at which another line begins."""
    if cell_len(text) <= width:
        return []
    cuts, at, used, room = list[int](), 0, 0, width
    pieces = [short for piece in units(text) for short in _folded(piece, width - hang)]
    starts = list[int]()
    for piece in pieces:
        starts.append(at)
        needed = cell_len(piece.rstrip())
        if used and used + needed > room:
            cuts.append(at)
            used, room = 0, width - hang
        used += cell_len(piece)
        at += len(piece)
    return _no_lone_character(pieces, starts, cuts, width - hang)


def _no_lone_character(pieces: list[str], starts: list[int], cuts: list[int], room: int) -> list[int]:
    """Where one Chinese character alone stands on the last line it gets the one before it for company."""
    alone = bool(cuts) and cuts[-1] == starts[-1] and east_asian_width(pieces[-1][0]) in "WF"
    alone = alone and cell_len("".join(pieces[-2:]).rstrip()) <= room
    if alone and len(pieces) > 2 and starts[-2] not in (0, *cuts) and not pieces[-2].endswith(" "):
        return [*cuts[:-1], starts[-2]]
    return cuts


def _folded(piece: str, width: int) -> list[str]:
    """A piece in parts that fit, where it is longer than a line."""
    if cell_len(piece.rstrip()) <= width:
        return [piece]
    parts, part = list[str](), ""
    for character in piece:
        if part and character != " " and cell_len(part + character) > width:
            kept = _kept(part, character)
            parts.append(part[:kept])
            part = part[kept:]
        part += character
    return [*parts, part]


def _kept(part: str, following: str) -> int:
    """How many characters of a part stay on its line, where another has no room; all where no better end is found."""
    text = part + following
    ends = (at for at in range(len(part), 0, -1) if text[at] not in NEVER_FIRST and text[at - 1] not in NEVER_LAST)
    return next(ends, len(part))


class Lines(Visual):
    """A text for a list or a field that wraps as a page does; what follows its first line is indented by `hang`."""

    def __init__(self, text: Content, hang: int = 0) -> None:
        self._text = text
        self._hang = hang

    def __str__(self) -> str:
        return self._text.plain

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """As wide as its longest line."""
        return max((cell_len(line) for line in self._text.plain.splitlines()), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """How many lines it takes."""
        return len(wrapped(self._text, width, self._hang)) if width > 0 else 0

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Its lines."""
        told = Content("\n").join(wrapped(self._text, width, self._hang))
        return told.render_strips(width, height, style, options)
