"""What the readers share: each question and its gold checked, ids compared over the whole pack, golds joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rbcheck.domain.errors import N_
from rbcheck.domain.judgment import Options
from rbcheck.domain.question import problems
from rbcheck.locale import _
from rbcheck.packs.containers import read_text
from rbcheck.packs.fields import BadField, Record, answer, identifier
from rbcheck.packs.lines import each, lines
from rbcheck.services.intake import ReadQuestion, Refusal

_OTHER_TEXT = N_("an id that line {line} gives to another text")
_ONE_TEXT = N_("one text for each id")
ID_KEYS = ("id", "review_id", "question_id")


@dataclass(frozen=True, slots=True)
class Gathered:
    """The good questions of a pack and the refusals of the others, in the order of the file."""

    questions: tuple[ReadQuestion, ...]
    refused: tuple[Refusal, ...]
    unused_gold: int = 0


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One gold and where it was read."""

    file: str
    line: int
    question_id: str
    answer: Options


@dataclass(frozen=True, slots=True)
class Golds:
    """Golds by id, and the refusals of lines that hold none."""

    by_id: Mapping[str, GoldLine]
    refused: tuple[Refusal, ...]


def gather(read: Iterable[ReadQuestion | Refusal], golds: Golds | None = None) -> Gathered:
    """Every question checked on its own and against the others; `golds` replace what the lines say."""
    known = golds.by_id if golds else {}
    refused: list[Refusal] = list(golds.refused) if golds else []
    candidates: dict[str, list[ReadQuestion]] = {}
    for place, item in enumerate(read, start=1):
        if isinstance(item, Refusal):
            refused.append(item)
        else:
            candidates.setdefault(item.question.question_id, []).append(replace(item, place=place))
    unused = sum(question_id not in candidates for question_id in known)
    good = []
    for question_id, same in candidates.items():
        refused += _repeated(same)
        if any(other.question.version != same[0].question.version for other in same):
            continue
        one = same[0]
        gold = known.get(question_id)
        one = replace(one, gold=gold.answer) if gold else one
        wrong = [
            one.refused(found.field, found.found.render(_), found.expected.render(_))
            for found in problems(one.question, one.gold)
        ]
        refused += wrong
        if not wrong:
            good.append(one)
    return Gathered(tuple(good), tuple(sorted(refused, key=_place)), unused)


def _repeated(same: list[ReadQuestion]) -> Iterator[Refusal]:
    first = same[0]
    differing = any(other.question.version != first.question.version for other in same)
    for other in same[1:]:
        if differing:
            yield other.refused("id", _(_OTHER_TEXT).format(line=first.line), _(_ONE_TEXT))
        else:
            found = _("the same question as in line {line}").format(line=first.line)
            yield other.refused("id", found, _("each question once"))
    if differing:
        later = ", ".join(str(other.line) for other in same[1:])
        yield first.refused("id", _(_OTHER_TEXT).format(line=later), _(_ONE_TEXT))


def _place(refusal: Refusal) -> tuple[str, int]:
    return refusal.file, refusal.line or 0


def read_golds(path: Path) -> Golds:
    """The golds of a JSON Lines file of `{id, answer}`; a question file with answers serves too."""
    return golds_of(read_text(path), path.name)


def golds_of(content: bytes, file: str) -> Golds:
    """The golds in the content of a JSON Lines file."""
    by_id: dict[str, GoldLine] = {}
    refused: list[Refusal] = []

    def take(row: Record, line: int) -> GoldLine:
        id_key = next((key for key in ID_KEYS if key in row), "id")
        name = "answer" if "answer" in row or "gold" not in row else "gold"
        gold = GoldLine(file, line, identifier(row, id_key), answer(row, name))
        before = by_id.get(gold.question_id)
        if before and set(before.answer) != set(gold.answer):
            found = _("an id to which line {line} gives another answer").format(line=before.line)
            raise BadField("id", found, _("one answer for each id"))
        return gold

    for item in each(lines(content, file), file, "id", take):
        if isinstance(item, Refusal):
            refused.append(item)
        else:
            by_id[item.question_id] = item
    return Golds(by_id, tuple(refused))
