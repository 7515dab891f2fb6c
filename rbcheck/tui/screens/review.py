"""The screen of `rbcheck review`: an annotator's judgments, each read in the annotator's own panes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.playing import Player
from rbcheck.services.reviewing import Reviewed, ReviewRow, Standing
from rbcheck.services.viewing import labels
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.screens import review_words as said
from rbcheck.tui.screens.dialogs import Choose
from rbcheck.tui.screens.review_base import JudgmentTable, ReadingList, RetoldTimelines, ReviewDesk
from rbcheck.tui.screens.review_remarking import RemarkingScreen
from rbcheck.tui.screens.review_retelling import RetellingScreen
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.question_pane import TextPane
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.row_table import RowTable
from rbcheck.tui.widgets.timelines import TimelineFacts, Timelines
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import sentence


class Review(RetellingScreen, RemarkingScreen):
    """The list, the options, the timelines, verdict and revisions, the player; one of them where there is no room."""

    AUTO_FOCUS: ClassVar[str | None] = "JudgmentTable"
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.REVIEW)
    PANES = (
        ("#judgments", "list"), ("#review-options", "options"), ("#review-timelines", "timelines"),
        ("#review-standing", "standing"), ("#review-player", "picture"),
    )  # fmt: skip
    FOCI: ClassVar[Mapping[type[Widget], Focus]] = {
        JudgmentTable: Focus.REVIEWED,
        ReadingList: Focus.READING,
        RetoldTimelines: Focus.RETOLD,
    }
    DESK = Focus.REVIEW
    STANDING = ("next_pane", "keys", "manual", "quit")

    def __init__(self, player: Player, desk: ReviewDesk, showing: Showing) -> None:
        super().__init__(player, showing)
        self.desk = desk
        self.unlocking = desk.unlocking
        self._rows: tuple[ReviewRow, ...] = ()
        self._only: Standing | None = None

    def compose(self) -> ComposeResult:
        yield Static(_("Reading the judgments …"), id="review-head", markup=False)
        with Horizontal(id="review"):
            with Vertical(id="review-left"):
                yield JudgmentTable(id="judgments")
                yield TextPane(id="review-question")
                yield PlayerPane(id="review-player")
            with Vertical(id="review-right"):
                yield ReadingList(id="review-options")
                yield RetoldTimelines(id="review-timelines")
                yield TextPane(id="review-standing")
        yield RefusalLine(id="review-said")
        yield RefusalLine(id="about-player")
        yield KeyLine()

    def begin(self) -> None:
        """Nothing plays until a moment is chosen; the judgments are read meanwhile."""
        titles = (
            ("judgments", _("Judgments")), ("review-question", _("Question and comments")),
            ("review-options", _("Options")), ("review-timelines", _("Timelines")),
            ("review-standing", _("Verdict and revisions")),
        )  # fmt: skip
        for name, title in titles:
            self.query_one(f"#{name}").border_title = title
        super().begin()
        self._put_picture_away()
        self.watch(self.query_one(JudgmentTable), "cursor", self._read_row, init=False)
        self.action_read_again()

    # what is shown

    def action_read_again(self) -> None:
        """Read the judgments again."""
        self.run_worker(self._read_rows, thread=True, group="read")

    def _read_rows(self) -> None:
        try:
            rows = self.desk.rows()
        except RbcheckError as error:
            self.hand_over(self.unread, "#review-head", _("Review"), error)
            return
        self.hand_over(self._put_rows, rows)

    def _put_rows(self, rows: tuple[ReviewRow, ...]) -> None:
        here = self.row
        self._rows = rows
        self._narrow(here)

    def _narrow(self, here: ReviewRow | None) -> None:
        """Show the rows of one standing, or all; the cursor stays on the same judgment where it is among them."""
        self.shown = tuple(one for one in self._rows if self._only in (None, one.standing))
        places = [place for place, one in enumerate(self.shown) if here is not None and _where(one) == _where(here)]
        self._fill(places[0] if places else 0)
        self._read_row()

    def _fill(self, cursor: int) -> None:
        table = self.query_one(JudgmentTable)
        several = len({one.annotator.annotator_id for one in self._rows}) > 1
        rows = [said.cells(one, several) for one in self.shown]
        dim = frozenset(place for place, one in enumerate(self.shown) if one.standing is Standing.SETTLED)
        table.put(said.columns(table.size.width or 60, several), rows, dim, cursor)
        self.query_one("#review-head", Static).update(said.head(self._rows, self._only))

    def _read_row(self) -> None:
        """Read the judgment under the cursor."""
        self.refuse("")
        row = self.row
        if row is None or (self.reviewed is not None and not _is_of(self.reviewed, row)):
            self.reviewed = self.waiting = None  # what is pressed from now on is not about the judgment before
            self._put_picture_away()
        if row is None:
            self._show()
            return

        def read() -> None:
            try:
                reviewed = self.desk.open(row)
            except RbcheckError as error:
                self.hand_over(self.refuse, sentence(error))
                return
            self.hand_over(self._opened, row, reviewed)

        self.run_worker(read, thread=True, group="open-judgment", exclusive=True)

    def _opened(self, row: ReviewRow, reviewed: Reviewed) -> None:
        if self.row is row:
            self.reviewed, waiting, self.waiting = reviewed, self.waiting, None
            self._show()
            if waiting is not None:
                waiting(reviewed)

    def _show(self) -> None:
        reviewed = self.reviewed
        self.played = (None, 0)
        if reviewed is None:
            self.query_one("#review-question", TextPane).put(said.nothing(bool(self._rows)))
            self.query_one(ReadingList).rows = ()
            self.query_one(Timelines).facts = TimelineFacts()
            self.query_one("#review-standing", TextPane).put(Content(""))
            return
        judgment = reviewed.judgment
        question = self.query_one("#review-question", TextPane)
        question.put(said.question_text(reviewed))
        question.scroll_home(animate=False)
        self.query_one(ReadingList).rows = said.option_rows(reviewed)
        first = judgment.live_notes[0].clip if judgment.live_notes else 1
        shown = tuple(labels(reviewed.stored).items())
        self.query_one(Timelines).facts = TimelineFacts(shown, first, judgment.live_notes, judgment.order)
        self.query_one("#review-standing", TextPane).put(said.standing_text(reviewed))

    def asked_text(self) -> str:
        """The question that is read, with its options."""
        if self.reviewed is None:
            return ""
        question = self.reviewed.stored.question
        return "\n".join([question.stem, *(option.text for option in question.options)])

    def accept(self, reviewed: Reviewed) -> None:
        """Show a judgment after an act; its row is read again."""
        self.refuse("")
        self.reviewed = reviewed
        self._show()
        self.action_read_again()

    def show_picture(self) -> None:
        """The picture takes the room that it needs, once there is one."""
        self.add_class("-pictured")
        super().show_picture()

    def _put_picture_away(self) -> None:
        """The texts have the room; what was on the picture was of another judgment."""
        self.remove_class("-pictured")
        self.player.pause()
        self.clip_opened(0)
        self.query_one(VideoView).clear(_("Choose evidence, a note or a comment to play it."))

    def lay_out_rows(self) -> None:
        """Show the judgments in the room that there is now."""
        self._fill(self.query_one(JudgmentTable).cursor)

    # from pane to pane

    def action_read_judgment(self) -> None:
        """To the options of the judgment under the cursor."""
        if self.row is not None:
            self.front("options")
            self.query_one(ReadingList).focus()

    def on_row_table_selected(self, event: RowTable.Selected) -> None:
        """A row was clicked twice."""
        event.stop()
        self.action_read_judgment()

    def action_next_waiting(self) -> None:
        """To the next judgment that waits for the reviewer; where none does, to the next one."""
        table = self.query_one(JudgmentTable)
        places = [*range(table.cursor + 1, len(self.shown)), *range(table.cursor)]
        waiting = next((place for place in places if self.shown[place].waits), None)
        table.cursor = waiting if waiting is not None else (places[0] if places else 0)

    def action_filter_standing(self) -> None:
        """Show all judgments, or those in one state alone."""
        here = self.row

        def chosen(value: str | None) -> None:
            if value is not None:
                self._only = Standing(value) if value else None
                self._narrow(here)

        current = self._only.value if self._only is not None else ""
        self.app.push_screen(Choose(_("Which judgments?"), said.choices(self._rows), current), chosen)

    def action_back(self) -> None:
        """From the picture or a pane to the list, and out."""
        self.player.pause()
        if self.query_one(JudgmentTable).has_focus:
            super().action_back()
        else:
            self.front("list")
            self.query_one(JudgmentTable).focus()

    def action_export_comments(self) -> None:
        """Write the annotator's judgments with all comments to a file for them."""
        row = self.row
        if row is None:
            return

        def written() -> None:
            try:
                told = self.desk.export(row.annotator)
            except RbcheckError as error:
                self.hand_over(self.refuse, sentence(error))
                return
            name = inert(row.annotator.name)
            handed = _("{annotator} reads it in with `rbcheck import FILE`.").format(annotator=name)
            self.hand_over(self.say, f"{told} {handed}")

        self.run_worker(written, thread=True, group="write")


def _is_of(reviewed: Reviewed, row: ReviewRow) -> bool:
    """Whether a judgment is that of a row."""
    judgment = reviewed.judgment
    return (judgment.annotator, judgment.pack, judgment.question_id) == _where(row)


def _where(one: ReviewRow) -> tuple[str, str, str]:
    return one.annotator.annotator_id, one.row.pack, one.row.question_id
