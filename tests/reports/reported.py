"""A small campaign with everything that a report draws, and names that would break a careless page."""

from __future__ import annotations

from datetime import timedelta

import builders

from rbcheck.reports.html.report import Report
from rbcheck.services.drawing import Doubted, Drawn
from rbcheck.stats.campaign import Settings, measure
from rbcheck.stats.drawn import session_bins, watching_cells
from rbcheck.stats.figure import Figure
from rbcheck.stats.intervals import wilson
from rbcheck.stats.posteriors import QuestionPosterior
from rbcheck.stats.records import JudgmentRow, Reached

OPTIONS = tuple("ABCDEF")
HOSTILE = "</script><img src=x onerror=\"document.title='pwned'\"><b>Bo</b>\x1b[2J\u202e\n&amp;"
GOLD = frozenset("ABC")


def rows(hostile: str = HOSTILE) -> list[JudgmentRow]:
    """Three annotators on twelve questions of two types; one bears a hostile name, and so does a type."""
    made = []
    for number in range(12):
        for place, (name, final) in enumerate((("Ann", "ABC"), (hostile, "DEF"), ("陈小明", "ABD"))):
            row = JudgmentRow(
                annotator=f"a{place}",
                annotator_name=name,
                question=f"q{number:02d}{hostile if number == 3 else ''}",
                options=OPTIONS,
                n=3,
                pack="p",
                question_type="event-order" if number < 6 else f"turns {hostile}",
                source="s",
                gold=GOLD,
                reached=Reached.VERDICT,
                blind=frozenset("ABC" if number < 4 else "ABD"),
                final=frozenset(final),
                verdict="clear",
                marks={option: "supported" if option in final else "ruled_out" for option in OPTIONS},
                at=builders.T0 + timedelta(minutes=number),
            )
            made.append(row)
    return made


def report(made: list[JudgmentRow] | None = None) -> Report:
    """The report on these judgments."""
    judged = rows() if made is None else made
    exact = [row.final == row.gold for row in judged]
    questions = [int(row.question[1:3]) for row in judged]
    doubted = tuple(
        Doubted("p", name, ("A", "B", "C"), QuestionPosterior(p, frozenset("ABD"), 1 - p, {}, 3, p < 0.05, False))
        for name, p in ((f"q03{HOSTILE}", 0.01), ("q04", 0.3))
    )
    drawn = Drawn(
        session_bins([5.0 * question for question in questions], exact, questions, [0.4] * len(judged)),
        watching_cells([(30.0 * (1 + question), 60.0, 0.9) for question in questions]),
        doubted if judged else (),
        Figure(0.25, 1, 4, 4, wilson(1, 4)),
    )
    campaign = measure(judged, Settings(draws=20, resamples=20, groups=("type",)))
    return Report(campaign, drawn, builders.T0)
