"""All figures of a campaign in one value, from its records alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rbcheck.stats import populations
from rbcheck.stats.agreement_gold import Figures, acceptance, agreement, gold_verdicts, marks_on_gold
from rbcheck.stats.baselines import error_rates, gold_positions, no_video
from rbcheck.stats.between import between_annotators
from rbcheck.stats.blind import DropRule, drops, guesses_by_question, guessing, video_gain
from rbcheck.stats.builder import records_of
from rbcheck.stats.cautions import Warned, cautions
from rbcheck.stats.cohen import PairPart, cohen_pairs
from rbcheck.stats.columns import Columns, derived
from rbcheck.stats.figure import Figure, Reason
from rbcheck.stats.flags import Flag
from rbcheck.stats.funnel import excluded, funnel
from rbcheck.stats.groups import runs_of
from rbcheck.stats.habits import habits, haste
from rbcheck.stats.mixes import flips, macro, standardised
from rbcheck.stats.panels import panels
from rbcheck.stats.people import AnnotatorPart, people
from rbcheck.stats.permutation import Sampling, most_drawn
from rbcheck.stats.questions import QuestionPart, question_parts
from rbcheck.stats.records import VERDICTS, JudgmentRow, Reached
from rbcheck.stats.recovered import recovered
from rbcheck.stats.retest import consistency, retests
from rbcheck.stats.self_rating import self_rating
from rbcheck.stats.shares import strata
from rbcheck.stats.table import NONE, Counts, Mask, Records

SCHEMA = "rbcheck.stats/1"
MIN_QUESTIONS = 5
# Up to so many annotators the smallest p of a permutation test stays below 0.01 after Holm over all of them.
DRAWS_EACH, FEW = 200, 20
GROUPS = ("unit", "type", "source", "dimension", "pack", "annotator", "verdict")


@dataclass(frozen=True, slots=True)
class Settings:
    """The lines and the seed of a page, which groups it shows, and whether intervals by resampling are asked for."""

    seed: int = 0
    line: float = 0.90
    blind_line: float = 0.15
    drop: DropRule = field(default_factory=DropRule)
    consensus: tuple[int, int] = (6, 9)
    groups: tuple[str, ...] = GROUPS
    draws: int = 2000
    resamples: int = 2000
    detail: bool = True


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that the page shows; `by` is group → value → figures, `withheld` counts questions. `sources`
    is `by["source"]`, whether that group is asked for or not.

    `practice` names the packs whose judgments are left out as practice. `strata` is agreement between annotators by
    how many of how many options are asked for; `pairs` are empty without `detail`. `table` holds the judgments of the
    headline.
    """

    settings: Settings
    packs: tuple[str, ...]
    practice: tuple[str, ...]
    funnel: dict[str, int]
    excluded: dict[str, int]
    withheld: int
    figures: Figures
    by: dict[str, dict[str, Figures]]
    sources: dict[str, Figures]
    strata: dict[str, Figures]
    annotators: tuple[AnnotatorPart, ...]
    pairs: tuple[PairPart, ...]
    questions: tuple[QuestionPart, ...]
    flags: tuple[Flag, ...]
    cautions: tuple[Warned, ...]
    table: Columns = field(repr=False, compare=False)


def measure(rows: Iterable[JudgmentRow], settings: Settings = Settings()) -> Campaign:
    """The campaign that these records make; their order and the names in them change nothing."""
    return measure_records(records_of(rows), settings)


def measure_records(records: Records, settings: Settings = Settings()) -> Campaign:
    """The same, from columns."""
    once, folded = populations.once_each(records)
    once, withheld = populations.without_withheld_gold(once)
    twice = retests(once, folded)
    kept = derived(once)
    outside = populations.outside(kept)
    headline = outside == NONE
    table = kept.only(headline)
    judges = len(np.unique(kept.annotator[~kept.practice]))
    draws = max(settings.draws, DRAWS_EACH * judges) if judges <= FEW else settings.draws
    settings = replace(settings, draws=draws, resamples=settings.resamples if settings.detail else 0)
    seed, resamples = settings.seed, settings.resamples
    found = recovered(table)
    whole = group_figures(table)
    by_source = by_group(table, "source", whole)
    between = between_annotators(table, seed=seed, resamples=resamples)
    figures = {
        **whole,
        **video_gain(table),
        **drops(guesses_by_question(table), settings.drop),
        **error_rates(table, settings.drop),
        **no_video(table),
        **gold_positions(table),
        **between,
        **self_rating(table, pooled=True, seed=seed, resamples=resamples),
        **habits(table, haste(table), pooled=True),
        **consistency(twice),
        "G1.macro": macro(by_source, "G1"),
        "B1.macro": macro(by_source, "B1"),
    }
    figures |= panels(table, figures["G1"], *settings.consensus)
    figures |= recovery_figures(found.p_gold(), found.recovery.gold_suspect, found.recovery.weak, found.recovery.rho)
    sampling = Sampling(seed, draws, resamples, most_drawn(table.size))
    annotators, raised = people(kept, headline, found.p_gold(), twice, line=settings.line, sampling=sampling)
    even = standardised(table)
    annotators = tuple(
        replace(part, figures={**part.figures, "G1.standardised": even.get(part.annotator, NOTHING)})
        for part in annotators
    )
    turned = flips({part.annotator: part.figures["G1"] for part in annotators}, even)
    return Campaign(
        settings=settings,
        packs=_packs(kept, ~kept.practice),
        practice=_packs(kept, kept.practice),
        funnel=funnel(table),
        excluded=excluded(kept, folded.size),
        withheld=withheld,
        figures=figures,
        by={group: by_source if group == "source" else by_group(table, group, whole) for group in settings.groups},
        sources=by_source,
        strata=by_stratum(table, settings, between) if settings.detail else {},
        annotators=annotators,
        pairs=cohen_pairs(table) if settings.detail else (),
        questions=tuple(question_parts(table, settings.drop, found)),
        flags=raised,
        cautions=cautions(figures, turned),
        table=table,
    )


def _packs(table: Columns, mask: Mask) -> tuple[str, ...]:
    return tuple(sorted({table.names.groups["pack"][code] for code in np.unique(table.pack[mask])}))


NOTHING = Figure(None, 0, 0, 0, None, Reason.NO_DATA)


def recovery_figures(p_gold: np.ndarray, suspect: np.ndarray, weak: np.ndarray, rho: float | None) -> Figures:
    """M1 over questions: how many golds are suspect, how many by few annotators alone, and the fitted prior."""
    known = int(np.isfinite(p_gold).sum())
    if not known:
        return dict.fromkeys(("M1.suspect", "M1.weak", "M1.rho"), NOTHING)
    return {
        "M1.suspect": Figure(float(suspect.sum()) / known, int(suspect.sum()), known, known),
        "M1.weak": Figure(float(weak.sum()) / known, int(weak.sum()), known, known),
        "M1.rho": Figure(round(float(rho or 0), 6), None, known, known),
    }


def group_figures(table: Columns) -> Figures:
    """The pooled figures of a set of judgments."""
    return {**agreement(table), **marks_on_gold(table), **gold_verdicts(table), **guessing(table)}


def by_group(table: Columns, group: str, whole: Figures) -> dict[str, Figures]:
    """The pooled figures of each value of a group; counts only below five questions that anybody has begun.

    `whole` are those of the table, which are those of the one value that all of it has.
    """
    codes, values = _codes(table, group)
    parts: dict[str, Figures] = {}
    for code, places in runs_of(codes):
        part = table.at_places(places)
        figures = whole if part.size == table.size else group_figures(part)
        if len(np.unique(part.question[part.reached > Reached.ASSIGNED])) < MIN_QUESTIONS:
            figures = {name: figure.counts_only(Reason.TOO_FEW_QUESTIONS) for name, figure in figures.items()}
        parts[values[code]] = figures
    return dict(sorted(parts.items()))


def by_stratum(table: Columns, settings: Settings, pooled: Figures) -> dict[str, Figures]:
    """Agreement between annotators where n of k are asked for: pooled over strata it would not be zero by chance.

    Where all are asked for the same, that is what was found of all of them, `pooled`.
    """
    found = {}
    for k, n in sorted(strata(table, table.informative)):
        part = table.only((table.k == k) & (table.n == n))
        found[f"{n}-of-{k}"] = (
            pooled
            if part.size == table.size
            else between_annotators(part, seed=settings.seed, resamples=settings.resamples)
        )
    return found


def lines(campaign: Campaign) -> dict[str, dict[str, object]]:
    """The headline shares beside their lines."""
    figures: dict[str, Figure] = campaign.figures
    return {
        "agreement": acceptance(figures["G1"], campaign.settings.line),
        "blind": acceptance(figures["B1"], campaign.settings.blind_line, want_above=False),
    }


def _codes(table: Columns, group: str) -> tuple[Counts, Sequence[str]]:
    if group == "annotator":
        return table.annotator, [person.annotator for person in table.names.people]
    if group == "verdict":
        return table.verdict.astype(np.int64) + 1, ["", *VERDICTS]
    codes: Counts = getattr(table, group)
    return codes, table.names.groups[group]
