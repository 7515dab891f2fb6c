"""JSON of a file taken apart strictly: what is not there or of another kind is named with its place."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, lru_cache
from typing import TypeVar

from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.inert import inert
from rbcheck.locale import _

_BAD = N_("{where}: {found} stands where {expected} is expected; export the file anew.")
_NO_JSON = N_("{where} is no JSON that can be read ({why}); export the file anew.")
_LARGEST = 2**53 - 1
E = TypeVar("E", bound=StrEnum)


def parse(text: str, where: str) -> object:
    """The value of a JSON text; ExchangeError where it is none."""
    try:
        return _decoder().decode(text)
    except (ValueError, RecursionError) as error:
        raise ExchangeError(_NO_JSON, where=where, why=error) from error


@cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(parse_constant=_no_constant)


def _no_constant(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


class Node:
    """An object of a file, and where it stands."""

    __slots__ = ("_above", "_name", "value")

    def __init__(self, value: object, where: Node | str, name: str = "") -> None:
        """`where` is the file's place or, with `name` in it, what holds the object: the words are made when asked."""
        if not isinstance(value, dict):
            raise bad(_place(where, name), value, N_("an object"))
        self.value: Mapping[str, object] = value
        self._above, self._name = where, name

    @property
    def where(self) -> str:
        """Where it stands, in words."""
        return _place(self._above, self._name)

    def has(self, key: str) -> bool:
        """Whether the key is there and not null."""
        return self.value.get(key) is not None

    def node(self, key: str) -> Node:
        """An object in it."""
        return Node(self.value.get(key), self, f".{key}")

    def maybe_node(self, key: str) -> Node | None:
        """An object in it, or None."""
        return self.node(key) if self.has(key) else None

    def maybe_texts(self, key: str) -> dict[str, str] | None:
        """An object in it whose values are texts, or None."""
        found = self.maybe_node(key)
        return {name: found.text(name) for name in found.value} if found else None

    def nodes(self, key: str) -> list[Node]:
        """A list of objects in it; an absent list is empty."""
        return [Node(item, self, f".{key}[{place}]") for place, item in enumerate(self.items(key))]

    def items(self, key: str) -> list[object]:
        """A list of anything; an absent list is empty."""
        value = self.value.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise bad(self._at(key), value, N_("a list"))
        return value

    def text(self, key: str) -> str:
        """A text that UTF-8 can hold."""
        value = self.value.get(key)
        # Millions of these are asked for: where they stand is put into words for those that are wrong alone.
        return value if type(value) is str and value.isascii() else text_of(value, self._at(key))

    def maybe_text(self, key: str) -> str | None:
        """A text, or None."""
        return None if self.value.get(key) is None else self.text(key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        items = self.items(key)
        if all(type(item) is str and item.isascii() for item in items):
            return tuple(map(str, items))
        return tuple(text_of(item, self._at(key)) for item in items)

    def whole(self, key: str) -> int:
        """An integer that JSON can hold exactly."""
        value = self.value.get(key)
        return value if type(value) is int and abs(value) <= _LARGEST else whole_of(value, self._at(key))

    def maybe_whole(self, key: str) -> int | None:
        """An integer, or None."""
        return None if self.value.get(key) is None else self.whole(key)

    def real(self, key: str) -> float:
        """A finite number."""
        value = self.value.get(key)
        if isinstance(value, float) and math.isfinite(value):
            return value
        if isinstance(value, float):
            raise bad(self._at(key), value, N_("a number"))
        return float(whole_of(value, self._at(key)))

    def maybe_real(self, key: str) -> float | None:
        """A finite number, or None."""
        return None if self.value.get(key) is None else self.real(key)

    def yes(self, key: str, default: bool = False) -> bool:
        """A boolean; `default` where it is absent."""
        value = self.value.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise bad(self._at(key), value, N_("true or false"))
        return value

    def time(self, key: str) -> datetime:
        """A wall time with its zone, as UTC."""
        value = self.text(key)
        try:
            found = datetime.fromisoformat(value)
            if found.tzinfo is None:
                raise bad(self._at(key), value, N_("a time with its zone (…Z)"))
            return found if found.tzinfo is UTC else found.astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise bad(self._at(key), value, N_("a time (ISO 8601)")) from error

    def maybe_time(self, key: str) -> datetime | None:
        """A wall time, or None."""
        return None if self.value.get(key) is None else self.time(key)

    def choice(self, key: str, kind: Callable[[str], E]) -> E:
        """A value of an enumeration."""
        value = self.text(key)
        try:
            member: E = _member(kind, value)
            return member
        except ValueError as error:
            raise bad(self._at(key), value, N_("another word")) from error

    def choices(self, kind: type[E]) -> dict[str, E]:
        """All that it holds, as values of an enumeration; what is null is left out."""
        members = _members(kind)
        try:
            return {key: members[value] for key, value in self.value.items() if value is not None}  # type: ignore[index]
        except (KeyError, TypeError):
            return {key: self.choice(key, kind) for key in self.value if self.has(key)}

    def maybe_choice(self, key: str, kind: Callable[[str], E]) -> E | None:
        """A value of an enumeration, or None."""
        return None if self.value.get(key) is None else self.choice(key, kind)

    def _at(self, key: str) -> str:
        return f"{self.where}.{key}"


def _place(above: Node | str, name: str) -> str:
    return above if isinstance(above, str) else above.where + name


@cache
def _members(kind: type[E]) -> dict[str, E]:
    return {member.value: member for member in kind}


@lru_cache(maxsize=500)
def _member(kind: Callable[[str], E], value: str) -> E:
    return kind(value)


def text_of(value: object, where: str) -> str:
    """A text that UTF-8 can hold; ExchangeError where it is none."""
    if not isinstance(value, str):
        raise bad(where, value, N_("a text"))
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise bad(where, value, N_("a text of whole characters")) from error
    return value


def whole_of(value: object, where: str) -> int:
    """An integer that JSON can hold exactly; ExchangeError where it is none."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LARGEST:
        raise bad(where, value, N_("a whole number"))
    return value


def bad(where: str, found: object, expected: str) -> ExchangeError:
    """The error for a value that is not what is expected (a text of the catalogue) at that place."""
    shown = _("nothing") if found is None else inert(str(found))
    return ExchangeError(_BAD, where=where, found=shown if len(shown) <= 60 else shown[:60] + "…", expected=_(expected))
