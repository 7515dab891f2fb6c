"""The plots of how people work: what becomes of accuracy in a sitting, and how much was watched in which time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rbcheck.locale import _, ngettext
from rbcheck.reports import words
from rbcheck.reports.html.markup import Markup
from rbcheck.reports.html.svg import WIDTH, Canvas, Scale, grid, legend
from rbcheck.stats.drawn import Cell, SessionBin

HEIGHT = 300
_TOP, _BOTTOM, _LEFT, _RIGHT = 36, 250, 64, 28
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def session_plot(bins: Sequence[SessionBin], title: str) -> Markup:
    """The share of answers that are the gold, by how long the annotator had worked since a break."""
    canvas, y = _frame(_("final = gold"), _("minutes since a break of ten or more"))
    legend(canvas, _LEFT, 18, (
        ("dot", "final", _("observed")), ("diamond", "blind", _("what others do on the same questions")),
    ))  # fmt: skip
    step = (WIDTH - _LEFT - _RIGHT) / max(len(bins), 1)
    before = None
    for place, part in enumerate(bins):
        x = _LEFT + step * (place + 0.5)
        figure = part.figure
        canvas.words(x, _BOTTOM + 16, _minutes(part), "tick", "middle")
        canvas.words(x, _BOTTOM + 32, words.counts(figure), "tick", "middle")
        if part.expected is not None:
            canvas.diamond(x, y(part.expected), "blind", words.percent(part.expected))
        if figure.value is None:
            before = None
            continue
        if figure.ci is not None:
            canvas.line(x, y(figure.ci.low), x, y(figure.ci.high), "interval")
        if before is not None:
            canvas.line(*before, x, y(figure.value), "gain")
        before = (x, y(figure.value))
        canvas.dot(*before, "final", f"{_minutes(part)}: {words.share(figure)}")
    return canvas.svg(title)


def watching_plot(cells: Sequence[Cell], title: str) -> Markup:
    """How much of the clips was covered against the time to judge, in lengths of the clips; larger squares are more."""
    canvas, y = _frame(_("covered share of the clips"), _("time to judge, in lengths of the clips"))
    x = Scale(0.1, 20, _LEFT, WIDTH - _RIGHT, log=True)
    grid(canvas, x, (0.1, 0.2, 0.5, 1, 2, 5, 10, 20), _TOP, _BOTTOM, lambda tick: f"{tick:g}×")
    too_fast = _("less time than the clips last at double speed")
    canvas.rect(_LEFT, _TOP, x(0.5) - _LEFT, _BOTTOM - _TOP, "impossible", too_fast)
    legend(canvas, _LEFT, 18, (("rect", "square wrong", too_fast),))
    most = max((cell.count for cell in cells), default=1)
    for cell in cells:
        size = 3 + 17 * math.sqrt(cell.count / most)
        kind = "square wrong" if cell.impossible else "square"
        said = _("{judgments}: {coverage} covered in {ratio}× the length").format(
            judgments=ngettext("{count} judgment", "{count} judgments", cell.count).format(count=cell.count),
            coverage=words.percent(cell.coverage),
            ratio=f"{cell.ratio:.2g}",
        )
        canvas.rect(x(cell.ratio) - size / 2, y(cell.coverage) - size / 2, size, size, kind, said)
    return canvas.svg(title)


def _frame(upright: str, across: str) -> tuple[Canvas, Scale]:
    """A canvas with a scale of shares upright, and what both axes are."""
    canvas, y = Canvas(WIDTH, HEIGHT + 6), Scale(0, 1, _BOTTOM, _TOP)
    for share in _SHARES:
        canvas.line(_LEFT, y(share), WIDTH - _RIGHT, y(share), "grid")
        canvas.words(_LEFT - 8, y(share) + 4, words.percent(share, 0), "tick", "end")
    canvas.words(WIDTH - _RIGHT, _TOP - 18, upright, "axis", "end")
    canvas.words(WIDTH - _RIGHT, HEIGHT - 2, across, "axis", "end")
    return canvas, y


def _minutes(part: SessionBin) -> str:
    return f"{part.from_minutes}–{part.to_minutes}" if part.to_minutes is not None else f"{part.from_minutes}+"
