"""A1 to A6 of a campaign: how far annotators agree with one another, before anything of the gold was shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rbcheck.stats.agreement_people import (
    Table,
    alpha_of,
    fleiss_of,
    gwet_of,
    ordinal_distance,
    percent_of,
)
from rbcheck.stats.alpha_of_sets import masi_alpha
from rbcheck.stats.bootstrap import RESAMPLES, Statistic, Values, percentiles, resampled
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import starts_of
from rbcheck.stats.sets import corrected_overlap, one_minus_ratio
from rbcheck.stats.table import Counts, members

NAMES = (
    "A1", "A1.exact", "A2", "A2.binary", "A3", "A3.binary", "A3.ordinal", "A4", "A4.binary", "A5", "A6",
)  # fmt: skip
_AT_ONCE = 20_000

Figures = dict[str, Figure]


def between_annotators(table: Columns, *, seed: int = 0, resamples: int = RESAMPLES) -> Figures:
    """The figures on FREE; all null where one annotator is alone. One set of resamples serves all of them."""
    free = table.only(table.free & table.informative)
    if len(np.unique(free.annotator)) < 2:
        return dict.fromkeys(NAMES, missing(Reason.TOO_FEW_ANNOTATORS if free.size else Reason.NO_DATA))
    blocks = [*_set_blocks(free), _mark_block(free, (0, 1, 2)), _mark_block(free, (0, 2))]
    totals = resampled(np.hstack(blocks), seed=seed, resamples=resamples)
    edges = np.cumsum([0, *(block.shape[1] for block in blocks)])
    overlaps, exacts, of_three, of_two = (
        _Block(block, totals[:, low:high]) for block, low, high in zip(blocks, edges[:-1], edges[1:], strict=True)
    )
    ordinal = ordinal_distance(of_three.coincidences(3))
    nominal = 1 - np.eye(3)
    return {
        "A1": overlaps.figure(corrected_overlap(overlaps.parts), one_minus_ratio, pairs=1),
        "A1.exact": exacts.figure(corrected_overlap(exacts.parts), one_minus_ratio, pairs=1),
        "A2": of_three.figure(percent_of(*of_three.equal(3)), _percent(3), pairs=10),
        "A2.binary": of_two.figure(percent_of(*of_two.equal(2)), _percent(2), pairs=5),
        "A3": of_three.figure(of_three.alpha(nominal), _alpha(nominal), pairs=10),
        "A3.binary": of_two.figure(of_two.alpha(1 - np.eye(2)), _alpha(1 - np.eye(2)), pairs=5),
        "A3.ordinal": of_three.figure(of_three.alpha(ordinal), _alpha(ordinal), pairs=10),
        "A4": of_three.figure(
            gwet_of(percent_of(*of_three.equal(3)), of_three.shares(3)), _corrected(3, gwet_chance), pairs=10
        ),
        "A4.binary": of_two.figure(
            gwet_of(percent_of(*of_two.equal(2)), of_two.shares(2)), _corrected(2, gwet_chance), pairs=5
        ),
        "A5": of_three.figure(
            fleiss_of(percent_of(*of_three.equal(3)), of_three.shares(3)), _corrected(3, fleiss_chance), pairs=10
        ),
        "A6": masi_alpha(free),
    }


def gwet_chance(shares: Values) -> Values:
    """Resamples × shares of values to the chance agreement of AC1."""
    chance: Values = (shares * (1 - shares)).sum(axis=1) / (shares.shape[1] - 1)
    return chance


def fleiss_chance(shares: Values) -> Values:
    """Resamples × shares of values to the chance agreement of Fleiss' kappa."""
    chance: Values = (shares * shares).sum(axis=1)
    return chance


@dataclass(frozen=True, slots=True)
class _Block:
    """Parts of one family of figures by question, and their sums over the resamples."""

    parts: Values
    totals: Values

    def figure(self, figure: Figure, statistic: Statistic, *, pairs: int) -> Figure:
        """The figure counted in questions, with its interval; column `pairs` is zero where nothing can be paired."""
        if figure.value is None:
            return figure
        questions = int((self.parts[:, pairs] > 0).sum())
        if questions == 1:
            return Figure(figure.value, figure.num, figure.den, 1, None, Reason.SINGLE_CLUSTER)
        ci = percentiles(self.totals, statistic)
        return Figure(figure.value, figure.num, figure.den, questions, ci and ci.around(figure.value))

    def coincidences(self, values: int) -> Table:
        """The matrix of coincidences of all questions together."""
        return np.array(self._sums(0, values * values)).reshape(values, values)

    def alpha(self, apart: Table) -> Figure:
        """Alpha of all questions together."""
        values = len(apart)
        units = int(self._sums(values * values + 1, values * values + 2)[0])
        return alpha_of(self.coincidences(values), apart, units=units)

    def equal(self, values: int) -> tuple[float, int]:
        """The summed shares of equal pairs, and the pairable units."""
        agreed, units = self._sums(values * values, values * values + 2)
        return agreed, int(units)

    def shares(self, values: int) -> Table:
        """The mean share of each value over the rated units."""
        *shares, rated = self._sums(values * values + 2, values * values + values + 3)
        return np.array(shares) / max(rated, 1)

    def _sums(self, low: int, high: int) -> list[float]:
        """Sums of columns that do not depend on the order of the questions."""
        return [math.fsum(column) for column in self.parts[:, low:high].T.tolist()]


def _set_blocks(free: Columns) -> tuple[Values, Values]:
    """Questions × [distances of pairs, those expected by chance], by overlap and by equality."""
    overlaps, exacts = [], []
    starts, sizes = starts_of(free.question)
    for begin in range(0, len(starts), _AT_ONCE):
        low, high = starts[begin], (starts[begin + _AT_ONCE] if begin + _AT_ONCE < len(starts) else free.size)
        edges, count = starts[begin : begin + _AT_ONCE] - low, sizes[begin : begin + _AT_ONCE].astype(np.float64)
        answers = free.answer[low:high]
        k, n = (column[low:high][edges].astype(np.float64) for column in (free.k, free.n))
        chosen = np.add.reduceat(members(answers, int(free.k.max())).astype(np.int64), edges, axis=0)
        shared = (chosen * (chosen - 1)).sum(axis=1) / 2
        pairs = count * (count - 1) / 2
        weight = np.where(count > 1, 1 / np.maximum(count - 1, 1), 0.0)
        overlaps.append(np.column_stack([weight * (pairs * n - shared) / n, weight * pairs * (1 - n / k)]))
        hit = np.array([1 / math.comb(int(a), int(b)) for a, b in zip(k, n, strict=True)])
        equal = _equal_pairs(np.repeat(np.arange(len(edges)), count.astype(np.int64)), answers, len(edges))
        exacts.append(np.column_stack([weight * (pairs - equal), weight * pairs * (1 - hit)]))
    return np.concatenate(overlaps), np.concatenate(exacts)


def _equal_pairs(question: Counts, answers: Counts, size: int) -> Values:
    """How many pairs of answers of each question are the same set."""
    order = np.lexsort((answers, question))
    starts, counts = starts_of(question[order].astype(np.int64) * (1 << 31) + answers[order])
    return np.bincount(question[order][starts], counts * (counts - 1) / 2, minlength=size).astype(np.float64)


def _mark_block(free: Columns, values: Sequence[int]) -> Values:
    """Questions × [coincidences, equal pairs, pairable units, shares of values, rated units], sums over options.

    `values` are the marks that count, in the order ✗ ? ✓; the others are missing.
    """
    sets = [(free.ruled_out_set, free.undecidable_set, free.supported_set)[value] for value in values]
    starts, _sizes = starts_of(free.question)
    blocks = []
    for begin in range(0, len(starts), _AT_ONCE):
        low, high = starts[begin], (starts[begin + _AT_ONCE] if begin + _AT_ONCE < len(starts) else free.size)
        edges = starts[begin : begin + _AT_ONCE] - low
        width = int(free.k.max())
        counts = np.stack(
            [np.add.reduceat(members(each[low:high], width).astype(np.int64), edges, axis=0) for each in sets], axis=2
        )
        blocks.append(_parts(counts.astype(np.float64)))
    return np.concatenate(blocks)


def _parts(counts: Values) -> Values:
    """The sums over options of questions × options × values."""
    values = counts.shape[2]
    raters = counts.sum(axis=2)
    paired = np.where(raters >= 2, 1 / np.maximum(raters - 1, 1), 0.0)
    pairs = np.einsum("qov,qow,qo->qvw", counts, counts, paired)
    own = np.einsum("qov,qo->qv", counts, paired)
    pairs[:, range(values), range(values)] -= own
    equal = (counts * (counts - 1)).sum(axis=2) * paired / np.maximum(raters, 1)
    shares = np.divide(counts, raters[:, :, None], out=np.zeros_like(counts), where=raters[:, :, None] > 0)
    return np.column_stack(
        [
            pairs.reshape(len(counts), values * values),
            equal.sum(axis=1),
            (raters >= 2).sum(axis=1),
            shares.sum(axis=1),
            (raters >= 1).sum(axis=1),
        ]
    )


def _percent(values: int) -> Statistic:
    def statistic(totals: Values) -> Values:
        share: Values = totals[:, values * values] / totals[:, values * values + 1]
        return share

    return statistic


def _alpha(apart: Values) -> Statistic:
    values = len(apart)

    def statistic(totals: Values) -> Values:
        pairs = totals[:, : values * values].reshape(-1, values, values)
        margins = pairs.sum(axis=2)
        expected = np.einsum("bi,ij,bj->b", margins, apart, margins) / (margins.sum(axis=1) - 1)
        alpha: Values = 1 - (pairs * apart).sum(axis=(1, 2)) / expected
        return alpha

    return statistic


def _corrected(values: int, chance: Callable[[Values], Values]) -> Statistic:
    def statistic(totals: Values) -> Values:
        expected = chance(totals[:, values * values + 2 : -1] / totals[:, -1:])
        corrected: Values = (_percent(values)(totals) - expected) / (1 - expected)
        return corrected

    return statistic
