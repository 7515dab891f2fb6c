"""All figures of a campaign in one value, from its records alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rbcheck.stats import populations
from rbcheck.stats.agreement_gold import Figures, acceptance, agreement, gold_verdicts, marks_on_gold
from rbcheck.stats.between import between_annotators
from rbcheck.stats.blind import DropRule, drops, guesses_by_question, guessing, video_gain
from rbcheck.stats.columns import Columns, columns
from rbcheck.stats.figure import Figure, Reason
from rbcheck.stats.funnel import excluded, funnel
from rbcheck.stats.peeking import peeking
from rbcheck.stats.people import AnnotatorPart, Flag, people
from rbcheck.stats.questions import QuestionPart, question_parts
from rbcheck.stats.records import JudgmentRow

SCHEMA = "rbcheck.stats/1"
MIN_QUESTIONS = 5
# The smallest p of a permutation test must stay below 0.01 after Holm over all annotators.
DRAWS_EACH = 200

GROUPS: dict[str, Callable[[JudgmentRow], str]] = {
    "unit": lambda row: row.unit,
    "type": lambda row: row.question_type,
    "source": lambda row: row.source,
    "dimension": lambda row: row.dimension,
    "pack": lambda row: row.pack,
    "annotator": lambda row: row.annotator,
    "verdict": lambda row: row.verdict or "",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The lines and the seed of a page, and which groups it shows."""

    seed: int = 0
    line: float = 0.90
    blind_line: float = 0.15
    drop: DropRule = field(default_factory=DropRule)
    groups: tuple[str, ...] = tuple(GROUPS)
    draws: int = 2000
    resamples: int = 2000


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that the page shows; `by` is group → value → figures, `withheld` counts questions."""

    settings: Settings
    packs: tuple[str, ...]
    funnel: dict[str, int]
    excluded: dict[str, int]
    withheld: int
    figures: Figures
    by: dict[str, dict[str, Figures]]
    annotators: tuple[AnnotatorPart, ...]
    questions: tuple[QuestionPart, ...]
    flags: tuple[Flag, ...]


def measure(rows: Iterable[JudgmentRow], settings: Settings = Settings()) -> Campaign:
    """The campaign that these records make; their order and the names in them change nothing."""
    kept, repeated = populations.once_each(rows)
    kept, withheld = without_withheld_gold(kept)
    kept.sort(key=lambda row: (row.question, row.version, row.annotator))
    headline = [row for row in kept if populations.outside(row) is None]
    judges = len({row.annotator for row in kept if not row.practice})
    settings = replace(settings, draws=max(settings.draws, DRAWS_EACH * judges))
    table = columns(headline)
    figures = {
        **group_figures(table),
        **video_gain(table),
        **drops(guesses_by_question(table), settings.drop),
        **between_annotators(table, seed=settings.seed, resamples=settings.resamples),
    }
    annotators, flags = people(kept, peeking(table), line=settings.line, seed=settings.seed, draws=settings.draws)
    return Campaign(
        settings=settings,
        packs=tuple(sorted({row.pack for row in kept if not row.practice})),
        funnel=funnel(headline),
        excluded=excluded(kept, repeated),
        withheld=withheld,
        figures=figures,
        by={group: by_group(table, GROUPS[group]) for group in settings.groups},
        annotators=annotators,
        questions=tuple(question_parts(table, settings.drop)),
        flags=flags,
    )


def without_withheld_gold(rows: Sequence[JudgmentRow]) -> tuple[list[JudgmentRow], int]:
    """The rows with nothing of the gold of questions withheld in any of them; how many those are beside practice."""
    hidden = {(row.question, row.version) for row in rows if row.withheld}
    bare = [
        replace(row, gold=None, gold_verdict=None) if (row.question, row.version) in hidden else row for row in rows
    ]
    return bare, len({(row.question, row.version) for row in rows if row.withheld and not row.practice})


def group_figures(table: Columns) -> Figures:
    """The pooled figures of a set of judgments."""
    return {**agreement(table), **marks_on_gold(table), **gold_verdicts(table), **guessing(table)}


def by_group(table: Columns, group: Callable[[JudgmentRow], str]) -> dict[str, Figures]:
    """The pooled figures of each value of a group; counts only below five questions."""
    members: dict[str, list[int]] = {}
    for place, row in enumerate(table.rows):
        members.setdefault(group(row), []).append(place)
    parts: dict[str, Figures] = {}
    for value, places in sorted(members.items()):
        mask = np.zeros(len(table.rows), dtype=np.bool_)
        mask[places] = True
        part = table.only(mask)
        figures = group_figures(part)
        if len(np.unique(part.question)) < MIN_QUESTIONS:
            figures = {name: figure.counts_only(Reason.TOO_FEW_QUESTIONS) for name, figure in figures.items()}
        parts[value] = figures
    return parts


def lines(campaign: Campaign) -> dict[str, dict[str, object]]:
    """The headline shares beside their lines."""
    figures: dict[str, Figure] = campaign.figures
    return {
        "agreement": acceptance(figures["G1"], campaign.settings.line),
        "blind": acceptance(figures["B1"], campaign.settings.blind_line, want_above=False),
    }
