"""The records of a question file, whatever it is written in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.packs.fields import LONGEST_TEXT, kind_of
from rbcheck.packs.lines import lines_of
from rbcheck.packs.strict_json import Unreadable, checked
from rbcheck.packs.tables.json_rows import Found, IsQuestion, JsonRecords
from rbcheck.packs.tables.sheet_rows import SheetRecords
from rbcheck.packs.tables.sources import Source
from rbcheck.services.intake import Refusal

KEY = "id"
"""The field that the key of an object of records becomes, where its records have none of this name."""

_EMPTY = N_("{path} is empty: add a file of questions.")
_NO_UTF8 = N_("{path} is not UTF-8 (byte {byte}): save it as UTF-8.")

_LIST = N_("JSON")
_LINES = N_("JSON Lines")
_SHEET = N_("a table")

_HEAD = LONGEST_TEXT * 2
"""How many bytes are looked at to tell what kind of file it is."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record and the line where it begins."""

    line: int
    record: Mapping[str, object]


class Rows:
    """The records of a file, which can be gone through again and again; what is no record is a refusal."""

    def __init__(self, source: Source, is_question: IsQuestion) -> None:
        self.source = source
        self.form, self._found = _found(source, is_question)

    def __iter__(self) -> Iterator[Row | Refusal]:
        for item in self._found:
            yield item if isinstance(item, Refusal) else self._row(item)

    def _row(self, found: Found) -> Row | Refusal:
        try:
            # A line of JSON Lines was looked at when it was decoded.
            value = found.value if self.form == _LINES else checked(found.value)
        except Unreadable as error:
            # What a damaged record calls itself is not to be relied on: the line says where it stands.
            return Refusal(self.source.name, found.line, None, "line", str(error), _("one JSON object"))
        if not isinstance(value, dict):
            return Refusal(self.source.name, found.line, None, "line", kind_of(value), _("an object"))
        record = value
        if found.around:
            record = {**found.around, **record}
        if found.key is not None and record.get(KEY) is None:
            record = {**record, KEY: found.key}
        return Row(found.line, record)


class _LineRecords:
    """JSON Lines."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __iter__(self) -> Iterator[Found | Refusal]:
        with self._source.open() as file:
            for item in lines_of(file, self._source.name):
                yield item if isinstance(item, Refusal) else Found(*item)


def _found(source: Source, is_question: IsQuestion) -> tuple[str, Iterable[Found | Refusal]]:
    with source.open() as file:
        start = file.read(_HEAD).lstrip()
        first, sign, rest = start.partition(b"\n")
        if not sign and start[:1] == b"{":
            # What follows the first line, however long that is, says what kind of file it is.
            while (piece := file.readline(_HEAD)) and not piece.endswith(b"\n"):
                pass
            rest = file.read(_HEAD)
    if not start:
        raise PackError(_EMPTY, path=inert(str(source.path)))
    if start[:1] not in (b"[", b"{"):
        source.require_utf8()
        return _SHEET, SheetRecords(source)
    if start[:1] == b"{" and _is_lines(first, rest):
        source.require_utf8()
        return _LINES, _LineRecords(source)
    return _LIST, JsonRecords(_text(source), str(source.path), is_question)


def _is_lines(first: bytes, rest: bytes) -> bool:
    """Whether the lines of a text that begins with an object are values of their own; `rest` may be cut off."""
    try:
        json.loads(first)
        return bool(rest.strip())
    except (ValueError, RecursionError):
        pass
    # A damaged first line, or one too long to be looked at, is told by the next ones beginning an object each.
    following = [line.strip() for line in rest.splitlines()[:3] if line.strip()]
    # Behind a line that was cut off, one line that is cut off itself begins an object at least.
    both_cut = len(first) >= _HEAD - 1 and len(rest) == _HEAD and len(following) == 1
    whole = following[:0] if both_cut else following[:2]
    return bool(following) and following[0].startswith(b'{"') and all(
        line.startswith(b'{"') and line.endswith(b"}") for line in whole
    )  # fmt: skip


def _text(source: Source) -> str:
    with source.open() as file:
        content = file.read()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PackError(_NO_UTF8, path=inert(str(source.path)), byte=error.start + 1) from error
