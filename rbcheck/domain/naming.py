"""What a note names: options by their keys, times of clips. Both rules are tables of tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = r"(?:options?|choices?|answers?|选项|答案)"
_AFTER_WORD = re.compile(
    rf"{_WORD}\s*(?P<keys>[A-Z](?:\s*(?:,|/|&|、|，|和|及|与|或|\band\b|\bor\b)\s*[A-Z])*)(?![A-Za-z0-9_])",
    re.IGNORECASE,
)
_ALONE = re.compile(r"(?<![A-Za-z0-9_'’])(?P<key>[A-Z])(?![A-Za-z0-9_]|['’][A-Za-z])")
_PRONOUNS = frozenset("AI")
_LATIN_FOLLOWS = re.compile(r"[ \t\u00a0]*(?:-|–)?[ \t\u00a0]*[A-Za-z]{1}")
_LABEL = re.compile(r"\[[^\[\]\n]{1,60}\]")

_CLOCK = r"(?:(?P<h>\d{1,2}):(?=\d\d:))?(?P<m>\d{1,3}):(?P<s>[0-5]\d(?:\.\d{1,3})?)(?![\d:])"
_SECONDS = r"第?\s*(?P<only>\d{1,5}(?:\.\d{1,3})?)\s*(?:s|sec|secs|seconds?|秒)(?![A-Za-z])"
_TIME = re.compile(
    rf"(?:\[(?P<label>[^\[\]\s]{{1,40}})\s+)?(?<![\d:.])(?:{_CLOCK}|{_SECONDS})(?(label)\s*\]?)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NamedTime:
    """A time in a text: `label` of the clip where it is written, milliseconds, and where in the text it stands."""

    label: str | None
    at_ms: int
    start: int
    end: int


def options_named(text: str, keys: Sequence[str]) -> frozenset[str]:
    """The option keys that a text names; "A" and "I" before a Latin word only after "option" or 选项."""
    found: set[str] = set()
    for match in _AFTER_WORD.finditer(text):
        found.update(
            char for char in re.sub(r"\b(?:and|or)\b", " ", match["keys"]) if char.isupper() and char.isascii()
        )
    plain = _LABEL.sub(lambda match: " " * len(match[0]), text)
    for match in _ALONE.finditer(plain):
        if match["key"] in _PRONOUNS and _LATIN_FOLLOWS.match(plain, match.end()):
            continue
        found.add(match["key"])
    return frozenset(found & set(keys))


def times_named(text: str) -> tuple[NamedTime, ...]:
    """The times that a text names, in the order in which they stand."""
    return tuple(
        NamedTime(match["label"], _milliseconds(match), match.start(), match.end()) for match in _TIME.finditer(text)
    )


def _milliseconds(match: re.Match[str]) -> int:
    if match["only"] is not None:
        return round(float(match["only"]) * 1000)
    return round((int(match["h"] or 0) * 3600 + int(match["m"]) * 60 + float(match["s"])) * 1000)
