"""What is said of each annotator and of each question, against loops over the records."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import groupby
from statistics import mean

import numpy as np
import plain
import pytest
from plain import Rows, by_annotator, by_question, coverage, guessed, hit, middle, others, residual

from rbcheck.stats.campaign import Campaign, Settings, measure
from rbcheck.stats.figure import Figure
from rbcheck.stats.records import CLEAR, VERDICTS, ClipOrderFound, JudgmentRow


@pytest.fixture(scope="module", name="rows")
def _rows() -> Rows:
    return plain.campaign()


@pytest.fixture(scope="module", name="measured")
def _measured(rows: Rows) -> Campaign:
    return measure(rows, Settings(draws=50, resamples=20))


@pytest.fixture(scope="module", name="people")
def _people(rows: Rows, measured: Campaign) -> list[tuple[Rows, dict[str, Figure]]]:
    figures = {part.annotator: part.figures for part in measured.annotators}
    return [(own, figures[name]) for name, own in by_annotator(rows).items()]


People = list[tuple[Rows, dict[str, Figure]]]


def check(people: People, name: str, loop: Callable[[Rows], float | None]) -> None:
    """The figure of each annotator, and of most of them not null, is what the loop gives."""
    known = 0
    for own, figures in people:
        expected = loop(own)
        known += expected is not None
        assert figures[name].value == (None if expected is None else pytest.approx(expected, abs=1e-9))
    assert known > 8


def share(judgments: Iterable[JudgmentRow], holds: Callable[[JudgmentRow], bool]) -> float | None:
    found = [holds(row) for row in judgments]
    return mean(map(float, found)) if found else None


def test_agreement_by_verdict_and_whether_the_verdict_ranks_it(people: People) -> None:
    for verdict in VERDICTS:
        check(people, f"Q1.{verdict}", lambda own, verdict=verdict: share(_with(own, verdict), hit))  # type: ignore[misc]
    check(people, "Q1.rest", lambda own: share((row for row in own if row.verdict != CLEAR), hit))

    def auc(own: Rows) -> float | None:
        rating = {verdict: -place for place, verdict in enumerate(VERDICTS)}
        pairs = [
            (rating[str(right.verdict)], rating[str(wrong.verdict)])
            for right in own
            for wrong in own
            if hit(right) and not hit(wrong)
        ]
        return mean((a > b) + (a == b) / 2 for a, b in pairs) if pairs else None

    check(people, "Q1.auc", auc)


def _with(own: Rows, verdict: str) -> Rows:
    return [row for row in own if row.verdict == verdict]


def test_how_much_better_than_others_on_the_same_questions(rows: Rows, people: People) -> None:
    check(people, "Q2", lambda own: mean(residual(rows, row) for row in own))


def test_whether_that_falls_with_the_minutes_at_work(rows: Rows, people: People) -> None:
    def slope(own: Rows) -> float:
        at = plain.minutes(own)
        x, y = [at[row.question] for row in own], [residual(rows, row) for row in own]
        return 60 * float(np.polyfit(x, y, 1)[0])

    def thirds(own: Rows) -> float:
        at = plain.minutes(own)
        early, late = np.quantile(list(at.values()), [1 / 3, 2 / 3])
        last = [residual(rows, row) for row in own if at[row.question] >= late]
        return mean(last) - mean(residual(rows, row) for row in own if at[row.question] <= early)

    check(people, "Q4", slope)
    check(people, "Q4.thirds", thirds)


def test_what_was_watched_and_how_fast(rows: Rows, people: People) -> None:
    covered = {id(row): coverage(row) for row in rows}
    check(people, "Q5.coverage", lambda own: middle(covered[id(row)] for row in own))
    check(people, "Q5.little", lambda own: share(own, lambda row: covered[id(row)] < 0.5))
    played = {id(row): sum(end - start for _clip, start, end, *_rest in row.spans or ()) / 60_000 for row in rows}
    check(people, "Q5.play_ratio", lambda own: middle(played[id(row)] for row in own))

    def impossible(row: JudgmentRow) -> bool:
        assert row.answered_at is not None
        assert row.opened_at is not None
        return (row.answered_at - row.opened_at).total_seconds() - (row.blind_seconds or 0) < 60 / 2

    check(people, "Q5.impossible", lambda own: share(own, impossible))


def test_who_is_much_faster_than_the_others_on_the_same_question(rows: Rows, people: People) -> None:
    apart = {
        id(row): math.log(row.judge_seconds or 0) - middle(math.log(o.judge_seconds or 0) for o in others(rows, row))
        for row in rows
    }
    centre = middle(apart.values())
    spread = 1.4826 * middle(abs(value - centre) for value in apart.values())
    check(people, "Q5.hasty", lambda own: share(own, lambda row: (apart[id(row)] - centre) / spread < -3))


def test_effort_returns_and_the_order_of_clips(people: People) -> None:
    check(people, "Q8.blind_seconds", lambda own: middle(row.blind_seconds for row in own))
    check(people, "Q8.judge_seconds", lambda own: middle(row.judge_seconds for row in own))
    check(
        people,
        "Q8.hourly",
        lambda own: 3600 * len(own) / sum((row.judge_seconds or 0) + (row.blind_seconds or 0) for row in own),
    )
    check(people, "Q8.noted", lambda own: share(own, lambda row: bool(row.notes)))
    check(people, "Q8b", lambda own: share(own, lambda row: row.returned))
    check(people, "Q8b.comments", lambda own: mean(row.comments for row in own if row.returned))
    check(people, "Q8b.rounds", lambda own: mean(row.rounds for row in own if row.returned))
    check(people, "Q8c", lambda own: share(_asked(own), lambda row: row.order is ClipOrderFound.RIGHT))
    check(
        people,
        "Q8c.cannot_be_told",
        lambda own: share(_asked(own), lambda row: row.order is ClipOrderFound.CANNOT_BE_TOLD),
    )


def _asked(own: Rows) -> Rows:
    return [row for row in own if row.order is not ClipOrderFound.NOT_ASKED]


def test_patterns_of_positions(people: People) -> None:
    def patterns(own: Rows) -> list[tuple[int, int, frozenset[str] | None]]:
        ordered = sorted(own, key=lambda row: (row.answered_at, row.question))
        return [(row.k, row.n, row.final) for row in ordered]

    check(people, "C4.modal", lambda own: max(map(patterns(own).count, patterns(own))) / len(own))
    check(people, "C4.run", lambda own: max(len(list(run)) for _pattern, run in groupby(patterns(own))))

    def entropy(own: Rows) -> float:
        shares = [patterns(own).count(pattern) / len(own) for pattern in set(patterns(own))]
        possible = mean(math.log2(math.comb(row.k, row.n)) for row in own)
        return -sum(p * math.log2(p) for p in shares) / possible

    check(people, "C4.entropy", entropy)


def test_blind_hits_beside_what_others_reach_on_the_same_questions(rows: Rows, people: People) -> None:
    of_source = {
        source: share((row for row in rows if row.source == source), guessed) or 0.0
        for source in {row.source for row in rows}
    }

    def p_of(row: JudgmentRow) -> float:
        beside = others(rows, row)
        reached = (sum(map(guessed, beside)) + 0.5 * of_source[row.source]) / (len(beside) + 0.5)
        return max(1 / math.comb(row.k, row.n), reached)

    def upper(own: Rows) -> float:
        chances = [1.0]
        for p in map(p_of, own):
            chances = [a * (1 - p) + b * p for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)]
        return sum(chances[sum(map(guessed, own)) :])

    check(people, "B9", upper)


def test_wrong_guesses_that_come_back_beside_those_of_all_others(rows: Rows, people: People) -> None:
    def wrong(judgments: Iterable[JudgmentRow]) -> Rows:
        return [row for row in judgments if not guessed(row)]

    def came_back(judgments: Iterable[JudgmentRow]) -> int:
        return sum(row.blind == row.final for row in wrong(judgments))

    def upper(own: Rows) -> float:
        rest = [row for row in rows if row.annotator != own[0].annotator]
        pool = (came_back(rest) + 0.5) / (len(wrong(rest)) + 1)
        size = len(wrong(own))
        return sum(
            math.comb(size, count) * pool**count * (1 - pool) ** (size - count)
            for count in range(came_back(own), size + 1)
        )

    check(people, "B10", lambda own: came_back(own) / len(wrong(own)))
    check(people, "B10.p", upper)


def test_agreement_at_the_mix_of_the_campaign(rows: Rows, people: People) -> None:
    weight = {source: share(rows, lambda row, source=source: row.source == source) or 0 for source in _sources(rows)}  # type: ignore[misc]

    def even(own: Rows) -> float | None:
        if _sources(own) != _sources(rows):
            return None
        return sum((share((row for row in own if row.source == s), hit) or 0) * weight[s] for s in weight)

    check(people, "G1.standardised", even)


def _sources(rows: Rows) -> set[str]:
    return {row.source for row in rows}


def test_whether_those_right_elsewhere_are_right_on_a_question(rows: Rows, measured: Campaign) -> None:
    known = 0
    judged = by_question(rows)
    for part in measured.questions:
        elsewhere = {
            row.annotator: share((o for o in rows if o.annotator == row.annotator and o is not row), hit) or 0.0
            for row in judged[part.question]
        }
        right = [elsewhere[row.annotator] for row in judged[part.question] if hit(row)]
        wrong = [elsewhere[row.annotator] for row in judged[part.question] if not hit(row)]
        found = part.figures["Q7.gap"].value
        if right and wrong:
            known += 1
            assert found == pytest.approx(mean(right) - mean(wrong), abs=1e-8)
        else:
            assert found is None
    assert known > 30


def test_the_item_rest_correlation_is_told_by_eight_annotators_or_more() -> None:
    rows = plain.campaign(each=9, questions=40)
    known = 0
    for part in measure(rows, Settings(draws=50, resamples=20)).questions:
        own = by_question(rows)[part.question]
        right = [float(hit(row)) for row in own]
        elsewhere = [share((o for o in rows if o.annotator == row.annotator and o is not row), hit) for row in own]
        if 0 < sum(right) < len(right):
            known += 1
            expected = np.corrcoef(right, np.array(elsewhere, dtype=float))[0, 1]
            assert part.figures["Q7.rest"].value == pytest.approx(expected, abs=1e-8)
    assert known > 10
