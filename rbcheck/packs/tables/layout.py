"""Which fields of a record play which role; records with the same fields share one layout."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rbcheck.packs.fields import Record
from rbcheck.packs.tables.aliases import Aliases, Names, plain

_PLACE = re.compile(r"(.*?)(\d{1,2}|[a-z])")
_LEAST_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a kind of record by role, most telling first, and the columns with one option each."""

    roles: Mapping[str, tuple[str, ...]]
    columns: tuple[str, ...] = ()

    def find(self, record: Record, role: str) -> tuple[str, object] | None:
        """The first field of a role that holds something, with its value; None where none does."""
        for name in self.roles.get(role, ()):
            value = record[name]
            if value is not None and value != "":
                return name, value
        return None

    def name(self, role: str) -> str:
        """What the field of a role is called here; the role itself where there is none."""
        return next(iter(self.roles.get(role, ())), role)


class Layouts:
    """Layouts by the names of a record's fields."""

    def __init__(self, aliases: Aliases) -> None:
        self._aliases = aliases
        self._known: dict[tuple[str, ...], Layout] = {}

    def of(self, record: Record) -> Layout:
        """The layout of a record."""
        names = tuple(record)
        found = self._known.get(names)
        if found is None:
            found = Layout(roles_in(names, self._aliases.fields), self._option_columns(names))
            # Fields without end, as damaged files have them, are not all remembered.
            if len(self._known) < 1000:
                self._known[names] = found
        return found

    def _option_columns(self, names: Iterable[str]) -> tuple[str, ...]:
        by_name = {plain(name): name for name in names}
        if self._aliases.columns:
            own = tuple(by_name[name] for name in self._aliases.columns if name in by_name)
            return own if len(own) >= _LEAST_COLUMNS else ()
        numbered: dict[tuple[str, bool], dict[int, str]] = {}
        for short, name in by_name.items():
            parted = _PLACE.fullmatch(short)
            if parted and parted[1] in self._aliases.option_columns:
                digits = parted[2].isdigit()
                place = int(parted[2]) if digits else string.ascii_lowercase.index(parted[2])
                numbered.setdefault((parted[1], digits), {})[place] = name
        for prefix in self._aliases.option_columns:
            for digits in (True, False):
                found = _in_a_row(numbered.get((prefix, digits), {}), digits and prefix != "")
                if len(found) >= _LEAST_COLUMNS and (prefix or not digits):
                    return found
        return ()


def roles_in(names: Iterable[str], roles: Names) -> dict[str, tuple[str, ...]]:
    """The names that stand for each role, in the order of the table."""
    by_name: dict[str, list[str]] = {}
    for name in names:
        by_name.setdefault(plain(name), []).append(name)
    return {
        role: tuple(dict.fromkeys(own for name in wanted for own in by_name.get(name, ())))
        for role, wanted in roles.items()
        if any(name in by_name for name in wanted)
    }


def _in_a_row(found: Mapping[int, str], from_one: bool) -> tuple[str, ...]:
    """The columns that count up from 0 (or from 1) without a gap."""
    start = 1 if from_one and 0 not in found else 0
    row = []
    while start in found:
        row.append(found[start])
        start += 1
    return tuple(row)
