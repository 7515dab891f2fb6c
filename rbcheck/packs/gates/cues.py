"""The gate `cues`: what a reader wins over the whole pack by rules that understand nothing of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_
from rbcheck.domain.judgment import Options
from rbcheck.domain.percent import percent, span
from rbcheck.locale import _
from rbcheck.packs.gates.alikeness import alikeness
from rbcheck.packs.gates.saying import some_without_gold
from rbcheck.packs.gates.structure import lengths_of
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Severity, Skip

NAME = "cues"
_REPEATS = 2
"""A set of letters that is gold but once is no rule: nobody could have known it."""
LINE = 0.05
"""How improbable by chance the hits of a rule must be, corrected for their number, before it is a warning."""

Golden = Sequence[tuple[CheckedQuestion, Options]]


@dataclass(frozen=True, slots=True)
class Won:
    """What one rule wins: the questions whose gold it picks, and how probable as many are by chance."""

    questions: tuple[str, ...]
    p: float
    letters: tuple[Mapping[str, Json], ...] = ()


def cues(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Each rule with its share of hits, the interval, chance beside it, and the questions that it gives away."""
    from rbcheck.stats.exact import holm
    from rbcheck.stats.intervals import wilson

    if why := some_without_gold(pack):
        yield Skip(NAME, why)
    golden = [(item, item.gold) for item in pack.questions if item.gold and 0 < item.question.n < item.question.k]
    if not golden:
        return
    chance = sum(1 / comb(item.question.k, len(gold)) for item, gold in golden) / len(golden)
    won = [(rule, words, play(golden)) for rule, words, play in _rules()]
    for (rule, words, what), p in zip(won, holm([what.p for _rule, _words, what in won]), strict=True):
        hits = len(what.questions)
        ci = wilson(hits, len(golden))
        said = _("{rule}: {share} ({hits}/{all}), {span}; chance {chance} ({expected:.1f}/{all}), p = {p:.2g}")
        told = said.format(rule=_(words), share=percent(hits / len(golden)), hits=hits, all=len(golden),
                           span=span(ci.low, ci.high, ci.level), chance=percent(chance),
                           expected=chance * len(golden), p=p)  # fmt: skip
        questions: list[Json] = list(what.questions)
        data: dict[str, Json] = {
            "rule": rule, "hits": hits, "of": len(golden), "share": hits / len(golden),
            "ci": {"low": ci.low, "high": ci.high, "level": ci.level, "method": ci.method},
            "chance": chance, "p": what.p, "p_holm": p, "questions": questions,
        }  # fmt: skip
        if what.letters:
            data["letters"] = [dict(row) for row in what.letters]
        above = p < LINE and hits > chance * len(golden)
        yield Finding(NAME, Severity.WARNING if above else Severity.NOTE, told, data=data)


def _rules() -> tuple[tuple[str, str, Callable[[Golden], Won]], ...]:
    """The rules, each with its name, its words, and how it is played."""
    return (
        ("constant", N_("the best constant set of letters"), _constant),
        ("longest", N_("the n longest options"), _by(lengths_of, 1)),
        ("shortest", N_("the n shortest options"), _by(lengths_of, -1)),
        ("most_alike", N_("the n options most alike to the others"), _by(alikeness, 1)),
        ("least_alike", N_("the n options least alike to the others"), _by(alikeness, -1)),
    )


def _by(measure: Callable[[CheckedQuestion], Mapping[str, float]], sign: int) -> Callable[[Golden], Won]:
    """Picks the n options that come first by a measure; where two tie for the last place nothing is picked."""

    def play(golden: Golden) -> Won:
        from rbcheck.stats.chance import exact_hit_test

        hits = []
        for item, gold in golden:
            values = {key: sign * value for key, value in measure(item).items()}
            lowest = min(values[key] for key in gold)
            if all(value < lowest for key, value in values.items() if key not in gold):
                hits.append(item.id)
        test = exact_hit_test(
            [item.question.k for item, _gold in golden], [len(gold) for _item, gold in golden], len(hits)
        )
        return Won(tuple(hits), test.p_upper)

    return play


def _constant(golden: Golden) -> Won:
    """The set of letters that is gold most often, for each number of options and of those to select.

    It is chosen with the golds at hand; so `p` is corrected for all the sets that it was chosen from.
    """
    from rbcheck.stats.exact import binomial_upper

    strata: dict[tuple[int, int], list[tuple[str, Options]]] = defaultdict(list)
    for item, gold in golden:
        strata[item.question.k, len(gold)].append((item.id, tuple(sorted(gold))))
    hits: set[str] = set()
    letters: list[Mapping[str, Json]] = []
    p = 1.0
    for (k, n), rows in sorted(strata.items()):
        counted = Counter(gold for _name, gold in rows)
        best = min(counted, key=lambda gold: (-counted[gold], gold))
        if counted[best] < _REPEATS:
            continue
        hits |= {name for name, gold in rows if gold == best}
        sets = comb(k, n)
        p = min(p, len(strata) * sets * binomial_upper(len(rows), counted[best], 1 / sets))
        letters.append({"k": k, "n": n, "letters": list(best), "hits": counted[best], "of": len(rows)})
    return Won(tuple(item.id for item, _gold in golden if item.id in hits), min(p, 1.0), tuple(letters))
