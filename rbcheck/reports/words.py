"""Figures in words: a percentage never without its counts, a gap never without its reason."""

from __future__ import annotations

from rbcheck.domain.errors import N_
from rbcheck.domain.percent import percent as percent
from rbcheck.domain.percent import span as span_said
from rbcheck.domain.verdict import VERDICT_WORDS
from rbcheck.locale import _, ngettext
from rbcheck.stats.figure import Figure, Interval, Reason

_REASONS = {
    Reason.NO_DATA: N_("nothing yet"),
    Reason.NO_VARIATION: N_("all answers alike"),
    Reason.NO_PAIRABLE_UNITS: N_("nothing judged twice"),
    Reason.TOO_FEW_ANNOTATORS: N_("too few annotators"),
    Reason.TOO_FEW_QUESTIONS: N_("too few questions"),
    Reason.SINGLE_CLUSTER: N_("one question only"),
    Reason.NO_GOLD: N_("no gold here"),
    Reason.NO_TELEMETRY: N_("not recorded"),
    Reason.ALL_CORRECT: N_("all right"),
    Reason.ALL_WRONG: N_("all wrong"),
}

_VERDICTS = {verdict.value: name for verdict, name in VERDICT_WORDS.items()}


def verdict(value: str) -> str:
    """A verdict, `cant_tell`, as the interface says it: `cannot tell`."""
    return _(_VERDICTS[value]) if value in _VERDICTS else value


def count(number: float | None) -> str:
    """A count; one digit where it is a count corrected for chance."""
    if number is None:
        return "0"
    return f"{number:.0f}" if float(number).is_integer() else f"{number:.1f}"


def counts(figure: Figure) -> str:
    """Numerator over denominator: `(95/200)`."""
    if figure.num is None and figure.den is not None:
        return _("(of {count})").format(count=count(figure.den))
    return f"({count(figure.num)}/{count(figure.den)})"


def span(interval: Interval) -> str:
    """An interval with its level: `95 % 40.7–54.4`."""
    return span_said(interval.low, interval.high, interval.level)


def plain(figure: Figure) -> str:
    """The value with its counts and nothing else: `77.8 % (7/9)`."""
    return f"{percent(figure.value) if figure.value is not None else '—'} {counts(figure)}"


def flowing(*sentences: str) -> str:
    """Sentences one after the other; a Chinese full stop has its room in itself."""
    told = ""
    for sentence in filter(None, sentences):
        told += sentence if not told or told[-1] in "。！？" else f" {sentence}"
    return told


def share(figure: Figure) -> str:
    """The whole figure on one line: `47.5 % (95/200), 95 % 40.7–54.4`."""
    if figure.value is None:
        return f"— {counts(figure)}, {why(figure)}"
    text = f"{percent(figure.value)} {counts(figure)}"
    if figure.ci is not None:
        return f"{text}, {span(figure.ci)} {_behind(figure)}".rstrip()
    return f"{text}, {why(figure)}" if figure.reason else text


def _behind(figure: Figure) -> str:
    """Of a share that is none or all: how many questions are behind it, where its trials are more than these.

    Its interval is that of so many, and would look far too wide beside the counts.
    """
    if figure.value not in (0, 1) or figure.clusters is None or figure.den is None or figure.clusters >= figure.den:
        return ""
    questions = ngettext("{count} question", "{count} questions", figure.clusters).format(count=figure.clusters)
    return _("(on {questions})").format(questions=questions)


def stacked(figure: Figure) -> str:
    """The same on two short lines, for a cell of a table."""
    if figure.value is None:
        return f"— {counts(figure)}\n{why(figure)}"
    below = f"{span(figure.ci)}\n{_behind(figure)}" if figure.ci is not None else why(figure)
    return f"{percent(figure.value)} {counts(figure)}\n{below}".rstrip()


def why(figure: Figure) -> str:
    """Why the value or its interval is missing."""
    return _(_REASONS[figure.reason]) if figure.reason else ""


def points(figure: Figure) -> str:
    """A difference of shares in points, with its count and interval on a second line: `+12.3 (of 210)`."""
    if figure.value is None:
        return stacked(figure)
    text = _("{points} (of {count})").format(points=f"{100 * figure.value:+.1f}", count=count(figure.den))
    return f"{text}\n{span(figure.ci)}" if figure.ci is not None else f"{text}\n{why(figure)}".rstrip()


def number(figure: Figure, digits: int = 3) -> str:
    """A coefficient, with its interval where there is one: `0.743 (95 % 0.701–0.780)`."""
    if figure.value is None:
        return f"— {why(figure)}"
    text = f"{figure.value:.{digits}f}"
    if figure.ci is not None:
        text += f" ({100 * figure.ci.level:.0f} % {figure.ci.low:.{digits}f}–{figure.ci.high:.{digits}f})"
    return text


def chance_of(p: float | None) -> str:
    """A p value: `p = 0.012`, `p < 0.001`."""
    if p is None:
        return "p —"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
