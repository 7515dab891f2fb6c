"""The whole report: one file in every language, with its own style and script, and nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from rbcheck import __version__
from rbcheck.domain.errors import in_a_row
from rbcheck.locale import LANGUAGES, _, language, speaking
from rbcheck.reports.html import sections
from rbcheck.reports.html.markup import Markup, joined, tag, text
from rbcheck.reports.html.report import Report

_NAMES = {"en": "English", "zh": "中文"}
_NO_NETWORK = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def html_report(report: Report) -> Iterator[str]:
    """The file, part by part; it opens in the language that is spoken now."""
    first = language()
    yield f'<!doctype html>\n<html lang="{first}">\n'
    head = (
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_NO_NETWORK}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", text(_("rbcheck: report on {packs}").format(packs=in_a_row(report.campaign.packs, _) or "—"))),
        tag("style", Markup(_asset("report.css"))),
    )
    yield tag("head", *head) + "\n<body>\n"
    for lang in LANGUAGES:
        with speaking(lang):
            yield tag("main", *_main(report), lang=lang) + "\n"
    yield tag("script", Markup(_asset("report.js"))) + "\n</body>\n</html>\n"


def _main(report: Report) -> Iterator[Markup]:
    buttons = [tag("button", text(_NAMES[lang]), type="button", value=lang) for lang in LANGUAGES]
    yield tag(
        "header",
        tag("div", tag("h1", text(_("Is this benchmark any good?"))), _when(report)),
        tag("div", *buttons, class_="langs", role="group", aria_label=_("language")),
    )
    yield joined(*sections.overview(report))
    for title, content in (
        (_("Whom to trust"), sections.trust),
        (_("Which questions can be guessed without watching"), sections.guessable),
        (_("Which golds are wrong"), sections.wrong),
        (_("How people work"), sections.working),
        (_("All questions"), sections.questions),
    ):
        yield sections.section(title, content(report))
    yield tag("p", text(_(
        "Shares stand with their counts (hits/of how many) and an interval of 95 %, in which the questions, not the "
        "judgments, count as independent. Seed {seed}, {draws} draws, {resamples} resamples, rbcheck {version}."
    ).format(
        seed=report.campaign.settings.seed, draws=report.campaign.settings.draws,
        resamples=report.campaign.settings.resamples, version=__version__,
    )), class_="note")  # fmt: skip


def _when(report: Report) -> Markup:
    at = report.made_at.strftime("%Y-%m-%d %H:%M UTC")
    said = _("{packs} · {at}").format(packs=in_a_row(report.campaign.packs, _) or "—", at=at)
    how = _("A click on a heading sorts its table; the mouse on a sign tells what it stands for.")
    return joined(tag("p", text(said), class_="soft"), tag("p", text(how), class_="note how"))


def _asset(name: str) -> str:
    return (files("rbcheck.reports.html") / name).read_text("utf-8")
