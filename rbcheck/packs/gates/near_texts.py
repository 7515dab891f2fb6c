"""Texts that are almost the same, found among very many without comparing each with each.

A text is the set of its shingles (three words on end, or four characters of Chinese). Two sets that share much share
one of the rarest few shingles of each, so only texts that do are compared (prefix filtering), and the answer is exact.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil

from rbcheck.packs.gates.alikeness import tokens

ALIKE = 0.8
_WORDS = 3


def shingles(text: str) -> frozenset[str]:
    """The runs of three neighbouring words (or pairs of characters) of a text; a short one is one run."""
    words = tokens(text)
    if len(words) <= _WORDS:
        return frozenset([" ".join(words)]) if words else frozenset()
    return frozenset(" ".join(words[at : at + _WORDS]) for at in range(len(words) - _WORDS + 1))


def near_pairs(texts: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int, float]]:
    """For each text that is almost an earlier one: its place, that of the earlier one, how much they share."""
    numbers: dict[str, int] = {}
    sets = [sorted({numbers.setdefault(part, len(numbers)) for part in shingles(text)}) for _id, text in texts]
    counts = Counter(part for found in sets for part in found)
    index: dict[int, list[int]] = defaultdict(list)
    for place, found in enumerate(sets):
        if not found:
            continue
        rare = sorted(found, key=lambda part: (counts[part], part))
        own = set(found)
        best: tuple[float, int] | None = None
        prefix = rare[: len(rare) - ceil(ALIKE * len(rare)) + 1]
        for candidate in dict.fromkeys(other for part in prefix for other in index[part]):
            other = sets[candidate]
            if not ALIKE * len(own) <= len(other) <= len(own) / ALIKE:
                continue
            both = sum(part in own for part in other)
            share = both / (len(own) + len(other) - both)
            if share >= ALIKE and (best is None or (-share, candidate) < (-best[0], best[1])):
                best = share, candidate
        if best is not None:
            yield place, best[1], best[0]
            continue
        # What repeats an earlier text is found by that one, and needs no place of its own.
        for part in prefix:
            index[part].append(place)
