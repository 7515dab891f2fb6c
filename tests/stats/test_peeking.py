"""Blind guesses beside everyone else's, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbcheck.stats.columns import columns
from rbcheck.stats.figure import Reason
from rbcheck.stats.peeking import Peeking, peeking
from rbcheck.stats.records import JudgmentRow, Reached


def guessed(annotator: str, question: int, hit: bool, *, final: str = "DEF", source: str = "s") -> JudgmentRow:
    """A judgment of a 3-of-6 question whose blind guess is, or is not, the gold."""
    return JudgmentRow(
        annotator=annotator,
        question=str(question),
        options=tuple("ABCDEF"),
        n=3,
        source=source,
        gold=frozenset("ABC"),
        reached=Reached.VERDICT,
        blind=frozenset("ABC" if hit else "ABD"),
        final=frozenset(final),
        verdict="clear",
    )


def test_hits_are_compared_with_what_others_reach_on_the_same_question() -> None:
    found = peeking(columns([guessed("ann", 1, True), guessed("bob", 1, False), guessed("cy", 1, True)]))
    # the source's rate is 2/3; of the others one of two hit: (1 + 1/3) / 2.5
    assert found["ann"].excess.value == pytest.approx((1 + 1 / 3) / 2.5)
    assert found["ann"].dealt.value == pytest.approx(2 / 3)
    assert found["bob"].excess.value == 1


def test_an_expectation_is_never_below_chance() -> None:
    misses = [guessed("bob", question, False) for question in range(1, 50)]
    found = peeking(columns([guessed("ann", 1, True), *misses]))
    assert found["ann"].excess.value == pytest.approx(1 / 20)


def test_wrong_guesses_that_come_back_are_counted_beside_all_others() -> None:
    rows = [guessed("ann", q, False, final="ABD") for q in range(6)]
    rows += [guessed("bob", q, False) for q in range(6)]
    rows += [guessed("bob", 9, True, final="ABC")]
    found = peeking(columns(rows))
    assert (found["ann"].same.num, found["ann"].same.den) == (6, 6)
    assert found["ann"].identity.value == pytest.approx((0.5 / 7) ** 6)
    assert (found["bob"].same.num, found["bob"].same.den) == (0, 6)


def test_alone_or_without_a_wrong_guess_nothing_is_said() -> None:
    alone = peeking(columns([guessed("ann", 1, False)]))["ann"]
    assert alone.identity.reason is Reason.TOO_FEW_ANNOTATORS
    right = peeking(columns([guessed("ann", 1, True)]))["ann"]
    assert right.identity.reason is Reason.NO_DATA
    assert peeking(columns([replace(guessed("ann", 1, True), seen=True)])) == {}


@given(
    st.lists(
        st.tuples(st.sampled_from("xyz"), st.integers(0, 5), st.booleans(), st.sampled_from("st")),
        unique_by=lambda guess: guess[:2],
        max_size=18,
    )
)
def test_the_order_of_guesses_is_nothing(guesses: list[tuple[str, int, bool, str]]) -> None:
    rows = [guessed(name, question, hit, source=source) for name, question, hit, source in guesses]
    found: dict[str, Peeking] = peeking(columns(rows))
    assert peeking(columns(rows[::-1])) == found
