"""A table in the room there is: every cell wraps, and where columns do not fit beside each other rows become lists."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from rbcheck.tui.pages.wrapping import units, wrapped

Row = Sequence[Content]
_GAP = 2
_LONGEST_UNIT = 24
"""A column is made as wide as its longest word, up to here; what is longer is folded."""
_CHINESE = 8
"""No column of running Chinese is narrower: two characters a line are no text."""
_SOME = 4
"""Rules part the rows where more than one in so many takes several lines."""
_RULE = "$foreground 25%"
_HEAD = "bold $text-primary"


def table(rows: Sequence[Row], width: int) -> list[Content]:
    """The lines of a table whose first row is its head."""
    columns = max(map(len, rows))
    full = [[*row, *[Content("")] * (columns - len(row))] for row in rows]
    widths = _widths(full, width - _GAP * (columns - 1))
    return _beside(full, widths) if widths else _below(full, width)


def _widths(rows: list[list[Content]], room: int) -> list[int]:
    """The cells that each column gets; nothing where their longest words have no room."""
    natural = [max(cell.cell_length for cell in column) for column in zip(*rows, strict=True)]
    least = [
        min(full, max(_longest_unit(cell.plain) for cell in column))
        for full, column in zip(natural, zip(*rows, strict=True), strict=True)
    ]
    if sum(natural) <= room:
        return natural
    if sum(least) > room:
        return []
    widths = list(least)
    # All grow together, and the short ones stop first: what is left over goes to the columns with long texts.
    for _ in range(room - sum(widths)):
        growing = [at for at, each in enumerate(widths) if each < natural[at]]
        widths[min(growing, key=widths.__getitem__)] += 1
    return widths


def _longest_unit(text: str) -> int:
    longest = max((cell_len(piece.rstrip()) for piece in units(text)), default=0)
    chinese = _CHINESE if cell_len(text) > len(text) else 0
    return min(max(longest, chinese), _LONGEST_UNIT)


def _beside(rows: list[list[Content]], widths: list[int]) -> list[Content]:
    drawn = [_row([cell.stylize_before(_HEAD) for cell in rows[0]], widths), *(_row(row, widths) for row in rows[1:])]
    rule = Content.styled("─" * (sum(widths) + _GAP * (len(widths) - 1)), _RULE)
    apart = sum(len(row) > 1 for row in drawn[1:]) * _SOME > len(drawn)
    lines = [*drawn[0], rule]
    for number, row in enumerate(drawn[1:]):
        lines += [rule, *row] if apart and number else row
    return lines


def _row(cells: list[Content], widths: list[int]) -> list[Content]:
    columns = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for number in range(max(map(len, columns))):
        line = Content("")
        for at, (column, width) in enumerate(zip(columns, widths, strict=True)):
            part = column[number] if number < len(column) else Content("")
            last = at == len(widths) - 1
            line += part if last else part + Content(" " * (width - part.cell_length + _GAP))
        lines.append(line.rstrip())
    return lines


def _below(rows: list[list[Content]], width: int) -> list[Content]:
    """Each row as a list: its first cell, and under it what the others say, with their heads."""
    heads, lines = rows[0], list[Content]()
    for row in rows[1:]:
        lines += [Content("")] if lines else []
        lines += wrapped(row[0].stylize_before("bold"), width)
        for head, cell in zip(heads[1:], row[1:], strict=True):
            if cell.plain:
                named = Content.assemble("  ", (head.plain, "$text-primary"), "  ", cell)
                lines += wrapped(named, width, hang=4)
    return lines
