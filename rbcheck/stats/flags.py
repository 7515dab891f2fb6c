"""What should be talked about with an annotator, or a pair: each a test over all of them, corrected by Holm's rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.copying import Copies
from rbcheck.stats.exact import holm
from rbcheck.stats.figure import Figure
from rbcheck.stats.intervals import wilson
from rbcheck.stats.table import Names

EXCESS, IDENTITY, COPYING = "peeking_excess", "peeking_identity", "copying"
FATIGUE, UNWATCHED, NOTES = "fatigue", "unwatched", "copied_notes"
SIGNIFICANT = 0.01
SIGNIFICANT_FATIGUE = 0.05
MOST_UNWATCHED = 0.5
FEWEST_WATCHED = 5


@dataclass(frozen=True, slots=True)
class Flag:
    """Something to talk about; it advises, and changes nothing by itself.

    `family` is how many tests Holm's correction was over; `told` holds what is no figure: a note, questions, who was
    first.
    """

    kind: str
    annotator: str
    p: float | None
    p_holm: float | None
    data: Mapping[str, Figure] = field(default_factory=dict)
    pair: tuple[str, str] | None = None
    family: int = 1
    told: Mapping[str, object] = field(default_factory=dict)


def above_all(
    kind: str, tests: tuple[str, ...], figures: Mapping[str, Figures], shown: tuple[str, ...], line: float = SIGNIFICANT
) -> list[Flag]:
    """Annotators whose p, the largest of these figures, stays significant by Holm over all of them."""
    tested = {}
    for annotator, own in figures.items():
        found = [p for name in tests if (p := own[name].value) is not None]
        if len(found) == len(tests):
            tested[annotator] = max(found)
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    return [
        Flag(
            kind, annotator, tested[annotator], p, {name: figures[annotator][name] for name in shown},
            family=len(tested),
        )
        for annotator, p in adjusted.items()
        if p < line
    ]  # fmt: skip


def copied(pairs: Iterable[Copies], names: Names) -> list[Flag]:
    """Pairs with the same wrong answers; the one who more often answered later is the annotator of the flag."""
    pairs = list(pairs)
    flags = []
    for each in pairs:
        if each.p_holm >= SIGNIFICANT:
            continue
        first, second = names.people[each.first].annotator, names.people[each.second].annotator
        source, copier = (second, first) if each.first_earlier < each.second_earlier else (first, second)
        earlier, later = max(each.first_earlier, each.second_earlier), min(each.first_earlier, each.second_earlier)
        timed = earlier + later
        data = {
            "same": Figure(
                each.same / each.both_wrong, each.same, each.both_wrong, each.both_wrong,
                wilson(each.same, each.both_wrong),
            ),
            "elsewhere": Figure(each.elsewhere, *each.others),
        }  # fmt: skip
        if timed:
            data["earlier"] = Figure(earlier / timed, earlier, timed, timed, wilson(earlier, timed))
        told = {"answered_first": source if timed and earlier > later else None}
        flags.append(Flag(COPYING, copier, each.p, each.p_holm, data, (source, copier), len(pairs), told))
    return sorted(flags, key=lambda flag: (flag.p_holm or 0, flag.pair))


def unwatched(figures: Mapping[str, Figures]) -> list[Flag]:
    """Annotators who covered less than half of the footage in more than half of their judgments."""
    found = []
    for annotator, own in figures.items():
        little = own["Q5.little"]
        if little.value is not None and little.value > MOST_UNWATCHED and (little.den or 0) >= FEWEST_WATCHED:
            found.append(Flag(UNWATCHED, annotator, None, None, {"Q5.little": little}))
    return found


def copied_notes(names: Names) -> list[Flag]:
    """Q9: a note that stands on five or more questions of one annotator, with these questions."""
    return [
        Flag(
            NOTES, names.people[note.annotator].annotator, None, None,
            told={"note": note.text, "questions": sorted({names.questions[code][0] for code in note.questions})},
        )
        for note in names.copied_notes
    ]  # fmt: skip
