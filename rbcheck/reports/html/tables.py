"""Tables that sort: each cell with what it says and what it is sorted by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rbcheck.reports import words
from rbcheck.reports.html.markup import NOTHING, Markup, joined, tag, text
from rbcheck.stats.figure import Figure


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell; `value` is what it is sorted by, None where there is nothing to sort."""

    said: Markup
    value: float | str | None = None
    number: bool = False


def name(said: str) -> Cell:
    """A text, as a name."""
    return Cell(text(said), said)


def count(number: float | None) -> Cell:
    """A count."""
    return Cell(text("—" if number is None else words.count(number)), number, number=True)


def share(figure: Figure) -> Cell:
    """A share with its counts, and its interval or why there is none below it."""
    below = words.span(figure.ci) if figure.ci is not None else words.why(figure)
    small = tag("small", text(below)) if below else NOTHING
    return Cell(joined(text(words.plain(figure)), small), figure.value, number=True)


def plain_share(value: float | None) -> Cell:
    """A probability."""
    return Cell(text("—" if value is None else words.percent(value)), value, number=True)


def table(heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[Cell]]) -> Markup:
    """A table; each head with its words, and whether numbers stand below it."""
    head = [
        tag("th", tag("button", text(said), type="button"), class_="number" if number else None, scope="col")
        for said, number in heads
    ]
    body = [
        tag("tr", *(_cell(cell, first=place == 0) for place, cell in enumerate(row)), data_place=line)
        for line, row in enumerate(rows)
    ]
    whole = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *body))
    return tag("div", whole, class_="scroll")


def _cell(cell: Cell, *, first: bool) -> Markup:
    kind = "number" if cell.number else "name" if first else None
    value = "" if cell.value is None else f"{cell.value:.9g}" if isinstance(cell.value, float) else cell.value
    return tag("td", cell.said, class_=kind, data_value=value)
