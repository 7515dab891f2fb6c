"""What the statistics take in: one record for each question and annotator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum

SUPPORTED, RULED_OUT, UNDECIDABLE = "supported", "ruled_out", "undecidable"
MARKS = (SUPPORTED, RULED_OUT, UNDECIDABLE)
CLEAR, AMBIGUOUS, CANT_TELL = "clear", "ambiguous", "cant_tell"
VERDICTS = (CLEAR, AMBIGUOUS, CANT_TELL)
GOLD_VERDICTS = ("correct", "wrong_answer", "ambiguous", "cant_tell")


class Reached(IntEnum):
    """The furthest step of a judgment, whatever was reopened since."""

    ASSIGNED = 0
    BLIND_LOCKED = 1
    WATCHED = 2
    MARKED = 3
    FINAL = 4
    VERDICT = 5


class Excluded(StrEnum):
    """Why a judgment, or a part of one, is outside the headline figures."""

    PRACTICE = "practice"
    QUALIFICATION = "qualification"
    CHECK = "check"
    VOID = "void"
    MODEL = "model"
    REPEATED = "repeated"
    ALL_OR_NONE = "all_or_none"
    INVALID_FINAL = "invalid_final"
    AFTER_REVEAL = "after_reveal"
    AFTER_RETURN = "after_return"
    GOLD_OPEN = "gold_open"
    UNPLAYABLE_REPORT = "unplayable_report"
    INVALID_BLIND = "invalid_blind"
    PLAYED_BEFORE = "played_before_lock"
    SEEN = "seen"


class Caution(StrEnum):
    """Why a figure must not be read alone."""

    FEW_QUESTIONS = "few_questions"
    FEW_ANNOTATORS = "few_annotators"
    PREVALENCE = "prevalence"
    REVEAL = "reveal"
    MIX = "mix"
    GOLD_POSITIONS = "gold_positions"
    LENGTHS = "lengths"
    SELECTION = "selection"


Span = tuple[int, int, int, float, bool]
"""A stretch that was played: clip (from 1), from and to in milliseconds, rate, and whether it counts for coverage."""


class ClipOrderFound(IntEnum):
    """What an annotator made of the order of lettered clips, where the true one is known."""

    NOT_ASKED = -1
    CANNOT_BE_TOLD = 0
    RIGHT = 1
    WRONG = 2


@dataclass(frozen=True, slots=True)
class JudgmentRow:
    """One question judged by one annotator, in the revision that counts; `options` are the keys in stored order.

    `locked_before_play` says that the blind set was committed before any footage was opened; `later_final` is the
    final set of the last revision made after the reveal, or after a return; `withheld` says that this store may not
    show the gold; `option_chars` are the lengths of the options' texts, `clip_ms` those of the clips. `spans` is None
    where nothing is known of what was played, `notes` where nothing is known of notes; `bare` counts the marks with
    neither evidence nor a reason, None where that is not known. `model_family` groups models.
    """

    annotator: str
    question: str
    options: tuple[str, ...]
    n: int
    annotator_name: str = ""
    kind: str = "human"
    model_family: str = ""
    pack: str = ""
    version: str = ""
    unit: str = ""
    question_type: str = ""
    dimension: str = ""
    source: str = ""
    gold: frozenset[str] | None = None
    option_chars: tuple[int, ...] | None = None
    clip_ms: tuple[int | None, ...] = ()
    blind_first: bool = True
    reached: Reached = Reached.ASSIGNED
    blind: frozenset[str] | None = None
    locked_before_play: bool = True
    seen: bool = False
    recording_seen: bool = False
    marks: Mapping[str, str] = field(default_factory=dict)
    final: frozenset[str] | None = None
    later_final: frozenset[str] | None = None
    verdict: str | None = None
    gold_verdict: str | None = None
    after_reveal: bool = False
    after_return: bool = False
    gold_open: bool = False
    unplayable_report: bool = False
    practice: bool = False
    qualification: bool = False
    check: bool = False
    void: bool = False
    withheld: bool = False
    opened_at: datetime | None = None
    answered_at: datetime | None = None
    at: datetime | None = None
    blind_seconds: float | None = None
    judge_seconds: float | None = None
    spans: tuple[Span, ...] | None = None
    notes: tuple[str, ...] | None = None
    order: ClipOrderFound = ClipOrderFound.NOT_ASKED
    bare: int | None = None
    returned: bool = False
    comments: int = 0
    rounds: int = 0

    @property
    def k(self) -> int:
        """How many options the question has."""
        return len(self.options)
