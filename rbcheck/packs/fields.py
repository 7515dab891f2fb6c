"""Fields of one record, read by name and kind; what is not as expected is a `BadField`."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import cast

from rbcheck.domain.canonical import Json
from rbcheck.domain.inert import brief
from rbcheck.domain.judgment import Options
from rbcheck.domain.question import Option
from rbcheck.locale import _

LONGEST_TEXT = 100_000
LONGEST_ID = 200
LONGEST_SECONDS = 10**7
_CHINESE = re.compile("[\u3400-\u9fff]")

Record = Mapping[str, object]


class BadField(ValueError):
    """A field that cannot be taken: its name, what was found, what was expected."""

    def __init__(self, field: str, found: str, expected: str) -> None:
        super().__init__(field)
        self.field = field
        self.found = found
        self.expected = expected


def kind_of(value: object) -> str:
    """What a JSON value is, in a word or two."""
    match value:
        case None:
            return _("nothing")
        case bool():
            return _("true or false")
        case int() | float():
            return _("the number {value:g}").format(value=value)
        case str():
            return _("a text") if value.strip() else _("an empty text")
        case list():
            return _("a list of {count}").format(count=len(value))
        case _:
            return _("an object")


def written(value: object) -> str:
    """A JSON value as it stands in the file, of no more characters than fit into a sentence."""
    return kind_of(None) if value is None else brief(json.dumps(value, ensure_ascii=False))


def record(value: object, field: str = "line") -> Record:
    """An object."""
    if not isinstance(value, dict):
        raise BadField(field, kind_of(value), _("an object"))
    return cast("Record", value)


def text(row: Record, name: str, field: str | None = None) -> str:
    """A text that says something."""
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadField(field or name, kind_of(value), _("a text"))
    if len(value) > LONGEST_TEXT:
        raise BadField(
            field or name,
            _("{count} characters").format(count=len(value)),
            _("at most {most}").format(most=LONGEST_TEXT),
        )
    return value


def optional_text(row: Record, name: str, otherwise: str = "") -> str:
    """A text, or `otherwise` where there is none."""
    return otherwise if row.get(name) is None else text(row, name)


def identifier(row: Record, name: str) -> str:
    """An id: a text of one line, compared exactly."""
    value = text(row, name, "id")
    if len(value) > LONGEST_ID or any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
        expected = _("one line of at most {most}").format(most=LONGEST_ID)
        raise BadField("id", _("an id of many characters or with control characters"), expected)
    return value


def whole(row: Record, name: str, field: str | None = None) -> int:
    """A whole number."""
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadField(field or name, kind_of(value), _("a whole number"))
    return value


def milliseconds(value: object, field: str) -> int:
    """Seconds of media time, as milliseconds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadField(field, kind_of(value), _("seconds as a number"))
    if not 0 <= value <= LONGEST_SECONDS:
        raise BadField(field, _("{seconds:g} s").format(seconds=value), _("0 to {most} s").format(most=LONGEST_SECONDS))
    return round(value * 1000)


def span(row: Record, name: str) -> tuple[int, int]:
    """A list of two moments in seconds, as milliseconds."""
    value = row.get(name)
    if not isinstance(value, list) or len(value) != 2:
        raise BadField(name, kind_of(value), _("a list of two: start and end in seconds"))
    return milliseconds(value[0], name), milliseconds(value[1], name)


def listed(row: Record, name: str) -> list[object]:
    """A list."""
    value = row.get(name)
    if not isinstance(value, list):
        raise BadField(name, kind_of(value), _("a list"))
    return cast("list[object]", value)


def options_by_key(row: Record) -> tuple[Option, ...]:
    """Options as an object by key."""
    value = row.get("options")
    if not isinstance(value, dict):
        raise BadField("options", kind_of(value), _("an object of texts by key"))
    return tuple(_option(key, statement) for key, statement in value.items())


def options_listed(row: Record) -> tuple[Option, ...]:
    """Options as a list of objects with `key` and `text`."""
    found = (record(item, "options") for item in listed(row, "options"))
    return tuple(_option(item.get("key"), item.get("text")) for item in found)


def _option(key: object, statement: object) -> Option:
    if not isinstance(key, str):
        raise BadField("options", _("{kind} as a key").format(kind=kind_of(key)), _("a key from A to Z"))
    if not isinstance(statement, str):
        raise BadField("options", _("{kind} for {key}").format(kind=kind_of(statement), key=key), _("a statement"))
    if len(statement) > LONGEST_TEXT:
        raise BadField(
            "options",
            _("{count} characters for {key}").format(count=len(statement), key=key),
            _("at most {most}").format(most=LONGEST_TEXT),
        )
    return Option(key, statement)


def answer(row: Record, name: str = "answer") -> Options:
    """A list of option keys."""
    value = row.get(name)
    if not isinstance(value, list) or not all(isinstance(key, str) for key in value):
        raise BadField(name, kind_of(value), _("a list of option keys"))
    return tuple(value)


def rest(row: Record, known: frozenset[str]) -> dict[str, Json]:
    """Everything in a record under other names."""
    return {name: cast("Json", value) for name, value in row.items() if name not in known}


def language_of(stem: str) -> str:
    """The language of a stem that declares none: Chinese where it holds Chinese characters, else English."""
    return "zh" if _CHINESE.search(stem) else "en"


def nfc(name: str) -> str:
    """A name for comparison only: file systems do not agree on how accents are written."""
    return unicodedata.normalize("NFC", name)
