"""Whether two statements negate each other: equal but for a denial, a side, or the order of the same two events."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum


class Opposition(StrEnum):
    """How two statements negate each other: a denial and an order leave no third case, sides do."""

    DENIAL = "denial"
    ORDER = "order"
    SIDE = "side"

    @property
    def one_holds(self) -> bool:
        """Whether one of the two must hold."""
        return self is not Opposition.SIDE


_DENIALS = re.compile(
    r"(?<![a-z])(?:does not|do not|did not|is not|are not|was not|were not|has not|have not|cannot|can not|never|not|"
    r"doesn't|don't|didn't|isn't|aren't|wasn't|weren't|hasn't|haven't|can't|no longer)(?![a-z])"
    r"|并没有|没有|并未|未曾|从未|并不|不是|不会|没|未|不"
)
_HELPERS = re.compile(r"(?<![a-z])(?:does|do|did|is|are|was|were|has|have|can|ever)(?![a-z])|[是有会曾过了]")
_BEFORE_AFTER = (
    ("before", "after"), ("earlier", "later"), ("precedes", "follows"), ("preceding", "following"),
    ("之前", "之后"), ("以前", "以后"), ("先于", "后于"), ("早于", "晚于"), ("更早", "更晚"), ("较早", "较晚"),
)  # fmt: skip
_SIDES = (
    ("left", "right"), ("leftmost", "rightmost"), ("left-hand", "right-hand"), ("clockwise", "counterclockwise"),
    ("左侧", "右侧"), ("左边", "右边"), ("左转", "右转"), ("左手", "右手"), ("左方", "右方"), ("向左", "向右"),
    ("左", "右"),
)  # fmt: skip
_BETWEEN = re.compile(
    r"^(?P<one>.+?)(?<![a-z])(?:(?:is|are|was|were)\s+)?"
    r"(?:(?:passed|seen|reached|met|encountered|visible|appears?|comes?|happens?|occurs?|shown)\s+)?"
    r"(?P<way>before|after|earlier than|later than|precedes|follows|ahead of)(?![a-z])\s*(?P<other>.+)$"
)
_ZH_THAN = re.compile(r"^(?P<one>.+?)(?P<way>早于|晚于|先于|后于)(?P<other>.+?)(?:出现|经过)?$")
_ZH_AT = re.compile(
    r"^(?P<one>.+?)(?:出现|位于|经过)?在(?P<other>.+?)(?P<way>之前|之后|以前|以后|前|后)(?:出现|经过|发生)?$"
)
_LEADING = re.compile(r"^(?P<way>before|after)\s+(?P<other>[^,]+),\s*(?P<one>.+)$")
_ZH_LEADING = re.compile(r"^(?:跑者|行人|镜头)?在?(?P<other>.+?)(?P<way>之前|之后|以前|以后)[，,]?(?P<one>.+)$")
_THEN = re.compile(r"^(?P<one>.+?)(?:,\s*|\s+)(?:and\s+)?(?:then|followed by)(?![a-z])\s*(?P<other>.+)$")
_ZH_THEN = re.compile(r"^(?:.*?)先(?P<one>.+?)[，,]?(?:再|然后|接着|随后|后)(?P<other>.+)$")
_EARLY = frozenset({"before", "earlier than", "precedes", "ahead of", "早于", "先于", "之前", "以前", "前"})
_WEAK = re.compile(
    r"(?<![a-z])(?:the|a|an|runner|walker|camera|person|passes|passing|encountering|encounters|reaching|reaches|seeing|"
    r"sees|is|are|was|were|passed|seen|reached|it|then|happens|appears|comes)(?![a-z])|[，。,.;；\s]|跑者|行人|镜头|经过|看到|遇到"
)


def opposition(one: str, other: str) -> Opposition | None:
    """How two statements negate each other; None where they do not."""
    first, second = _folded(one), _folded(other)
    if first == second:
        return None
    if _denial(first, second):
        return Opposition.DENIAL
    if _order(first, second) or _differs_by(first, second, _BEFORE_AFTER):
        return Opposition.ORDER
    if _differs_by(first, second, _SIDES):
        return Opposition.SIDE
    return None


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(plain.split()).rstrip(" .。;；!")


def _denial(one: str, other: str) -> bool:
    """Whether one is the other with a denial more."""
    count = len(_DENIALS.findall(one)) - len(_DENIALS.findall(other))
    return count % 2 == 1 and _undenied(one) == _undenied(other)


def _undenied(text: str) -> str:
    plain = _HELPERS.sub(" ", _DENIALS.sub(" ", text))
    # "does not return" and "returns" are one verb.
    return " ".join(
        re.sub(r"(?<=[a-z]{2})(?:es|s|ed)$", "", word) for word in re.findall(r"[a-z0-9'-]+|[^\sa-z0-9]", plain)
    )


def _order(one: str, other: str) -> bool:
    """Whether both name the same two events, in contrary orders."""
    first, second = _events(one), _events(other)
    return first is not None and second is not None and first == second[::-1]


def _events(text: str) -> tuple[str, str] | None:
    """The two events of a statement, the earlier first."""
    for pattern in (_LEADING, _BETWEEN, _THEN, _ZH_THAN, _ZH_AT, _ZH_THEN, _ZH_LEADING):
        if match := pattern.match(text):
            one, two = (_core(match[name]) for name in ("one", "other"))
            if one and two and one != two:
                early = pattern in (_THEN, _ZH_THEN) or match["way"] in _EARLY
                return (one, two) if early else (two, one)
    return None


def _core(text: str) -> str:
    return " ".join(_WEAK.sub(" ", text).split())


def _differs_by(one: str, other: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    """Whether the statements are equal once every opposite of one is turned round, and at least one was."""
    return any((low in one or high in one) and _turned(one, low, high) == other for low, high in pairs)


def _turned(text: str, low: str, high: str) -> str:
    edge = ("(?<![a-z])", "(?![a-z])") if low.isascii() else ("", "")
    pattern = re.compile(f"{edge[0]}(?:{re.escape(low)}|{re.escape(high)}){edge[1]}")
    return pattern.sub(lambda found: high if found[0] == low else low, text)
