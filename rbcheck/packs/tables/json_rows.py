"""The records of a JSON text, in whatever lists and objects they stand, one at a time and each with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _
from rbcheck.packs.json_walk import Lines, begin, elements, members
from rbcheck.packs.strict_json import Unreadable, decoder, raw

_TWO_LISTS = N_("{path} holds several lists ({names}), and it cannot be told which is the questions': keep one.")
_NO_LIST = N_("{path} holds no list of questions, and no object of them by key.")
_BROKEN = N_("{path} cannot be read ({why}): mend it and add it again.")
_DEEPEST = 8

IsQuestion = Callable[[Mapping[str, object]], bool]
"""Whether an object is one question, and no group of them; its keys tell."""

Members = dict[str, tuple[int, object]]


@dataclass(frozen=True, slots=True)
class Found:
    """A record, where it begins, its key where it stands in an object of records, and what the groups around it say."""

    line: int
    value: object
    key: str | None = None
    around: Mapping[str, object] | None = None


class JsonRecords:
    """The records of a JSON text, which can be gone through again and again; PackError where there are none."""

    def __init__(self, text: str, path: str, is_question: IsQuestion) -> None:
        self._text = text
        self._path = path
        self._is_question = is_question
        self._at = begin(text, 0)
        self._around: dict[str, object] = {}
        self._by_key = self._single = self._inside = False
        try:
            if not text.startswith("[", self._at):
                self._look_at_root()
        except Unreadable as error:
            raise PackError(_BROKEN, path=inert(path), why=str(error)) from error

    def __iter__(self) -> Iterator[Found]:
        try:
            yield from self._each()
        except Unreadable as error:
            raise PackError(_BROKEN, path=inert(self._path), why=str(error)) from error

    def _look_at_root(self) -> None:
        """Decide where in the object that the text is the records stand."""
        if not self._text.startswith("{", self._at):
            raise PackError(_NO_LIST, path=inert(self._path))
        found: Members = {}
        last = self._at + 1
        for key, at, value, last in members(self._text, self._at):  # noqa: B007
            if key in found:
                raise Unreadable(_("the key {key} twice in one object").format(key=inert(key[:60])))
            found[key] = (at, value)
        self._nothing_after(begin(self._text, last) + 1)
        if self._is_question({key: value for key, (_at, value) in found.items()}):
            self._single = True
            return
        lists = [key for key, (_at, value) in found.items() if value is True and self._starts(found[key][0], "[")]
        if len(lists) > 1:
            raise PackError(_TWO_LISTS, path=inert(self._path), names=", ".join(map(brief, list(lists)[:20])))
        if lists:
            self._at, self._inside = found[lists[0]][0], True
            self._around = {
                key: value for key, (at, value) in found.items()
                if isinstance(value, str | int | float) and not self._starts(at, "[")
            }  # fmt: skip
        elif found and all(isinstance(value, dict) for _at, value in found.values()):
            self._by_key = True
        else:
            raise PackError(_NO_LIST, path=inert(self._path))

    def _starts(self, at: int, sign: str) -> bool:
        return self._text.startswith(sign, at)

    def _each(self) -> Iterator[Found]:
        lines = Lines(self._text)
        if self._single:
            line = lines.of(self._at)
            value, end = raw(decoder(), self._text, self._at)
            self._nothing_after(end)
            yield Found(line, value)
        elif self._by_key:
            for key, at, value, _end in members(self._text, self._at):
                yield Found(lines.of(at), value, key)
        else:
            yield from self._list(self._at, self._around, lines, 1)

    def _list(self, start: int, around: Mapping[str, object], lines: Lines, depth: int) -> Iterator[Found]:
        last = start + 1
        for at, value, last in elements(self._text, start):  # noqa: B007
            inner = self._group(at, value) if depth < _DEEPEST else None
            if inner is None:
                yield Found(lines.of(at), value, None, around or None)
            else:
                place, says = inner
                yield from self._list(place, {**around, **says}, lines, depth + 1)
        if depth == 1 and not self._inside:
            self._nothing_after(begin(self._text, last) + 1)

    def _nothing_after(self, end: int) -> None:
        at = begin(self._text, end)
        if at < len(self._text):
            raise Unreadable(_("more text after the value, at character {at}").format(at=at + 1))

    def _group(self, at: int, value: object) -> tuple[int, Mapping[str, object]] | None:
        """Where the list in a group of records begins and what the group says of them; None for a record."""
        if isinstance(value, list):
            return at, {}
        if not isinstance(value, dict) or self._is_question(cast("Mapping[str, object]", value)):
            return None
        lists = [key for key, member in value.items() if isinstance(member, list) and _of_objects(member)]
        if len(lists) != 1:
            return None
        place = next((where for key, where, _value, _end in members(self._text, at) if key == lists[0]), at)
        return place, {key: member for key, member in value.items() if key != lists[0]}


def _of_objects(value: list[object]) -> bool:
    return bool(value) and all(isinstance(item, dict | list) for item in value)
