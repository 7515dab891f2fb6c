"""The gate `negation`: options that negate each other where the gold holds both, or neither though one must hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rbcheck.domain.opposites import opposition
from rbcheck.locale import _
from rbcheck.packs.gates.saying import some_without_gold, warning
from rbcheck.services.gate_values import CheckedPack, Finding, Skip

NAME = "negation"


def negation(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Each such pair, under the first of its options."""
    if why := some_without_gold(pack):
        yield Skip(NAME, why)
    for item in pack.questions:
        if item.gold is None:
            continue
        for one, other in combinations(item.question.options, 2):
            held = (one.key in item.gold) + (other.key in item.gold)
            if held == 1:
                continue
            how = opposition(one.text, other.text)
            if how is None or (held == 0 and not how.one_holds):
                continue
            said = (
                _("{one} and {other} negate each other, and the gold holds both")
                if held == 2
                else _("{one} and {other} negate each other, one of them must hold, and the gold holds neither")
            )
            yield warning(
                NAME, said.format(one=one.key, other=other.key), item, one.key,
                pair=[one.key, other.key], how=how.value, gold_holds="both" if held == 2 else "neither",
            )  # fmt: skip
