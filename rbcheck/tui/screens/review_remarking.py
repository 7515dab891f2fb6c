"""A reviewer's acts: comment, the same again, return, settle. What was typed comes back where it is refused."""

from __future__ import annotations

from collections.abc import Callable

from rbcheck.domain.comment import About
from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.domain.reviewing import NO_WORDS
from rbcheck.locale import _
from rbcheck.services.playing import PlayState
from rbcheck.services.reviewing import Reviewed
from rbcheck.tui.screens.dialogs import Ask
from rbcheck.tui.screens.review_base import JudgmentTable, ReadingList, RetoldTimelines, ReviewBase
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.refusal import Tone
from rbcheck.tui.widgets.wording import sentence, stamp

Act = Callable[[str], Reviewed]
"""What is done with the words that were typed."""


class RemarkingScreen(ReviewBase):
    """What is remarked, and given back."""

    _last: tuple[About, str] | None = None
    _clip = 0

    def clip_opened(self, clip: int) -> None:
        self._clip = clip

    def action_comment(self) -> None:
        """Comment on what the cursor is on: an option, a note's moment, the moment of the picture."""
        self.when_read(lambda reviewed: self._ask_comment(reviewed, self._about()))

    def action_comment_whole(self) -> None:
        """Comment on the judgment as a whole."""
        self.when_read(lambda reviewed: self._ask_comment(reviewed, About()))

    def action_copy_comment(self) -> None:
        """Write the last comment on the next judgment too: on the same option where it has one."""
        if self._last is None:
            self.refuse(_("There is no comment yet to be written again."), Tone.WARNING)
            return
        about, text = self._last
        table = self.query_one(JudgmentTable)
        if table.cursor + 1 >= len(self.shown):
            self.refuse(_("This is the last judgment of the list."), Tone.WARNING)
            return
        table.cursor += 1
        row = self.shown[table.cursor]

        def written() -> None:
            try:
                reviewed = self.desk.open(row)
                keys = reviewed.stored.question.keys
                # A moment of one question says nothing in another.
                same = About(option=about.option if about.option in keys else None)
                done = self.desk.comment(reviewed.judgment.judgment_id, same, text)
            except RbcheckError as error:
                self.hand_over(self.refuse, sentence(error))
                return
            self.hand_over(self._copied, done, text)

        self.run_worker(written, thread=True, group="write")

    def _copied(self, done: Reviewed, text: str) -> None:
        self.accept(done)
        question = inert(done.stored.question.question_id)
        self.say(_("The same on {question}: {text}").format(question=question, text=inert(text)))

    def action_give_back(self) -> None:
        """Return the judgment to its annotator, with the reason."""
        self.when_read(self._ask_reason)

    def _ask_reason(self, reviewed: Reviewed) -> None:
        judgment_id = reviewed.judgment.judgment_id
        asked = _("Return {question} to {annotator}: what is to be looked at again?").format(
            question=inert(reviewed.stored.question.question_id), annotator=inert(reviewed.annotator.name)
        )
        self._ask(asked, lambda text: self.desk.give_back(judgment_id, text))

    def action_settle_comments(self) -> None:
        """Settle every comment on the judgment."""
        self.when_read(lambda reviewed: self._do(lambda _text: self.desk.settle(reviewed.judgment.judgment_id), "", ""))

    def _about(self) -> About:
        focused, player = self.focused, self.player.status()
        if isinstance(focused, ReadingList) and focused.at is not None:
            return About(option=focused.at[0])
        if isinstance(focused, RetoldTimelines) and (note := focused.note) is not None:
            return About(clip=note.clip, at_ms=note.at_ms)
        if isinstance(focused, PlayerPane) and self._clip and player.state is not PlayState.EMPTY:
            self.player.pause()
            return About(clip=self._clip, at_ms=player.at_ms)
        return About()

    def _ask_comment(self, reviewed: Reviewed, about: About) -> None:
        judgment_id = reviewed.judgment.judgment_id

        def keep(text: str) -> Reviewed:
            done = self.desk.comment(judgment_id, about, text)
            self._last = (about, text)
            if about.option is not None:
                self.hand_over(self.query_one(ReadingList).show_end)
            return done

        self._ask(_("Comment on {what}").format(what=self._named(reviewed, about)), keep)

    def _named(self, reviewed: Reviewed, about: About) -> str:
        if about.option is not None:
            return _("option {option}").format(option=about.option)
        if about.clip is not None and about.at_ms is not None:
            return stamp(reviewed.stored.question.clips[about.clip - 1].label, about.at_ms)
        return _("the judgment as a whole")

    def _ask(self, asked: str, act: Act, text: str = "") -> None:
        reviewed = self.reviewed
        if reviewed is not None and reviewed.judgment.stage is not Stage.DONE:
            # The use case says why, before anything is typed.
            self._do(act, "", asked)
            return

        def answered(typed: str | None) -> None:
            self.refuse("")
            if typed is not None:
                self._do(act, typed, asked)

        self.app.push_screen(Ask(asked, inert(text), needed=_(NO_WORDS)), answered)

    def _do(self, act: Act, text: str, asked: str) -> None:
        def done() -> None:
            try:
                reviewed = act(text)
            except RbcheckError as error:
                self.hand_over(self._refused, act, text, asked, sentence(error))
                return
            self.hand_over(self.accept, reviewed)

        self.say("")
        self.run_worker(done, thread=True, group="write")

    def _refused(self, act: Act, text: str, asked: str, why: str) -> None:
        self.refuse(why)
        if text.strip():
            self._ask(asked, act, text)
