"""Text from outside made harmless: what would move the cursor or the direction of writing is shown, not obeyed."""

from __future__ import annotations

import unicodedata

_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F


def inert(text: str) -> str:
    """The text with control characters as their pictures (␛) and other invisible commands as �; line ends are kept."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    code = ord(character)
    if character == "\n":
        return character
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    if code == _DELETE:
        return "␡"
    if unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in _DIRECTION_MARKS:
        return "�"
    return character


_DIRECTION_MARKS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
