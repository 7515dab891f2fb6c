"""Questions dealt to people: samples and hands that hold each stratum (source and unit) in proportion."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rbcheck.domain.dice import Dice


@dataclass(frozen=True, slots=True)
class Card:
    """One question to be dealt: its name and its stratum."""

    name: str
    stratum: tuple[str, str]


def sample(cards: Sequence[Card], count: int, dice: Dice, *what: str) -> tuple[Card, ...]:
    """`count` cards, each stratum in proportion (largest remainders first), in the order in which they came."""
    if count >= len(cards):
        return tuple(cards)
    strata = _strata(cards)
    exact = {stratum: Fraction(len(held) * count, len(cards)) for stratum, held in strata.items()}
    shares = {stratum: int(share) for stratum, share in exact.items()}
    short = count - sum(shares.values())
    by_rest = sorted(exact, key=lambda stratum: (shares[stratum] - exact[stratum], dice.digest(*what, list(stratum))))
    for stratum in by_rest[:short]:
        shares[stratum] += 1
    taken = {
        card.name
        for stratum, held in strata.items()
        for card in dice.shuffled(held, _name, *what, "sample")[: shares[stratum]]
    }
    return tuple(card for card in cards if card.name in taken)


def deal(cards: Sequence[Card], people: Sequence[str], each: int, dice: Dice, *what: str) -> Mapping[str, list[Card]]:
    """Each card to `each` different people: as many to everyone as can be, in each stratum too, and pairs mixed."""
    hands: dict[str, list[Card]] = {person: [] for person in people}
    pairs: Counter[frozenset[str]] = Counter()
    for _stratum, held in sorted(_strata(cards).items()):
        own: Counter[str] = Counter()
        for card in dice.shuffled(held, _name, *what, "deal"):
            chosen: list[str] = []
            for _ in range(min(each, len(people))):
                chosen.append(min((person for person in people if person not in chosen),
                                  key=_next(card, chosen, own, hands, pairs, dice)))  # fmt: skip
            for person in chosen:
                hands[person].append(card)
                own[person] += 1
            pairs.update(frozenset((one, two)) for place, one in enumerate(chosen) for two in chosen[place + 1 :])
    order = {card.name: place for place, card in enumerate(cards)}
    return {person: sorted(hand, key=lambda card: order[card.name]) for person, hand in hands.items()}


def _next(
    card: Card,
    chosen: Sequence[str],
    own: Mapping[str, int],
    hands: Mapping[str, Sequence[Card]],
    pairs: Mapping[frozenset[str], int],
    dice: Dice,
) -> Callable[[str], tuple[int, int, int, bytes]]:
    def rank(person: str) -> tuple[int, int, int, bytes]:
        met = sum(pairs.get(frozenset((person, other)), 0) for other in chosen)
        return own.get(person, 0), len(hands[person]), met, dice.digest("to", card.name, person)

    return rank


def _strata(cards: Sequence[Card]) -> dict[tuple[str, str], list[Card]]:
    strata: dict[tuple[str, str], list[Card]] = defaultdict(list)
    for card in cards:
        strata[card.stratum].append(card)
    return dict(strata)


def _name(card: Card) -> str:
    return card.name
