"""The screen of `rbcheck adjudicate`: questions by what is to be gained, the evidence on each, and its decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.errors import RbcheckError
from rbcheck.locale import _
from rbcheck.services.adjudicating import Adjudication
from rbcheck.services.pack_checking import Findings
from rbcheck.services.playing import Player
from rbcheck.services.proposing import Proposal
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.screens import adjudicate_words as said
from rbcheck.tui.screens.adjudicate_base import CaseTable, Desk, ProofTable
from rbcheck.tui.screens.adjudicate_deciding import DecidingScreen
from rbcheck.tui.screens.adjudicate_evidence import EvidenceScreen
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.row_table import RowTable
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import prose, sentence


class Adjudicate(EvidenceScreen, DecidingScreen):
    """Cases, the page of one, its evidence and the player; one of three fronts where there is little room."""

    AUTO_FOCUS: ClassVar[str | None] = "CaseTable"
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.ADJUDICATION)
    PANES = (("#cases", "cases"), ("#case", "question"), ("#proofs", "question"), ("PlayerPane", "picture"))
    FOCI: ClassVar[Mapping[type[Widget], Focus]] = {CaseTable: Focus.CASES, ProofTable: Focus.PROOFS}
    DESK = Focus.ADJUDICATION
    STANDING = ("next_pane", "palette", "keys", "manual", "quit")

    def __init__(self, player: Player, desk: Desk, showing: Showing) -> None:
        super().__init__(player, showing)
        self.desk = desk
        self.unlocking = desk.unlocking
        self._found: Adjudication | None = None
        self._decided: dict[tuple[str, str], DecisionKind] = {}
        self.findings: Findings = {}

    def compose(self) -> ComposeResult:
        yield Static(_("Reading the judgments …"), id="adjudicate-head", markup=False)
        with Horizontal(id="adjudicate"):
            with Vertical(id="adjudicate-left"):
                yield CaseTable(id="cases")
                yield ProofTable(id="proofs")
                yield Static(id="proof-words", markup=False)
            with Vertical(id="adjudicate-right"):
                with VerticalScroll(id="case", can_focus=True):
                    yield Static(id="case-page", markup=False)
                yield PlayerPane()
        yield RefusalLine(id="about-player")
        yield KeyLine()

    def begin(self) -> None:
        """Nothing plays until evidence is chosen; the judgments are read meanwhile."""
        for name, title in (("cases", _("Questions")), ("proofs", _("Evidence"))):
            self.query_one(f"#{name}").border_title = title
        super().begin()
        self.query_one(VideoView).clear(_("Choose evidence to play it."))
        self.watch(self.query_one(CaseTable), "cursor", self._put_case, init=False)
        self.watch(self.query_one(ProofTable), "cursor", self._put_words, init=False)
        self.action_reread()

    # what is shown

    def action_reread(self) -> None:
        """Read the judgments again."""
        self.run_worker(self._read, thread=True, group="read")

    def _read(self) -> None:
        try:
            found = self.desk.read()
        except RbcheckError as error:
            self.hand_over(self.unread, "#adjudicate-head", _("Adjudication"), error)
            return
        self.hand_over(self._show, found)
        if self.desk.find is not None:
            # The gates read all texts of a pack: they say what they find once the questions stand.
            try:
                told = self.desk.find({one.dossier.stored.pack for one in found.proposals})
            except RbcheckError as error:
                self.hand_over(self.refuse, sentence(error))
                return
            self.hand_over(self._show_findings, told)

    def _show_findings(self, told: Findings) -> None:
        self.findings = told
        self.lay_out(self.query_one(ProofTable).cursor)

    def _show(self, found: Adjudication) -> None:
        self._found = found
        self.cases = found.proposals
        self._decided.clear()
        self._put_cases(0)

    def _put_cases(self, cursor: int) -> None:
        table = self.query_one(CaseTable)
        rows = [said.case_row(one, self._decided.get(_where(one))) for one in self.cases]
        dim = frozenset(place for place, one in enumerate(self.cases) if _where(one) in self._decided)
        table.put(said.case_columns(table.size.width or 46), rows, dim, cursor)
        self._put_case()

    def _put_case(self) -> None:
        """Show the question under the cursor from its beginning."""
        case = self.case
        self.query_one("#adjudicate-head", Static).update(self._head())
        self.proofs = said.proofs(case.dossier) if case is not None else ()
        self.query_one("#case", VerticalScroll).scroll_home(animate=False)
        self.lay_out(0)

    def lay_out(self, proof: int) -> None:
        """Show the question at hand in the room that there is, the cursor on one piece of its evidence."""
        case = self.case
        room = max(self.query_one("#case", VerticalScroll).scrollable_content_region.width, 30)
        page = Content(_("Nothing waits for a decision."))
        if case is not None:
            page = said.case_page(case, room, self.findings.get(_where(case), ()))
        self.query_one("#case-page", Static).update(page)
        table = self.query_one(ProofTable)
        rows = [said.proof_row(one, case.dossier) for one in self.proofs] if case is not None else []
        table.put(said.proof_columns(table.size.width or 46), rows, frozenset(), proof)
        self._put_words()

    def front(self, wanted: str) -> None:
        """Bring one of the fronts before the others, laid out in its room."""
        super().front(wanted)
        if self._found is not None:
            self.call_after_refresh(lambda: self.lay_out(self.query_one(ProofTable).cursor))

    def _put_words(self) -> None:
        place = self.query_one(ProofTable).cursor
        words = self.proofs[place].words if place < len(self.proofs) else ""
        self.query_one("#proof-words", Static).update(prose(words))

    def _head(self) -> Content:
        if self._found is None:
            return Content(_("Reading the judgments …"))
        waiting = [one for one in self.cases if _where(one) not in self._decided]
        proposed = sum(one.decision is not None for one in waiting)
        settled = sum(self._found.decided.values()) + len(self._decided)
        words = _("{proposed} proposals · {waiting} questions open · {decided} decided").format(
            proposed=proposed, waiting=len(waiting), decided=settled
        )
        return Content.assemble((_("Adjudication"), "bold $text-primary"), f"   {words}")

    def on_row_table_selected(self, event: RowTable.Selected) -> None:
        """A row was clicked: evidence plays, a question opens."""
        event.stop()
        if isinstance(self.focused, ProofTable):
            self.action_play_evidence()
        else:
            self.action_open_case()

    def lay_out_rows(self) -> None:
        """Show the questions in the room that there is now."""
        if self._found is not None:
            self._put_cases(self.query_one(CaseTable).cursor)

    # from pane to pane

    def action_open_case(self) -> None:
        """To the evidence on the question under the cursor."""
        if self.case is not None:
            self.front("question")
            self.query_one(ProofTable).focus()

    def action_next_case(self) -> None:
        """To the next question without a decision."""
        table = self.query_one(CaseTable)
        places = [*range(table.cursor + 1, len(self.cases)), *range(table.cursor)]
        found = next((place for place in places if _where(self.cases[place]) not in self._decided), None)
        if found is not None:
            table.cursor = found

    def action_back(self) -> None:
        """From the picture to the evidence, from the evidence to the questions, and out."""
        self.player.pause()
        if self.query_one(PlayerPane).has_focus:
            self.front("question")
            self.query_one(ProofTable).focus()
        elif self.query_one(CaseTable).has_focus:
            super().action_back()
        else:
            self.front("cases")
            self.query_one(CaseTable).focus()

    # decisions

    def decided(self, case: Proposal, decision: DecisionKind) -> None:
        """A question was decided: show it so, and go on to the next."""
        self._decided[_where(case)] = decision
        at_it = self.case is case
        self._put_cases(self.query_one(CaseTable).cursor)
        if at_it:
            self.action_next_case()
            self.front("cases")
            self.query_one(CaseTable).focus()


def _where(one: Proposal) -> tuple[str, str]:
    return one.dossier.stored.pack, one.dossier.stored.question.question_id
