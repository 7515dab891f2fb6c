"""How well a command fits what was typed into the palette: words before scattered letters."""

from __future__ import annotations

import re
from collections.abc import Iterable

EXACT, BEGINS, WORD, WORDS, WITHIN = 5.0, 4.0, 3.0, 2.5, 2.0
_BY_ANOTHER_NAME = 0.25


def rank(query: str, name: str, others: Iterable[str] = ()) -> float:
    """How well `name`, or one of the `others` that it goes by, fits by its words; 0 where it has none of them.

    The name itself counts before the others, the beginning of a word before what stands within one.
    """
    wanted = query.casefold().strip()
    if not wanted:
        return 0.0
    elsewhere = max((_rank(wanted, each.casefold()) for each in others), default=0.0)
    return max(_rank(wanted, name.casefold()), elsewhere - _BY_ANOTHER_NAME, 0.0)


def _rank(wanted: str, text: str) -> float:
    if text == wanted:
        return EXACT
    if text.startswith(wanted):
        return BEGINS
    if re.search(rf"\b{re.escape(wanted)}", text):
        return WORD
    if all(re.search(rf"\b{re.escape(word)}", text) for word in wanted.split()):
        return WORDS
    return WITHIN if wanted in text else 0.0
