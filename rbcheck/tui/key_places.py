"""What a key is: a command, and the place where its keys act."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rbcheck.domain.errors import N_
from rbcheck.domain.protocol import Act


class Focus(StrEnum):
    """Where a key acts."""

    EVERYWHERE = N_("everywhere")
    LISTS = N_("queue and workbench")
    QUEUE = N_("queue")
    WORKBENCH = N_("workbench")
    PLAYER = N_("player")
    OPTIONS = N_("options")
    PICKING = N_("options, picking")
    MARKING = N_("options, marking")
    TIMELINE = N_("timelines")
    ORDER = N_("order of clips")
    VERDICT = N_("verdict")
    LINE = N_("line of text")
    NOTES = N_("text for notes")
    ADJUDICATION = N_("adjudication")
    CASES = N_("questions to settle")
    PROOFS = N_("evidence")
    REVIEW = N_("review")
    REVIEWED = N_("judgments to review")
    READING = N_("options, read-only")
    RETOLD = N_("timelines, read-only")


CONTEXTS: tuple[frozenset[Focus], ...] = tuple(
    frozenset({Focus.EVERYWHERE, *others})
    for others in (
        (),
        (Focus.LISTS, Focus.QUEUE),
        (Focus.WORKBENCH, Focus.LISTS, Focus.PLAYER),
        (Focus.WORKBENCH, Focus.LISTS, Focus.OPTIONS, Focus.PICKING),
        (Focus.WORKBENCH, Focus.LISTS, Focus.OPTIONS, Focus.MARKING),
        (Focus.WORKBENCH, Focus.LISTS, Focus.TIMELINE),
        (Focus.WORKBENCH, Focus.LISTS, Focus.ORDER),
        (Focus.WORKBENCH, Focus.LISTS, Focus.VERDICT),
        (Focus.LINE, Focus.NOTES),
        (Focus.ADJUDICATION, Focus.CASES),
        (Focus.ADJUDICATION, Focus.PROOFS),
        (Focus.ADJUDICATION, Focus.PLAYER),
        (Focus.REVIEW, Focus.REVIEWED),
        (Focus.REVIEW, Focus.READING),
        (Focus.REVIEW, Focus.RETOLD),
        (Focus.REVIEW, Focus.PLAYER),
    )
)
"""The places whose keys act at the same time; within one of these no key may stand twice."""


@dataclass(frozen=True, slots=True)
class Key:
    """One command: its keys, what it runs, its words, the protocol's act behind it.

    `hint` is its short word in the line of keys, empty where it is not shown there; `sign` is how its keys are written.
    """

    id: str
    focus: Focus
    keys: tuple[str, ...]
    action: str
    words: str
    sign: str
    hint: str = ""
    act: Act | None = None

    @property
    def name(self) -> str:
        """The action without its namespace and its arguments."""
        return self.action.partition("(")[0].rpartition(".")[2]
