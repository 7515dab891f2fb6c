"""Where a line may end: between words and between Chinese characters, inside a name only where it has a joint."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

_PIECES = re.compile(r"\s*\S+\s*")
_JOINTS = re.compile(r"(?<=[_/.-])(?=[^\W_])")
_BEFORE_NONE = frozenset("，。；：、！？）》」』”’…%·")
_AFTER_NONE = frozenset("（《「『“‘")


def broken(text: Text, width: int) -> Text:
    """The text with its lines ended so that each fits into `width` columns, styles kept.

    A name longer than a line ends it behind a `_`, `-`, `/` or `.`; what has no joint is left as it is.
    """
    if all(cell_len(line) <= width for line in text.plain.split("\n")):
        return text
    lines = text.split("\n", allow_blank=True)
    return Text("\n").join([part for line in lines for part in line.divide(_ends(line.plain, width))])


def least_width(text: str) -> int:
    """The columns that the longest part takes inside which no line may end."""
    return max((cell_len(atom.rstrip()) for line in text.split("\n") for atom in _atoms(line, 0)), default=0)


def _ends(line: str, width: int) -> list[int]:
    """Where in one line further lines begin."""
    ends: list[int] = []
    used = place = 0
    for atom in _atoms(line, width):
        needed = cell_len(atom.rstrip())
        if used and used + needed > width:
            ends.append(place)
            used = 0
        used += cell_len(atom)
        place += len(atom)
    return ends


def _atoms(line: str, width: int) -> Iterator[str]:
    """The parts of a line between which it may end, each with the spaces behind it."""
    for piece in _PIECES.findall(line):
        begin = 0
        for place in range(1, len(piece)):
            if _parts(piece[place - 1], piece[place]):
                yield from _jointed(piece[begin:place], width)
                begin = place
        yield from _jointed(piece[begin:], width)


def _parts(before: str, after: str) -> bool:
    """Whether a line may end between two characters that no space parts."""
    if before.isspace() or after.isspace() or after in _BEFORE_NONE or before in _AFTER_NONE:
        return False
    return cell_len(before) == 2 or cell_len(after) == 2


def _jointed(atom: str, width: int) -> list[str]:
    return _JOINTS.split(atom) if cell_len(atom.rstrip()) > width else [atom]
