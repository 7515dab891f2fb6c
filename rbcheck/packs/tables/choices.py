"""The options of a record, in every shape that people write them in."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rbcheck.domain.inert import brief, inert
from rbcheck.domain.question import MOST_OPTIONS, Option
from rbcheck.locale import _
from rbcheck.packs.fields import LONGEST_TEXT, BadField, Record, kind_of
from rbcheck.packs.tables.aliases import Aliases
from rbcheck.packs.tables.layout import Layout, roles_in

LETTERS = string.ascii_uppercase

_LETTERED = re.compile(r"\s*(?:\(([A-Za-z])\)|([A-Za-z])\s?[.):：．、])\s*(.*)", re.DOTALL)
_SURE = 3
"""So many options lettered in order leave no doubt that the others should be too."""
_ADVERT = re.compile(r"translated (?:with|by) \S*(?:www\.|deepl|google)", re.IGNORECASE)
_NOTHING_SAID = re.compile(r"[\s.,;:·…。，-]*")


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of one record; `written` is each as it stood there, `correct` the keys that are flagged so."""

    options: tuple[Option, ...]
    written: tuple[str, ...]
    field: str
    form: str
    correct: tuple[str, ...] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in order."""
        return tuple(option.key for option in self.options)


def choices_in(record: Record, layout: Layout, aliases: Aliases) -> Choices | None:
    """The options of a record; None where it has none, BadField where what it has cannot be options."""
    found = layout.find(record, "options")
    if found is not None:
        name, value = found
        return _sound(_of_value(name, unfolded(value), aliases))
    if not layout.columns:
        return None
    texts = [record[column] for column in layout.columns]
    while texts and texts[-1] in (None, ""):
        texts.pop()
    if not texts:
        return None
    first, last = layout.columns[0], layout.columns[-1]
    written = [_text("" if text is None else text, column) for column, text in zip(layout.columns, texts, strict=False)]
    form = _("columns {first} to {last}").format(first=brief(first), last=brief(last))
    return _sound(_listed(f"{first}…{last}", written, form))


def unfolded(value: object) -> object:
    """A list or an object that stands as text in a cell; anything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{") or len(value) > LONGEST_TEXT:
        return value
    try:
        return cast("object", json.loads(value))
    except (ValueError, RecursionError):
        pass
    try:
        # Tables saved from Python hold lists as Python writes them; this reads literals alone and runs nothing.
        found = ast.literal_eval(value.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return value
    return found if isinstance(found, list | dict) else value


def _of_value(name: str, value: object, aliases: Aliases) -> Choices:
    match value:
        case dict():
            return _by_key(name, value)
        case list() if value and all(isinstance(item, dict) for item in value):
            return _of_objects(name, value, aliases)
        case list():
            return _listed(name, [_text(item, name) for item in value], _("a list"))
        case str():
            return _of_text(name, value)
        case _:
            raise BadField(name, kind_of(value), _("a list of options"))


def _by_key(name: str, value: Mapping[str, object]) -> Choices:
    texts = tuple(_text(text, name) for text in value.values())
    keys = tuple(_key(key) for key in value)
    if len(set(keys)) != len(keys):
        raise BadField(name, _("a key twice"), _("each key once"))
    if not all(key in LETTERS and key for key in keys):
        if not _counted(keys):
            odd = next(key for key in keys if key not in LETTERS or not key)
            raise BadField(name, _("the key {key!r}").format(key=inert(odd[:20])), _("a key from A to Z"))
        keys = tuple(LETTERS[: len(keys)])
    options = tuple(Option(key, text) for key, text in zip(keys, texts, strict=True))
    return Choices(options, texts, name, _("an object by key"))


def _key(key: str) -> str:
    short = re.sub(r"(?i)^option|[\s_()]+", "", str(key))
    return short.upper() if len(short) == 1 and short.isascii() else short


def _counted(keys: Sequence[str]) -> bool:
    """Whether keys count up from 0 or from 1."""
    return len(keys) <= MOST_OPTIONS and any(
        list(keys) == [str(place) for place in range(start, start + len(keys))] for start in (0, 1)
    )


def _of_objects(name: str, items: Iterable[Mapping[str, object]], aliases: Aliases) -> Choices:
    keys: list[str] = []
    texts: list[str] = []
    flags: list[object] = []
    for item in items:
        roles = roles_in(item, aliases.option)
        said = {role: item[names[0]] for role, names in roles.items()}
        texts.append(_text(said.get("text"), name))
        keys.append(_key(str(said["key"])) if said.get("key") is not None else "")
        flags.append(said.get("correct"))
    if not any(keys) or _counted(keys):
        keys = list(LETTERS[: len(texts)])
    _few(name, len(texts))
    options = tuple(Option(key, text) for key, text in zip(keys, texts, strict=True))
    flagged = all(isinstance(flag, bool) for flag in flags)
    correct = tuple(key for key, flag in zip(keys, flags, strict=True) if flag) if flagged else None
    return Choices(options, tuple(texts), name, _("a list of objects"), correct)


def _of_text(name: str, value: str) -> Choices:
    """Options in the lines of one text, each with its letter."""
    written = [line for line in value.splitlines() if line.strip()]
    if len(written) < 2 or _letters(name, written) is None:
        raise BadField(name, kind_of(value), _("a list of options, or lettered lines"))
    return _listed(name, written, _("lines"))


def _listed(name: str, written: Sequence[str], form: str) -> Choices:
    _few(name, len(written))
    letters = _letters(name, written)
    if letters is None:
        options = tuple(Option(key, text) for key, text in zip(LETTERS, written, strict=False))
        return Choices(options, tuple(written), name, form)
    texts = [text for _letter, text in letters]
    options = tuple(Option(key, text) for key, text in zip(LETTERS, texts, strict=False))
    return Choices(options, tuple(written), name, _("{form}, letters taken off").format(form=form))


def _few(name: str, count: int) -> None:
    if count > MOST_OPTIONS:
        found = _("{count} options").format(count=count)
        raise BadField(name, found, _("2 to {most} options").format(most=MOST_OPTIONS))


def _letters(name: str, written: Sequence[str]) -> list[tuple[str, str]] | None:
    """Each text without its letter; None where they have none. BadField where some are lettered and some are not."""
    parted = [_LETTERED.fullmatch(text) for text in written]
    found = [((part[1] or part[2]).upper(), part[3]) if part else None for part in parted]
    letters = [item[0] for item in found if item]
    if len(written) <= len(LETTERS) and letters == list(LETTERS[: len(written)]):
        return [item for item in found if item]
    if letters[:_SURE] != list(LETTERS[:_SURE]):
        return None
    for place, (item, text) in enumerate(zip(found, written, strict=True), start=1):
        if item is None:
            what = (
                _("an empty text") if not text.strip() else _("no letter before “{text}”").format(text=inert(text[:40]))
            )
            raise BadField(
                name, _("{what}, number {place} of {count}").format(what=what, place=place, count=len(written)),
                _("a letter before each option, in order"),
            )  # fmt: skip
    raise BadField(name, _("the letters {letters}").format(letters=" ".join(letters)),
                   _("letters in order, each once"))  # fmt: skip


def _sound(choices: Choices) -> Choices:
    """The same options; BadField where one says nothing, or says what a translator's page left behind."""
    odd = [_("no text for {key}").format(key=option.key) for option in choices.options
           if _NOTHING_SAID.fullmatch(option.text)]  # fmt: skip
    odd += [_("a translator's advertisement as {key}").format(key=option.key) for option in choices.options
            if _ADVERT.search(option.text)]  # fmt: skip
    if odd:
        raise BadField(choices.field, "; ".join(odd), _("a statement for each"))
    return choices


def _text(value: object, name: str) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if not isinstance(value, str):
        raise BadField(name, _("{kind} as an option").format(kind=kind_of(value)), _("a statement"))
    if len(value) > LONGEST_TEXT:
        found = _("{count} characters in an option").format(count=len(value))
        raise BadField(name, found, _("at most {most}").format(most=LONGEST_TEXT))
    return value
