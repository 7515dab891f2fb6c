"""The workbench: one question, from the blind guess to DONE, with the footage beside it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.footage import OrderKind
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _, ngettext
from rbcheck.services.views import BlindView, View, WatchView
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.messages import StageEntered
from rbcheck.tui.screens.workbench_base import WIDE_COLUMNS
from rbcheck.tui.screens.workbench_model import remarked_option
from rbcheck.tui.screens.workbench_panes import (
    ALL_PANES,
    FIRST_FOCUS,
    FOCUS_OF,
    PANE_TITLES,
    front_of,
    fronts,
    panes,
    verdict_title,
)
from rbcheck.tui.screens.workbench_show import ShowBench
from rbcheck.tui.screens.workbench_writes import Write
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.note_line import AskLine, NoteLine
from rbcheck.tui.widgets.options_list import MarkingList, PickingList
from rbcheck.tui.widgets.order_pane import OrderPane
from rbcheck.tui.widgets.pane_tabs import PaneTabs
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.question_pane import TextPane
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.stage_line import LOCK, StageLine
from rbcheck.tui.widgets.text_line import TextLine
from rbcheck.tui.widgets.timelines import Timelines
from rbcheck.tui.widgets.verdict_pane import VerdictPane
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import clock, sentence, unbroken

RENEW_SECONDS = 20.0
_ONE_LINE_OF_KEYS = 220
"""From so many columns on the keys of the player fit in one line."""
_SIZES = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]


class Workbench(ShowBench):
    """The screen of one question. Dismissed with where to go next, once everything is kept."""

    CSS_PATH = str(Path(__file__).parents[1] / "styles" / "workbench.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, Focus.WORKBENCH, Focus.LISTS)
    HORIZONTAL_BREAKPOINTS = _SIZES
    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield StageLine(id="stage-line")
        yield RefusalLine(id="about-stage")
        yield Static(id="guards", markup=False)
        yield PaneTabs(id="tabs")
        yield Static(id="not-opened", markup=False)
        with Horizontal(id="bench"):
            with Vertical(id="left-column"):
                with Vertical(id="left", classes="pane"):
                    yield PlayerPane(id="player")
                    yield RefusalLine(id="about-player")
                    yield NoteLine(id="note-line")
                yield VerdictPane(id="verdict-pane", classes="pane")
                yield TextPane(id="revisions", classes="pane")
            with Vertical(id="right"):
                yield TextPane(id="question", classes="pane")
                with Vertical(id="picking-pane", classes="pane"):
                    yield PickingList(id="picking")
                    yield TextLine(id="picking-count", classes="count")
                    yield RefusalLine(id="about-options-picking")
                with Vertical(id="marking-pane", classes="pane"):
                    yield TextLine(id="reveal-head")
                    yield MarkingList(id="marking")
                    yield TextLine(id="marking-count", classes="count")
                    yield Static(id="begun-span", markup=False)
                    yield RefusalLine(id="about-options-marking")
                with Vertical(id="order-pane", classes="pane"):
                    yield OrderPane(id="order")
                    yield RefusalLine(id="about-order")
                yield Timelines(id="timelines", classes="pane")
        yield RefusalLine(id="about-ask")
        yield AskLine(id="ask-line")
        yield KeyLine(id="key-line", wide_from=_ONE_LINE_OF_KEYS)

    def on_mount(self) -> None:
        self._tell_titles()
        # Known before the first layout: else everything would be styled and laid out a second time after it.
        self.set_class(self.wide, "-wide", update=False)
        self.set_class(not self.wide, "-narrow", update=False)
        self.parts = list(self.query("*"))
        if self.question_id:
            self._begin()

    def begin(self, annotator: str, pack: str, question_id: str, opened: View | None = None) -> Self:
        """Show this question; with `opened`, its view where it is open already, whole from the first paint."""
        self.annotator, self.pack, self.question_id, self.opened = annotator, pack, question_id, opened
        if self.is_mounted:
            self._begin()
        return self

    def _begin(self) -> None:
        self.start_player()
        self.set_interval(RENEW_SECONDS, self._renew)
        desk, annotator, pack, question_id = self.desk, self.annotator, self.pack, self.question_id
        if self.opened is not None:
            self.accept(self.opened)
        else:
            self.writes.add(Write(lambda: desk.open(annotator, pack, question_id), self.accept, self._not_opened))

    def retell(self, lang: str) -> None:
        """Say everything again: the language has changed."""
        self._tell_titles()
        self.query_one(NoteLine).retell()
        self.query_one(VerdictPane).retell()
        if self.stage is not None:
            self._tell_tabs(self.stage)
        self.show_view()
        self.query_one(PlayerPane).retell()
        for part in self.parts:
            part.refresh(layout=True)

    def _tell_tabs(self, stage: Stage) -> None:
        titles = {name: _(title) for name, title, _group in fronts(stage, self.order_asked)}
        if "order" in titles:
            titles["order"] = self._order_title
        self.query_one(PaneTabs).names = tuple(titles.items())

    @property
    def _order_title(self) -> str:
        """What the pane asks: clips of different recordings have no order in time."""
        asked = self.view.order_asked if isinstance(self.view, WatchView) else None
        return _("Same recording") if asked is OrderKind.RECORDINGS else _("Order of clips")

    def _tell_titles(self) -> None:
        titles = {name: _(title) for name, title in PANE_TITLES.items()}
        titles |= {"order-pane": self._order_title, "verdict-pane": _(verdict_title(self.stage))}
        for pane, title in titles.items():
            self.query_one(f"#{pane}").border_title = Content(title)

    async def on_unmount(self) -> None:
        """Whatever way the screen goes, nothing is lost."""
        if self.given_back:
            return
        self.given_back = True
        if self.view is not None:
            self.let_go()
            await self.settle()
        await self.release()

    async def release(self) -> None:
        self.given_back = True
        if not self.question_id:
            return
        self.stop_player()
        if self.view is not None or self.opened is not None:
            self.writes.add(Write(self.desk.close, lambda _nothing: None, lambda _error: None))
            await self.writes.drain()

    def _not_opened(self, error: RbcheckError) -> None:
        if self.gone:
            return
        self.add_class("-not-opened")
        ways = _("F5 tries again · n goes to the next unfinished question · Esc back to the queue")
        head = (_("This question cannot be opened"), "bold")
        told = Content.assemble(head, "\n\n", sentence(error), "\n\n", (ways, "$foreground-muted"))
        self.query_one("#not-opened", Static).update(told)

    def action_retry(self) -> None:
        """Try again to save what could not be saved, or to open what could not be opened."""
        if self.view is None:
            desk, annotator, pack, question_id = self.desk, self.annotator, self.pack, self.question_id
            self.writes.add(
                Write(lambda: desk.open(annotator, pack, question_id), self._opened_after_all, self._not_opened)
            )
        else:
            super().action_retry()

    def _opened_after_all(self, view: View) -> None:
        self.remove_class("-not-opened")
        self.accept(view)

    def _renew(self) -> None:
        if self.view is not None and self.writes.failed is None and not self.gone:
            judgment_id = self.judgment_id
            self.writes.add(
                Write(lambda: self.desk.renew(judgment_id), lambda _nothing: None, self.refuse, key="renew")
            )

    # stages and panes

    def stage_entered(self) -> None:
        view = self.view
        if view is None:
            return
        stage = view.header.stage
        here = panes(stage, self.order_asked)
        for pane in ALL_PANES:
            self.query_one(f"#{pane}").set_class(pane in here, "-here", update=False)
        self._tell_tabs(stage)
        self._tell_titles()
        for other in Stage:
            self.set_class(other is stage, f"-{other.value}", update=False)
        video = self.query_one(VideoView)
        if isinstance(view, BlindView):
            lock = ngettext(
                "The clips open when the blind guess is locked: pick one option, then Ctrl+S.",
                "The clips open when the blind guess is locked: pick {n} options, then Ctrl+S.",
                view.header.n,
            )
            clips = "   ".join(unbroken(f"{inert(clip.label)} {clock(clip.duration_ms)}") for clip in view.clips)
            video.clear(f"{lock.format(n=view.header.n)}\n\n{clips}", f"{LOCK} {_('locked')}")
        elif not self.open_clip:
            self.show_clip(self.draft.clip if self.track() is not None else 1)
        self.forget_note_line()
        self.drop_span()
        self.bring_front(fronts(stage, self.order_asked)[0][0])
        self.focus_pane()
        if stage in (Stage.WATCH, Stage.CHECK):
            in_front = self.wide or self.front_name == "picture"
            self.resume_note(focus=stage is Stage.WATCH and in_front)
        elif stage in (Stage.REVEAL, Stage.DONE):
            # What was worked on is read from its beginning now; in VERDICT one may still go back to where one was.
            self.query_one(MarkingList).begin_at(remarked_option(view))
        self.enter_guards()
        self.post_message(StageEntered(self.question_id, view.header.question_type, stage))

    def bring_front(self, name: str) -> None:
        """Put a group of panes in front (on a narrow screen the others are behind it)."""
        if self.stage is None:
            return
        self.front_name = name
        groups = {front: group for front, _title, group in fronts(self.stage, self.order_asked)}
        for pane in ALL_PANES:
            self.query_one(f"#{pane}").set_class(pane in groups[name], "-front", update=False)
        self.set_class(name in ("picture", "verdict", "revisions"), "-left-front", update=False)
        if self.is_current:
            # All of them at once: each class by itself would have every pane's styles worked out anew.
            self.app.update_styles(self)
        self.query_one(PaneTabs).front = name
        self.lent = self.lent and name == "picture"
        if not self.picture_on_screen:
            self.hold_hidden()

    def go_to_pane(self, pane: str, *, focus: bool = True) -> None:
        if self.stage is None:
            return
        self.bring_front(front_of(pane, self.stage, self.order_asked))
        if focus:
            self.set_focus(self.query_one(f"#{FOCUS_OF[pane]}"), scroll_visible=False)

    def focus_pane(self, pane: str | None = None) -> None:
        if self.stage is None:
            return
        if pane is not None and pane in panes(self.stage, self.order_asked):
            self.go_to_pane(pane)
        elif pane is None and self.wide:
            self.set_focus(self.query_one(f"#{FIRST_FOCUS[self.stage]}"), scroll_visible=False)
        elif pane is None:
            group = next(g for name, _t, g in fronts(self.stage, self.order_asked) if name == self.front_name)
            wanted = FIRST_FOCUS[self.stage]
            ids = [FOCUS_OF[each] for each in group]
            self.set_focus(self.query_one(f"#{wanted if wanted in ids else ids[-1]}"), scroll_visible=False)

    def action_front(self, name: str) -> None:
        """Bring a group of panes to the front by its tab."""
        self.bring_front(name)
        self.focus_pane()

    def action_next_pane(self) -> None:
        """Go to the next pane: the focus where they stand side by side, the next group where they do not."""
        if self.stage is None:
            return
        if not self.wide:
            names = [name for name, _title, _group in fronts(self.stage, self.order_asked)]
            self.action_front(names[(names.index(self.front_name) + 1) % len(names)])
            return
        order = list(panes(self.stage, self.order_asked))
        here = next((pane for pane in order if self.within(pane)), order[-1])
        self.go_to_pane(order[(order.index(here) + 1) % len(order)])
