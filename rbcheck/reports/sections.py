"""The sections that open on demand: one annotator, one question, and agreement between annotators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rbcheck.domain.errors import in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import figure_names, tables, words
from rbcheck.reports.next_steps import finding
from rbcheck.stats.campaign import Campaign
from rbcheck.stats.figure import Figure
from rbcheck.stats.people import AnnotatorPart

if TYPE_CHECKING:
    from rbcheck.stats.detail import Detail, Said

PAIRS = 15
_STRATUM = ("A1", "A2", "A3", "A4")


def annotator_section(campaign: Campaign, annotator: str, width: int) -> list[RenderableType]:
    """Everything on one annotator, coefficients among it."""
    part = next((part for part in campaign.annotators if part.annotator == annotator), None)
    if part is None:
        return [Text(_("No judgment of this annotator counts here."))]
    names = {each.annotator: each.name or each.annotator for each in campaign.annotators}
    judgments = ngettext("{count} judgment", "{count} judgments", part.judgments).format(count=part.judgments)
    tier = tables.tier_name(part)
    return [
        *_section(f"{inert(part.name or part.annotator)} · {judgments} · {tier}", _said_of(campaign, part, names)),
        *_section(_("Shares"), [_figures(part.figures, figure_names.SHARES, words.share)]),
        *_section(_("Against the others"), [_against(part)]),
        *_section(_("Coefficients"), [_figures(part.figures, figure_names.NUMBERS, words.number)]),
        *_section(_("Time and habits"), [_figures(part.figures, figure_names.TIMES, _time)]),
        *_section(_("Tests (a small p: not by chance)"), _tests(campaign, part)),
        *_section(_("Beside each other annotator, on the marks of the same options"), _pairs(campaign, part, names)),
    ]


def question_section(detail: Detail, width: int) -> list[RenderableType]:
    """Everything on one question version."""
    part = detail.part
    heading = f"{inert(part.question)} · {inert(part.pack)} · {inert(part.question_type)} · {inert(part.source)}"
    return [*_section(heading, _of_question(detail)), *_section(_("Who said what"), [_said(detail.said)])]


def agreement_section(campaign: Campaign, width: int) -> list[RenderableType]:
    """Agreement between annotators by coefficient, and again where n of k options are asked for."""
    figures, counted = campaign.figures, campaign.figures["A1"].clusters or 0
    told = {name: said for name, said in figure_names.AGREEMENT.items() if figures[name].value is not None}
    content: list[RenderableType] = [
        *([_figures(figures, told, words.number)] if told else []),
        *_untold(figures, figure_names.AGREEMENT),
        Text(
            ngettext("{count} question answered twice.", "{count} questions answered twice.", counted).format(
                count=counted
            ),
            style="dim",
        ),
    ]
    strata = {of: own for of, own in campaign.strata.items() if any(own[name].value is not None for name in _STRATUM)}
    if len(strata) > 1:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
        for heading in (_("asked for"), _("questions"), _("overlap"), _("same mark"), "alpha", "AC1"):
            table.add_column(Text(heading))
        for stratum, own in strata.items():
            cells = (_plain(own[figure]) for figure in _STRATUM)
            table.add_row(Text(stratum), Text(words.count(own["A1"].clusters)), *cells)
        content.append(Padding(table, (1, 0, 0, 0)))
    return _section(_("How far annotators agree with one another"), content)


def _untold(figures: dict[str, Figure], named: dict[str, str]) -> Iterator[Text]:
    """One sentence a reason on the figures that have no value."""
    reasons: dict[str, list[str]] = {}
    for figure, name in named.items():
        if figures[figure].value is None:
            reasons.setdefault(words.why(figures[figure]), []).append(_(name))
    for reason, names in reasons.items():
        which = _("all figures of agreement") if len(names) == len(named) else in_a_row(names, _)
        yield Text(_("No figure ({reason}): {which}.").format(reason=reason, which=which), style="dim")


def _plain(figure: Figure) -> Text:
    return Text("—" if figure.value is None else f"{figure.value:.3f}")


def _section(title: str, content: Iterable[RenderableType]) -> list[RenderableType]:
    return [Text(title, style="bold"), *(Padding(each, (0, 0, 0, 2)) for each in content), Text()]


def _said_of(campaign: Campaign, part: AnnotatorPart, names: dict[str, str]) -> Iterator[RenderableType]:
    found = [
        flag for flag in campaign.flags if part.annotator in (flag.annotator, *(flag.pair or ()))
    ]  # fmt: skip
    for flag in found:
        yield Text(_("Flag: {finding}.").format(finding=finding(flag, names)))
        yield Text(
            "  " + _("{p}, {holm} after {family} tests").format(
                p=words.chance_of(flag.p), holm=words.chance_of(flag.p_holm), family=flag.family
            )
            if flag.p is not None
            else "  " + _("by a fixed rule, not by a test"),
            style="dim",
        )  # fmt: skip
    if not found:
        yield Text(_("No flag."))
    yield Text(
        _("The line is {line}; the tier rests on {share}.").format(
            line=words.percent(campaign.settings.line), share=words.share(part.figures["Q6"])
        )
    )


def _against(part: AnnotatorPart) -> RenderableType:
    figures = part.figures
    table = _two()
    table.add_row(Text(_("points above the others on the same questions")), Text(_line(words.points(figures["Q2"]))))
    slope = figures["Q4"]
    hourly = "— " + words.why(slope) if slope.value is None else f"{100 * slope.value:+.1f} ({words.count(slope.den)})"
    table.add_row(Text(_("points gained or lost an hour without a break")), Text(hourly))
    table.add_row(Text(_("last third of a stretch minus the first")), Text(_line(words.points(figures["Q4.thirds"]))))
    return table


def _tests(campaign: Campaign, part: AnnotatorPart) -> Iterator[RenderableType]:
    table = _two()
    for figure, name in figure_names.TESTS.items():
        found = part.figures[figure]
        said = words.why(found) if found.value is None else words.chance_of(found.value)
        table.add_row(Text(_(name)), Text(f"{said} ({words.count(found.clusters)})"))
    yield table
    needed = part.figures["C1.needed"]
    if needed.value is not None:
        yield Text(
            _("To tell a skill of 0.2 from luck takes {count} judgments of this mix.").format(
                count=words.count(needed.value)
            ),
            style="dim",
        )


def _pairs(campaign: Campaign, part: AnnotatorPart, names: dict[str, str]) -> Iterator[RenderableType]:
    own = [pair for pair in campaign.pairs if part.annotator in (pair.first, pair.second)]
    if not own:
        yield Text(_("No other annotator shares 20 marked options."))
        return
    own.sort(key=lambda pair: -(pair.agreement.den or 0))
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for heading in (_("annotator"), _("same mark"), _("Cohen's kappa")):
        table.add_column(Text(heading))
    for pair in own[:PAIRS]:
        other = pair.second if pair.first == part.annotator else pair.first
        table.add_row(
            Text(inert(names.get(other, other))), Text(words.plain(pair.agreement)), Text(words.number(pair.kappa))
        )
    yield table
    if len(own) > PAIRS:
        more = len(own) - PAIRS
        yield Text(ngettext("and {count} more", "and {count} more", more).format(count=more), style="dim")


def _of_question(detail: Detail) -> Iterator[RenderableType]:
    part, found = detail.part, detail.part.posterior
    yield Text(
        _("Final answers that are the gold: {exact}; blind guesses: {blind}.").format(
            exact=words.plain(part.figures["G1"]), blind=words.plain(part.figures["B1"])
        )
    )
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
    for heading in (_("option"), _("gold"), "✓", "✗", "?", _("in finals"), _("in blind guesses"), _("probable")):
        table.add_column(Text(heading))
    for option in detail.options:
        gold = "—" if option.gold is None else "●" if option.gold else ""
        probable = "—" if found is None else words.percent(found.inclusion[option.key])
        table.add_row(
            *(
                Text(inert(cell)) for cell in (
                    option.key, gold, str(option.supported), str(option.ruled_out), str(option.undecidable),
                    f"{option.finals}/{detail.answers}", f"{option.guesses}/{detail.guesses}", probable,
                )
            )
        )  # fmt: skip
    yield table
    if found is None:
        yield Text(_("No marks and no final answer yet: nothing is probable."))
        return
    answer = inert("".join(found.answer))
    yield Text(
        _("Most probable: {answer} ({p}), by {people}; uncertainty {bits} bits.").format(
            answer=answer,
            p=words.percent(found.p_answer),
            bits=f"{found.entropy:.2f}",
            people=ngettext("{count} annotator", "{count} annotators", found.annotators).format(count=found.annotators),
        )
    )
    if found.p_gold is not None:
        said = _("The gold has {gold}; the best other answer, {other}, {p}.").format(
            gold=words.percent(found.p_gold), other=inert("".join(found.other)), p=words.percent(found.p_other)
        )
        if found.suspect:
            said += " " + _("The gold is in doubt: settle it with `rbcheck adjudicate`.")
        elif found.weak:
            said += " " + _("The gold is in doubt, by too few annotators to tell.")
        yield Text(said)
    rest, gap = part.figures["Q7.rest"], part.figures["Q7.gap"]
    yield Text(
        _("Item-rest correlation: {rest}; those right are better elsewhere than those wrong by {gap}.").format(
            rest=words.number(rest, 2), gap=words.number(gap, 2)
        ),
        style="dim",
    )


def _said(said: Iterable[Said]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
    for heading in (_("annotator"), _("blind guess"), _("final answer"), _("verdict"), ""):
        table.add_column(Text(heading))
    for each in said:
        table.add_row(
            Text(inert(each.name)), _set(each.blind), _set(each.final),
            Text(words.verdict(each.verdict) if each.verdict else "—"),
            Text("" if each.free or each.final is None else _("knew the gold, or not free"), style="dim"),
        )  # fmt: skip
    return table


def _set(chosen: tuple[str, ...] | None) -> Text:
    return Text("—" if chosen is None else inert("".join(chosen)))


def _figures(figures: dict[str, Figure], named: dict[str, str], show: object) -> RenderableType:
    table = _two()
    assert callable(show)
    for figure, name in named.items():
        table.add_row(Text(_(name)), Text(show(figures[figure])))
    return table


def _two() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    return table


def _time(figure: Figure) -> str:
    if figure.value is None:
        return f"— {words.why(figure)}"
    return f"{figure.value:.0f} ({words.count(figure.den)})"


def _line(text: str) -> str:
    return text.replace("\n", ", ")
