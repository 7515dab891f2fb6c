"""Everything on one question: who guessed, marked and answered what, beside the gold and what is probable."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rbcheck.stats.campaign import Campaign
from rbcheck.stats.questions import QuestionPart
from rbcheck.stats.records import VERDICTS
from rbcheck.stats.table import NONE, Counts, keys_of


@dataclass(frozen=True, slots=True)
class OptionDetail:
    """One option: ✓, ✗ and ? given to it, finals and guesses that hold it, whether the gold does (None: not told)."""

    key: str
    supported: int
    ruled_out: int
    undecidable: int
    finals: int
    guesses: int
    gold: bool | None


@dataclass(frozen=True, slots=True)
class Said:
    """One annotator's judgment of the question."""

    name: str
    blind: tuple[str, ...] | None
    final: tuple[str, ...] | None
    verdict: str | None
    free: bool


@dataclass(frozen=True, slots=True)
class Detail:
    """One question version; `answers` are the finals of FREE that the shares of options are of."""

    part: QuestionPart
    options: tuple[OptionDetail, ...]
    said: tuple[Said, ...]
    answers: int
    guesses: int


def details(campaign: Campaign, question: str) -> tuple[Detail, ...]:
    """The versions of the question of this id, in every pack; none where nobody judged it."""
    table, found = campaign.table, []
    parts = {(part.question, part.version): part for part in campaign.questions if part.question == question}
    for code, named in enumerate(table.names.questions):
        if named not in parts:
            continue
        own = table.only(table.question == code)
        free = own.only(own.free)
        keys = own.names.asked[own.asked[0]].options
        guessed = own.only(own.lock)
        golden = bool(own.golden[0])
        options = tuple(
            OptionDetail(
                key,
                _holding(own.supported_set, place),
                _holding(own.ruled_out_set, place),
                _holding(own.undecidable_set, place),
                _holding(free.answer, place),
                _holding(guessed.blind, place),
                bool(own.gold[0] >> place & 1) if golden else None,
            )
            for place, key in enumerate(keys)
        )
        said = tuple(
            Said(
                own.names.people[own.annotator[row]].name or own.names.people[own.annotator[row]].annotator,
                None if own.blind[row] == NONE else keys_of(int(own.blind[row]), keys),
                None if own.answer[row] == NONE else keys_of(int(own.answer[row]), keys),
                None if own.verdict[row] == NONE else VERDICTS[own.verdict[row]],
                bool(own.free[row]),
            )
            for row in np.arange(own.size)
        )
        found.append(Detail(parts[named], options, said, free.size, guessed.size))
    return tuple(found)


def _holding(sets: Counts, place: int) -> int:
    """How many of these sets hold the option at a place."""
    return int((sets >> place & 1).sum())
