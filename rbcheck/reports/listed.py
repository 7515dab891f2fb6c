"""The questions that the page names, each with what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import words
from rbcheck.stats.figure import Figure
from rbcheck.stats.questions import QuestionPart

LISTED = 5


def guessed(parts: Iterable[QuestionPart]) -> Iterable[RenderableType]:
    """The questions that are guessed most often."""
    return _first(sorted((part for part in parts if part.blind_status == "dropped"), key=_most_guessed), _hits)


def doubted(parts: Iterable[QuestionPart]) -> Sequence[QuestionPart]:
    """The questions whose gold is in doubt, the least probable first."""
    return sorted((part for part in parts if part.posterior and part.posterior.suspect), key=_least_probable)


def doubts(parts: Sequence[QuestionPart]) -> Iterable[RenderableType]:
    """What is more likely than their golds."""
    return _first(parts, _doubt)


def _first(parts: Sequence[QuestionPart], say: Callable[[QuestionPart], str]) -> Iterable[RenderableType]:
    """The first of these questions, each with what is said of it."""
    for part in parts[:LISTED]:
        yield Text("  ") + Text(inert(part.question), style="bold") + Text(f"  {say(part)}")
    if len(parts) > LISTED:
        more = len(parts) - LISTED
        yield Text("  " + ngettext("and {count} more", "and {count} more", more).format(count=more), style="dim")


def _most_guessed(part: QuestionPart) -> tuple[float, float, str]:
    figure = part.figures["B1"]
    return -(figure.value or 0), -(figure.den or 0), part.question


def _hits(part: QuestionPart) -> str:
    return _("guessed by {share}").format(share=_tally(part.figures["B1"]))


def _least_probable(part: QuestionPart) -> tuple[float, float, str]:
    found = part.posterior
    return (found.p_gold or 0, -found.p_other, part.question) if found else (1, 0, part.question)


def _doubt(part: QuestionPart) -> str:
    found = part.posterior
    assert found is not None
    return _("more likely {answer} ({other}) than its gold ({gold}), by {count} annotators").format(
        answer=inert("".join(found.other)), other=words.percent(found.p_other),
        gold=words.percent(found.p_gold or 0), count=found.annotators,
    )  # fmt: skip


def _tally(figure: Figure) -> str:
    return _("{hits} of {all}").format(hits=words.count(figure.num), all=words.count(figure.den))
