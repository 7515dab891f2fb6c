"""The workbench: one question, from the blind guess to DONE, with the footage beside it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static, TextArea

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Act, Stage, allowed
from rbcheck.locale import _
from rbcheck.services.views import BlindView, View, WatchView
from rbcheck.tui.keymap import Focus, Key, act_of, bindings, keys_of
from rbcheck.tui.messages import StageEntered
from rbcheck.tui.screens.workbench_base import saved_words
from rbcheck.tui.screens.workbench_model import (
    counter,
    free_of,
    labels_of,
    marking_rows,
    notes_of,
    picked,
    picking_rows,
    revisions_text,
    stem_of,
    tracks_of,
    verdict_choices,
)
from rbcheck.tui.screens.workbench_panes import ALL_PANES, FIRST_FOCUS, FOCUS_OF, front_of, fronts, panes
from rbcheck.tui.screens.workbench_stages import COMMIT_WORDS, StageBench
from rbcheck.tui.screens.workbench_writes import Write
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.note_line import AskLine, NoteLine
from rbcheck.tui.widgets.options_list import MarkingList, PickingList
from rbcheck.tui.widgets.order_pane import OrderFacts, OrderPane
from rbcheck.tui.widgets.pane_tabs import PaneTabs
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.question_pane import TextPane
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.stage_line import LOCK, StageLine, Standing
from rbcheck.tui.widgets.timelines import TimelineFacts, Timelines
from rbcheck.tui.widgets.verdict_pane import VerdictPane
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import CLICK, CONFIDENCE_WORDS, click, clock, prose, sentence

RENEW_SECONDS = 20.0

_FOCUSES: dict[str, tuple[Focus, ...]] = {
    "player": (Focus.PLAYER,),
    "picking": (Focus.PICKING, Focus.OPTIONS),
    "marking": (Focus.MARKING, Focus.OPTIONS),
    "timelines": (Focus.TIMELINE,),
    "order": (Focus.ORDER,),
    "verdict-choice": (Focus.VERDICT,),
}


class Workbench(StageBench):
    """The screen of one question. Dismissed with where to go next, once everything is kept."""

    CSS_PATH = str(Path(__file__).parents[1] / "styles" / "workbench.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, Focus.WORKBENCH, Focus.LISTS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]
    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield StageLine(id="stage-line")
        yield RefusalLine(id="about-stage")
        yield PaneTabs(id="tabs")
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
                    yield Static(id="picking-count", classes="count", markup=False)
                    yield RefusalLine(id="about-options-picking")
                with Vertical(id="marking-pane", classes="pane"):
                    yield MarkingList(id="marking")
                    yield Static(id="marking-count", classes="count", markup=False)
                    yield RefusalLine(id="about-options-marking")
                with Vertical(id="order-pane", classes="pane"):
                    yield OrderPane(id="order")
                    yield RefusalLine(id="about-order")
                yield Timelines(id="timelines", classes="pane")
        yield AskLine(id="ask-line")
        yield KeyLine(id="key-line")

    def on_mount(self) -> None:
        titles = {
            "left": _("Picture"), "question": _("Question"), "picking-pane": _("Options"),
            "marking-pane": _("Options"), "order-pane": _("Order of clips"), "timelines": _("Timelines"),
            "verdict-pane": _("Verdict"), "revisions": _("Verdict and revisions"),
        }  # fmt: skip
        for pane, title in titles.items():
            self.query_one(f"#{pane}").border_title = Content(title)
        self.start_player()
        self.set_interval(RENEW_SECONDS, self._renew)
        desk, annotator, pack, question_id = self.desk, self.annotator, self.pack, self.question_id
        self.writes.add(Write(lambda: desk.open(annotator, pack, question_id), self.accept, self._not_opened))

    async def on_unmount(self) -> None:
        """Whatever way the screen goes: nothing is lost, the clip is let go, the question is free for others."""
        self.gone = True
        if self.view is not None:
            self.let_go()
            await self.settle()
        self.stop_player()
        if self.view is not None:
            self.writes.add(Write(self.desk.close, lambda _nothing: None, lambda _error: None))
            await self.writes.drain()

    def _not_opened(self, error: RbcheckError) -> None:
        self.query_one(VideoView).clear(sentence(error), _("This question cannot be opened"))
        self.say("stage", sentence(error))

    def _renew(self) -> None:
        if self.view is not None and self.writes.failed is None:
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
            self.query_one(f"#{pane}").set_class(pane in here, "-here")
        self.query_one(PaneTabs).names = tuple(
            (name, _(title)) for name, title, _group in fronts(stage, self.order_asked)
        )
        for other in Stage:
            self.set_class(other is stage, f"-{other.value}")
        video = self.query_one(VideoView)
        if isinstance(view, BlindView):
            lock = _("The clips open when the blind guess is locked: pick {n} options, then Ctrl+S.")
            clips = "   ".join(f"{inert(clip.label)} {clock(clip.duration_ms)}" for clip in view.clips)
            video.clear(f"{lock.format(n=view.header.n)}\n\n{clips}", f"{LOCK} {_('locked')}")
        elif not self._open_clip:
            self.show_clip(self.draft.clip if self.track() is not None else 1)
        self.forget_note_line()
        self.bring_front(fronts(stage, self.order_asked)[0][0])
        self.focus_pane()
        if stage in (Stage.WATCH, Stage.CHECK):
            self.resume_note()
        self.post_message(StageEntered(self.question_id, view.header.question_type, stage))

    def bring_front(self, name: str) -> None:
        """Put a group of panes in front (on a narrow screen the others are behind it)."""
        if self.stage is None:
            return
        self.front_name = name
        groups = {front: group for front, _title, group in fronts(self.stage, self.order_asked)}
        for pane in ALL_PANES:
            self.query_one(f"#{pane}").set_class(pane in groups[name], "-front")
        self.set_class(name in ("picture", "verdict", "revisions"), "-left-front")
        self.query_one(PaneTabs).front = name
        if not self.picture_on_screen:
            self.hold()

    def go_to_pane(self, pane: str, *, focus: bool = True) -> None:
        if self.stage is None:
            return
        self.bring_front(front_of(pane, self.stage, self.order_asked))
        if focus:
            self.query_one(f"#{FOCUS_OF[pane]}").focus(scroll_visible=False)

    def focus_pane(self, pane: str | None = None) -> None:
        if self.stage is None:
            return
        if pane is not None and pane in panes(self.stage, self.order_asked):
            self.go_to_pane(pane)
        elif pane is None and self.wide:
            self.query_one(f"#{FIRST_FOCUS[self.stage]}").focus(scroll_visible=False)
        elif pane is None:
            group = next(g for name, _t, g in fronts(self.stage, self.order_asked) if name == self.front_name)
            wanted = FIRST_FOCUS[self.stage]
            ids = [FOCUS_OF[each] for each in group]
            self.query_one(f"#{wanted if wanted in ids else ids[-1]}").focus(scroll_visible=False)

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
        here = next((pane for pane in order if self._within(pane)), order[-1])
        self.go_to_pane(order[(order.index(here) + 1) % len(order)])

    def _within(self, pane: str) -> bool:
        return self.focused is not None and self.query_one(f"#{pane}") in self.focused.ancestors_with_self

    # showing

    def show_view(self) -> None:
        view = self.view
        if view is None:
            return
        header = view.header
        self.query_one("#question", TextPane).put(prose(stem_of(view)))
        self.query_one(PickingList).rows = picking_rows(view, self.draft)
        self.query_one(MarkingList).rows = marking_rows(view)
        self._show_counts(view)
        if isinstance(view, WatchView) and view.order_asked is not None:
            labels = tuple(labels_of(view).items())
            self.query_one(OrderPane).facts = OrderFacts(view.order_asked, labels, view.order)
        self.query_one(Timelines).facts = TimelineFacts(tuple(labels_of(view).items()), self.draft.clip, notes_of(view))
        reveal = header.stage is Stage.REVEAL
        self.query_one(VerdictPane).put(
            verdict_choices(header.stage),
            self.draft.gold_verdict if reveal else self.draft.verdict,
            self.draft.gold_notes if reveal else self.draft.verdict_notes,
        )
        self.query_one("#revisions", TextPane).put(revisions_text(view))
        self.show_tracks(view.coverage_needed if isinstance(view, WatchView) else 0.95)
        self.query_one(StageLine).header = header
        self._show_standing()
        self.refresh_bindings()
        self._show_keys()

    def _show_counts(self, view: View) -> None:
        header = view.header
        count = counter(len(picked(view, self.draft)), header.n)
        if header.stage is Stage.BLIND:
            sure = [
                Content.styled(
                    f"{'(●)' if self.draft.confidence is each else '( )'} {number} {_(word)}",
                    "bold" if self.draft.confidence is each else "$foreground-muted",
                ).stylize(click(f"screen.confidence({number})"))
                for number, (each, word) in enumerate(CONFIDENCE_WORDS.items(), 1)
            ]
            count = Content("\n").join([count, Content(f"{_('how sure:')} ") + Content("  ").join(sure)])
        self.query_one("#picking-count", Static).update(count)
        free = free_of(view)
        if free is not None:
            self.query_one("#marking-count", Static).update(counter(len(free.revision.supported), header.n, "✓ "))

    def _show_standing(self) -> None:
        view = self.view
        if view is None:
            return
        failed = self.writes.failed
        saved = _("NOT SAVED · F5") if failed is not None else saved_words(self.saved_at)
        why, progress = standing_of(view, len(picked(view, self.draft)))
        self.query_one(StageLine).standing = Standing(why, progress, saved, failed is not None)

    def writes_changed(self) -> None:
        if self.gone:
            return
        self.set_class(self.writes.busy, "-busy")
        failed = self.writes.failed
        if failed is not None:
            told = _("Not saved: {reason} What you typed is kept; F5 tries again.")
            self.say("stage", told.format(reason=sentence(failed)))
        elif self.has_class("-unsaved"):
            self.say("stage", "")
        self.set_class(failed is not None, "-unsaved")
        self._show_standing()

    async def on_click(self, event: events.Click) -> None:
        """Carry out what a clicked text stands for."""
        action = event.style.meta.get(CLICK)
        if isinstance(action, str):
            event.stop()
            await self.run_action(action)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._show_keys()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        self._show_keys()

    def on_resize(self, event: events.Resize) -> None:
        if self.stage is not None and not self.picture_on_screen:
            self.hold()
        self._show_keys()

    def _show_keys(self) -> None:
        line = self.query_one(KeyLine)
        focused = self.focused
        name = focused.id if focused is not None and focused.id else ""
        texts = isinstance(focused, (Input, TextArea))
        groups = _FOCUSES.get(name, ())
        keys = [key for key in keys_of(*groups) if key.hint and self._can(key)]
        if not texts:
            keys += [key for key in keys_of(Focus.LISTS) if key.hint and self.stage is Stage.DONE and self._can(key)]
        wanted = {"commit", "back", "next_pane", "manual", *(("stamp",) if texts else ())}
        line.keys = tuple(keys)
        line.standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id in wanted and self._can(key))
        line.commit_word = _(COMMIT_WORDS[self.stage]) if self.stage is not None and COMMIT_WORDS[self.stage] else ""

    def _can(self, key: Key) -> bool:
        return bool(self.check_action(key.name, ()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action can be done now: the stage's row of the protocol says so."""
        stage = self.stage
        if stage is None:
            return action in ("back", "leave", "retry") or not hasattr(self, f"action_{action}")
        if action == "commit":
            return stage is not Stage.DONE
        if action == "next_unfinished":
            return True
        if action in ("verdict", "verdict_by", "verdict_notes"):
            return Act.CHOOSE in allowed(stage)
        act = act_of(action)
        return act is None or act in allowed(stage)


def standing_of(view: View, picks: int) -> tuple[str, float]:
    """What opens the next stage, in a few words, and how far the present one is, 0 to 1."""
    n = view.header.n
    match view.header.stage:
        case Stage.BLIND:
            return _("② opens with {n} options locked").format(n=n), min(picks / n, 1.0)
        case Stage.WATCH:
            needed = view.coverage_needed if isinstance(view, WatchView) else 0.95
            tracks = tracks_of(view)
            shares = [1.0 if each.report else min(each.coverage / needed, 1.0) for each in tracks]
            told = _("CHECK opens at {percent} % of every clip").format(percent=round(needed * 100))
            return told, sum(shares) / max(len(shares), 1)
        case Stage.CHECK:
            free = free_of(view)
            marks = [said for said in free.revision.marks if said.mark is not None] if free is not None else []
            options = len(free.options) if free is not None else 1
            return _("ANSWER opens when every option has a mark"), len(marks) / options
        case Stage.ANSWER:
            return _("VERDICT opens with {n} options").format(n=n), min(picks / n, 1.0)
        case Stage.VERDICT if view.header.reveals:
            return _("the published answer opens with the verdict"), 0.0
        case _:
            return "", 0.0
