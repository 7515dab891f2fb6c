"""The tables of the page; every cell has its counts, every name is plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from rbcheck.domain.errors import N_, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.reports import words
from rbcheck.reports.breaking import least_width
from rbcheck.stats.campaign import Campaign
from rbcheck.stats.figure import Figure
from rbcheck.stats.flags import COPYING, EXCESS, FATIGUE, IDENTITY, NOTES, UNWATCHED
from rbcheck.stats.people import AnnotatorPart

_STEPS = {
    "assigned": N_("assigned"),
    "blind_locked": N_("guessed blind"),
    "watched": N_("watched"),
    "marked": N_("all marked"),
    "final": N_("final answer"),
    "verdict": N_("verdict"),
}
_EXCLUDED = {
    "practice": N_("practice (see it with --pack)"),
    "qualification": N_("qualification"),
    "check": N_("check questions"),
    "void": N_("voided"),
    "model": N_("by models"),
    "repeated": N_("repeated"),
    "all_or_none": N_("none or all options asked for"),
    "invalid_final": N_("final answers of the wrong size"),
    "after_reveal": N_("final answers after the gold was shown"),
    "after_return": N_("final answers after a return"),
    "gold_open": N_("final answers with the gold open"),
    "unplayable_report": N_("reports on clips that do play"),
    "invalid_blind": N_("blind guesses of the wrong size"),
    "played_before_lock": N_("blind guesses after the first play"),
    "seen": N_("blind guesses on footage seen before"),
}
_GROUPS = {
    "unit": N_("unit"),
    "type": N_("question type"),
    "source": N_("source"),
    "dimension": N_("dimension"),
    "pack": N_("pack"),
    "annotator": N_("annotator"),
    "verdict": N_("verdict"),
}
_TIERS = {
    "trusted": N_("above the line"),
    "qualified": N_("above it, narrowly"),
    "probation": N_("below it, narrowly"),
    "below": N_("below the line"),
    "unproven": N_("too few to tell"),
}
_FLAGS = {
    "void": N_("voided"),
    "consistent_with_chance": N_("like chance"),
    EXCESS: N_("guesses too good"),
    IDENTITY: N_("guesses come back"),
    COPYING: N_("same wrong answers as another"),
    FATIGUE: N_("tires"),
    UNWATCHED: N_("hardly watches"),
    NOTES: N_("copies notes"),
}
MOST_PEOPLE = 12
_INDENT, _GAP = 2, 2
# From which width of the terminal a column is shown, its heading, and its figure.
_COLUMNS = (
    (0, N_("final = gold"), "G1"),
    (120, N_("same, without\n“cannot tell”"), "G1.answered"),
    (100, N_("gold options found"), "G2"),
    (0, N_("blind = gold"), "B1"),
    (0, N_("gold ruled out"), "G5"),
)


def group_name(group: str) -> str:
    """A group in the reader's language."""
    return _(_GROUPS[group])


def funnel(campaign: Campaign) -> str:
    """How many judgments reached each step, on one line."""
    return " → ".join(f"{_(name)} {campaign.funnel[step]}" for step, name in _STEPS.items())


def left_out(campaign: Campaign) -> list[str]:
    """What each rule keeps out of the figures, with its count."""
    return [f"{_(_EXCLUDED[reason])} {number}" for reason, number in campaign.excluded.items() if number]


def ranked(campaign: Campaign) -> list[AnnotatorPart]:
    """Annotators with flags first, then who judged most."""
    return sorted(campaign.annotators, key=lambda part: (not part.flags, -part.judgments, part.name, part.annotator))


def annotators(campaign: Campaign, width: int, *, most: int | None = None) -> Table:
    """A row an annotator, those with flags first; of many, the first `most`."""
    wide = width >= 100
    headings = [_("judgments"), _("final = gold"), _("points above others\non the same questions"), _("blind = gold")]
    table = _table(_("annotator"), *(headings if wide else [headings[1], headings[3]]))
    table.add_column(Text(_("remarks")), overflow="fold")
    for part in ranked(campaign)[:most]:
        figures = part.figures
        cells = [
            Text(str(part.judgments)), Text(words.stacked(figures["G1"])), Text(words.points(figures["Q2"])),
            Text(words.plain(figures["B1"])),
        ]  # fmt: skip
        table.add_row(
            Text(inert(part.name or part.annotator)), *(cells if wide else [cells[1], cells[3]]), _remarks(part)
        )
    return table


def groups(campaign: Campaign, group: str, width: int) -> Table:
    """A row a value of the group; the last columns are left out where a name would have to be cut for them."""
    names = {part.annotator: part.name for part in campaign.annotators} if group == "annotator" else {}
    shown = [(heading, figure) for least, heading, figure in _COLUMNS if width >= least]
    headings = [group_name(group), *(_(heading) for heading, _figure in shown)]
    rows = []
    for value, figures in campaign.by[group].items():
        label = words.verdict(value) if group == "verdict" else names.get(value) or value
        name = Text(inert(label)) if label else Text(_("(none)"), style="dim")
        rows.append((name, *(_cell(figures, figure) for _heading, figure in shown)))
    columns = list(zip(headings, *([cell.plain for cell in row] for row in rows), strict=True))
    widths = list(accumulate([max(map(least_width, columns[0])), *(_GAP + _widest(cells) for cells in columns[1:])]))
    fitting = max(sum(needed <= width - _INDENT for needed in widths), 2)
    table = _table(*headings[:fitting])
    for row in rows:
        table.add_row(*row[:fitting])
    return table


def _widest(cells: Iterable[str]) -> int:
    return max(cell_len(line) for cell in cells for line in cell.split("\n"))


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column(Text(headings[0]), overflow="fold")
    for heading in headings[1:]:
        table.add_column(Text(heading), no_wrap=True)
    return table


def _remarks(part: AnnotatorPart) -> Text:
    remarks = [_(_TIERS[part.tier]), *(_(_FLAGS[flag]) for flag in part.flags)]
    if part.kind != "human":
        remarks.insert(0, inert(part.kind))
    return Text(in_a_row(remarks, _))


def _cell(figures: Mapping[str, Figure], name: str) -> Text:
    text = words.stacked(figures[name])
    chance = figures.get("B1.chance")
    if name == "B1" and chance is not None and chance.value is not None:
        text += "\n" + _("chance {percent}").format(percent=words.plain(chance))
    return Text(text)


def tier_name(part: AnnotatorPart) -> str:
    """An annotator's tier in the reader's language."""
    return _(_TIERS[part.tier])


def flag_name(flag: str) -> str:
    """A kind of flag in the reader's language."""
    return _(_FLAGS[flag])
