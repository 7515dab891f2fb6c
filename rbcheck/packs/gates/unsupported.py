"""The gate `unsupported`: questions where what people marked ✓ together is not the gold."""

from __future__ import annotations

from collections.abc import Iterator

from rbcheck.domain.errors import CLAUSES, in_a_row
from rbcheck.locale import _, ngettext
from rbcheck.packs.gates.saying import some_without_gold, warning
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Skip

NAME = "unsupported"
LEAST = 2
"""How many people must have marked an option before it can be said what they think of it together."""
SUPPORTED = "supported"


def unsupported(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Gold options that most people do not support, and other options that most do."""
    why = some_without_gold(pack)
    if why:
        yield Skip(NAME, why)
    marked = [item for item in pack.questions if len(item.marks) >= LEAST]
    if not marked and not (why and all(item.gold is None for item in pack.questions)):
        yield Skip(NAME, _("the store holds no question of this pack that two people or more have marked"))
    for item in marked:
        if item.gold is None:
            continue
        lacking = [key for key in item.gold if _most(item, key) is False]
        beside = [key for key in item.question.keys if key not in item.gold and _most(item, key) is True]
        if not lacking and not beside:
            continue
        parts = []
        if lacking:
            parts.append(_("most of them do not support {keys} of the gold").format(keys=in_a_row(lacking, _)))
        if beside:
            parts.append(_("most of them support {keys} besides").format(keys=in_a_row(beside, _)))
        people = len(item.marks)
        said = ngettext(
            "{people} person marked the options: {what}", "{people} people marked the options: {what}", people
        ).format(people=people, what=in_a_row(parts, _, CLAUSES))
        counts = {
            key: [sum(marks.get(key) == SUPPORTED for marks in item.marks), sum(key in marks for marks in item.marks)]
            for key in item.question.keys
        }
        yield warning(NAME, said, item, lacking=list(lacking), beside=list(beside), people=len(item.marks),
                      supported={key: list(pair) for key, pair in counts.items()})  # fmt: skip


def _most(item: CheckedQuestion, key: str) -> bool | None:
    """Whether most of those who marked an option support it; None where they are too few, or as many as not."""
    given = [marks[key] == SUPPORTED for marks in item.marks if key in marks]
    if len(given) < LEAST or 2 * sum(given) == len(given):
        return None
    return 2 * sum(given) > len(given)
