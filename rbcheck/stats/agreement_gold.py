"""G1 to G10: how finals, marks and verdicts agree with the gold."""

from __future__ import annotations

from rbcheck.stats.columns import GOLD_VERDICTS, MARKS, Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.intervals import two_way_proportion
from rbcheck.stats.records import RULED_OUT, SUPPORTED, UNDECIDABLE
from rbcheck.stats.shares import chance_overlap, share, skill

_S, _R, _U = MARKS.index(SUPPORTED), MARKS.index(RULED_OUT), MARKS.index(UNDECIDABLE)

Figures = dict[str, Figure]


def agreement(table: Columns, *, pooled: bool = True) -> Figures:
    """G1 to G4: exact and overlap, on FREE and on ANSWERED; selective on CLEAR."""
    known = table.informative & table.golden
    free, answered, clear = known & table.free, known & table.answered, known & table.clear
    empty = Reason.NO_GOLD if (table.free & table.informative).any() else Reason.NO_DATA
    figures: Figures = {}
    for suffix, mask in (("", free), (".answered", answered)):
        overlap = share(table, mask, table.overlap, table.n, pooled=pooled, empty=empty)
        figures["G1" + suffix] = share(table, mask, table.exact, pooled=pooled, empty=empty)
        figures["G2" + suffix] = overlap
        figures["G3" + suffix] = skill(overlap, chance_overlap(table, mask))
    if not free.any() and (table.free & table.golden).any():
        figures["G3"] = missing(Reason.NO_VARIATION)
    figures["G4"] = share(table, clear, table.exact, pooled=pooled, empty=empty)
    figures["G4.coverage"] = share(table, free, table.clear, pooled=pooled, empty=empty)
    if pooled:
        figures["G1.new_annotators"] = two_way_proportion(
            table.exact[free], free[free], table.question[free], table.annotator[free]
        )
        if not free.any():
            figures["G1.new_annotators"] = missing(empty)
    return figures


def marks_on_gold(table: Columns, *, pooled: bool = True) -> Figures:
    """G5 to G8 on FINAL: what marks gold options and others have, and where marks and final contradict each other."""
    final = table.informative & table.final
    known = final & table.golden
    empty = Reason.NO_GOLD if final.any() and not known.any() else Reason.NO_DATA
    inside, outside = table.gold_marks, table.other_marks
    gold_marked, other_marked = inside.sum(axis=1), outside.sum(axis=1)

    def of_gold(mark: int) -> Figure:
        return share(table, known, inside[:, mark], gold_marked, pooled=pooled, empty=empty)

    def of_others(mark: int) -> Figure:
        return share(table, known, outside[:, mark], other_marked, pooled=pooled, empty=empty)

    figures = {
        "G5": of_gold(_R),
        "G6.undecidable": of_gold(_U),
        "G6.supported": of_gold(_S),
        "G7.sensitivity": of_gold(_S),
        "G7.false_alarm": of_others(_S),
        "G7.other_ruled_out": of_others(_R),
        "G7.other_undecidable": of_others(_U),
    }
    figures["G7.youden"] = _youden(figures["G7.sensitivity"], figures["G7.false_alarm"])
    figures["G8"] = share(table, final, table.final_ruled_out, table.final_marked, pooled=pooled)
    figures["G8.count"] = share(table, final & table.fully_marked, table.supported != table.n, pooled=pooled)
    return figures


def gold_verdicts(table: Columns, *, pooled: bool = True) -> Figures:
    """G9 and G10 on REVEALED: verdicts on the gold, and how far showing it bends them."""
    revealed = table.informative & table.revealed
    figures = {
        f"G9.{verdict}": share(table, revealed, table.gold_verdict == code, pooled=pooled)
        for code, verdict in enumerate(GOLD_VERDICTS)
    }
    differing = revealed & table.final & table.golden & ~table.exact
    conceded = table.gold_verdict == GOLD_VERDICTS.index("correct")
    figures["G10"] = share(table, differing, conceded, pooled=pooled)
    figures["G10.flips"] = share(table, differing & table.revised, table.flipped, pooled=pooled)
    return figures


def acceptance(figure: Figure, line: float, *, want_above: bool = True) -> dict[str, object]:
    """A share beside a line: by its point, and by its interval (pass, fail or undecided; null without one)."""
    if figure.value is None:
        return {"line": line, "point": None, "interval": None}
    passes = figure.value > line if want_above else figure.value < line
    if figure.ci is None:
        return {"line": line, "point": passes, "interval": None}
    above, below = figure.ci.low > line, figure.ci.high < line
    good, bad = (above, below) if want_above else (below, above)
    return {"line": line, "point": passes, "interval": "pass" if good else "fail" if bad else "undecided"}


def _youden(sensitivity: Figure, false_alarm: Figure) -> Figure:
    """Sensitivity minus false alarm; without an interval of its own."""
    if sensitivity.value is None or false_alarm.value is None:
        return Figure(None, None, None, None, None, sensitivity.reason or false_alarm.reason or Reason.NO_DATA)
    return Figure(sensitivity.value - false_alarm.value, None, None, sensitivity.clusters)
