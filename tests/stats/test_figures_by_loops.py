"""The figures of a campaign against loops over its records: gold, blind guesses, and annotators with one another."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations

import plain
import pytest
from plain import Rows, by_question, gold_of, guessed, hit, marks_of

from rbcheck.stats import masi
from rbcheck.stats.campaign import Campaign, Settings, measure
from rbcheck.stats.records import MARKS, RULED_OUT, SUPPORTED, UNDECIDABLE, JudgmentRow

ORDERED = (RULED_OUT, UNDECIDABLE, SUPPORTED)


@pytest.fixture(scope="module", name="rows")
def _rows() -> Rows:
    return plain.campaign()


@pytest.fixture(scope="module", name="measured")
def _measured(rows: Rows) -> Campaign:
    return measure(rows, Settings(draws=50, resamples=20))


@pytest.fixture(scope="module", name="value")
def _value(measured: Campaign) -> Callable[[str], float]:
    def value(name: str) -> float:
        found = measured.figures[name].value
        assert found is not None
        return found

    return value


Value = Callable[[str], float]


def test_marks_on_gold_options_and_on_others(rows: Rows, value: Value) -> None:
    gold, rest = Counter(marks_of(rows, gold=True)), Counter(marks_of(rows, gold=False))
    assert value("G5") == pytest.approx(gold[RULED_OUT] / gold.total())
    assert value("G6.supported") == pytest.approx(gold[SUPPORTED] / gold.total())
    assert value("G6.undecidable") == pytest.approx(gold[UNDECIDABLE] / gold.total())
    assert value("G7.sensitivity") == value("G6.supported")
    assert value("G7.false_alarm") == pytest.approx(rest[SUPPORTED] / rest.total())
    assert value("G7.other_ruled_out") == pytest.approx(rest[RULED_OUT] / rest.total())
    assert value("G7.other_undecidable") == pytest.approx(rest[UNDECIDABLE] / rest.total())
    assert value("G7.youden") == pytest.approx(value("G7.sensitivity") - value("G7.false_alarm"))


def test_finals_that_contradict_their_marks(rows: Rows, value: Value) -> None:
    marked = [row.marks[key] for row in rows for key in row.final or () if key in row.marks]
    assert value("G8") == pytest.approx(marked.count(RULED_OUT) / len(marked))
    whole = [row for row in rows if set(row.marks) == set(row.options)]
    assert 0 < len(whole) < len(rows)
    off = [row for row in whole if list(row.marks.values()).count(SUPPORTED) != row.n]
    assert value("G8.count") == pytest.approx(len(off) / len(whole))


def test_verdicts_on_the_gold_and_concessions(rows: Rows, value: Value) -> None:
    told = [row for row in rows if row.gold_verdict]
    given = Counter(row.gold_verdict for row in told)
    for verdict in ("correct", "wrong_answer", "ambiguous", "cant_tell"):
        assert value(f"G9.{verdict}") == pytest.approx(given[verdict] / len(told))
    differing = [row for row in told if not hit(row)]
    assert value("G10") == pytest.approx(sum(row.gold_verdict == "correct" for row in differing) / len(differing))


def test_blind_guesses_beside_chance(rows: Rows, value: Value) -> None:
    rate = sum(map(guessed, rows)) / len(rows)
    chance = sum(1 / math.comb(row.k, row.n) for row in rows) / len(rows)
    assert value("B1") == pytest.approx(rate)
    assert value("B1.chance") == pytest.approx(chance)
    assert value("B2.excess") == pytest.approx(rate - chance)
    assert value("B2.corrected") == pytest.approx((rate - chance) / (1 - chance))
    assert value("B2.lift") == pytest.approx(rate / chance)
    shared = sum(len(gold_of(row) & (row.blind or set())) for row in rows)
    by_chance, asked = sum(row.n**2 / row.k for row in rows), sum(row.n for row in rows)
    assert value("B3") == pytest.approx((shared - by_chance) / (asked - by_chance))
    fresh = [row for row in rows if not row.recording_seen]
    assert value("B1.recording_not_seen") == pytest.approx(sum(map(guessed, fresh)) / len(fresh))


def test_what_the_footage_adds(rows: Rows, value: Value) -> None:
    gained = sum(hit(row) and not guessed(row) for row in rows)
    lost = sum(guessed(row) and not hit(row) for row in rows)
    assert value("B6") == pytest.approx((gained - lost) / len(rows))
    assert value("B6.wrong_to_right") == pytest.approx(gained / len(rows))
    assert value("B6.right_to_wrong") == pytest.approx(lost / len(rows))
    both = gained + lost
    tail = sum(math.comb(both, lower) for lower in range(min(gained, lost) + 1)) / 2**both
    assert value("B6.mcnemar") == pytest.approx(min(1.0, 2 * tail))


def guessers(row: JudgmentRow, guesser: str) -> Iterator[frozenset[str]]:
    """All sets that a guesser may pick, equally likely."""
    keys = row.options
    if guesser == "longest":
        assert row.option_chars is not None
        chars = dict(zip(keys, row.option_chars, strict=True))
        least = sorted(chars.values(), reverse=True)[row.n - 1]
        sure = [key for key in keys if chars[key] > least]
        tied = [key for key in keys if chars[key] == least]
        yield from (frozenset((*sure, *some)) for some in combinations(tied, row.n - len(sure)))
    else:
        yield frozenset(keys[: row.n] if guesser == "first" else keys[-row.n :])


@pytest.mark.parametrize("guesser", ["first", "last", "longest"])
def test_who_never_watches_and_picks_by_place_or_length(rows: Rows, value: Value, guesser: str) -> None:
    exact = shared = asked = 0.0
    for judged in by_question(rows).values():
        sets = list(guessers(judged[0], guesser))
        exact += sum(chosen == judged[0].gold for chosen in sets) / len(sets)
        shared += sum(len(chosen & gold_of(judged[0])) for chosen in sets) / len(sets)
        asked += judged[0].n
    assert value(f"B7.{guesser}") == pytest.approx(exact / 120)
    assert value(f"B7.{guesser}.overlap") == pytest.approx(shared / asked)


def test_chance_of_a_guesser_and_of_being_dropped_by_luck(rows: Rows, value: Value) -> None:
    chances = [1 / math.comb(judged[0].k, judged[0].n) for judged in by_question(rows).values()]
    assert value("B7.chance") == pytest.approx(sum(chances) / len(chances))
    assert value("B5.luck") == pytest.approx(sum(3 * p**2 * (1 - p) + p**3 for p in chances) / len(chances))


def test_the_mean_of_sources_beside_the_pooled_rate(rows: Rows, value: Value) -> None:
    for name, right in (("G1", hit), ("B1", guessed)):
        rates = []
        for source in sorted({row.source for row in rows}):
            own = [row for row in rows if row.source == source]
            rates.append(sum(map(right, own)) / len(own))
        assert value(f"{name}.macro") == pytest.approx(sum(rates) / len(rates))


@pytest.mark.parametrize(("name", "exact"), [("A1", False), ("A1.exact", True)])
def test_finals_of_pairs_beside_what_chance_would_do(rows: Rows, value: Value, name: str, exact: bool) -> None:
    apart = expected = 0.0
    for judged in by_question(rows).values():
        k, n = judged[0].k, judged[0].n
        for one, other in combinations(judged, 2):
            shared = len((one.final or set()) & (other.final or set()))
            apart += (shared < n if exact else 1 - shared / n) / (len(judged) - 1)
            expected += (1 - 1 / math.comb(k, n) if exact else 1 - n / k) / (len(judged) - 1)
    assert value(name) == pytest.approx(1 - apart / expected)


def units(rows: Rows, without: tuple[str, ...] = ()) -> list[list[str]]:
    """The marks of each question and option that at least two gave."""
    found = []
    for judged in by_question(rows).values():
        for key in judged[0].options:
            marks = [row.marks[key] for row in judged if key in row.marks and row.marks[key] not in without]
            found.append(marks)
    return found


def between(one: str, other: str, total: Counter[str]) -> float:
    """The ordinal distance: how many ratings lie between two marks, the half of each counted in."""
    low, high = sorted((ORDERED.index(one), ORDERED.index(other)))
    return (sum(total[mark] for mark in ORDERED[low : high + 1]) - (total[one] + total[other]) / 2) ** 2


def alpha(pairable: list[Counter[str]], distance: Callable[[str, str, Counter[str]], float]) -> float:
    """One minus observed over expected distance, each pair of ratings of one unit weighing 1 / (ratings - 1)."""
    total = sum(pairable, Counter[str]())
    size = total.total()
    observed = sum(
        unit[one] * unit[other] * distance(one, other, total) / (unit.total() - 1)
        for unit in pairable
        for one, other in permutations(unit, 2)
    )
    expected = sum(total[one] * total[other] * distance(one, other, total) for one, other in permutations(total, 2))
    return 1 - (size - 1) * observed / expected


@pytest.mark.parametrize(("suffix", "without"), [("", ()), (".binary", (UNDECIDABLE,))])
def test_marks_on_the_same_option(rows: Rows, value: Value, suffix: str, without: tuple[str, ...]) -> None:
    values = [mark for mark in MARKS if mark not in without]
    pairable = [Counter(marks) for marks in units(rows, without) if len(marks) >= 2]
    agreed = [sum(r * (r - 1) for r in unit.values()) / (unit.total() * (unit.total() - 1)) for unit in pairable]
    percent = sum(agreed) / len(agreed)
    assert value(f"A2{suffix}") == pytest.approx(percent)
    rated = [Counter(marks) for marks in units(rows, without) if marks]
    share = {mark: sum(unit[mark] / unit.total() for unit in rated) / len(rated) for mark in values}
    chance = sum(p * (1 - p) for p in share.values()) / (len(values) - 1)
    assert value(f"A4{suffix}") == pytest.approx((percent - chance) / (1 - chance))
    assert value(f"A3{suffix}") == pytest.approx(alpha(pairable, lambda one, other, _total: float(one != other)))
    if not without:
        assert value("A3.ordinal") == pytest.approx(alpha(pairable, between))
        fleiss = sum(p**2 for p in share.values())
        assert value("A5") == pytest.approx((percent - fleiss) / (1 - fleiss))


def test_alpha_of_sets_by_masi(rows: Rows, value: Value) -> None:
    groups = list(by_question(rows).values())
    finals = [row.final or frozenset() for row in rows]
    within = sum(
        (1 - masi(one.final or set(), other.final or set())) / (len(judged) - 1)
        for judged in groups
        for one, other in permutations(judged, 2)
    )
    pooled = Counter(finals)
    across = sum(
        count * times * (1 - masi(one, other)) for one, count in pooled.items() for other, times in pooled.items()
    )
    assert value("A6") == pytest.approx(1 - (within / len(finals)) / (across / (len(finals) * (len(finals) - 1))))
