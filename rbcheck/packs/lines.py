"""JSON Lines, line by line: a bad line is a refusal, and the next one is read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TypeVar

from rbcheck.domain.inert import brief
from rbcheck.locale import _
from rbcheck.packs.fields import LONGEST_ID, BadField, Record, record
from rbcheck.packs.strict_json import Unreadable, checked, decode
from rbcheck.services.intake import Refusal

LONGEST_LINE = 8 * 2**20
_MOST_EMPTY = 1000

T = TypeVar("T")


def lines(content: bytes, file: str) -> Iterator[tuple[int, object] | Refusal]:
    """The JSON value of each line with its number, or its refusal; empty lines at the end do not count."""
    return lines_of(io.BytesIO(content.removeprefix(b"\xef\xbb\xbf")), file)


def lines_of(opened: IO[bytes], file: str) -> Iterator[tuple[int, object] | Refusal]:
    """The same of an open file, one line at a time."""
    empty: list[Refusal] = []
    number = 0
    for number, line in enumerate(_lines(opened), start=1):
        if not line.strip():
            # Told only if a line with something follows; thousands of them tell no more than the first.
            if len(empty) < _MOST_EMPTY:
                empty.append(_refusal(file, number, _("an empty line")))
            continue
        yield from empty
        empty.clear()
        try:
            yield number, line_value(line)
        except Unreadable as error:
            yield _refusal(file, number, str(error))
    if number == len(empty):
        yield _refusal(file, 1, _("an empty line"))


def line_value(line: bytes) -> object:
    """The checked JSON value of a line; Unreadable where it holds none."""
    if len(line) > LONGEST_LINE:
        raise Unreadable(_("a line of more than {count} bytes").format(count=LONGEST_LINE))
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
            row = record(value)
            known = _id_of(row, id_key)
            yield take(row, number)
        except BadField as bad:
            yield Refusal(file, number, known, bad.field, bad.found, bad.expected)


def each_checked(
    found: Iterable[tuple[int, object]], file: str, id_key: str, take: Callable[[Record, int], T]
) -> Iterator[T | Refusal]:
    """The same of values that nobody has looked at yet."""

    def sound() -> Iterator[tuple[int, object] | Refusal]:
        for number, value in found:
            try:
                yield number, checked(value)
            except Unreadable as error:
                yield Refusal(file, number, _id_of(value, id_key), "line", str(error), _("one JSON object"))

    return each(sound(), file, id_key, take)


def _lines(opened: IO[bytes]) -> Iterator[bytes]:
    """Each line without its end; of one that is longer than any can be, as much as shows it."""
    while line := opened.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := opened.readline(LONGEST_LINE)):
            continue
        yield line.removesuffix(b"\n")


def _refusal(file: str, number: int, found: str) -> Refusal:
    return Refusal(file, number, None, "line", found, _("one JSON object"))


def _id_of(value: object, id_key: str) -> str | None:
    stated = value.get(id_key) if isinstance(value, dict) else None
    return brief(stated, LONGEST_ID) if isinstance(stated, str) else None
