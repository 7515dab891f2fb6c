"""How many options are to be selected, where a stem or a word says it."""

from __future__ import annotations

import re

from rbcheck.locale import _
from rbcheck.packs.fields import BadField, kind_of

_ENGLISH = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_CHINESE = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_ASKED = re.compile(
    r"\b(?:select|choose|pick|mark|tick)\s+(?:exactly\s+|the\s+|any\s+)?(\d{1,2}|"
    + "|".join(_ENGLISH)
    + r")\b(?!\s+or\s+more)",
    re.IGNORECASE,
)
_ASKED_ZH = re.compile(r"选(?:择|出|取)?\s*(\d{1,2}|[" + "".join(_CHINESE) + r"])\s*(?:个|项|条|种)?")
_SINGLE = frozenset({"single", "one", "single-choice", "单选"})
_SEVERAL = frozenset({"multi", "multiple", "many", "multi-choice", "多选"})


def asked_in(stem: str) -> int | None:
    """The number that a stem asks for; None where it asks for none, or for several different ones."""
    found = {_number(match[1]) for pattern in (_ASKED, _ASKED_ZH) for match in pattern.finditer(stem)}
    return found.pop() if len(found) == 1 else None


def stated(name: str, value: object) -> int | None:
    """The number that a field states; None where it says only that there are several."""
    if isinstance(value, bool):
        raise BadField(name, kind_of(value), _("a whole number"))
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        word = value.strip().casefold()
        if re.fullmatch(r"\d{1,3}", word):
            return int(word)
        if word in _SINGLE:
            return 1
        if word in _SEVERAL:
            return None
    raise BadField(name, kind_of(value), _("a whole number"))


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    return _CHINESE.get(word) or _ENGLISH.index(word.casefold()) + 1
