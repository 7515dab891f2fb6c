"""One line a question: its counts, which are never more than a handful of judgments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.blind import DropRule
from rbcheck.stats.columns import MARKS, Columns, Counts, Mask
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import starts_of
from rbcheck.stats.items import items
from rbcheck.stats.records import RULED_OUT, VERDICTS, Reached
from rbcheck.stats.recovered import Posterior, Recovered


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One question version: how many began to judge it, its figures, its blind status and the verdicts on it."""

    question: str
    version: str
    pack: str
    unit: str
    question_type: str
    dimension: str
    source: str
    k: int
    n: int
    judgments: int
    gold: bool
    blind_status: str | None
    verdicts: dict[str, int]
    figures: Figures
    posterior: Posterior | None = None

    def to_json(self) -> dict[str, object]:
        """The object of `questions` in the output."""
        names = ("version", "pack", "unit", "question_type", "dimension", "source", "k", "n", "judgments", "gold")
        return {
            "id": self.question,
            **{name: getattr(self, name) for name in names},
            "blind_status": self.blind_status,
            "verdicts": self.verdicts,
            "posterior": None if self.posterior is None else self.posterior.to_json(),
            "figures": {name: figure.to_json() for name, figure in self.figures.items()},
        }


def question_parts(table: Columns, rule: DropRule, recovered: Recovered) -> list[QuestionPart]:
    """The questions of these judgments, by id and version; shares of a single question have no interval."""
    starts, sizes = starts_of(table.question)
    if not len(starts):
        return []
    places = np.repeat(np.arange(len(starts)), sizes)
    useful = table.informative & table.golden
    free, lock, final = useful & table.free, useful & table.lock, useful & table.final

    def totals(values: Counts | Mask, mask: Mask) -> list[int]:
        sums = np.bincount(places[mask], np.asarray(values)[mask], minlength=len(starts))
        whole: list[int] = sums.astype(np.int64).tolist()
        return whole

    one = np.ones(table.size, dtype=np.int64)
    judged = totals(one, table.reached > Reached.ASSIGNED)
    shares = {
        "G1": (totals(table.exact, free), totals(one, free)),
        "G2": (totals(table.overlap, free), totals(table.n, free)),
        "G5": (totals(table.gold_marks[:, MARKS.index(RULED_OUT)], final), totals(table.gold_marks.sum(axis=1), final)),
        "B1": (totals(table.blind_exact, lock), totals(one, lock)),
    }
    verdicts = sorted((verdict, totals(one, table.verdict == code)) for code, verdict in enumerate(VERDICTS))
    discriminating = items(table)
    names = table.names
    # Plain values once for all questions: taken one by one from arrays they would cost more than all the rest.
    firsts = (table.question, table.golden, table.k, table.n, *(getattr(table, group) for group in names.groups))
    parts = []
    for place, (code, golden, k, n, *groups) in enumerate(
        zip(*(each[starts].tolist() for each in firsts), strict=True)
    ):
        figures = {name: _figure(num[place], den[place], golden) for name, (num, den) in shares.items()}
        for name, found in discriminating.items():
            figures[name] = found[code]
        blind = figures["B1"]
        question, version = names.questions[code]
        of = {group: values[own] for (group, values), own in zip(names.groups.items(), groups, strict=True)}
        parts.append(
            QuestionPart(
                question=question,
                version=version,
                pack=of["pack"],
                unit=of["unit"],
                question_type=of["type"],
                dimension=of["dimension"],
                source=of["source"],
                k=k,
                n=n,
                judgments=judged[place],
                gold=golden,
                blind_status=None if blind.value is None else rule.status(int(blind.num or 0), int(blind.den or 0)),
                verdicts={verdict: counts[place] for verdict, counts in verdicts if counts[place]},
                figures=figures,
                posterior=recovered.of(code),
            )
        )
    return parts


@lru_cache(maxsize=4096)
def _figure(num: int, den: int, golden: bool) -> Figure:
    if not den:
        return missing(Reason.NO_DATA if golden else Reason.NO_GOLD)
    return Figure(num / den, num, den, 1, None, Reason.SINGLE_CLUSTER)
