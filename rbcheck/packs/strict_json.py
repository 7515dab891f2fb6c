"""JSON as packs may hold it: what a decoder lets through but JSON, or a store, does not is named, never taken."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

from rbcheck.domain.inert import brief
from rbcheck.locale import _

DEEPEST = 64
_LARGEST = 2**53 - 1
_SPACE = re.compile(r"[ \t\r\n]*")


class Unreadable(ValueError):
    """Why a text is no JSON that can be taken, in a few words."""


class _Twice(dict[str, object]):
    """An object in which a key stood twice."""

    key: str = ""


class _NoNumber:
    """A word like NaN where a number was expected, or a number that cannot be kept."""

    def __init__(self, word: str) -> None:
        self.word = word if len(word) <= 20 else word[:20] + "…"


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    spoiled = _Twice(made)
    seen: set[str] = set()
    spoiled.key = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return spoiled


def _whole(digits: str) -> int | _NoNumber:
    if len(digits) > 17:
        return _NoNumber(digits)
    number = int(digits)
    return number if abs(number) <= _LARGEST else _NoNumber(digits)


def _fraction(digits: str) -> float | _NoNumber:
    number = float(digits)
    return number if math.isfinite(number) else _NoNumber(digits)


def decoder() -> json.JSONDecoder:
    """A decoder that marks what `checked` then names."""
    return json.JSONDecoder(
        object_pairs_hook=_object, parse_constant=_NoNumber, parse_int=_whole, parse_float=_fraction
    )


def decode(text: str) -> object:
    """The value of a JSON text; Unreadable where it is none, or holds what cannot be kept."""
    value, end = raw(decoder(), text, _SPACE.match(text, 0).end())  # type: ignore[union-attr]
    end = _SPACE.match(text, end).end()  # type: ignore[union-attr]
    if end != len(text):
        raise Unreadable(_("more text after the value, at character {at}").format(at=end + 1))
    return checked(value)


def checked(value: object) -> object:
    """The same value; Unreadable where it holds what cannot be kept."""
    flaw = _flaw(value)
    if flaw:
        raise Unreadable(flaw)
    return value


def items(text: str, start: int = 0) -> Iterator[tuple[int, object]]:
    """The items of the JSON list that begins at or after `start`, each with its line; unchecked (see `checked`).

    Unreadable where the list breaks off or is none. What follows its end is not looked at.
    """
    reader = decoder()
    at = _SPACE.match(text, start).end()  # type: ignore[union-attr]
    if not text.startswith("[", at):
        raise Unreadable(_("no list"))
    line, counted = 1, 0
    at = _SPACE.match(text, at + 1).end()  # type: ignore[union-attr]
    if text.startswith("]", at):
        return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        value, at = raw(reader, text, at)
        yield line, value
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if text.startswith("]", at):
            return
        if not text.startswith(",", at):
            raise Unreadable(_("no comma after the item that begins in line {line}").format(line=line))
        at = _SPACE.match(text, at + 1).end()  # type: ignore[union-attr]


def raw(reader: json.JSONDecoder, text: str, at: int) -> tuple[object, int]:
    """The value that begins at a position and where it ends; Unreadable where it is none."""
    try:
        return reader.raw_decode(text, at)
    except RecursionError:
        raise Unreadable(_("lists or objects nested too deeply")) from None
    except json.JSONDecodeError as error:
        raise Unreadable(
            _("no JSON: {why} at line {line}, character {at}").format(why=error.msg, line=error.lineno, at=error.colno)
        ) from None


def _flaw(value: object) -> str | None:
    waiting: list[tuple[object, int]] = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        if depth > DEEPEST:
            return _("lists or objects nested too deeply")
        match item:
            case str():
                if flaw := _text_flaw(item):
                    return flaw
            case _Twice():
                return _("the key {key} twice in one object").format(key=brief(item.key))
            case dict():
                waiting.extend((inner, depth + 1) for inner in item.values())
                waiting.extend((key, depth) for key in item)
            case list():
                waiting.extend((inner, depth + 1) for inner in item)
            case _NoNumber():
                return _("{word}, no number that can be kept exactly").format(word=item.word)
            case _:
                pass
    return None


def _text_flaw(text: str) -> str | None:
    if "\0" in text:
        return _("a text with the character NUL")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            return _("a text with half a character (a lone surrogate)")
    return None
