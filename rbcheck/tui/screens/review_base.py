"""What the parts of the review's screen share: what it needs, its panes, and the judgment at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType

from rbcheck.domain.comment import About
from rbcheck.services.playing import ClipSource
from rbcheck.services.ports import Annotator, StoredQuestion
from rbcheck.services.reviewing import Reviewed, ReviewRow
from rbcheck.services.unlocking import Unlocking
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.screens.desk_screen import DeskScreen
from rbcheck.tui.widgets.options_list import OptionsList
from rbcheck.tui.widgets.refusal import RefusalLine, Tone
from rbcheck.tui.widgets.row_table import RowTable
from rbcheck.tui.widgets.timelines import Timelines


@dataclass(frozen=True, slots=True)
class ReviewDesk:
    """What the screen needs: the judgments, a reviewer's acts on them, the export that carries them, and footage."""

    rows: Callable[[], tuple[ReviewRow, ...]]
    open: Callable[[ReviewRow], Reviewed]
    comment: Callable[[str, About, str], Reviewed]
    give_back: Callable[[str, str], Reviewed]
    settle: Callable[[str], Reviewed]
    export: Callable[[Annotator], str]
    clip_source: Callable[[StoredQuestion, int], ClipSource]
    unlocking: Unlocking | None = None


class JudgmentTable(RowTable):
    """The judgments to review."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.REVIEWED)


class ReadingList(OptionsList, inherit_bindings=False):
    """The options with their marks, to be read."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.READING)


class RetoldTimelines(Timelines, inherit_bindings=False):
    """The annotator's timelines, to be read."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.RETOLD)


class ReviewBase(DeskScreen):
    """The judgments, and the one that is read."""

    desk: ReviewDesk
    shown: tuple[ReviewRow, ...] = ()
    reviewed: Reviewed | None = None
    waiting: Callable[[Reviewed], None] | None = None
    """What was asked for before the judgment under the cursor was read."""

    @property
    def row(self) -> ReviewRow | None:
        """The row under the cursor."""
        place = self.query_one(JudgmentTable).cursor
        return self.shown[place] if place < len(self.shown) else None

    def when_read(self, act: Callable[[Reviewed], None]) -> None:
        """Act on the judgment under the cursor, now or as soon as it is read."""
        if self.reviewed is not None:
            act(self.reviewed)
        elif self.row is not None:
            self.waiting = act

    def say(self, text: str) -> None:
        """Say what was done."""
        self.query_one("#review-said", RefusalLine).say(text, Tone.NEWS)

    def accept(self, reviewed: Reviewed) -> None:
        """Show a judgment after an act, and its row."""
