"""The gate `turnaround`: on a way out and back, questions of order or side that do not say which way they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rbcheck.domain.taxonomy import taxonomy
from rbcheck.locale import _
from rbcheck.packs.gates.saying import shown, warning
from rbcheck.packs.gates.settings import added_types, turnarounds
from rbcheck.services.gate_values import CheckedClip, CheckedPack, CheckedQuestion, Finding, Skip

NAME = "turnaround"
_ORDERED = frozenset({"temporal", "spatial"})
_ORDER_OR_SIDE = re.compile(
    r"(?<![a-z])(?:left|right|before|after|order|sequence|earlier|later|first|last|then|turns?)(?![a-z])"
    r"|左|右|之前|之后|先后|顺序|先经过|依次|转弯",
    re.IGNORECASE,
)
_WHICH_WAY = re.compile(
    r"(?<![a-z])(?:outbound|inbound|out[- ]?leg|return(?:ing)?[- ](?:leg|trip|way|journey|run|part|half|direction)|"
    r"way (?:out|back|there|home)|going out|coming back|going back|heading (?:out|back)|"
    r"(?:before|after|until|since|once)\s+(?:(?:the|they|the runner|the walker|the camera|she|he|it)\s+)?"
    r"(?:turn(?:s|ing|ed)?[- ]?(?:a?round|back)|turnaround|u-turn)|outward|homeward|"
    r"(?:first|second) half of the (?:route|run|walk|journey)|out and back)(?![a-z])"
    r"|去程|返程|回程|去时|回来|返回途中|折返前|折返后|折返之前|折返之后|掉头前|掉头后|掉头之前|掉头之后|往程|出发方向|回去的路上",
    re.IGNORECASE,
)


def turnaround(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Such questions on recordings for which the pack states when the runner turned back."""
    turns = turnarounds(pack.manifest)
    if not turns:
        yield Skip(NAME, _("the pack's manifest states under `turnarounds` for no recording when it turns back"))
        return
    added = added_types(pack.manifest)
    for item in pack.questions:
        placed = {clip.position: moments for clip in item.clips if (moments := _turns_of(item, clip, turns))}
        if not placed or not _asks(item, item.question.question_type in added):
            continue
        if not _WHICH_WAY.search(item.question.stem):
            said = _("the route goes out and back, and the stem does not say which way it means")
            yield warning(NAME, said, item, why="no_way")
        yield from _both_sides(item, placed)


def _turns_of(item: CheckedQuestion, clip: CheckedClip, turns: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    return turns.get(clip.recording or "", ()) or turns.get(item.id, ())


def _asks(item: CheckedQuestion, added: bool) -> bool:
    """Whether a question is of order or side: by its type, else by the words of stem and options."""
    kind = taxonomy().type_of(item.question.question_type)
    if kind is not None and not added and (kind.dimension in _ORDERED or kind.sides_swap):
        return True
    return any(_ORDER_OR_SIDE.search(text) for _option, text in item.texts)


def _both_sides(item: CheckedQuestion, placed: Mapping[int, tuple[int, ...]]) -> Iterator[Finding]:
    """What of the question lies on both sides of a turn: one clip over it, or one clip before and another after it."""
    sides: dict[tuple[str, int], dict[str, CheckedClip]] = {}
    for clip in item.clips:
        begin, length = clip.begins_ms, clip.lasts_ms
        if clip.position not in placed or length is None:
            continue
        start = begin or 0
        for turn in placed[clip.position]:
            if start < turn < start + length:
                said = _("{label} lies on both sides of the turn at {turn:g} s")
                yield warning(NAME, said.format(label=shown(clip.label), turn=turn / 1000), item, clip=clip.position,
                              why="over_turn", turn_ms=turn)  # fmt: skip
                return
            side = "before" if start + length <= turn else "after"
            sides.setdefault((clip.recording or "", turn), {}).setdefault(side, clip)
    for (_recording, turn), found in sides.items():
        if len(found) == 2:
            said = _("{one} lies before the turn at {turn:g} s and {other} after it").format(
                one=shown(found["before"].label), other=shown(found["after"].label), turn=turn / 1000
            )
            yield warning(NAME, said, item, clip=found["after"].position, why="both_sides", turn_ms=turn)
            return
