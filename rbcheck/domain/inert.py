"""Text of packs and people made harmless: what would steer a terminal is shown as a sign instead."""

from __future__ import annotations

import re
import unicodedata

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Me"})
# Letters and a symbol by their category that are drawn as nothing: Hangul fillers, the blank of Braille.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Joiners and breaks of no width mean something between letters of the scripts that use them, and inside of emoji;
# beside ASCII, Chinese or an end they only make two names look alike. The others of no width never mean anything here.
_JOINERS, _NO_WIDTH = "\u200b-\u200d", "\u00ad\u180e\u2060-\u2064\ufeff"
_PLAIN = "\x00-\x7f\u3000-\u9fff\uf900-\ufaff\uff00-\uffef"
_UNSAFE = re.compile(
    f"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{_BIDI}{_NO_WIDTH}]"
    f"|(?<![^{_PLAIN}])[{_JOINERS}]|[{_JOINERS}](?![^{_PLAIN}])"
)


def shows_nothing(text: str) -> bool:
    """Whether a text has no character that can be seen: spaces, zero-width and control characters alone."""
    return all(unicodedata.category(char) in _UNSEEN or char in _BLANK for char in text)


def inert(text: str, *, keep_newlines: bool = False) -> str:
    """The text with controls, escapes, direction marks, lone surrogates and what has no width as visible signs.

    Newlines and tabs stay (tabs as four spaces) where `keep_newlines` is set.
    """

    def sign(match: re.Match[str]) -> str:
        char = match[0]
        if keep_newlines and char in "\n\t":
            return "    " if char == "\t" else char
        code = ord(char)
        if code < 0x20:
            return chr(0x2400 + code)
        if code == 0x7F:
            return "\u2421"
        return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"

    return _UNSAFE.sub(sign, text.replace("\r\n", "\n"))


def brief(text: str, most: int = 80) -> str:
    """What a file says of itself, as it may stand in a sentence: inert, and of no more characters than `most`."""
    shown = inert(text)
    return shown if len(shown) <= most else shown[: most - 1] + "…"
