"""Coverage as a union of spans."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from builders import at, span
from hypothesis import given
from hypothesis import strategies as st

from rbcheck.domain import watching
from rbcheck.domain.coverage import coverage, covered_ms, furthest_ms, overlaps, union
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Stage

SPANS = st.lists(st.tuples(st.integers(-50, 400), st.integers(-50, 400)), max_size=12)


@given(SPANS)
def test_the_union_holds_exactly_the_milliseconds_of_its_spans(spans: list[tuple[int, int]]) -> None:
    plain = {moment for start, end in spans for moment in range(start, end)}
    merged = union(spans)
    assert {moment for start, end in merged for moment in range(start, end)} == plain
    assert all(first[1] < second[0] for first, second in pairwise(merged))


@given(SPANS, st.integers(1, 300))
def test_coverage_is_the_share_of_the_clip_inside_the_union(spans: list[tuple[int, int]], duration: int) -> None:
    plain = {moment for start, end in spans for moment in range(max(start, 0), min(end, duration))}
    assert covered_ms(spans, duration) == len(plain)
    assert 0 <= coverage(spans, duration) == len(plain) / duration <= 1


@given(SPANS, SPANS)
def test_more_spans_never_cover_less(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> None:
    assert coverage(first + second, 300) >= coverage(first, 300)


@given(st.integers(0, 20), st.integers(1, 20), st.integers(0, 20), st.integers(1, 20))
def test_spans_overlap_where_they_share_a_millisecond(a: int, la: int, b: int, lb: int) -> None:
    shared = set(range(a, a + la)) & set(range(b, b + lb))
    assert overlaps((a, a + la), (b, b + lb)) is bool(shared)


def played(**how: Any) -> Judgment:
    return watching.play(at(Stage.WATCH), span(1, 0, 20_000, **how), at(Stage.WATCH).opened_at).judgment


@pytest.mark.parametrize(
    ("how", "covered"),
    [
        ({}, 20_000), ({"rate": 2.0}, 20_000), ({"rate": 0.25}, 20_000), ({"shown": "fake"}, 20_000),
        ({"rate": 2.5}, 0), ({"shown": ""}, 0), ({"shown": "none"}, 0), ({"lines": 0}, 0),
    ],
)  # fmt: skip
def test_only_what_was_before_the_eyes_covers(how: dict[str, object], covered: int) -> None:
    assert covered_ms(played(**how).covering_spans(1), 20_000) == covered


def test_a_clip_of_no_length_is_never_covered() -> None:
    assert coverage([(0, 10)], 0) == 0.0
    assert furthest_ms([]) == 0
    assert furthest_ms([(0, 5), (2, 9), (3, 4)]) == 9
