"""What every part of the workbench shares: the view, the draft, the row of writes, refusals in their places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from textual.timer import Timer
from textual.widget import Widget

from rbcheck.domain.errors import Leased, NotFound, RbcheckError, Refused
from rbcheck.domain.judgment import Draft
from rbcheck.domain.protocol import Stage
from rbcheck.services.playing import Player
from rbcheck.services.views import View, WatchView
from rbcheck.tui.screens.workbench_panes import PANE_OF, PLACES, front_of, pane_of
from rbcheck.tui.screens.workbench_port import AnnotatingPort
from rbcheck.tui.screens.workbench_undoing import UndoingScreen
from rbcheck.tui.screens.workbench_writes import Write, Writes
from rbcheck.tui.widgets.refusal import RefusalLine, Tone
from rbcheck.tui.widgets.wording import sentence

DRAFT_SECONDS = 0.5
WIDE_COLUMNS = 120
"""From here on the panes stand side by side."""


class Bench(UndoingScreen):
    """One question on the screen. `desk` are the use cases, `now` the clock; `player` is closed by whoever made it.

    It can stand ready, unseen, before it is known which question it is for: `begin` says that, once.
    """

    def __init__(
        self,
        desk: AnnotatingPort,
        player: Player,
        now: Callable[[], datetime],
        *,
        pause_on_note: bool = False,
    ) -> None:
        super().__init__()
        self.desk, self.player, self.now = desk, player, now
        self.annotator = self.pack = self.question_id = ""
        self.pause_on_note = pause_on_note
        self.opened: View | None = None
        self.view: View | None = None
        self.came_from: Stage | None = None
        self.draft = Draft()
        self.saved_at: datetime | None = None
        self.writes = Writes(self._start_drain, self.writes_changed)
        self.front_name = ""
        self.given_back = False
        self.parts: list[Widget] = []
        self._draft_timer: Timer | None = None
        self._committing = False
        self._dismissed = False
        self._brief = "", ""
        self._told_at = ""
        self._shifted: dict[str, int] = {}

    @property
    def is_under_way(self) -> bool:
        """A commit is: the keys behind it belong to the next stage. Not one that the store could not take."""
        return self._committing and self.writes.failed is None and not self.gone

    # what the parts ask of each other

    @property
    def gone(self) -> bool:
        """Whether the screen was given back, or is being taken apart: then nothing is shown any more."""
        return self.given_back or not all(part.is_attached for part in self.parts)

    @property
    def stage(self) -> Stage | None:
        """Where the judgment stands; None until it is open."""
        return self.view.header.stage if self.view is not None else None

    @property
    def judgment_id(self) -> str:
        """The judgment on the screen."""
        return self.view.header.judgment_id if self.view is not None else ""

    @property
    def order_asked(self) -> bool:
        """Whether the order of the clips is asked for."""
        return isinstance(self.view, WatchView) and self.view.order_asked is not None

    @property
    def wide(self) -> bool:
        """Whether the panes stand side by side."""
        return self.app.size.width >= WIDE_COLUMNS

    def show_view(self) -> None:
        """Give every widget what it shows of the view and the draft."""

    def stage_entered(self) -> None:
        """Another stage is on the screen."""

    def snapshot(self) -> None:
        """Put into the draft what is not there yet: the clip and where the player stands."""

    def writes_changed(self) -> None:
        """The row of writes became longer or shorter, or something failed."""

    def go_to_pane(self, pane: str, *, focus: bool = True) -> None:
        """Bring a pane to the front."""

    # writing

    def write(
        self,
        run: Callable[[], View],
        *,
        about: str = "stage",
        key: str | None = None,
        then: Callable[[View], None] | None = None,
        first: Callable[[], None] | None = None,
        refused_first: Callable[[], None] | None = None,
    ) -> None:
        """Carry an act out in its turn, and show the view after it; what is refused is said where it belongs.

        `first` runs before either, `then` after the view is shown, `refused_first` before a refusal is said.
        """
        self.say_nothing()

        def done(view: View) -> None:
            if first is not None:
                first()
            self.accept(view)
            if then is not None:
                then(view)

        def refused(error: RbcheckError) -> None:
            if first is not None:
                first()
                self.show_view()
            if refused_first is not None:
                refused_first()
            self.refuse(error, about)

        self.writes.add(Write(run, done, refused, key))

    def commit_with(self, run: Callable[[], View]) -> None:
        """Carry a commit out: the draft before it, and no draft until it is through."""
        self.save_draft()
        self._committing = True
        self.say_nothing()

        def done(view: View) -> None:
            self._committing = False
            self.accept(view)

        def refused(error: RbcheckError) -> None:
            self._committing = False
            self.refuse(error)
            self._go_where_concerned(_place_of(error, "stage"))

        self.writes.add(Write(run, done, refused))

    def accept(self, view: View) -> None:
        """Take the view after an act."""
        before = self.stage
        self.came_from = before
        self.view = view
        self.saved_at = view.header.saved_at
        if self.gone:
            return
        if before is not view.header.stage:
            self.draft = view.header.draft
            self.forget_steps()
            self.stage_entered()
        self.show_view()

    def change_draft(self, draft: Draft) -> None:
        """Keep what was typed or picked: on the screen now, in the store within a second."""
        self.draft = draft
        if self._draft_timer is None:
            self._draft_timer = self.set_timer(DRAFT_SECONDS, self.save_draft)

    def save_draft(self) -> None:
        """Write the draft in its turn."""
        if self._draft_timer is not None:
            self._draft_timer.stop()
            self._draft_timer = None
        if self.view is None or self._committing:
            return
        self.snapshot()
        judgment_id, draft, stage = self.judgment_id, self.draft, self.stage
        if stage is Stage.DONE and draft == self.view.header.draft:
            return

        def run() -> datetime:
            return self.desk.save_draft(judgment_id, draft)

        self.writes.add(Write(run, self._draft_saved, lambda error: self.refuse(error, "stage"), key="draft"))

    async def settle(self) -> None:
        """Wait until everything is written, or cannot be."""
        self.save_draft()
        await self.writes.drain()

    def _draft_saved(self, at: datetime) -> None:
        self.saved_at = at

    def _start_drain(self) -> None:
        if not self.gone:
            self.run_worker(self.writes.drain(), group="writes", exclusive=False)

    # refusals

    def refuse(self, error: RbcheckError, about: str = "stage") -> None:
        """Say what was refused beside what it concerns."""
        if self.gone:
            return
        if self._told_at:
            # What was said to be undone may be what was refused.
            self.say(self._told_at, "")
        place = _place_of(error, about)
        self.say(place, sentence(error))
        if place in PANE_OF and not self.wide and self.stage is not None:
            pane = PANE_OF[place]
            if front_of(pane, self.stage, self.order_asked) != self.front_name:
                self.go_to_pane(pane)

    def _go_where_concerned(self, place: str) -> None:
        """After a refused commit: the focus to the pane where it can be mended, unless it is there already."""
        pane = pane_of(place, self.stage) if self.stage is not None and not self.gone else None
        if pane is not None and not self.within(pane):
            self.go_to_pane(pane)

    def within(self, pane: str) -> bool:
        """Whether the focus is on a pane or on something in it."""
        return self.focused is not None and self.query_one(f"#{pane}") in self.focused.ancestors_with_self

    def say(self, place: str, text: str, tone: Tone = Tone.REFUSAL) -> None:
        """Write a sentence beside a thing."""
        if self.gone:
            return
        for name in PLACES.get(place, ("about-stage",)):
            self.query_one(f"#{name}", RefusalLine).say(text, tone)

    def say_briefly(self, place: str, text: str) -> None:
        """Write a sentence beside a thing that goes with the next key."""
        self._brief = place, text
        self.say(place, text, Tone.NEWS)

    def before_key(self) -> None:
        """Take away what was said briefly, where it still stands."""
        (place, told), self._brief = self._brief, ("", "")
        for name in PLACES.get(place, ("about-stage",)) if told else ():
            line = self.query_one(f"#{name}", RefusalLine)
            if line.text == told:
                line.say("")

    def say_nothing(self) -> None:
        """Take every refusal away: something else is being done."""
        for line in self.parts:
            if isinstance(line, RefusalLine) and line.text:
                line.say("")
        self._told_at = ""

    def focus_pane(self, pane: str | None = None) -> None:
        """Put the focus on a pane; on the one of the stage where none is named."""

    def tell(self, what: str) -> None:
        """Say what a key just did, where it is not seen by itself."""
        # The picture may stand behind the options, or beside nothing that is on the screen.
        pane = self.query_one("#left")
        on_screen = all(part.display for part in pane.ancestors_with_self if isinstance(part, Widget))
        self._told_at = "player" if on_screen else "stage"
        self.say(self._told_at, what, Tone.NEWS)

    def told_no_more(self) -> None:
        """Take away what a key was said to have done: it holds no longer."""
        if self._told_at:
            self.say(self._told_at, "")
            self._told_at = ""

    def with_draft(self, **change: object) -> None:
        """Change parts of the draft."""
        self.change_draft(replace(self.draft, **change))  # type: ignore[arg-type]


def _place_of(error: RbcheckError, about: str) -> str:
    """The thing that a refusal concerns: what it says itself, before what the act was about."""
    if isinstance(error, (Leased, NotFound)):
        return "stage"
    return error.about if isinstance(error, Refused) and error.about in PLACES else about
