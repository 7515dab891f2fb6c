"""What questions are called: by their ids, by columns that a person names, or by source and position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _, ngettext
from rbcheck.packs import fields
from rbcheck.packs.fields import BadField, Record, kind_of
from rbcheck.packs.tables.aliases import plain
from rbcheck.packs.tables.layout import Layout

SOURCE, POSITION = "source", "position"

_NO_COLUMN = N_("{path} has no field {name}, which --id-from names: it has {known}.")


@dataclass(slots=True)
class Survey:
    """What the first look over a file tells about ids."""

    questions: int = 0
    with_id: int = 0
    with_number: int = 0
    numbers: Counter[str] = field(default_factory=Counter)

    def see(self, record: Record, layout: Layout) -> None:
        """Take one record into account."""
        self.questions += 1
        if layout.find(record, "id"):
            self.with_id += 1
        elif found := layout.find(record, "number"):
            self.with_number += 1
            self.numbers[str(found[1])] += 1


class Naming:
    """Gives each question its id."""

    def __init__(self, survey: Survey, columns: Sequence[str], otherwise: str, names: Sequence[str], path: str) -> None:
        known = {plain(name) for name in names} | {SOURCE, POSITION}
        for column in columns:
            if plain(column) not in known:
                shown = ", ".join(brief(name) for name in list(names)[:20])
                raise PackError(_NO_COLUMN, path=inert(path), name=brief(column), known=shown)
        self._columns = tuple(plain(column) for column in columns)
        self._survey = survey
        self._otherwise = otherwise
        self._by_number = bool(survey.numbers) and survey.with_number == survey.questions and max(
            survey.numbers.values()
        ) == 1  # fmt: skip

    def id_of(self, record: Record, layout: Layout, position: int) -> str:
        """The id of a record; BadField where what should be one cannot be."""
        if self._columns:
            return ":".join(self._part(record, layout, column, position) for column in self._columns)
        found = layout.find(record, "id") or (layout.find(record, "number") if self._by_number else None)
        if found is None:
            return f"{self._source(record, layout)}-{position:06d}"
        return _identifier(*found)

    def told(self) -> str:
        """Where ids come from, in words."""
        survey = self._survey
        if self._columns:
            return _("ids from {columns}, as asked").format(columns=" : ".join(self._columns))
        missing = survey.questions - survey.with_id - (survey.with_number if self._by_number else 0)
        if missing == 0:
            return ""
        repeated = survey.with_number and not self._by_number
        why = (
            _("its numbers repeat: {count} different ones").format(count=len(survey.numbers))
            if repeated
            else _("there is none")
        )
        return ngettext(
            "id of {count} question from source and position ({why}); --id-from COLUMNS makes others",
            "ids of {count} questions from source and position ({why}); --id-from COLUMNS makes others",
            missing,
        ).format(count=missing, why=why)

    def _part(self, record: Record, layout: Layout, column: str, position: int) -> str:
        if column == POSITION:
            return f"{position:06d}"
        name = next((name for name in record if plain(name) == column), None)
        if name is None or record[name] in (None, ""):
            if column == SOURCE:
                return self._source(record, layout)
            raise BadField(name or column, _("nothing"), _("a part of the id"))
        return _identifier(name, record[name])

    def _source(self, record: Record, layout: Layout) -> str:
        found = layout.find(record, "source")
        return _identifier(*found) if found else self._otherwise


def _identifier(name: str, value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:g}" if isinstance(value, float) else str(value)
    if not isinstance(value, str):
        raise BadField(name, kind_of(value), _("an id"))
    return fields.identifier({name: value}, name)
