"""The questions of the figures, those of built packs in the place of what they were made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rbcheck.services.ports import BuiltVersion, UnitOfWork
from rbcheck.services.sheets import QuestionSheet

Where = tuple[str, str, str]


class Asked(NamedTuple):
    """A question as it counts, and `shown` as the judgments speak of it: its keys in the order of the former's.

    `turned` gives the position in the original of each clip of a built question; empty for a question of its own.
    """

    counted: QuestionSheet
    shown: QuestionSheet
    turned: Mapping[int, int]
    check: bool


def originals_for(work: UnitOfWork, pack: str | None) -> list[Asked]:
    """The questions of one pack with what was built of it, or of all packs that are not hidden."""
    sheets = list(work.sheets.questions(pack))
    names = work.built.packs() & {sheet.pack for sheet in sheets}
    if not names:
        return [Asked(sheet, sheet, {}, False) for sheet in sheets]
    built = {(one.pack, one.question_id, one.version): one for name in sorted(names) for one in work.built.each(name)}
    known: dict[Where, QuestionSheet] = {(sheet.pack, sheet.question_id, sheet.version): sheet for sheet in sheets}
    for name in sorted({one.original[0] for one in built.values()} - {sheet.pack for sheet in sheets}):
        if pack is not None:
            known |= {(sheet.pack, sheet.question_id, sheet.version): sheet for sheet in work.sheets.questions(name)}
    found = []
    for sheet in sheets:
        made = built.get((sheet.pack, sheet.question_id, sheet.version))
        if made is None:
            found.append(Asked(sheet, sheet, {}, False))
        elif (original := known.get(made.original)) is not None and _asked_for(made, pack):
            found.append(_asked(sheet, original, made))
    return found


def _asked_for(made: BuiltVersion, pack: str | None) -> bool:
    """A check question of another pack stands in a built one, and does not count for the pack that was asked for."""
    return pack is None or pack in (made.pack, made.original[0])


def _asked(sheet: QuestionSheet, original: QuestionSheet, made: BuiltVersion) -> Asked:
    back = {key: shown for shown, key in made.permutation.options.items()}
    gold = original.gold if made.check is None else made.permutation.keys(made.check)
    counted = original._replace(number=sheet.number, gold=gold)
    places = [original_place - 1 for _shown, original_place in sorted(made.permutation.clips.items())]
    shown = original._replace(
        number=sheet.number, keys=tuple(back[key] for key in original.keys), gold=gold,
        recordings=tuple(original.recordings[place] for place in places),
        starts_ms=tuple(original.starts_ms[place] for place in places),
    )  # fmt: skip
    return Asked(counted, shown, made.permutation.clips, made.check is not None)
