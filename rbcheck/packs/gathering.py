"""What the readers share: each question and its gold checked, ids compared over the whole pack, golds joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rbcheck.domain.errors import N_
from rbcheck.domain.question import problems
from rbcheck.locale import _, ngettext
from rbcheck.packs.fields import BadField
from rbcheck.packs.goldfile import Golds
from rbcheck.packs.shelf import Shelf
from rbcheck.services.intake import ReadQuestion, Refusal

_OTHER_TEXT = N_("an id that line {line} gives to another text")
_ONE_TEXT = N_("one text for each id, or columns by --id-from that make it so")


@dataclass(frozen=True, slots=True)
class Gathered:
    """The good questions of a pack and the refusals of the others, in the order of the file."""

    questions: Sequence[ReadQuestion]
    refused: tuple[Refusal, ...]
    unused_gold: int = 0


def gather(read: Iterable[ReadQuestion | Refusal], golds: Golds | None = None) -> Gathered:
    """Every question checked on its own and against the others; `golds` replace what the lines say."""
    refused: list[Refusal] = list(golds.refused) if golds else []
    shelf, good = Shelf(), bytearray()
    first: dict[str, int] = {}
    again: dict[str, list[int]] = {}
    for place, item in enumerate(read, start=1):
        if isinstance(item, Refusal):
            refused.append(item)
            continue
        one = replace(item, place=place)
        wrong: list[Refusal] = []
        try:
            gold = golds.of(one.question) if golds else None
            one = replace(one, gold=gold) if gold else one
            wrong = [
                one.refused(found.field, found.found.render(_), found.expected.render(_))
                for found in problems(one.question, one.gold)
            ]
        except BadField as bad:
            wrong = [replace(one.refused(bad.field, bad.found, bad.expected), secret=True)]
        refused += wrong
        number = shelf.add(one)
        good.append(not wrong)
        question_id = one.question.question_id
        if question_id in first:
            again.setdefault(question_id, [first[question_id]]).append(number)
        else:
            first[question_id] = number
    for numbers in again.values():
        refused += _repeated(shelf, numbers, good)
    unused = sum(question_id not in first for question_id in golds.by_id) if golds else 0
    numbers = [number for number, fine in enumerate(good) if fine]
    return Gathered(shelf.only(numbers), tuple(sorted(refused, key=_place)), unused)


def _repeated(shelf: Shelf, numbers: Sequence[int], good: bytearray) -> Iterator[Refusal]:
    """The refusals of one id that stands more than once; `good` then says what is left of it."""
    same = [shelf[number] for number in numbers]
    differing = any(other.question.version != same[0].question.version for other in same[1:])
    for number, other in zip(numbers[1:], same[1:], strict=True):
        good[number] = False
        if differing:
            yield other.refused("id", _(_OTHER_TEXT).format(line=same[0].line), _(_ONE_TEXT))
        else:
            found = _("the same question as in line {line}").format(line=same[0].line)
            yield other.refused("id", found, _("each question once"))
    if differing:
        good[numbers[0]] = False
        later = ", ".join(str(other.line) for other in same[1:])
        yield same[0].refused("id", _(_OTHER_TEXT).format(line=later), _(_ONE_TEXT))


def _place(refusal: Refusal) -> tuple[str, int]:
    return refusal.file, refusal.line or 0


def golds_of_nothing(count: int) -> str:
    """A note on golds for questions that are not there."""
    return ngettext(
        "{count} gold is for an id that the pack does not hold",
        "{count} golds are for ids that the pack does not hold",
        count,
    ).format(count=count)
