"""The page of `rbcheck stats`: sentences with their counts, for a lead at a terminal of 80 columns or more."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rbcheck.domain.errors import CLAUSES, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import listed, tables, words
from rbcheck.reports.cautions import warnings
from rbcheck.reports.next_steps import steps
from rbcheck.reports.sections import agreement_section, annotator_section, question_section
from rbcheck.stats.campaign import Campaign, lines

if TYPE_CHECKING:
    from rbcheck.stats.detail import Detail

STEPS = 12

_ALL_PEOPLE = "rbcheck stats --by annotator"


def stats_page(
    campaign: Campaign,
    *,
    by: Sequence[str] = (),
    annotator: str | None = None,
    details: Sequence[Detail] = (),
    pack: str | None = None,
    held: Sequence[str] = (),
    sends: bool = False,
    width: int = 80,
) -> RenderableType:
    """The whole page; `by` names the groups that get a table, `annotator` (an id) and `details` sections of their own.

    `held` names the packs of the store, `sends` says that packs go out from it, as nobody judges in it; `width` is that
    of the terminal.
    """
    opened: list[RenderableType] = []
    if annotator is not None:
        opened += annotator_section(campaign, annotator, width)
    for detail in details:
        opened += question_section(detail, width)
    for group in by:
        title = _("By {group}").format(group=tables.group_name(group))
        opened += section(title, [tables.groups(campaign, group, width)])
    if by:
        opened += agreement_section(campaign, width)
    if annotator is not None or details:
        return Group(*opened)
    if not campaign.funnel["assigned"]:
        return Group(
            *section(_("How far the work is"), [*_not_counted(campaign), Text(_("No judgment counts here yet."))]),
            *section(_("What to do next"), _next(campaign, pack, held, sends)),
        )
    of_pack = f" --pack {shlex.quote(inert(pack))}" if pack else ""
    cautions = [_beside("•", said) for said in warnings(campaign)]
    return Group(
        *section(_("How far the work is"), _progress(campaign)),
        *section(_("Which questions can be guessed without watching"), _guessing(campaign, of_pack)),
        *section(_("Which golds are wrong"), _gold(campaign, of_pack)),
        *section(_("Whom to trust"), _people(campaign, width)),
        *section(_("What to do next"), _next(campaign, pack, held, sends)),
        *(section(_("Read with care"), cautions) if cautions else []),
        *opened,
    )


def section(title: str, content: Iterable[RenderableType]) -> list[RenderableType]:
    """A title and what stands under it."""
    return [Text(title, style="bold"), *(Padding(each, (0, 0, 0, 2)) for each in content), Text()]


def _progress(campaign: Campaign) -> Iterable[RenderableType]:
    judgments, questions = campaign.funnel["assigned"], len(campaign.questions)
    people = sum(part.kind != "model" for part in campaign.annotators)
    final = campaign.funnel["final"]
    yield Text(
        _("{judgments} asked of {people}, on {questions} from {packs}; {share} have a final answer.").format(
            judgments=ngettext("{count} judgment", "{count} judgments", judgments).format(count=judgments),
            people=ngettext("{count} annotator", "{count} annotators", people).format(count=people),
            questions=ngettext("{count} question", "{count} questions", questions).format(count=questions),
            packs=ngettext("{count} pack", "{count} packs", len(campaign.packs)).format(count=len(campaign.packs)),
            share=f"{words.percent(final / judgments) if judgments else '—'} ({final}/{judgments})",
        )
    )
    yield Text(tables.funnel(campaign), style="dim")
    yield from _not_counted(campaign)
    if campaign.withheld:
        yield Text(
            ngettext(
                "{count} question without its verdict: its gold, and all that follows from it, is withheld.",
                "{count} questions without their verdict: their gold, and all that follows from it, is withheld.",
                campaign.withheld,
            ).format(count=campaign.withheld)
        )
    settled = campaign.figures["consensus.consensus"]
    if settled.value is not None and settled.num:
        needed, panel = campaign.settings.consensus
        yield Text(
            _("Panels agree ({needed} of {panel} the same answer) on {share}.").format(
                needed=needed, panel=panel, share=words.plain(settled)
            )
        )


def _not_counted(campaign: Campaign) -> Iterable[RenderableType]:
    left_out = tables.left_out(campaign)
    if left_out:
        yield Text(_("Left out: {reasons}.").format(reasons=in_a_row(left_out, _, CLAUSES)))


def _guessing(campaign: Campaign, of_pack: str) -> Iterable[RenderableType]:
    figures = campaign.figures
    rate, chance = figures["B1"], figures["B1.chance"]
    hits = _("Blind guesses that are the gold set: {share}.").format(share=words.share(rate))
    if rate.value is None or chance.value is None:
        yield Text(hits)
        return
    yield Text(words.flowing(hits, _on_line(lines(campaign)["blind"], above="fail")))
    yield Text(
        _("Pure chance would hit {chance} ({expected}/{guesses}).").format(
            chance=words.percent(chance.value), expected=words.count(chance.num), guesses=words.count(chance.den)
        )
    )
    fresh = figures["B1.recording_not_seen"]
    if fresh.den != rate.den:
        yield Text(_("Without recordings seen before: {share}.").format(share=words.share(fresh)))
    dropped, kept, open_ = (figures[f"B4.{status}"] for status in ("dropped", "kept", "undecided"))
    yield Text(
        _(
            "Guessed by {hits} of {guesses} or more: {dropped} of {questions} questions; {kept} are not, "
            "{open} need more guesses."
        ).format(
            hits=campaign.settings.drop.hits,
            guesses=campaign.settings.drop.guesses,
            dropped=words.count(dropped.num),
            questions=words.count(dropped.den),
            kept=words.count(kept.num),
            open=words.count(open_.num),
        )
    )
    if dropped.num:
        yield from listed.guessed(campaign.questions)
        half = figures["B5.guessed_50"].value or 0
        yield Text(
            _(
                "That rule finds {half} in 100 questions that every second person guesses, and {luck} by luck: ask for "
                "5 guesses where it matters."
            ).format(half=f"{100 * half:.0f}", luck=words.plain(figures["B5.luck"])),
            style="dim",
        )
    right, wrong = figures["B6.wrong_to_right"], figures["B6.right_to_wrong"]
    if right.value is not None:
        yield Text(
            _("Of {pairs}, watching turned {gained} from wrong to right and {lost} from right to wrong.").format(
                gained=words.count(right.num),
                lost=words.count(wrong.num),
                pairs=ngettext("{count} blind guess", "{count} blind guesses", int(right.den or 0)).format(
                    count=words.count(right.den)
                ),
            )
        )
    yield from _sources(campaign)
    yield _command(f"rbcheck stats{of_pack} --by source --by type")


def _sources(campaign: Campaign) -> Iterable[RenderableType]:
    """The source that is guessed most, and the one that is guessed least."""
    told = [(each["B1"], source) for source, each in campaign.sources.items() if each["B1"].value is not None]
    if len(told) > 1:
        told.sort(key=lambda pair: (-(pair[0].value or 0), pair[1]))
        (most, first), *_others, (least, last) = told
        yield Text(
            _("Most by source: {first} {most}; least: {last} {least}.").format(
                first=inert(first), most=words.plain(most), last=inert(last), least=words.plain(least)
            )
        )


def _gold(campaign: Campaign, of_pack: str) -> Iterable[RenderableType]:
    figures = campaign.figures
    yield Text(
        _("Final answers that are the gold, of all given without knowing it (FREE): {share}.").format(
            share=words.share(figures["G1"])
        )
    )
    if figures["G1"].value is not None:
        yield Text(
            words.flowing(
                _("The same without “cannot tell” (ANSWERED): {share}.").format(
                    share=words.share(figures["G1.answered"])
                ),
                _on_line(lines(campaign)["agreement"], above="pass"),
            )
        )
    others = figures["G1.new_annotators"]
    if others.ci is not None:
        yield Text(
            _("With other annotators like these the first figure may be anywhere in {span}.").format(
                span=words.span(others.ci)
            )
        )
    yield Text(
        _("Marked options of the gold that the footage rules out: {ruled_out}; that cannot be decided: {open}.").format(
            ruled_out=words.share(figures["G5"]), open=words.plain(figures["G6.undecidable"])
        )
    )
    bare = figures["Q8.bare"]
    if bare.num:
        yield Text(
            _(
                "Marks with nothing to show for them (✓ without evidence, ✗ without evidence or reason): {share}."
            ).format(share=words.plain(bare))
        )
    suspect, weak = figures["M1.suspect"], figures["M1.weak"]
    if suspect.value is not None:
        yield Text(
            _(
                "Golds in doubt, where three annotators or more point to one other answer: {suspect} of {questions}; "
                "{weak} more by one or two alone."
            ).format(suspect=words.count(suspect.num), questions=words.count(suspect.den), weak=words.count(weak.num))
        )
    doubted = listed.doubted(campaign.questions)
    if doubted:
        yield from listed.doubts(doubted)
        yield _command(f"rbcheck stats{of_pack} --question {shlex.quote(inert(doubted[0].question))}")


def _people(campaign: Campaign, width: int) -> Iterable[RenderableType]:
    line = words.percent(campaign.settings.line)
    yield Text(
        _("The line is {line}, on check questions where there are any, else on “final = gold”.").format(line=line)
    )
    yield tables.annotators(campaign, width, most=tables.MOST_PEOPLE)
    more = len(campaign.annotators) - tables.MOST_PEOPLE
    if more > 0:
        yield Text(
            ngettext("{count} more annotator: {command}", "{count} more annotators: {command}", more).format(
                count=more, command=_ALL_PEOPLE
            )
        )


def _next(campaign: Campaign, pack: str | None, held: Sequence[str], sends: bool) -> Iterable[RenderableType]:
    found = list(steps(campaign, pack, held, sends=sends))
    for place, step in enumerate(found[:STEPS], 1):
        yield _beside(f"{place}.", step.said)
        if step.command:
            yield Padding(_command(step.command), (0, 0, 0, 3))
    if len(found) > STEPS:
        more = len(found) - STEPS
        yield Text(ngettext("{count} more step.", "{count} more steps.", more).format(count=more))
    if not found:
        yield Text(_("Nothing stands out."))


def _command(command: str) -> Text:
    return Text(f"→ {command}", style="cyan")


def _beside(sign: str, said: str) -> RenderableType:
    """A sign, and beside it a text whose further lines begin where its first does."""
    both = Table.grid(padding=(0, 1, 0, 0))
    both.add_column()
    both.add_column(overflow="fold")
    both.add_row(Text(sign), Text(said))
    return both


def _on_line(line: dict[str, object], *, above: str) -> str:
    """The sentence on a share and its line; `above` is the outcome of a share over the line."""
    share = words.percent(float(str(line["line"])))
    match line["interval"]:
        case "pass" | "fail" as outcome if outcome == above:
            return _("That is above the line of {line}, by the whole interval.").format(line=share)
        case "pass" | "fail":
            return _("That is below the line of {line}, by the whole interval.").format(line=share)
        case _:
            return _("Above or below the line of {line}: not decided yet.").format(line=share)
