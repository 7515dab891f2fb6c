"""What a terminal answers, told apart from what a person types meanwhile; imports nothing heavy."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WHOLE = re.compile(
    rb"\x1b_G(?P<kitty>[^\x1b]*)\x1b\\"
    rb"|\x1bP>\|(?P<name>[^\x1b]*)(?:\x1b\\|\x07)"
    rb"|\x1b\[(?P<cell>6;\d+;\d+)t"
    rb"|\x1b\[\?2026;(?P<sync>\d+)\$y"
    rb"|\x1b\[\?1;(?P<registers>\d+(?:;\d+)*)S"
    rb"|\x1b\[\?(?P<last>[\d;]*)c"
)
# The begin of any of them, as far as it may have come; a text of more than this is none.
_BEGUN = re.compile(
    rb"\x1b(?:_(?:G[^\x1b]*\x1b?)?|P(?:>(?:\|[^\x1b\x07]*\x1b?)?)?|\[(?:\?[\d;]*\$?|6(?:;[\d;]*)?)?)?\Z"
)
_LONGEST = 512
_AS_KEY = 2

Answer = tuple[str, str]
"""Which question it answers, and what it says."""


class Answers:
    """Takes what comes from a terminal in any pieces; answers are kept, the rest is handed on in its order."""

    def __init__(self) -> None:
        self.heard: list[Answer] = []
        self._held = b""

    @property
    def complete(self) -> bool:
        """Whether the last question was answered, behind which no other answer can come."""
        return bool(self.heard) and self.heard[-1][0] == "last"

    @property
    def is_sure(self) -> bool:
        """Whether what is held back begins as no key does."""
        return len(self._held) > _AS_KEY

    def feed(self, data: bytes) -> bytes:
        """What of this, and of what was held back before it, somebody typed; the begin of an answer is held back."""
        data, self._held = self._held + data, b""
        typed = b"".join(self._pick(data))
        begun = None if self.complete else _BEGUN.search(typed)
        if begun and len(begun[0]) <= _LONGEST:
            typed, self._held = typed[: begun.start()], begun[0]
        return typed

    def release(self) -> bytes:
        """What is held back: nothing came behind it, so somebody typed it."""
        held, self._held = self._held, b""
        return held

    def _pick(self, data: bytes) -> Iterator[bytes]:
        start = 0
        for match in _WHOLE.finditer(data):
            if self.complete:
                break
            yield data[start : match.start()]
            start = match.end()
            kind = match.lastgroup or ""
            self.heard.append((kind, match[kind].decode("ascii", "replace")))
        yield data[start:]
