"""A lead's list of check questions: JSON Lines of `{id, answer}`, the answer being the gold where none is given."""

from __future__ import annotations

from pathlib import Path

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.judgment import Options
from rbcheck.packs.containers import read_text
from rbcheck.packs.fields import Record, answer, identifier
from rbcheck.packs.lines import each, lines
from rbcheck.services.intake import Refusal

ID_KEYS = ("id", "review_id", "question_id")
_BAD_LINE = N_("{file}, line {line}, {field}: found {found}, expected {expected}; mend it and build again.")
_TWICE = N_("{file} names the check question {question} twice: name each once.")
_EMPTY = N_('{file} names no check question: write a line {{"id": …, "answer": […]}} for each.')


def read_checks(path: Path) -> tuple[tuple[str, Options], ...]:
    """The ids of check questions with their answers; PackError where a line cannot be read."""

    def take(row: Record, line: int) -> tuple[str, Options]:
        id_key = next((key for key in ID_KEYS if key in row), "id")
        name = next((key for key in ("answer", "gold") if row.get(key) is not None), None)
        return identifier(row, id_key), answer(row, name) if name else ()

    found: dict[str, Options] = {}
    for item in each(lines(read_text(path), path.name), path.name, "id", take):
        if isinstance(item, Refusal):
            raise PackError(_BAD_LINE, file=inert(item.file), line=item.line, field=brief(item.field),
                            found=inert(item.found), expected=item.expected)  # fmt: skip
        if item[0] in found:
            raise PackError(_TWICE, file=inert(path.name), question=brief(item[0]))
        found[item[0]] = item[1]
    if not found:
        raise PackError(_EMPTY, file=inert(path.name))
    return tuple(found.items())
