"""The guards against the known mistakes: what is worth a warning, once, and never holds anybody up."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.labels import order_asked
from rbcheck.domain.marks import Mark
from rbcheck.domain.opposites import opposition
from rbcheck.domain.question import Option

CHINESE_A_MINUTE = 1_200
WORDS_A_MINUTE = 600
_NO_COMMON_CLOCK = frozenset({"cross_recording", "cross_video"})


class Guard(StrEnum):
    """A known mistake that is warned of."""

    NEGATION = "negation"
    SIDES = "sides"
    LABELS = "labels"
    RECORDINGS = "recordings"
    HASTE = "haste"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two options that negate each other and are marked alike: both ✓, or both ✗ though one ✓ too few is left."""

    one: str
    other: str
    mark: Mark

    @property
    def name(self) -> str:
        """What tells it from others of the same question."""
        return f"{self.one}{self.other}{self.mark.value}"


def contradictions(options: Iterable[Option], marks: Mapping[str, Mark | None], n: int) -> tuple[Contradiction, ...]:
    """The pairs that negate each other whose `marks` do not fit together, where `n` options are to be supported."""
    told = tuple(options)
    supported = sum(marks.get(option.key) is Mark.SUPPORTED for option in told)
    unmarked = sum(marks.get(option.key) is None for option in told)
    short = supported + unmarked < n
    found = []
    for one, other in combinations(told, 2):
        mark = marks.get(one.key)
        if mark is None or mark is not marks.get(other.key):
            continue
        if (mark is Mark.SUPPORTED or (mark is Mark.RULED_OUT and short)) and opposition(one.text, other.text):
            found.append(Contradiction(one.key, other.key, mark))
    return tuple(found)


def labels_mislead(unit: str, labels: Iterable[str]) -> bool:
    """Whether two or more clips bear letters that seem to say an order in time."""
    return order_asked(unit, list(labels)) is OrderKind.TIME


def no_common_place(unit: str) -> bool:
    """Whether the clips are of different recordings, so that light, people and vehicles decide nothing."""
    return unit in _NO_COMMON_CLOCK


def reading_ms(texts: Iterable[str]) -> int:
    """The least time in which these texts can be read, in milliseconds: each script at its own speed."""
    chinese = words = 0
    for text in texts:
        plain = unicodedata.normalize("NFC", text)
        chinese += sum(map(_is_chinese, plain))
        words += len("".join(" " if _is_chinese(sign) else sign for sign in plain).split())
    return chinese * 60_000 // CHINESE_A_MINUTE + words * 60_000 // WORDS_A_MINUTE


def _is_chinese(sign: str) -> bool:
    """Whether it counts as a character of its own: ideographs and full-width signs."""
    return unicodedata.east_asian_width(sign) in "WF"
