"""The parts of a clip that were not watched."""

from __future__ import annotations

from rbcheck.domain.coverage import holes


def test_what_no_span_covers() -> None:
    assert holes([(2_000, 4_000), (3_000, 5_000), (8_000, 20_000)], 10_000) == ((0, 2_000), (5_000, 8_000))
    assert holes([(0, 4_000)], 10_000) == ((4_000, 10_000),)
    assert holes([], 10_000) == ((0, 10_000),)
    assert holes([(0, 10_500)], 10_000) == ()
