"""A1 to A5 of a campaign: how far annotators agree with one another, before anything of the gold was shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.agreement_people import (
    Table,
    coincidences,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    ordinal_distance,
    percent_agreement,
    unit_agreement,
)
from rbcheck.stats.bootstrap import RESAMPLES, Statistic, Values, percentiles, resampled
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.records import RULED_OUT, SUPPORTED, UNDECIDABLE, JudgmentRow
from rbcheck.stats.sets import Answered, corrected_overlap, one_minus_ratio, set_distances

ORDER = (RULED_OUT, UNDECIDABLE, SUPPORTED)
NAMES = ("A1", "A1.exact", "A2", "A2.binary", "A3", "A3.binary", "A3.ordinal", "A4", "A4.binary", "A5")

Figures = dict[str, Figure]


def between_annotators(table: Columns, *, seed: int = 0, resamples: int = RESAMPLES) -> Figures:
    """The figures on FREE; all null where one annotator is alone. One set of resamples serves all of them."""
    free = table.only(table.free & table.informative)
    if len(np.unique(free.annotator)) < 2:
        return dict.fromkeys(NAMES, missing(Reason.TOO_FEW_ANNOTATORS if len(free.rows) else Reason.NO_DATA))
    groups = _questions(free)
    three = np.concatenate([counts for _answers, counts in groups])
    two = three[:, [ORDER.index(RULED_OUT), ORDER.index(SUPPORTED)]]
    owner = np.repeat(np.arange(len(groups)), [len(counts) for _answers, counts in groups])
    answers = [each for each, _counts in groups]
    blocks = [
        set_distances(answers, exact=False),
        set_distances(answers, exact=True),
        _parts(three, owner, len(groups)),
        _parts(two, owner, len(groups)),
    ]
    totals = resampled(np.hstack(blocks), seed=seed, resamples=resamples)
    edges = np.cumsum([0, *(block.shape[1] for block in blocks)])
    overlaps, exacts, of_three, of_two = (
        _Block(block, totals[:, low:high]) for block, low, high in zip(blocks, edges[:-1], edges[1:], strict=True)
    )
    ordinal = ordinal_distance(coincidences(three))
    return {
        "A1": overlaps.figure(corrected_overlap(overlaps.parts), one_minus_ratio, pairs=1),
        "A1.exact": exacts.figure(corrected_overlap(exacts.parts), one_minus_ratio, pairs=1),
        "A2": of_three.figure(percent_agreement(three), _percent(3), pairs=10),
        "A2.binary": of_two.figure(percent_agreement(two), _percent(2), pairs=5),
        "A3": of_three.figure(krippendorff_alpha(three), _alpha(1 - np.eye(3)), pairs=10),
        "A3.binary": of_two.figure(krippendorff_alpha(two), _alpha(1 - np.eye(2)), pairs=5),
        "A3.ordinal": of_three.figure(krippendorff_alpha(three, ordinal), _alpha(ordinal), pairs=10),
        "A4": of_three.figure(gwet_ac1(three), _corrected(3, lambda p: (p * (1 - p)).sum(axis=1) / 2), pairs=10),
        "A4.binary": of_two.figure(gwet_ac1(two), _corrected(2, lambda p: (p * (1 - p)).sum(axis=1)), pairs=5),
        "A5": of_three.figure(fleiss_kappa(three), _corrected(3, lambda p: (p * p).sum(axis=1)), pairs=10),
    }


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


def _questions(free: Columns) -> list[tuple[Answered, Table]]:
    """The answers and the option × mark table of each question, in an order made of their content."""
    rows_of: dict[int, list[JudgmentRow]] = {}
    for question, row in zip(free.question.tolist(), free.rows, strict=True):
        rows_of.setdefault(question, []).append(row)
    keyed = []
    for rows in rows_of.values():
        places = {option: place for place, option in enumerate(rows[0].options)}
        counts = np.zeros((len(places), len(ORDER)), dtype=np.float64)
        for row in rows:
            for option, mark in row.marks.items():
                counts[places[option], ORDER.index(mark)] += 1
        finals = [frozenset(places[option] for option in row.final or ()) for row in rows]
        key = (len(places), rows[0].n, sorted(map(sorted, finals)), counts.tobytes())
        keyed.append((key, ((len(places), rows[0].n, finals), counts)))
    return [question for _key, question in sorted(keyed, key=lambda pair: pair[0])]


def _parts(units: Table, owner: NDArray[np.int64], questions: int) -> Values:
    """Questions × [coincidences, equal pairs, pairable units, shares of values, rated units], sums over units."""
    values = units.shape[1]
    raters = units.sum(axis=1)
    pairable, rated = raters >= 2, raters >= 1
    wide = np.zeros((len(units), values * values + 2 + values + 1))
    chosen = units[pairable]
    weighted = chosen / (raters[pairable, None] - 1)
    pairs = weighted[:, :, None] * chosen[:, None, :] - weighted[:, :, None] * np.eye(values)
    wide[pairable, : values * values] = pairs.reshape(len(chosen), values * values)
    wide[pairable, values * values] = unit_agreement(chosen)
    wide[pairable, values * values + 1] = 1
    wide[rated, values * values + 2 : -1] = units[rated] / raters[rated, None]
    wide[rated, -1] = 1
    sums = np.zeros((questions, wide.shape[1]), dtype=np.float64)
    np.add.at(sums, owner, wide)
    return sums


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
