"""What is done to a question from its row in the queue: put off, flagged, reopened."""

from __future__ import annotations

from collections.abc import Callable

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.moves import NO_REASON
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.views import QueueRow, View
from rbcheck.tui.screens.dialogs import Ask
from rbcheck.tui.screens.queue_narrowing import NarrowingQueue
from rbcheck.tui.widgets.wording import sentence


class ActingQueue(NarrowingQueue):
    """What acts on the judgment of the row under the cursor."""

    def action_later(self) -> None:
        """Put the question off, or take that back."""
        self._act(lambda judgment, row: self.shell.annotating.defer(judgment, not row.later))

    def action_flag(self) -> None:
        """Flag the question with a reason, or take the flag back."""
        row = self.current()
        if row is not None and row.flagged:
            self._act(lambda judgment, row: self.shell.annotating.flag(judgment, None))
        elif row is not None:
            asked = _("Flag {question} for the reviewer: why?").format(question=inert(row.question_id))
            self.app.push_screen(Ask(asked), self._flagged)

    def _flagged(self, reason: str | None) -> None:
        if reason is not None:
            self._act(lambda judgment, row: self.shell.annotating.flag(judgment, reason))

    def action_reopen(self) -> None:
        """Reopen a finished question with a reason."""
        row = self.current()
        if row is None:
            return
        if row.stage is Stage.DONE:
            asked = _("Reopen {question}: why?").format(question=inert(row.question_id))
            self.app.push_screen(Ask(asked, needed=_(NO_REASON)), self._reopened)
        else:
            told = _("{question} is not done yet, so there is nothing to reopen: Enter goes on with it.")
            self.say(told.format(question=inert(row.question_id)), wrong=True)

    def _reopened(self, reason: str | None) -> None:
        if reason is not None:
            self._act(lambda judgment, row: self.shell.annotating.reopen(judgment, reason))

    def _act(self, act: Callable[[str, QueueRow], View]) -> None:
        """Do something to the judgment of the row under the cursor, opening it where it was never begun."""
        row = self.current()
        if row is not None:
            self.run_worker(lambda: self._carry_out(act, row), thread=True, group="acts")

    def _carry_out(self, act: Callable[[str, QueueRow], View], row: QueueRow) -> None:
        desk, said = self.shell.annotating, ""
        try:
            view = desk.open(self.annotator.annotator_id, row.pack, row.question_id)
            try:
                act(view.header.judgment_id, row)
            finally:
                desk.close()
        except RbcheckError as error:
            said = sentence(error)
        self.app.call_from_thread(self._carried_out, said)

    def _carried_out(self, said: str) -> None:
        self.say(said, wrong=bool(said))
        if not said:
            self.refresh_rows()
