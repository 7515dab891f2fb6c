"""What every number of the statistics is: a value with its parts, its interval, or the reason why it is missing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

LEVEL = 0.95


class Reason(StrEnum):
    """Why a value, or the interval of a value, is null."""

    NO_DATA = "no_data"
    NO_VARIATION = "no_variation"
    NO_PAIRABLE_UNITS = "no_pairable_units"
    TOO_FEW_ANNOTATORS = "too_few_annotators"
    TOO_FEW_QUESTIONS = "too_few_questions"
    SINGLE_CLUSTER = "single_cluster"
    NO_GOLD = "no_gold"
    NO_TELEMETRY = "no_telemetry"
    ALL_CORRECT = "all_correct"
    ALL_WRONG = "all_wrong"


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval and how it was made."""

    low: float
    high: float
    level: float
    method: str

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.high):
            raise ValueError(f"no interval: {self.low} to {self.high}")

    def around(self, value: float) -> Interval:
        """The interval, widened by rounding errors only, so that `value` lies in it."""
        return replace(self, low=min(self.low, value), high=max(self.high, value))


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with numerator, denominator and number of clusters; never NaN: null comes with a reason."""

    value: float | None
    num: float | None = None
    den: float | None = None
    clusters: int | None = None
    ci: Interval | None = None
    reason: Reason | None = None

    def __post_init__(self) -> None:
        for part in (self.value, self.num, self.den):
            if part is not None and not math.isfinite(part):
                raise ValueError("a figure holds finite numbers; what is undefined is null with a reason")
        if self.value is None and self.reason is None:
            raise ValueError("a figure without a value says why")

    def to_json(self) -> dict[str, object]:
        """The object of the output contract."""
        ci = self.ci
        return {
            "value": self.value,
            "num": self.num,
            "den": self.den,
            "clusters": self.clusters,
            "ci": None if ci is None else {"low": ci.low, "high": ci.high, "level": ci.level, "method": ci.method},
            "reason": None if self.reason is None else str(self.reason),
        }

    def counts_only(self, reason: Reason) -> Figure:
        """The same counts without value and interval, for a group too small to say more."""
        return Figure(None, self.num, self.den, self.clusters, None, reason if self.value is not None else self.reason)

    def mapped(self, rise: Callable[[float], float], *, num: float | None, den: float | None) -> Figure:
        """The figure seen through an increasing linear map, interval included, with other parts."""
        if self.value is None:
            return Figure(None, num, den, self.clusters, None, self.reason)
        value = rise(self.value)
        ci = self.ci and replace(self.ci, low=rise(self.ci.low), high=rise(self.ci.high)).around(value)
        return Figure(value, num, den, self.clusters, ci, self.reason)


def missing(reason: Reason, *, den: float | None = 0) -> Figure:
    """A figure that has nothing to be computed from."""
    return Figure(None, 0 if den == 0 else None, den, 0 if den == 0 else None, None, reason)
