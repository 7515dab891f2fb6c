"""The records of a CSV or TSV file: what separates its cells is told from its first line, never from its name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _
from rbcheck.packs.fields import LONGEST_TEXT
from rbcheck.packs.tables.json_rows import Found
from rbcheck.packs.tables.sources import Source
from rbcheck.services.intake import Refusal

_MOST_COLUMNS = 1000
_NO_TABLE = N_(
    "{path} is neither JSON nor a table with a line of headings: a first line with commas or tabs is missing."
)
_TWICE = N_("{path} has two columns named {name}: rename one.")
_WIDE = N_("{path} has more than {most} columns: that is no table of questions.")


def separator(line: str) -> str | None:
    """What separates the cells of a line of headings; None where nothing does."""
    outside = "".join(line.split('"')[::2])
    counts = {sign: outside.count(sign) for sign in ("\t", ",", ";")}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] else None


class SheetRecords:
    """The records of a table, which can be gone through again and again; cells are texts, empty ones are None."""

    def __init__(self, source: Source) -> None:
        self._source = source
        shown = inert(str(source.path))
        with source.open() as file:
            first = file.readline(LONGEST_TEXT).decode("utf-8", "surrogateescape")
        self._separator = separator(first)
        if self._separator is None or "\0" in first:
            raise PackError(_NO_TABLE, path=shown)
        heading = next(iter(self._cells()), None)
        if heading is None or isinstance(heading, Refusal):
            raise PackError(_NO_TABLE, path=shown)
        self._names = [name.strip() for name in heading[1]]
        if len(self._names) > _MOST_COLUMNS:
            raise PackError(_WIDE, path=shown, most=_MOST_COLUMNS)
        for place, name in enumerate(self._names):
            if name and name in self._names[:place]:
                raise PackError(_TWICE, path=shown, name=brief(name))

    def __iter__(self) -> Iterator[Found | Refusal]:
        rows = self._cells()
        next(rows)
        for row in rows:
            if isinstance(row, Refusal):
                yield row
                continue
            line, cells = row
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(self._names):
                found = _("{count} cells").format(count=len(cells))
                expected = _("at most {most}, as the headings have").format(most=len(self._names))
                yield Refusal(self._source.name, line, None, "line", found, expected)
                continue
            yield Found(line, {name: cell or None for name, cell in zip(self._names, cells, strict=False) if name})

    def _cells(self) -> Iterator[tuple[int, list[str]] | Refusal]:
        """Each record's first line and its cells."""
        with self._source.open() as raw:
            text = io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape", newline="")
            reader = csv.reader(text, delimiter=self._separator or ",")
            while True:
                line = reader.line_num + 1
                try:
                    cells = next(reader)
                except StopIteration:
                    return
                except csv.Error:
                    found = _("a cell of more than {most} characters").format(most=csv.field_size_limit())
                    yield Refusal(self._source.name, line, None, "line", found, _("a quotation mark that is closed"))
                    continue
                try:
                    "".join(cells).encode("utf-8")
                except UnicodeEncodeError:
                    yield Refusal(self._source.name, line, None, "line", _("no UTF-8"), _("a file saved as UTF-8"))
                    continue
                yield line, cells
