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
from rbcheck.tui.screens.moment_playing import MomentScreen
from rbcheck.tui.widgets.options_list import OptionsList
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.row_table import RowTable
from rbcheck.tui.widgets.timelines import Timelines

FRONTS = ("list", "options", "timelines", "standing", "picture")
"""What stands alone on the screen where there is little room."""


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


class ReviewBase(MomentScreen):
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

    def front(self, wanted: str) -> None:
        """Bring one of the fronts before the others."""
        for name in FRONTS:
            self.set_class(name == wanted, f"-{name}-front")

    def when_read(self, act: Callable[[Reviewed], None]) -> None:
        """Act on the judgment under the cursor, now or as soon as it is read."""
        if self.reviewed is not None:
            act(self.reviewed)
        elif self.row is not None:
            self.waiting = act

    def hand_over(self, call: Callable[..., None], *given: object) -> None:
        """Call from a worker's thread what shows its news; nothing, where the screen is being taken down."""

        def shown() -> None:
            if self.query(JudgmentTable):
                call(*given)

        self.app.call_from_thread(shown)

    def refuse(self, text: str, *, warning: bool = False) -> None:
        """Say what cannot be done, or nothing any more."""
        self.query_one(RefusalLine).say(text, warning=warning)

    def say(self, text: str) -> None:
        """Say what was done."""
        self.query_one("#review-said", RefusalLine).say(text, warning=True)

    def accept(self, reviewed: Reviewed) -> None:
        """Show a judgment after an act, and its row."""
