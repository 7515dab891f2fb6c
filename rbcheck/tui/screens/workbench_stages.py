"""The workbench's stages: committed, gone back from, left, put off, flagged, reopened; the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import assert_never

from textual.widgets import Input, TextArea

from rbcheck.domain.errors import N_, in_a_row
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.moves import NO_REASON
from rbcheck.domain.protocol import Act, Stage, allowed
from rbcheck.locale import _
from rbcheck.tui.messages import ExportWanted, Leaving
from rbcheck.tui.screens.revisions import Revisions
from rbcheck.tui.screens.workbench_dialogs import ConfirmScreen
from rbcheck.tui.screens.workbench_guards import GuardBench
from rbcheck.tui.screens.workbench_model import free_of, picked, verdict_choices
from rbcheck.tui.widgets.note_line import AskLine
from rbcheck.tui.widgets.verdict_pane import VerdictChoice, VerdictPane
from rbcheck.tui.widgets.wording import VERDICT_WORDS, lead_in

COMMIT_WORDS: Mapping[Stage, str] = {
    Stage.BLIND: N_("lock the guess"),
    Stage.WATCH: N_("finish watching"),
    Stage.CHECK: N_("finish marks"),
    Stage.ANSWER: N_("commit the answer"),
    Stage.VERDICT: N_("commit the verdict"),
    Stage.REVEAL: N_("commit"),
    Stage.DONE: "",
}


class StageBench(GuardBench):
    """What leads from one stage to another, and out."""

    async def action_commit(self) -> None:
        """Commit the stage; the blind guess asks once before, since it is locked for good."""
        asking = self.query_one(AskLine)
        if asking.is_answered:
            # Enter and this key came in one breath: the answer's act is written first.
            self.commit_when_answered = True
            return
        if asking.is_open:
            await self.action_keep_line()
            return
        view, stage, judgment_id = self.view, self.stage, self.judgment_id
        if view is None or stage is None or self._committing:
            return
        self.hold()
        # What was typed last may not have been told yet.
        self._take_notes(self.query_one(VerdictPane).notes.text)
        draft, desk = self.draft, self.desk
        match stage:
            case Stage.BLIND:
                self._commit_blind()
            case Stage.WATCH:
                self.commit_with(lambda: desk.finish_watching(judgment_id))
            case Stage.CHECK:
                self.commit_with(lambda: desk.finish_marks(judgment_id))
            case Stage.ANSWER:
                self.commit_with(lambda: desk.commit_answer(judgment_id, picked(view, draft)))
            case Stage.VERDICT:
                self.commit_with(lambda: desk.commit_verdict(judgment_id, draft.verdict, draft.verdict_notes))
            case Stage.REVEAL:
                self.commit_with(lambda: desk.commit_gold_verdict(judgment_id, draft.gold_verdict, draft.gold_notes))
            case Stage.DONE:
                return
            case _:
                assert_never(stage)

    def _commit_blind(self) -> None:
        picks, confidence, judgment_id = self.draft.picks, self.draft.confidence, self.judgment_id
        view = self.view
        if view is None or len(picks) != view.header.n:
            # The use case says what is missing; nothing is asked that would be refused.
            self.commit_with(lambda: self.desk.commit_blind(judgment_id, picks, confidence))
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.commit_with(lambda: self.desk.commit_blind(judgment_id, picks, confidence))

        question = _("Lock {picks} as the blind guess?").format(picks=in_a_row(picks, _))
        consequence = _("It is locked for good: no later act changes it. After that the clips open.")
        if quick := self.haste():
            consequence = f"⚠ {quick}\n{consequence}"
        self.app.push_screen(ConfirmScreen(question, consequence, _("Lock for good (y)")), answered)

    # back and out

    def action_back(self) -> None:
        """Out of a text, out of what was begun, to the stage before, or to the queue."""
        focused = self.focused
        if self.query_one(AskLine).is_open:
            self.leave_asking()
        elif isinstance(focused, Input) and focused.id == "note-input":
            self.leave_note()
        elif isinstance(focused, TextArea):
            self.focus_pane("verdict-pane")
        elif self.drop_span() or self.put_away_note() or self.drop_guards():
            return
        elif self.has_class("-alone"):
            self.action_alone()
        elif self.stage in (Stage.ANSWER, Stage.VERDICT):
            self._go_back(None)
        else:
            self.action_leave()

    def action_to_stage(self, word: str) -> None:
        """Back to CHECK or to ANSWER."""
        stage = Stage(word)
        if stage is Stage.ANSWER and self.stage is not Stage.VERDICT:
            return
        self._go_back(stage)

    def _go_back(self, to: Stage | None) -> None:
        judgment_id = self.judgment_id
        if not self._committing and Act.BACK in allowed(self.stage or Stage.DONE):
            self.commit_with(lambda: self.desk.back(judgment_id, to))

    def action_leave(self) -> None:
        """To the queue."""
        self.leave(Leaving.QUEUE)

    def action_next_unfinished(self) -> None:
        """To the next unfinished question."""
        self.leave(Leaving.NEXT)

    def action_search(self) -> None:
        """To the queue, searching."""
        self.leave(Leaving.SEARCH)

    def leave(self, where: Leaving) -> None:
        """Keep everything and go; where the store cannot take it, stay and say so."""
        if not self.is_mounted:
            self.call_later(self.leave, where)  # the screen is still being made
            return
        self.hold()
        # Not begun yet, so that nothing is left unawaited where the program ends before the worker begins.
        self.run_worker(partial(self._leave, where), group="leave", exclusive=True)  # type: ignore[arg-type]

    async def _leave(self, where: Leaving) -> None:
        await self.settle()
        if self.writes.failed is None:
            await self.release()
            if not self._dismissed:
                self._dismissed = True
                self.dismiss(where)

    async def release(self) -> None:
        """Give back the player and the question, before another workbench takes them."""

    def action_retry(self) -> None:
        """Try again to save what could not be saved."""
        self.writes.retry()

    # put off, flag, reopen, export

    def action_later(self) -> None:
        """Put the question off, or take that back."""
        if self.view is None:
            return
        judgment_id, later = self.judgment_id, not self.view.header.later

        def put(off: bool) -> None:
            self.write(lambda: self.desk.defer(judgment_id, off))

        put(later)
        what = _("put off until later") if later else _("no longer put off")
        self.did(what, lambda: put(not later), lambda: put(later))

    def action_flag(self) -> None:
        """Flag for the reviewer with a reason that may be empty; a flag that stands is taken back."""
        judgment_id = self.judgment_id
        if self.view is None:
            return

        def put(why: str | None) -> None:
            self.write(lambda: self.desk.flag(judgment_id, why))

        stood = self.view.header.flagged
        if stood is not None:
            put(None)
            self.did(_("flag taken back"), lambda: put(stood), lambda: put(None))
            return

        def answered(why: str) -> None:
            put(why)
            self.did(_("flag"), lambda: put(None), lambda: put(why))

        self.ask("flag", _("Flag for the reviewer, because"), answered)

    def action_reopen(self) -> None:
        """Begin a new revision, with a reason."""
        judgment_id = self.judgment_id
        reopen = self.desk.reopen
        returned = self.view is not None and self.view.header.returned
        asked = _("Reopen; your answer to the reviewer") if returned else _("Reopen, because")
        self.ask("reopen", asked, lambda why: self.commit_with(lambda: reopen(judgment_id, why)), needed=_(NO_REASON))

    def action_compare(self) -> None:
        """Show the revisions side by side."""
        free = free_of(self.view) if self.view is not None else None
        if free is not None and len(free.revisions) > 1:
            self.hold()
            self.app.push_screen(Revisions(free))

    def action_export(self) -> None:
        """Ask the application for an export."""
        self.post_message(ExportWanted(self.pack))

    # the verdict

    def action_verdict_by(self, by: int) -> None:
        """Choose the verdict above or below."""
        self._chosen(self.query_one(VerdictChoice).beside(by))

    def action_verdict(self, number: int) -> None:
        """Choose a verdict by its number."""
        self._chosen(self.query_one(VerdictChoice).at(number - 1))

    def action_verdict_notes(self) -> None:
        """Go to the notes."""
        self.set_focus(self.query_one(VerdictPane).notes)

    def _chosen(self, verdict: Verdict | GoldVerdict | None) -> None:
        """Take a verdict, at once: the next key may commit the stage."""
        before = self.draft.gold_verdict if self.stage is Stage.REVEAL else self.draft.verdict
        if verdict is None or verdict not in verdict_choices(self.stage or Stage.DONE):
            return
        self._choose(verdict)
        what = lead_in(_("verdict")) + _(VERDICT_WORDS[verdict])
        self.did(what, lambda: self._choose(before), lambda: self._choose(verdict))

    def _choose(self, verdict: Verdict | GoldVerdict | None) -> None:
        judgment_id = self.judgment_id
        if self.stage is Stage.REVEAL:
            self.with_draft(gold_verdict=verdict)
            notes = self.draft.gold_notes
        else:
            self.with_draft(verdict=verdict)
            notes = self.draft.verdict_notes
        self.show_view()
        self.write(lambda: self.desk.choose(judgment_id, verdict, notes), about="verdict", key="choose")

    def on_verdict_pane_notes_typed(self, event: VerdictPane.NotesTyped) -> None:
        event.stop()
        self._take_notes(event.text)

    def _take_notes(self, text: str) -> None:
        if self.stage is Stage.REVEAL:
            self.with_draft(gold_notes=text)
        elif self.stage is Stage.VERDICT:
            self.with_draft(verdict_notes=text)
