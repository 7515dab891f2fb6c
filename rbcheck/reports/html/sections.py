"""The sections of the report, each a question that a lead has, its sentences, its plot and its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rbcheck.domain.errors import CLAUSES, N_, in_a_row
from rbcheck.locale import _
from rbcheck.reports import tables as shared
from rbcheck.reports import words
from rbcheck.reports.cautions import warnings
from rbcheck.reports.html import plots, plots_of_work, tables
from rbcheck.reports.html.markup import Markup, joined, tag, text
from rbcheck.reports.html.report import Report
from rbcheck.stats.campaign import lines
from rbcheck.stats.figure import Figure
from rbcheck.stats.people import AnnotatorPart

MOST_ROWS, MOST_BARS = 2000, 40


def overview(report: Report) -> Iterator[Markup]:
    """What must be known first: how far, how guessable, how wrong."""
    campaign, figures = report.campaign, report.campaign.figures
    people = sum(part.kind != "model" for part in campaign.annotators)
    yield _p(
        _("Judgments: {judgments}, by annotators: {people}, on questions: {questions}, from packs: {packs}.").format(
            judgments=campaign.funnel["assigned"], people=people, questions=len(campaign.questions),
            packs=in_a_row(campaign.packs, _) or "—",
        ), "lead",
    )  # fmt: skip
    outcome = lines(campaign)
    cards = [
        _card(figures["G1"], _("final answers are the gold"), _state(outcome["agreement"]["interval"])),
        _card(figures["B1"], _("blind guesses are the gold; luck alone: {chance}").format(
            chance=words.plain(figures["B1.chance"])
        ), _state(outcome["blind"]["interval"])),
        _card(figures["G5"], _("options of the gold that the footage rules out"), ""),
        _card(report.drawn.wrong_gold, _("wrong gold among the questions that were settled"), ""),
    ]  # fmt: skip
    yield tag("div", *cards, class_="figures")
    warnings = list(_warnings(report))
    if warnings:
        yield tag("ul", *(tag("li", text(said)) for said in warnings), class_="warnings")
    left_out = shared.left_out(campaign)
    if left_out:
        yield _p(_("Left out: {reasons}.").format(reasons=in_a_row(left_out, _, CLAUSES)), "note")


def trust(report: Report) -> Iterator[Markup]:
    """Whom to trust."""
    parts = [part for part in report.campaign.annotators if part.figures["G1"].den]
    parts.sort(key=lambda part: -(part.figures["G1"].value or 0))
    title = _("Share of each annotator's answers that are the gold, with its interval")
    yield _p(title)
    bars = [plots.Bar(part.name or part.annotator, (part.figures["G1"],), _flags(part)) for part in parts]
    yield plots.agreement_plot(bars[:MOST_BARS], report.campaign.settings.line, title)
    yield _more(len(bars), MOST_BARS)
    heads = (
        (_("annotator"), False), (_("judgments"), True), (_("final = gold"), True),
        (_("gold options found"), True), (_("blind = gold"), True), (_("gold ruled out"), True),
        (_("remarks"), False),
    )  # fmt: skip
    yield tables.table(heads, map(_person, shared.ranked(report.campaign)))


def guessable(report: Report) -> Iterator[Markup]:
    """Which questions can be guessed without watching."""
    title = _("Blind guesses and final answers that are the gold, by question type")
    yield _p(title)
    yield _p(_("The shorter the way between the two signs, the less the footage is needed."), "note")
    bars = [
        plots.Bar(value, (figures["B1"], figures["G1"], figures["B1.chance"]))
        for value, figures in _types(report).items()
    ]
    yield plots.guessing_plot(bars[:MOST_BARS], title)
    yield _more(len(bars), MOST_BARS)
    heads = ((_("question type"), False), (_("blind = gold"), True), (_("luck"), True), (_("final = gold"), True))
    yield tables.table(
        heads,
        (
            (
                tables.name(value or _("(none)")), tables.share(figures["B1"]),
                tables.plain_share(figures["B1.chance"].value), tables.share(figures["G1"]),
            )
            for value, figures in _types(report).items()
        ),
    )  # fmt: skip


def wrong(report: Report) -> Iterator[Markup]:
    """Which golds are wrong."""
    title = _("What the footage says of the options of the gold, by question type")
    yield _p(title)
    names = ("G6.supported", "G6.undecidable", "G5")
    whole = plots.Bar(_("all"), tuple(report.campaign.figures[name] for name in names))
    bars = [plots.Bar(value, tuple(figures[name] for name in names)) for value, figures in _types(report).items()]
    told = [bar for bar in bars if bar.figures[2].value is not None]
    yield plots.marks_plot([whole, *told[:MOST_BARS]], title)
    yield _more(len(told), MOST_BARS)
    suspects = list(_suspects(report))
    title = _("Golds that all judgments together find improbable")
    yield tag("h3", text(title))
    if not suspects:
        yield _p(_("None: no gold is less probable than another answer."))
        return
    yield _p(_("A posterior is no verdict: settle them by looking, with {command}.").format(
        command="rbcheck adjudicate"
    ))  # fmt: skip
    yield plots.suspects_plot(suspects[:MOST_BARS], title)
    yield _more(len(suspects), MOST_BARS)
    heads = (
        (_("question"), False), (_("gold"), False), (_("more probable"), False), (_("gold is right"), True),
        (_("the other is right"), True), (_("judgments"), True),
    )  # fmt: skip
    yield tables.table(
        heads,
        (
            (
                tables.name(one.question), tables.name(" ".join(one.gold)), tables.name(" ".join(one.other)),
                tables.plain_share(one.p_gold), tables.plain_share(one.p_other), tables.count(one.annotators),
            )
            for one in suspects[:MOST_ROWS]
        ),
    )  # fmt: skip


def working(report: Report) -> Iterator[Markup]:
    """How people work."""
    title = _("Answers that are the gold, by the time since a break")
    yield tag("h3", text(title))
    if report.drawn.sessions:
        yield plots_of_work.session_plot(report.drawn.sessions, title)
    else:
        yield _p(_("Nothing yet."))
    title = _("How much was watched, in which time")
    yield tag("h3", text(title))
    if report.drawn.cells:
        yield plots_of_work.watching_plot(report.drawn.cells, title)
    else:
        yield _p(_("What was watched is not recorded in these judgments."))


def questions(report: Report) -> Iterator[Markup]:
    """Every question, the most contradicted first."""
    parts = sorted(
        report.campaign.questions, key=lambda part: (-(part.figures["G5"].value or 0), part.pack, part.question)
    )
    heads = (
        (_("question"), False), (_("pack"), False), (_("question type"), False), (_("judgments"), True),
        (_("final = gold"), True), (_("blind = gold"), True), (_("gold ruled out"), True), (_("guessing"), False),
    )  # fmt: skip
    yield tables.table(
        heads,
        (
            (
                tables.name(part.question), tables.name(part.pack), tables.name(part.question_type),
                tables.count(part.judgments), *(_counted(part.figures[name]) for name in ("G1", "B1", "G5")),
                tables.name(_(_STATUS[part.blind_status]) if part.blind_status else "—"),
            )
            for part in parts[:MOST_ROWS]
        ),
    )  # fmt: skip
    yield _more(len(parts), MOST_ROWS)


_STATUS = {"dropped": N_("guessable"), "kept": N_("not guessable"), "undecided": N_("not decided")}


def _types(report: Report) -> dict[str, dict[str, Figure]]:
    return report.campaign.by.get("type", {})


def _suspects(report: Report) -> Iterator[plots.Suspect]:
    for one in report.drawn.doubted:
        found = one.posterior
        best = tuple(sorted(found.best))
        if found.p_gold is not None and found.p_gold < found.p_best and best != one.gold:
            yield plots.Suspect(one.question, one.gold, best, found.p_gold, found.p_best, found.annotators)


def _warnings(report: Report) -> Iterator[str]:
    campaign = report.campaign
    if campaign.withheld:
        yield _("Questions without their verdict, of which the gold is withheld: {count}.").format(
            count=campaign.withheld
        )  # fmt: skip
    yield from warnings(campaign)


def _person(part: AnnotatorPart) -> Sequence[tables.Cell]:
    figures = part.figures
    return (
        tables.name(part.name or part.annotator), tables.count(part.judgments),
        *(tables.share(figures[name]) for name in ("G1", "G2", "B1", "G5")),
        tables.name(in_a_row(filter(None, (shared.tier_name(part), _flags(part))), _)),
    )  # fmt: skip


def _flags(part: AnnotatorPart) -> str:
    kind = [part.kind] if part.kind != "human" else []
    return in_a_row([*kind, *(shared.flag_name(flag) for flag in part.flags)], _)


def _card(figure: Figure, said: str, state: str) -> Markup:
    value = words.percent(figure.value) if figure.value is not None else "—"
    below = in_a_row(filter(None, (words.counts(figure), words.span(figure.ci) if figure.ci else words.why(figure))), _)
    return tag(
        "div", tag("b", text(value)), tag("span", text(said)), tag("span", text(below)),
        class_=f"figure {state}".strip(),
    )  # fmt: skip


def _state(interval: object) -> str:
    return {"pass": "good", "fail": "bad"}.get(str(interval), "")


def _counted(figure: Figure) -> tables.Cell:
    return tables.Cell(text(words.plain(figure)), figure.value, number=True)


def _more(count: int, most: int) -> Markup:
    if count <= most:
        return joined()
    return _p(_("and {count} more, of {all}").format(count=count - most, all=count), "note")


def _p(said: str, kind: str | None = None) -> Markup:
    return tag("p", text(said), class_=kind)


def section(title: str, content: Iterable[Markup]) -> Markup:
    """A section with its heading."""
    return tag("section", tag("h2", text(title)), *content)
