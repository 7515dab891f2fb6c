"""JSON Lines, line by line: a bad line is a refusal, and the next one is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.packs.fields import BadField, Record, record
from rbcheck.packs.strict_json import Unreadable, checked, decode
from rbcheck.services.intake import Refusal

LONGEST_LINE = 8 * 2**20

T = TypeVar("T")


def lines(content: bytes, file: str) -> Iterator[tuple[int, object] | Refusal]:
    """The JSON value of each line with its number, or its refusal; empty lines at the end do not count."""
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").rstrip().split(b"\n"), start=1):
        try:
            yield number, line_value(line)
        except Unreadable as error:
            yield Refusal(file, number, None, "line", str(error), _("one JSON object"))


def line_value(line: bytes) -> object:
    """The checked JSON value of a line; Unreadable where it holds none."""
    if not line.strip():
        raise Unreadable(_("an empty line"))
    if len(line) > LONGEST_LINE:
        raise Unreadable(_("a line of {count} bytes").format(count=len(line)))
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(_("no UTF-8 at byte {byte}").format(byte=error.start + 1)) from None
    return decode(text)


def each(
    found: Iterable[tuple[int, object] | Refusal], file: str, id_key: str, take: Callable[[Record, int], T]
) -> Iterator[T | Refusal]:
    """What `take` makes of each record and its line number; a refusal where it cannot."""
    for item in found:
        if isinstance(item, Refusal):
            yield item
            continue
        number, value = item
        known = None
        try:
            row = record(checked(value))
            known = _id_of(row, id_key)
            yield take(row, number)
        except Unreadable as error:
            yield Refusal(file, number, _id_of(value, id_key), "line", str(error), _("one JSON object"))
        except BadField as bad:
            yield Refusal(file, number, known, bad.field, bad.found, bad.expected)


def _id_of(value: object, id_key: str) -> str | None:
    stated = value.get(id_key) if isinstance(value, dict) else None
    return inert(stated) if isinstance(stated, str) else None
