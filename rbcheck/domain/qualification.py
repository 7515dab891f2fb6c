"""Qualification: questions that a new annotator answers before a pack opens, and what counts as right there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rbcheck.domain.canonical import Json
from rbcheck.domain.judgment import Options, Revision
from rbcheck.domain.marks import Mark

LINE = 0.8
TRIES = 2


@dataclass(frozen=True, slots=True)
class Qualification:
    """The questions of each try, which are others in each, and the share of marks that must be right."""

    tries: tuple[tuple[str, ...], ...]
    line: float = LINE

    @property
    def questions(self) -> frozenset[str]:
        """The ids of all of them."""
        return frozenset(name for names in self.tries for name in names)


def declared(manifest: Mapping[str, Json] | None) -> Qualification | None:
    """What a pack's manifest asks for: the first half of its questions is the first try, the rest the second."""
    stated = (manifest or {}).get("qualification")
    listed = stated.get("questions") if isinstance(stated, Mapping) else None
    if not isinstance(stated, Mapping) or not isinstance(listed, list | tuple):
        return None
    names = tuple(dict.fromkeys(name for name in listed if isinstance(name, str)))
    if not names:
        return None
    half = -(-len(names) // TRIES)
    tries = tuple(part for part in (names[:half], names[half:]) if part)
    line = stated.get("line")
    good = isinstance(line, int | float) and not isinstance(line, bool) and 0 < line <= 1
    return Qualification(tries, float(line) if good and isinstance(line, int | float) else LINE)


def marks_right(revision: Revision, keys: Sequence[str], gold: Options) -> int:
    """How many options are marked right: ✓ on one of the gold, ✗ on another; ? and no mark are wrong."""
    wanted = {key: Mark.SUPPORTED if key in gold else Mark.RULED_OUT for key in keys}
    return sum(revision.option(key).mark is mark for key, mark in wanted.items())
