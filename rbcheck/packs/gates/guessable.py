"""The gate `guessable`: questions whose answer blind guesses hit too often."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rbcheck.locale import _
from rbcheck.packs.gates.saying import some_without_gold, warning
from rbcheck.services.gate_values import CheckedPack, Finding, Skip

NAME = "guessable"
LINE = Fraction(2, 3)
LEAST = 2
"""How many hits, of how large a share of the guesses, tell."""
MACHINE_GUESSES = 3


def guessable(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """At least two of three guesses hit: those of people in the store, and those of machines that the pack counts."""
    guessed = [item for item in pack.questions if item.guesses or item.machine_blind_hits is not None]
    why = some_without_gold(pack)
    if why:
        yield Skip(NAME, why)
    if not guessed and not (why and all(item.gold is None for item in pack.questions)):
        yield Skip(NAME, _("neither the store nor the pack holds blind guesses on these questions as they stand"))
    for item in guessed:
        if item.gold is None:
            continue
        hits = sum(guess == frozenset(item.gold) for guess in item.guesses)
        if hits >= LEAST and Fraction(hits, len(item.guesses)) >= LINE:
            said = _("{hits} of {all} blind guesses of people hit the gold").format(hits=hits, all=len(item.guesses))
            yield warning(NAME, said, item, by="people", hits=hits, of=len(item.guesses))
        machine = item.machine_blind_hits
        if machine is not None and Fraction(machine, max(machine, MACHINE_GUESSES)) >= LINE:
            said = _("{hits} of {all} blind guesses of machines hit the gold").format(
                hits=machine, all=max(machine, MACHINE_GUESSES)
            )
            yield warning(NAME, said, item, by="machines", hits=machine, of=max(machine, MACHINE_GUESSES))
