"""The plots of rows: who agrees, what is guessed and found, what the footage says of the gold, which golds fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rbcheck.locale import _
from rbcheck.reports import words
from rbcheck.reports.html.markup import Markup
from rbcheck.reports.html.svg import WIDTH, Canvas, Scale, cut, grid, legend
from rbcheck.stats.figure import Figure

ROW = 24
LEFT, RIGHT = 206, 214
# As many cells of the smallest letters as stand on the right.
_REMARK = 34
_TENTHS = tuple(tenth / 10 for tenth in range(0, 11, 2))


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a plot: whose figures these are, and the figures."""

    label: str
    figures: tuple[Figure, ...]
    remark: str = ""


def agreement_plot(bars: Sequence[Bar], line: float, title: str) -> Markup:
    """Each annotator's share of answers that are the gold, with its interval, beside the line that is wanted."""
    canvas, scale, top, bottom = _rows(len(bars))
    grid(canvas, scale, _TENTHS, top, bottom, _percent)
    _marked(canvas, scale(line), top, bottom, _("the line: {line}").format(line=words.percent(line)))
    for place, bar in enumerate(bars):
        y = top + ROW * (place + 0.5)
        (figure,) = bar.figures
        _label(canvas, y, bar.label)
        said = f"{bar.label}: {words.share(figure)}"
        _interval(canvas, scale, y, figure, "interval")
        if figure.value is not None:
            canvas.dot(scale(figure.value), y, "final", f"{said} {bar.remark}".strip())
        canvas.words(WIDTH - RIGHT + 14, y + (-1 if bar.remark else 4), words.plain(figure), "value")
        canvas.words(WIDTH - RIGHT + 14, y + 10, cut(bar.remark, _REMARK), "remark", title=bar.remark)
    return canvas.svg(title)


def guessing_plot(bars: Sequence[Bar], title: str) -> Markup:
    """For each type: how many blind guesses, and how many final answers, are the gold, and what luck would give."""
    canvas, scale, top, bottom = _rows(len(bars), above=30)
    legend(canvas, LEFT, 16, (
        ("diamond", "blind", _("blind guesses")), ("dot", "final", _("final answers")), ("line", "chance", _("luck")),
    ))  # fmt: skip
    grid(canvas, scale, _TENTHS, top, bottom, _percent)
    for place, bar in enumerate(bars):
        y = top + ROW * (place + 0.5)
        blind, final, chance = bar.figures
        _label(canvas, y, bar.label)
        if blind.value is not None and final.value is not None:
            canvas.line(scale(blind.value), y, scale(final.value), y, "gain")
        if chance.value is not None:
            canvas.line(scale(chance.value), y - 8, scale(chance.value), y + 8, "chance")
        for figure, drawn in ((blind, canvas.diamond), (final, canvas.dot)):
            if figure.value is None:
                continue
            kind = "blind" if figure is blind else "final"
            _interval(canvas, scale, y + (4 if figure is blind else -4), figure, f"interval {kind}")
            drawn(scale(figure.value), y, kind, f"{bar.label}: {words.share(figure)}")
        canvas.words(WIDTH - RIGHT + 14, y + 4, f"{_share(blind)} → {_share(final)}", "value")
    return canvas.svg(title)


def marks_plot(bars: Sequence[Bar], title: str) -> Markup:
    """For each type: what the footage says of the options of the gold; the three shares are of one whole."""
    canvas, scale, top, bottom = _rows(len(bars), above=30)
    names = ((_("supported ✓"), "supported"), (_("undecidable ?"), "undecidable"), (_("ruled out ✗"), "ruled-out"))
    legend(canvas, LEFT, 16, [("rect", kind, said) for said, kind in names])
    grid(canvas, scale, _TENTHS, top, bottom, _percent)
    for place, bar in enumerate(bars):
        y = top + ROW * (place + 0.5)
        _label(canvas, y, bar.label)
        at = 0.0
        for (said, kind), figure in zip(names, bar.figures, strict=True):
            share = figure.value or 0.0
            left, right = scale(at), scale(at + share)
            canvas.rect(left, y - 8, right - left, 16, kind, f"{bar.label}, {said}: {words.plain(figure)}")
            if right - left > 44:
                canvas.words((left + right) / 2, y + 4, words.percent(share), f"inside {kind}", "middle")
            at += share
        canvas.words(WIDTH - RIGHT + 14, y + 4, f"✗ {words.plain(bar.figures[2])}", "value")
    return canvas.svg(title)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A question whose gold is doubted: its gold and the answer that is more probable, with what each is given."""

    question: str
    gold: tuple[str, ...]
    other: tuple[str, ...]
    p_gold: float
    p_other: float
    annotators: int


def suspects_plot(suspects: Sequence[Suspect], title: str) -> Markup:
    """How probable the gold is of being right, and how probable one other answer, question by question."""
    canvas, scale, top, bottom = _rows(len(suspects), above=30)
    legend(canvas, LEFT, 16, (
        ("diamond", "blind", _("the gold is right")), ("dot", "final", _("one other answer is right")),
    ))  # fmt: skip
    grid(canvas, scale, _TENTHS, top, bottom, _percent)
    for place, suspect in enumerate(suspects):
        y = top + ROW * (place + 0.5)
        _label(canvas, y, suspect.question)
        canvas.line(scale(suspect.p_gold), y, scale(suspect.p_other), y, "gain")
        canvas.dot(scale(suspect.p_other), y, "final", f"{' '.join(suspect.other)}: {words.percent(suspect.p_other)}")
        canvas.diamond(scale(suspect.p_gold), y, "blind", f"{' '.join(suspect.gold)}: {words.percent(suspect.p_gold)}")
        said = _("{gold} → {other}, by {count}").format(
            gold="".join(suspect.gold), other="".join(suspect.other), count=suspect.annotators
        )
        canvas.words(WIDTH - RIGHT + 14, y + 4, said, "value")
    return canvas.svg(title)


def _rows(count: int, above: float = 16) -> tuple[Canvas, Scale, float, float]:
    """A canvas for so many rows, the scale of shares, and where the rows begin and end."""
    top, bottom = above, above + ROW * max(count, 1)
    return Canvas(WIDTH, bottom + 26), Scale(0, 1, LEFT, WIDTH - RIGHT), top, bottom


def _label(canvas: Canvas, y: float, said: str) -> None:
    canvas.words(LEFT - 12, y + 4, cut(said, 28) or _("(none)"), "label", "end", said)


def _interval(canvas: Canvas, scale: Scale, y: float, figure: Figure, kind: str) -> None:
    if figure.ci is not None:
        canvas.line(scale(figure.ci.low), y, scale(figure.ci.high), y, kind)


def _marked(canvas: Canvas, x: float, top: float, bottom: float, said: str) -> None:
    canvas.line(x, top - 4, x, bottom, "wanted")
    canvas.words(x, top - 6, said, "tick", "middle")


def _share(figure: Figure) -> str:
    return words.percent(figure.value) if figure.value is not None else words.counts(figure)


def _percent(share: float) -> str:
    return words.percent(share, 0)
