"""Golds as people write them: letters, numbers from 0 or from 1 (decided over the whole file), or the option's text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.judgment import Options
from rbcheck.locale import _
from rbcheck.packs.fields import LONGEST_TEXT, BadField, kind_of
from rbcheck.packs.tables.choices import Choices, unfolded

_LETTER = re.compile(r"\(?(?:[Oo]ption\s*)?([A-Za-z])\s?[).:：]?")
_LETTERED = re.compile(r"\s*\(?([A-Za-z])\s?[).:：．、]\s*(\S.*)", re.DOTALL)
_TOGETHER = re.compile(r"[A-Z]{1,26}")
_BETWEEN = re.compile(r"[,;/|+&、，；\s]+|\band\b")
_NUMBER = re.compile(r"\d{1,3}(?:\.0+)?")
_SHOWN = 3

_NOT_TOLD = N_(
    "`{field}` in {path} holds numbers that may count from 0 or from 1: no line settles it. "
    'Say gold_as = "index0" or "index1" in a file for --map.'
)
_BOTH = N_(
    "`{field}` in {path} counts from 0 in line {zero} and from 1 in line {top}: "
    'say gold_as = "index0" or "index1" in a file for --map.'
)
_TEXT_OR_NUMBER = N_(
    '`{field}` in {path} holds numbers that are options themselves: say gold_as = "index0", "index1" or "text" '
    "in a file for --map."
)


@dataclass(frozen=True, slots=True)
class Given:
    """A gold before it is known how the file counts: `keys` where letters or texts say it, else `numbers`.

    Of numbers, `as_texts` are the keys of the options that read the same.
    """

    field: str
    keys: Options = ()
    numbers: tuple[int, ...] = ()
    as_texts: Options | None = None


def given_in(name: str, value: object, choices: Choices) -> Given:
    """The gold of one record; BadField where it cannot be read as one."""
    value = unfolded(value)
    atoms = value if isinstance(value, list) else [value]
    if not atoms:
        raise BadField(name, kind_of(value), _("the letters of the gold options"))
    if all(_is_number(atom) for atom in atoms):
        return _numbers(name, [int(float(str(atom))) for atom in atoms], atoms, choices)
    if isinstance(value, list):
        found = [key for atom in atoms for key in _keys(name, atom, choices)]
        return Given(name, tuple(found))
    if isinstance(value, str) and choices.options:
        parts = [part for part in _BETWEEN.split(value.strip()) if part]
        if len(parts) > 1 and all(_NUMBER.fullmatch(part) for part in parts):
            return _numbers(name, [int(float(part)) for part in parts], parts, choices)
    return Given(name, _keys(name, value, choices))


def _is_number(atom: object) -> bool:
    if isinstance(atom, str):
        return _NUMBER.fullmatch(atom.strip()) is not None
    return isinstance(atom, int | float) and not isinstance(atom, bool) and float(atom).is_integer()


def _numbers(name: str, numbers: list[int], atoms: Iterable[object], choices: Choices) -> Given:
    as_texts = [_of_text(str(atom), choices) for atom in atoms]
    texts = tuple(key for key in as_texts if key)
    return Given(name, numbers=tuple(numbers), as_texts=texts if len(texts) == len(numbers) else None)


def _keys(name: str, atom: object, choices: Choices) -> Options:
    if not isinstance(atom, str):
        raise BadField(name, kind_of(atom), _("the letters of the gold options"))
    if len(atom) > LONGEST_TEXT:
        raise BadField(name, _("{count} characters").format(count=len(atom)), _("the letters of the gold options"))
    stripped = atom.strip()
    if len(stripped) > 1 and (key := _of_text(stripped, choices)):
        return (key,)
    if single := _LETTER.fullmatch(stripped):
        return (single[1].upper(),)
    lettered = _LETTERED.fullmatch(atom)
    if lettered and _of_text(lettered[2], choices) == lettered[1].upper():
        return (lettered[1].upper(),)
    if _TOGETHER.fullmatch(stripped):
        return tuple(stripped)
    parts = [_LETTER.fullmatch(part) for part in _BETWEEN.split(stripped) if part]
    if len(parts) > 1 and all(parts):
        return tuple(part[1].upper() for part in parts if part)
    if key := _of_text(stripped, choices):
        return (key,)
    found = _("“{text}”, no option of this question").format(text=inert(stripped[:60])) if stripped else kind_of(atom)
    raise BadField(name, found, _("letters, numbers or the text of options"))


def _of_text(text: str, choices: Choices) -> str | None:
    """The key of the option that is, or was written, like a text."""
    wanted = _compared(text)
    for option, written in zip(choices.options, choices.written, strict=False):
        if wanted in (_compared(option.text), _compared(written)):
            return option.key
    return None


def _compared(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


@dataclass(slots=True)
class Counting:
    """What the numbers of a whole file settle: whether they count from 0 or from 1, or are texts of options."""

    name: str = "answer"
    zero: list[int] = field(default_factory=list)
    top: list[int] = field(default_factory=list)
    lines: int = 0
    texts: int = 0
    beyond: bool = False

    def see(self, line: int, given: Given, k: int) -> None:
        """Take one line into account."""
        if not given.numbers:
            return
        self.name = given.field
        self.lines += 1
        self.texts += given.as_texts is not None
        self.beyond = self.beyond or any(number > k for number in given.numbers)
        if 0 in given.numbers and len(self.zero) < _SHOWN:
            self.zero.append(line)
        if k in given.numbers and len(self.top) < _SHOWN:
            self.top.append(line)

    def settled(self, form: str | None, path: str) -> str | None:
        """`index0`, `index1` or `text`; None where the file has no numbers. PackError where it cannot be told."""
        if not self.lines:
            return None
        if form in ("index0", "index1", "text"):
            return form
        shown = {"field": brief(self.name), "path": inert(path)}
        if self.texts == self.lines:
            if self.beyond:
                return "text"
            raise PackError(_TEXT_OR_NUMBER, **shown)
        if self.zero and self.top:
            raise PackError(_BOTH, **shown, zero=self.zero[0], top=self.top[0])
        if not self.zero and not self.top:
            raise PackError(_NOT_TOLD, **shown)
        return "index0" if self.zero else "index1"

    def deciding(self) -> str:
        """The first lines that settled it."""
        return ", ".join(str(line) for line in self.zero or self.top)


def resolved(given: Given, settled: str | None, choices: Choices) -> Options:
    """The keys that a gold means; BadField where a number is none of an option."""
    if not given.numbers:
        return given.keys
    if settled == "text":
        if given.as_texts is None:
            raise BadField(given.field, _("a number that is no option's text"), _("the text of an option"))
        return given.as_texts
    first = 1 if settled == "index1" else 0
    last = first + len(choices.options) - 1
    for number in given.numbers:
        if not first <= number <= last:
            found = _("the number {number}").format(number=number)
            raise BadField(given.field, found, _("{first} to {last}").format(first=first, last=last))
    return tuple(choices.options[number - first].key for number in given.numbers)
