"""The warnings of a campaign as sentences: which figure must not be read alone, and beside what."""

from __future__ import annotations

from collections.abc import Iterator

from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import words
from rbcheck.stats.campaign import Campaign
from rbcheck.stats.cautions import Warned
from rbcheck.stats.records import Caution


def warnings(campaign: Campaign) -> Iterator[str]:
    """A sentence a warning, with its counts."""
    names = {part.annotator: part.name or part.annotator for part in campaign.annotators}
    for warned in campaign.cautions:
        yield _sentence(warned, names)


def _sentence(warned: Warned, names: dict[str, str]) -> str:
    data = warned.data
    match warned.kind:
        case Caution.FEW_QUESTIONS:
            count = data["G1"].clusters or 0
            return ngettext(
                "Only {count} question is behind the agreement: read the interval, not the share.",
                "Only {count} questions are behind the agreement: read the interval, not the share.",
                count,
            ).format(count=count)
        case Caution.FEW_ANNOTATORS if len(names) == 1:
            return _(
                "One annotator alone: whether the gold or the answer is wrong cannot be told, nor whether anybody "
                "agrees; let somebody else judge the same questions."
            )
        case Caution.FEW_ANNOTATORS:
            return _("With fewer than 4 annotators nothing can be said of what others would answer.")
        case Caution.PREVALENCE:
            return _(
                "Nearly all marks are of one kind: annotators give the same mark in {share} of pairs, and a corrected "
                "figure of that alone would look far too low."
            ).format(share=words.plain(data["A2"]))
        case Caution.REVEAL:
            return _(
                "Shown a gold other than their answer, annotators called it correct in {share}: verdicts on the gold "
                "are weak evidence."
            ).format(share=words.plain(data["G10"]))
        case Caution.MIX:
            flip = warned.flips[0]
            return _(
                "Sources are not equally hard: at the same mix {behind} is ahead of {ahead}, not behind "
                "({pairs} in all); agreement is {pooled} pooled, {macro} as a mean of the sources."
            ).format(
                behind=inert(names[flip.behind]),
                ahead=inert(names[flip.ahead]),
                pairs=ngettext("{count} pair", "{count} pairs", len(warned.flips)).format(count=len(warned.flips)),
                pooled=words.plain(data["G1"]),
                macro=words.plain(data["G1.macro"]),
            )
        case Caution.GOLD_POSITIONS:
            return _(
                "The gold does not stand evenly among the positions: who always takes the first options hits {first}, "
                "the last ones {last}, luck {luck}; answers with a habit look skilled here."
            ).format(
                first=words.plain(data["B7.first"]),
                last=words.plain(data["B7.last"]),
                luck=words.plain(data["B7.chance"]),
            )
        case Caution.LENGTHS:
            return _("A guesser who takes the longest options hits {longest}, where luck hits {luck}.").format(
                longest=words.plain(data["B7.longest"]), luck=words.plain(data["B7.chance"])
            )
        case Caution.SELECTION:
            return _(
                "Agreement on clear questions ({clear}) leaves out the rest: {coverage} of the answers are behind it."
            ).format(clear=words.plain(data["G4"]), coverage=words.plain(data["G4.coverage"]))
