"""What the workbench shows of the view and the draft: every widget's facts, the counts, the line of keys."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, TextArea

from rbcheck.domain.errors import N_
from rbcheck.domain.footage import OrderKind
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Act, Stage, allowed
from rbcheck.locale import _, ngettext
from rbcheck.services.views import View, WatchView
from rbcheck.tui.idle_keys import Pressed, why_idle
from rbcheck.tui.keymap import Focus, Key, act_of, fitting, keys_of
from rbcheck.tui.screens.workbench_model import (
    asked_text,
    counter,
    free_of,
    labels_of,
    marking_rows,
    notes_of,
    picked,
    picking_rows,
    question_text,
    tracks_of,
    verdict_choices,
)
from rbcheck.tui.screens.workbench_retold import reveal_text, revisions_text
from rbcheck.tui.screens.workbench_stages import COMMIT_WORDS, StageBench
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.options_list import MarkingList, PickingList
from rbcheck.tui.widgets.order_pane import OrderFacts, OrderPane
from rbcheck.tui.widgets.question_pane import TextPane
from rbcheck.tui.widgets.stage_line import StageLine, Standing
from rbcheck.tui.widgets.text_line import TextLine
from rbcheck.tui.widgets.timelines import TimelineFacts, Timelines
from rbcheck.tui.widgets.verdict_pane import VerdictPane
from rbcheck.tui.widgets.wording import CLICK, CONFIDENCE_WORDS, click, saved_words, sentence

_FOCUSES: dict[str, tuple[Focus, ...]] = {
    "player": (Focus.PLAYER,),
    "picking": (Focus.PICKING, Focus.OPTIONS),
    "marking": (Focus.MARKING, Focus.OPTIONS),
    "timelines": (Focus.TIMELINE,),
    "order": (Focus.ORDER,),
    "verdict-choice": (Focus.VERDICT,),
    "note-input": (Focus.LINE, Focus.NOTES),
    "ask-input": (Focus.LINE, Focus.NOTES),
    "verdict-notes": (Focus.NOTES,),
}

ORDER_NEEDED = {
    OrderKind.TIME: N_("CHECK opens with the order of the clips"),
    OrderKind.RECORDINGS: N_("CHECK opens with the recordings told apart"),
}
"""What is still wanted once every clip was watched."""


class ShowBench(StageBench):
    """What is on the screen, made from what is known."""

    def show_view(self) -> None:
        view = self.view
        if view is None:
            return
        header = view.header
        self.query_one("#question", TextPane).put(question_text(view))
        self.query_one(PickingList).rows = picking_rows(view, self.draft)
        self.query_one(MarkingList).rows = marking_rows(view, self.said)
        self._show_counts(view)
        if isinstance(view, WatchView) and view.order_asked is not None:
            labels = tuple(labels_of(view).items())
            self.query_one(OrderPane).facts = OrderFacts(view.order_asked, labels, self.order_given)
        free = free_of(view)
        order = free.order if free is not None else None
        self.query_one(Timelines).facts = TimelineFacts(
            tuple(labels_of(view).items()), self.draft.clip, notes_of(view), order
        )
        reveal = header.stage is Stage.REVEAL
        self.query_one(VerdictPane).put(
            verdict_choices(header.stage),
            self.draft.gold_verdict if reveal else self.draft.verdict,
            self.draft.gold_notes if reveal else self.draft.verdict_notes,
            header.n,
        )
        self.query_one("#reveal-head", TextLine).tell(reveal_text(view))
        self.query_one("#revisions", TextPane).put(revisions_text(view))
        self.show_tracks(view.coverage_needed if isinstance(view, WatchView) else 0.95)
        self.show_guards()
        self.query_one(StageLine).header = header
        self._show_standing()
        self.refresh_bindings()
        self._show_keys()

    def asked_text(self) -> str:
        """What is asked, as far as the stage shows it."""
        return asked_text(self.view) if self.view is not None else ""

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
            count = Content("\n").join([count, Content(f"{_('how sure (optional):')} ") + Content("  ").join(sure)])
        self.query_one("#picking-count", TextLine).tell(count)
        free = free_of(view)
        if free is not None:
            supported = sum(self.said(option.key).mark is Mark.SUPPORTED for option in free.options)
            self.query_one("#marking-count", TextLine).tell(counter(supported, header.n, "✓ "))

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
        failed = self.writes.failed
        if failed is not None:
            told = _("Not saved: {reason} What you typed is kept; F5 tries again.")
            self.say("stage", told.format(reason=sentence(failed)))
        elif self.has_class("-unsaved"):
            self.say("stage", "")
        self.set_class(failed is not None, "-unsaved")
        self._show_standing()

    def on_key(self, event: events.Key) -> None:
        """Say why a letter did nothing, where it does something elsewhere; keys that only move are silent."""
        if self.stage is None or self.gone or isinstance(self.focused, (Input, TextArea)) or not event.is_printable:
            return
        sign = (event.character or "").strip()
        told = why_idle(Pressed(event.key, sign, self.stage, self.order_asked))
        if told:
            event.stop()
            self.say_briefly("stage", told)

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
            self.hold_hidden()
        self._show_keys()

    def _show_keys(self) -> None:
        line = self.query_one(KeyLine)
        focused = self.focused
        name = focused.id if focused is not None and focused.id else ""
        texts = isinstance(focused, (Input, TextArea))
        groups = _FOCUSES.get(name, ())
        keys = [fitting(key, self.stage) for key in keys_of(*groups) if key.hint and self._can(key)]
        if not texts:
            keys += [key for key in keys_of(Focus.LISTS) if key.hint and self.stage is Stage.DONE and self._can(key)]
        wanted = {"commit", "back", "next_pane", "manual", *(("stamp",) if texts else ())}
        line.keys = tuple(keys)
        line.standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id in wanted and self._can(key))
        line.commit_word = _(COMMIT_WORDS[self.stage]) if self.stage is not None and COMMIT_WORDS[self.stage] else ""

    def tell_of(self, field: Widget, said: str) -> bool:
        """Say beside a field for notes what came of its editor."""
        places = {"note-input": "player", "ask-input": "stage", "verdict-notes": "notes"}
        if field.id not in places:
            return False
        self.say(places[field.id], said)
        return True

    def _can(self, key: Key) -> bool:
        return bool(self.check_action(key.name, ()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action can be done now: the stage's row of the protocol says so."""
        stage = self.stage
        if stage is None:
            return action in ("back", "leave", "retry", "next_unfinished") or not hasattr(self, f"action_{action}")
        if action == "commit":
            return stage is not Stage.DONE
        if action == "next_unfinished":
            return True
        if action == "retry":
            return self.writes.failed is not None
        if action == "compare":
            free = free_of(self.view) if self.view is not None else None
            return free is not None and len(free.revisions) > 1
        if action == "stamp":
            return stage is not Stage.BLIND and isinstance(self.focused, (Input, TextArea))
        if action == "to_unwatched":
            return Act.SEEK in allowed(stage)
        if action == "verdict" and parameters and isinstance(parameters[0], int):
            return Act.CHOOSE in allowed(stage) and parameters[0] <= len(verdict_choices(stage))
        if action in ("verdict", "verdict_by", "verdict_notes"):
            return Act.CHOOSE in allowed(stage)
        act = act_of(action)
        return act is None or act in allowed(stage)

    def is_there(self, action: str, given: tuple[object, ...]) -> bool:
        """Whether there is what an action is about, so that the palette offers it."""
        view = self.view
        clips = len(tracks_of(view)) if view is not None else 0
        match action, given:
            case ("clip", (int(number),)):
                return 1 < clips >= number
            case ("clip_by", _):
                return clips > 1
            case ("number", (int(number),)):
                return self._order_is_asked and number <= clips
            case ("number_by" | "order_by" | "cannot_be_told", _):
                return self._order_is_asked
            case ("option" | "pick_option", (str(key),)):
                return any(row.row_id == (key, None) for row in self.options.rows)
            case ("note_by" | "jump" | "edit_note" | "shift_note" | "delete_note", _):
                return self.query_one(Timelines).note is not None
            case ("scope", _):
                return self.options.at is not None and self.options.at[1] is not None
        return True

    @property
    def _order_is_asked(self) -> bool:
        return isinstance(self.view, WatchView) and self.view.order_asked is not None


def standing_of(view: View, picks: int) -> tuple[str, float]:
    """What opens the next stage, in a few words, and how far the present one is, 0 to 1."""
    n = view.header.n
    match view.header.stage:
        case Stage.BLIND:
            told = ngettext("WATCH opens with one option locked", "WATCH opens with {n} options locked", n)
            return told.format(n=n), min(picks / n, 1.0)
        case Stage.WATCH:
            needed = view.coverage_needed if isinstance(view, WatchView) else 0.95
            tracks = tracks_of(view)
            shares = [1.0 if each.report else min(each.coverage / needed, 1.0) for each in tracks]
            told = _("CHECK opens at {percent} % of every clip").format(percent=round(needed * 100))
            if isinstance(view, WatchView) and view.order_asked is not None:
                if view.order is None and min(shares, default=1.0) >= 1.0:
                    told = _(ORDER_NEEDED[view.order_asked])
                shares.append(0.0 if view.order is None else 1.0)
            return told, sum(shares) / max(len(shares), 1)
        case Stage.CHECK:
            free = free_of(view)
            marks = [said for said in free.revision.marks if said.mark is not None] if free is not None else []
            options = len(free.options) if free is not None else 1
            return _("ANSWER opens when every option has a mark"), len(marks) / options
        case Stage.ANSWER:
            told = ngettext("VERDICT opens with one option", "VERDICT opens with {n} options", n)
            return told.format(n=n), min(picks / n, 1.0)
        case Stage.VERDICT if view.header.reveals:
            return _("the published answer opens with the verdict"), 0.0
        case _:
            return "", 0.0
