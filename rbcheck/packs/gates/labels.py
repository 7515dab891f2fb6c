"""The gate `labels`: labels and places of clips that tell order or recording where they must not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import factorial, prod

from rbcheck.domain.canonical import Json
from rbcheck.locale import _
from rbcheck.packs.gates.saying import error, shown
from rbcheck.services.gate_values import CheckedClip, CheckedPack, CheckedQuestion, Finding, Skip

NAME = "labels"
LINE = 0.01
"""How improbable by chance a regularity over the whole pack must be before it is told."""

_NUMBERED = re.compile(r"CLIP_(\d+)", re.IGNORECASE)
_LETTERED = re.compile(r"CLIP_([A-Z])", re.IGNORECASE)
_VIDEO = re.compile(r"VIDEO_[A-Z]+", re.IGNORECASE)

Counted = tuple[list[str], list[Fraction], list[str]]
"""Questions that show a regularity, its chance in each question that could, and the ids of those."""


def labels(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Numbers against time, letters that follow time, recordings that stand together, a letter over two recordings."""
    for item in pack.questions:
        yield from _numbers(item)
        yield from _letters(item)
    dated = [found for item in pack.questions if (found := _dated(item)) is not None]
    grouped = [item for item in pack.questions if _recordings(item) is not None]
    said = _("the letters of clips follow time in {hits} of {all} questions; by chance in {chance:.1f} (p = {p:.2g})")
    yield from _regular("letters_in_order", said, _in_order(dated, lambda clip: clip.label.casefold()))
    said = _(
        "lettered clips are presented in order of time in {hits} of {all} questions; by chance in {chance:.1f} "
        "(p = {p:.2g})"
    )
    yield from _regular("places_in_order", said, _in_order(dated, lambda clip: clip.position))
    said = _(
        "the clips of one recording stand together in {hits} of {all} questions; by chance in {chance:.1f} "
        "(p = {p:.2g})"
    )
    yield from _regular("clustered", said, _clustered(grouped))
    known = any(
        clip.begins_ms is not None and clip.timeline == clip.recording for item in pack.questions for clip in item.clips
    )
    if pack.questions and not known and not grouped:
        yield Skip(NAME, _("order in time and recordings: the pack says of no clip where it begins in its recording"))


def _numbers(item: CheckedQuestion) -> Iterator[Finding]:
    numbered = [(int(match[1]), clip) for clip in item.clips if (match := _NUMBERED.fullmatch(clip.label))]
    numbered = sorted((pair for pair in numbered if pair[1].begins_ms is not None), key=lambda pair: pair[0])
    for (_before, one), (_after, other) in pairwise(numbered):
        if one.timeline != other.timeline:
            continue
        first, second = one.begins_ms or 0, other.begins_ms or 0
        if first > second:
            said = _("{later} begins at {second:g} s, before {earlier} ({first:g} s): numbers must follow time").format(
                earlier=shown(one.label), later=shown(other.label), first=first / 1000, second=second / 1000
            )
            yield error(NAME, said, item, clip=other.position, why="number_against_time",
                        begins_ms=second, before_ms=first)  # fmt: skip


def _letters(item: CheckedQuestion) -> Iterator[Finding]:
    recordings: dict[str, dict[str, CheckedClip]] = defaultdict(dict)
    for clip in item.clips:
        if _VIDEO.fullmatch(clip.label) and clip.recording:
            recordings[clip.label.casefold()].setdefault(clip.recording, clip)
    for over in recordings.values():
        if len(over) > 1:
            clip = list(over.values())[1]
            said = _("{label} stands for {count} recordings").format(label=shown(clip.label), count=len(over))
            yield error(NAME, said, item, clip=clip.position, why="letter_over_recordings", recordings=len(over))


def _dated(item: CheckedQuestion) -> CheckedQuestion | None:
    """A question whose lettered clips are of one recording and begin at different, known times."""
    times = [clip.begins_ms for clip in item.clips]
    lettered = all(_LETTERED.fullmatch(clip.label) for clip in item.clips)
    one = len({clip.timeline for clip in item.clips}) == 1
    distinct = len({clip.label.casefold() for clip in item.clips}) == len(item.clips)
    known = None not in times and len(set(times)) == len(times)
    return item if len(times) > 1 and lettered and one and distinct and known else None


def _recordings(item: CheckedQuestion) -> Sequence[str] | None:
    """The recordings of the clips where standing together is possible, avoidable and not told by labels."""
    names = [clip.recording for clip in item.clips]
    if any(_VIDEO.fullmatch(clip.label) for clip in item.clips) or None in names:
        return None
    known = [name for name in names if name is not None]
    return known if 1 < len(set(known)) < len(known) else None


def _in_order(questions: Sequence[CheckedQuestion], key: Callable[[CheckedClip], str | int]) -> Counted:
    hits = []
    for item in questions:
        times = [clip.begins_ms or 0 for clip in sorted(item.clips, key=lambda clip: str(key(clip)).zfill(9))]
        if times == sorted(times):
            hits.append(item.id)
    return hits, [Fraction(1, factorial(len(item.clips))) for item in questions], [item.id for item in questions]


def _clustered(questions: Sequence[CheckedQuestion]) -> Counted:
    hits, chances = [], []
    for item in questions:
        names = _recordings(item) or ()
        sizes = [names.count(name) for name in dict.fromkeys(names)]
        together = factorial(len(sizes)) * prod(factorial(size) for size in sizes)
        chances.append(Fraction(together, factorial(len(names))))
        if len(list(groupby(names))) == len(sizes):
            hits.append(item.id)
    return hits, chances, [item.id for item in questions]


def _regular(why: str, said: str, counted: Counted) -> Iterator[Finding]:
    """What is told of a regularity over the pack, where chance does not explain it."""
    from rbcheck.stats.chance import poisson_binomial, tails

    hits, chances, questions = counted
    if not hits:
        return
    expected = float(sum(chances, Fraction(0)))
    p, _lower = tails(poisson_binomial(map(float, chances)), len(hits))
    if p < LINE:
        words = said.format(hits=len(hits), all=len(questions), chance=expected, p=p)
        found: list[Json] = list(hits)
        yield error(NAME, words, why=why, hits=len(hits), of=len(questions), expected=expected, p=p, questions=found)
