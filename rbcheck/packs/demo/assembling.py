"""From claims to a question: which true ones are shown, which near-misses stand beside them, in what order."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from math import comb
from statistics import median

from rbcheck.packs.demo.cast import Cast
from rbcheck.packs.demo.claims import EVERYWHERE, Claim, canonical, changed, things_of
from rbcheck.packs.demo.cutting import Taken, cuts
from rbcheck.packs.demo.finding import true_claims
from rbcheck.packs.demo.footage import Footage
from rbcheck.packs.demo.numbers import legible
from rbcheck.packs.demo.script import Kind
from rbcheck.packs.demo.specs import SEGMENT, WHOLE, Spec, kinds
from rbcheck.packs.demo.stems import stem
from rbcheck.packs.demo.truth import settled
from rbcheck.packs.demo.variants import near_misses
from rbcheck.packs.demo.wording import words

SHORTEST, LONGEST = 0.67, 1.33
KEYS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: its text, what it claims, and the true claim it was made from (itself where it is true)."""

    text: str
    claim: Claim
    base: Claim
    attribute: str = ""

    @property
    def true(self) -> bool:
        """Whether it belongs to the gold set."""
        return self.claim == self.base


@dataclass(frozen=True, slots=True)
class Made:
    """A question whole, still with the claims behind its options."""

    spec: Spec
    stem: str
    footage: Footage
    choices: tuple[Choice, ...]

    @property
    def gold(self) -> tuple[str, ...]:
        """The keys of the true options."""
        return tuple(key for key, choice in zip(KEYS, self.choices, strict=False) if choice.true)


class Dealt:
    """The sets of keys that were gold already: each is dealt once before one comes again."""

    def __init__(self) -> None:
        self._used: dict[tuple[int, int], set[tuple[int, ...]]] = {}

    def next(self, k: int, n: int, dice: random.Random) -> tuple[int, ...]:
        """Positions for `n` true options among `k`."""
        used = self._used.setdefault((k, n), set())
        if len(used) == comb(k, n):
            used.clear()
        free = [places for places in combinations(range(k), n) if places not in used]
        chosen = dice.choice(free)
        used.add(chosen)
        return chosen


def make(spec: Spec, cast: Cast, dice: random.Random, taken: Taken, dealt: Dealt) -> Made:
    """The question that a spec asks for, on the first clips that bear it."""
    for windows in cuts(spec, cast, dice, taken):
        footage = Footage(windows)
        pools = {kind: true_claims(kind, footage, spec.unit in (WHOLE, SEGMENT)) for kind in kinds(spec)}
        pools = {kind: [claim for claim in found if _shown(claim, footage)] for kind, found in pools.items()}
        if not all(pools[kind] for kind in spec.lead):
            continue
        for _ in range(60):
            choices = _choose(spec, footage, pools, dice)
            if choices and _fair(choices, spec.n):
                taken.update((w.recording.name, w.from_s, w.to_s) for w in windows)
                return Made(spec, stem(spec, footage), footage, _placed(choices, spec, dice, dealt))
    raise AssertionError("cuts() never ends")


def _shown(claim: Claim, footage: Footage) -> bool:
    """Whether each number that a claim reads off a house can be read in the clips."""
    places = [getattr(claim, name) for name in ("where", "where_other") if hasattr(claim, name)] or [EVERYWHERE]
    houses = [thing for thing in things_of(claim) if thing.kind is Kind.HOUSE]
    return all(any(legible(w, house) for p in places for w in footage.at(p)) for house in houses)


def _choose(spec: Spec, footage: Footage, pools: dict[type[Claim], list[Claim]], dice: random.Random) -> list[Choice]:
    """`n` true options and `k` - `n` near-misses, each of a claim of its own; empty where the claims do not suffice."""
    order = {kind: dice.sample(pool, len(pool)) for kind, pool in pools.items()}
    if spec.question_type == "Text and OCR":
        order = {kind: [c for c in pool if any(t.number for t in things_of(c))] for kind, pool in order.items()}
    found: list[Choice] = []
    truths = [True] * spec.n + [False] * (spec.k - spec.n)
    dice.shuffle(truths)
    rounds = [*spec.lead, *spec.lead, *spec.fill]
    turn = dice.randrange(len(rounds))
    attributes: dict[str, int] = {}
    while truths:
        if not any(order.values()):
            return []
        kind = rounds[turn % len(rounds)]
        turn += 1
        if not order[kind]:
            continue
        base = order[kind].pop()
        choice = _one(base, truths[-1], footage, attributes, spec.attributes, dice)
        if choice and all(_apart(choice, other) for other in found):
            found.append(choice)
            attributes[choice.attribute] = attributes.get(choice.attribute, 0) + 1
            truths.pop()
    return found


def _one(
    base: Claim, true: bool, footage: Footage, used: dict[str, int], allowed: tuple[str, ...], dice: random.Random
) -> Choice | None:
    style = dice.randrange(6)
    if true:
        return Choice(words(base, style), base, base)
    wrong = [
        (attribute, claim)
        for attribute, claim in near_misses(base, footage.labels)
        if attribute in (allowed or (attribute,)) and settled(claim, footage) is False
    ]
    if not wrong:
        return None
    dice.shuffle(wrong)
    attribute, claim = min(wrong, key=lambda pair: used.get(pair[0], 0))
    return Choice(words(claim, style), claim, base, attribute)


def _apart(one: Choice, two: Choice) -> bool:
    """Whether no two of the claims behind two options are a statement and its near-miss, or one statement."""
    if one.text == two.text or one.base == two.base:
        return False
    mine, other = ((canonical(c.claim), canonical(c.base)) for c in (one, two))
    return all(len(changed(a, b)) > 1 or changed(a, b) == ("kind",) for a in mine for b in other)


def _fair(choices: list[Choice], n: int) -> bool:
    """Lengths near each other, and nothing won by taking the longest, the shortest, the most or the least alike."""
    lengths = [len(choice.text) for choice in choices]
    middle = median(lengths)
    if not all(SHORTEST * middle <= length <= LONGEST * middle for length in lengths):
        return False
    gold = {index for index, choice in enumerate(choices) if choice.true}
    alike = _alikeness([choice.text for choice in choices])
    for score in (lengths, alike):
        ranked = sorted(range(len(choices)), key=lambda index: score[index])
        if gold in (set(ranked[:n]), set(ranked[-n:])):
            return False
    return True


def _alikeness(texts: list[str]) -> list[float]:
    """How much each text shares its words with the others."""
    bags = [frozenset(text.lower().strip(".").replace(",", " ").replace(";", " ").split()) for text in texts]
    return [sum(len(bag & other) / len(bag | other) for other in bags if other is not bag) for bag in bags]


def _placed(choices: list[Choice], spec: Spec, dice: random.Random, dealt: Dealt) -> tuple[Choice, ...]:
    places = dealt.next(spec.k, spec.n, dice)
    true, false = [c for c in choices if c.true], [c for c in choices if not c.true]
    dice.shuffle(true)
    dice.shuffle(false)
    return tuple(true.pop() if index in places else false.pop() for index in range(spec.k))
