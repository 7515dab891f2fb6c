"""The way out to the terminal, on which a picture makes room for what answers a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

# Rows of half blocks end so; what is written for a picture ends with more than its last row.
_ROW_ENDS = "\x1b[0m"
_AT_ONCE, _WHILE_TYPING = 16_384, 4_096  # characters


class Outlet:
    """A stream that writes a picture of half blocks in pieces, and leaves the rest of it out when somebody waits.

    What is left out comes with the next picture, or, when none comes, with the one that stands. Both `has_typed` and
    `is_waiting`, whether somebody has just typed and whether something waits to be written, have to hold for that.
    """

    def __init__(self, stream: TextIO, has_typed: Callable[[], bool], is_waiting: Callable[[], bool]) -> None:
        self._stream = stream
        self._has_typed = has_typed
        self._is_waiting = is_waiting
        self._picture: str | None = None

    def expect(self, picture: str) -> None:
        """This very text will come, and is a picture."""
        self._picture = picture

    def write(self, text: str) -> int:
        """Write, a picture as far as nobody waits for something else."""
        if text is not self._picture:
            return self._stream.write(text)
        *rows, end = text.split(_ROW_ENDS)
        for piece in _pieces(rows, _WHILE_TYPING if self._has_typed() else _AT_ONCE):
            self._stream.write(piece)
            self._stream.flush()
            if self._has_typed() and self._is_waiting():
                break
        self._stream.write(end)
        return len(text)

    def flush(self) -> None:
        """Let all out."""
        self._stream.flush()

    def fileno(self) -> int:
        """The terminal's file descriptor."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()


def _pieces(rows: list[str], at_once: int) -> Iterator[str]:
    """The rows again, about so many characters at a time, each with its end."""
    piece: list[str] = []
    size = 0
    for row in rows:
        piece += (row, _ROW_ENDS)
        size += len(row)
        if size >= at_once:
            yield "".join(piece)
            piece, size = [], 0
    if piece:
        yield "".join(piece)
