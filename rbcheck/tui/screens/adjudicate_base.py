"""What the parts of the adjudication's screen share: what it needs, its tables, and the question at hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from rbcheck.domain.decision import DecisionKind
from rbcheck.services.adjudicating import Adjudication
from rbcheck.services.deciding import Applied, DecisionLine
from rbcheck.services.pack_checking import Findings
from rbcheck.services.playing import ClipSource
from rbcheck.services.ports import StoredQuestion
from rbcheck.services.proposing import Proposal
from rbcheck.services.unlocking import Unlocking
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.screens.adjudicate_words import Proof
from rbcheck.tui.screens.desk_screen import DeskScreen
from rbcheck.tui.widgets.row_table import RowTable


@dataclass(frozen=True, slots=True)
class Desk:
    """What the screen needs: the questions, the recording of a decision, and footage."""

    read: Callable[[], Adjudication]
    decide: Callable[[DecisionLine], Applied]
    clip_source: Callable[[StoredQuestion, int], ClipSource]
    unlocking: Unlocking | None = None
    find: Callable[[Collection[str]], Findings] | None = None
    """What the gates say of the questions of these packs; without it nothing is asked."""


class CaseTable(RowTable):
    """The questions to settle."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.CASES)


class ProofTable(RowTable):
    """The evidence on one question; a click on a row plays it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.PROOFS)

    def on_click(self, event: events.Click) -> None:
        """Play what was clicked, at the first click."""
        before = self.cursor
        super().on_click(event)
        if self.cursor != before:
            self.post_message(self.Selected())


class AdjudicateBase(DeskScreen):
    """The questions, those decided since they were read, and the evidence on the one at hand."""

    desk: Desk
    cases: tuple[Proposal, ...] = ()
    proofs: tuple[Proof, ...] = ()

    @property
    def case(self) -> Proposal | None:
        """The question under the cursor."""
        place = self.query_one(CaseTable).cursor
        return self.cases[place] if place < len(self.cases) else None

    def decided(self, case: Proposal, decision: DecisionKind) -> None:
        """A question was decided: show it so, and go on to the next."""
