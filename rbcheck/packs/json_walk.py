"""Where the values of a JSON text stand: lists and objects walked member by member, without holding them whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rbcheck.locale import _
from rbcheck.packs.strict_json import Unreadable, decoder, raw

_SPACE = re.compile(r"[ \t\r\n]*")
_PLAIN = json.JSONDecoder()


class Lines:
    """The line of a position; positions are asked for in rising order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line, self._counted = 1, 0

    def of(self, at: int) -> int:
        """The line of the character at a position, from 1."""
        if at > self._counted:
            self._line += self._text.count("\n", self._counted, at)
            self._counted = at
        return self._line


def begin(text: str, at: int) -> int:
    """Where the next value begins."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def elements(text: str, at: int) -> Iterator[tuple[int, object, int]]:
    """Each element of the list that begins at `at`: where it begins, its unchecked value, where it ends."""
    reader = decoder()
    at = begin(text, at + 1)
    if text.startswith("]", at):
        return
    while True:
        value, end = raw(reader, text, at)
        yield at, value, end
        at = begin(text, end)
        if text.startswith("]", at):
            return
        if not text.startswith(",", at):
            raise Unreadable(_no_comma(text, at))
        at = begin(text, at + 1)


def list_end(text: str, at: int) -> tuple[int, bool]:
    """Where the list that begins at `at` ends, and whether it holds an object or a list."""
    last, nested = at + 1, False
    for _place, value, end in elements(text, at):
        last = end
        nested = nested or isinstance(value, dict | list)
    return begin(text, last) + 1, nested


def members(text: str, at: int) -> Iterator[tuple[str, int, object, int]]:
    """Each member of the object that begins at `at`: key, where its value begins, the value, where it ends.

    Of a list only its place is given: its value is whether it holds objects or lists.
    """
    reader = decoder()
    at = begin(text, at + 1)
    if text.startswith("}", at):
        return
    while True:
        if not text.startswith('"', at):
            raise Unreadable(_("no key at line {line}").format(line=text.count("\n", 0, at) + 1))
        key, end = raw(_PLAIN, text, at)
        at = begin(text, end)
        if not text.startswith(":", at):
            raise Unreadable(_("no colon at line {line}").format(line=text.count("\n", 0, at) + 1))
        at = begin(text, at + 1)
        value: object
        if text.startswith("[", at):
            end, value = list_end(text, at)
        else:
            value, end = raw(reader, text, at)
        yield str(key), at, value, end
        at = begin(text, end)
        if text.startswith("}", at):
            return
        if not text.startswith(",", at):
            raise Unreadable(_no_comma(text, at))
        at = begin(text, at + 1)


def _no_comma(text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    return _("the list or object breaks off at line {line}").format(line=line)
