"""The page of `rbcheck stats`: sentences with their counts, for a lead at a terminal of 80 columns or more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import tables, words
from rbcheck.stats import people
from rbcheck.stats.campaign import Campaign, lines
from rbcheck.stats.people import Flag
from rbcheck.stats.questions import QuestionPart

LISTED = 5
OTHER_PAGES = ("unit", "type", "source")


def stats_page(campaign: Campaign, *, by: Sequence[str] = (), width: int = 80) -> RenderableType:
    """The whole page; `by` names the groups that get a table, `width` is that of the terminal."""
    sections: list[RenderableType] = [
        *_section(_("How far the work is"), _progress(campaign)),
        *_section(_("Which questions can be guessed without watching"), _guessing(campaign)),
        *_section(_("Whether people find the gold"), _gold(campaign, width)),
        *_section(_("Whom to trust"), _people(campaign, width)),
    ]
    for group in by:
        title = _("By {group}").format(group=tables.group_name(group))
        sections += _section(title, [tables.groups(campaign, group, width)])
    sections += _section(_("What to look at next"), _next(campaign, by))
    return Group(*sections)


def _section(title: str, content: Iterable[RenderableType]) -> list[RenderableType]:
    return [Text(title, style="bold"), *(Padding(each, (0, 0, 0, 2)) for each in content), Text()]


def _progress(campaign: Campaign) -> Iterable[RenderableType]:
    judgments, questions = campaign.funnel["assigned"], len(campaign.questions)
    people = sum(part.kind != "model" for part in campaign.annotators)
    yield Text(
        _("{judgments} asked of {people}, on {questions} from {packs}.").format(
            judgments=ngettext("{count} judgment", "{count} judgments", judgments).format(count=judgments),
            people=ngettext("{count} annotator", "{count} annotators", people).format(count=people),
            questions=ngettext("{count} question", "{count} questions", questions).format(count=questions),
            packs=ngettext("{count} pack", "{count} packs", len(campaign.packs)).format(count=len(campaign.packs)),
        )
    )
    yield tables.funnel(campaign)
    left_out = tables.left_out(campaign)
    if left_out:
        yield Text(_("Left out: {reasons}.").format(reasons="; ".join(left_out)))
    if campaign.withheld:
        yield Text(
            ngettext(
                "{count} question without its verdict: its gold, and all that follows from it, is withheld.",
                "{count} questions without their verdict: their gold, and all that follows from it, is withheld.",
                campaign.withheld,
            ).format(count=campaign.withheld)
        )


def _guessing(campaign: Campaign) -> Iterable[RenderableType]:
    figures = campaign.figures
    rate, chance = figures["B1"], figures["B1.chance"]
    yield Text(_("Blind guesses that are the gold set: {share}.").format(share=words.share(rate)))
    if rate.value is None or chance.value is None:
        return
    yield Text(
        _("Pure chance would hit {chance} ({expected}/{guesses}).").format(
            chance=words.percent(chance.value), expected=words.count(chance.num), guesses=words.count(chance.den)
        )
    )
    fresh = figures["B1.recording_not_seen"]
    if fresh.den != rate.den:
        yield Text(_("Without recordings seen before: {share}.").format(share=words.share(fresh)))
    yield Text(_on_line(lines(campaign)["blind"], above="fail"))
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
    right, wrong = figures["B6.wrong_to_right"], figures["B6.right_to_wrong"]
    if right.value is not None:
        yield Text(
            _("Watching made {gained} wrong guesses right and {lost} right ones wrong, of {pairs}.").format(
                gained=words.count(right.num), lost=words.count(wrong.num), pairs=words.count(right.den)
            )
        )


def _gold(campaign: Campaign, width: int) -> Iterable[RenderableType]:
    figures = campaign.figures
    yield tables.side_by_side(campaign, width)
    if figures["G1"].value is not None:
        yield Text(_on_line(lines(campaign)["agreement"], above="pass"))
    others = figures["G1.new_annotators"]
    if others.ci is not None:
        yield Text(
            _("With other annotators like these the first figure may be anywhere in {span}.").format(
                span=words.span(others.ci)
            )
        )
    yield Text(
        _("Marked options of the gold that the footage rules out: {share}.").format(share=words.share(figures["G5"]))
    )
    yield Text(
        _("Marked options of the gold that cannot be decided: {share}.").format(
            share=words.share(figures["G6.undecidable"])
        )
    )
    clear = figures["G4"]
    if clear.value is not None:
        yield Text(_("Where the verdict is clear, the gold is found in {share}.").format(share=words.share(clear)))
    bent = figures["G10"]
    if bent.value is not None:
        yield Text(
            _("Shown a gold other than their answer, annotators call it correct in {share}: read it with care.").format(
                share=words.share(bent)
            )
        )


def _people(campaign: Campaign, width: int) -> Iterable[RenderableType]:
    line = words.percent(campaign.settings.line)
    yield Text(
        _("The line is {line}, on check questions where there are any, else on “final = gold”.").format(line=line)
    )
    yield tables.annotators(campaign, width)


def _next(campaign: Campaign, by: Sequence[str]) -> Iterable[RenderableType]:
    doubtful = sorted(filter(_contradicted, campaign.questions), key=_most_contradicted)
    guessable = sum(part.blind_status == "dropped" for part in campaign.questions)
    if doubtful:
        yield Text(
            _("Gold most often ruled out ({count} in all where half of its marks say so):").format(count=len(doubtful))
        )
        for question in doubtful[:LISTED]:
            ruled_out = words.plain(question.figures["G5"])
            yield Text("  ") + Text(inert(question.question), style="bold") + Text(f"  {ruled_out}")
    if guessable:
        yield Text(
            ngettext(
                "{count} question is guessable and needs other options.",
                "{count} questions are guessable and need other options.",
                guessable,
            ).format(count=guessable)
        )
    names = {part.annotator: part.name or part.annotator for part in campaign.annotators}
    for flag in campaign.flags:
        yield Text(_flagged(flag).format(name=inert(names[flag.annotator])))
    for group in OTHER_PAGES:
        if group not in by:
            yield Text(
                _("See it by {group}: {command}").format(
                    group=tables.group_name(group), command=f"rbcheck stats --by {group}"
                )
            )


def _flagged(flag: Flag) -> str:
    """What to talk about, as a sentence on {name}, with its counts."""
    match flag.kind:
        case people.EXCESS:
            found = words.plain(flag.data["B1"])
            return _("Talk to {name}: blind guesses hit more often than others' do: {found}.").replace("{found}", found)
        case people.IDENTITY:
            found = words.plain(flag.data["B10"])
            return _("Talk to {name}: wrong blind guesses come back as the final answer: {found}.").replace(
                "{found}", found
            )
        case _:
            return _("Talk to {name}: the answers are what chance would give.")


def _contradicted(part: QuestionPart) -> bool:
    """Whether half or more of the marks on the gold, by more than one annotator's worth, rule it out."""
    figure = part.figures["G5"]
    return figure.value is not None and figure.value >= 0.5 and (figure.den or 0) > part.n


def _most_contradicted(part: QuestionPart) -> tuple[float, float, str]:
    figure = part.figures["G5"]
    return -(figure.value or 0), -(figure.den or 0), part.question


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
