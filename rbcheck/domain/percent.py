"""Shares as people read them: one way of writing a percentage and a span, wherever one stands."""

from __future__ import annotations


def percent(share: float, digits: int = 1) -> str:
    """A share in percent: `47.5 %`; whole with `digits` 0: `48 %`."""
    return f"{100 * share:.{digits}f} %"


def wanted(share: float) -> str:
    """A line that somebody set, in as many digits as it needs, one at most: `80 %`, `87.5 %`."""
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def span(low: float, high: float, level: float) -> str:
    """An interval of shares with its level: `95 % 40.7–54.4`."""
    return f"{100 * level:.0f} % {100 * low:.1f}–{100 * high:.1f}"
