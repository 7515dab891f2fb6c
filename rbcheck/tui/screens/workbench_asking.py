"""Short questions that the workbench asks in place, their answers kept in the draft until they are given."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from textual.widgets import Input

from rbcheck.locale import _
from rbcheck.tui.keymap import all_keys, alone
from rbcheck.tui.screens.workbench_base import Bench
from rbcheck.tui.widgets.note_line import AskLine

_ASKED_BY = {"flag": "flag", "reopen": "reopen", "why": "why", "report": "report"}
"""Which command asks for what, by what the answer is called in the draft."""


class AskingBench(Bench):
    """What has to do with the line in which something is asked."""

    commit_when_answered = False
    """Whether the stage is to be committed as soon as the answer was heard of."""
    _answering: Callable[[str], None] | None = None
    _aside = _needed = _offered = ""

    def ask(self, aside: str, question: str, then: Callable[[str], None], text: str = "", *, needed: str = "") -> None:
        """Ask for a short text in place; `then` gets it. `aside` names it in the draft until it is given.

        `needed` says why there must be one, where there must: without it the question stays.
        """
        self._answering, self._aside, self._needed, self._offered = then, aside, needed, text
        self.say("ask", "")
        self.query_one(AskLine).ask(question, self.draft.asides.get(aside, text))

    def on_ask_line_typed(self, event: AskLine.Typed) -> None:
        event.stop()
        if event.text.strip():
            self.say("ask", "")
        self.keep_aside(self._aside, event.text)

    def keep_aside(self, name: str, text: str | None) -> None:
        """Keep what is being typed in passing, or (None) forget it: it was given."""
        others = {key: kept for key, kept in self.draft.asides.items() if key != name}
        asides = others if text is None else {**others, name: text}
        if asides != dict(self.draft.asides):
            self.with_draft(asides=MappingProxyType(asides))

    async def on_ask_line_answered(self, event: AskLine.Answered) -> None:
        event.stop()
        if self._needed and not event.text.strip():
            # Closed, it would leave what is typed next to the keys of the stage.
            self.query_one(AskLine).ask_on()
            self.commit_when_answered = False
            self.say("ask", self._needed)
            return
        then, self._answering = self._answering, None
        self.keep_aside(self._aside, None)
        self.stop_asking()
        if then is not None:
            then(event.text)
        if self.commit_when_answered:
            self.commit_when_answered = False
            await self.run_action("screen.commit")

    async def action_keep_line(self) -> None:
        """Keep what is written in a line, as Enter in it does."""
        if isinstance(self.focused, Input):
            await self.focused.action_submit()

    def leave_asking(self) -> None:
        """Answer nothing; what was typed is kept for the next time, and that is said."""
        aside, text = self._aside, self.query_one(AskLine).input.value
        kept = bool(text.strip()) and text != self._offered
        self.keep_aside(aside, text if kept else None)
        self.stop_asking()
        if kept:
            self.tell_kept(_ASKED_BY.get(aside.partition(":")[0], ""))

    def tell_kept(self, command: str) -> None:
        """Say that what was typed is kept, and which key (that of `command`, by its id) goes on with it."""
        keys = [alone(key) for key in all_keys() if key.id == command and key.keys]
        told = _("Nothing is changed; what you typed is kept: {key} goes on with it.")
        self.tell(told.format(key=keys[0]) if keys else _("Nothing is changed; what you typed is kept."))

    def stop_asking(self) -> None:
        """Take the question away and put the focus back."""
        self.query_one(AskLine).dismiss()
        self.say("ask", "")
        self._answering = None
        self.focus_pane()
