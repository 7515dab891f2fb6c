"""The way out to the terminal, on which a picture makes room for what answers a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

# Rows of half blocks end so; what is written for a picture ends with more than its last row.
_ROW_ENDS = "\x1b[0m"
_AT_ONCE = 16_384  # characters


class Outlet:
    """A stream that writes a picture of half blocks in pieces, and leaves the rest of it out when somebody waits.

    What is left out comes with the next picture, or, when none comes, with the one that stands.
    """

    def __init__(self, stream: TextIO, is_awaited: Callable[[], bool]) -> None:
        self._stream = stream
        self._is_awaited = is_awaited
        self._picture: str | None = None

    def expect(self, picture: str) -> None:
        """This very text will come, and is a picture."""
        self._picture = picture

    def write(self, text: str) -> int:
        """Write, a picture as far as nobody waits for something else."""
        if text is not self._picture:
            return self._stream.write(text)
        *rows, end = text.split(_ROW_ENDS)
        for piece in _pieces(rows):
            self._stream.write(piece)
            self._stream.flush()
            if self._is_awaited():
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


def _pieces(rows: list[str]) -> Iterator[str]:
    """The rows again, a few at a time, each with its end."""
    piece: list[str] = []
    size = 0
    for row in rows:
        piece += (row, _ROW_ENDS)
        size += len(row)
        if size >= _AT_ONCE:
            yield "".join(piece)
            piece, size = [], 0
    if piece:
        yield "".join(piece)
