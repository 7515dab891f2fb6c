"""Short questions that the workbench asks in place, their answers kept in the draft until they are given."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from textual.widgets import Input

from rbcheck.tui.screens.workbench_base import Bench
from rbcheck.tui.widgets.note_line import AskLine


class AskingBench(Bench):
    """What has to do with the line in which something is asked."""

    commit_when_answered = False
    """Whether the stage is to be committed as soon as the answer was heard of."""
    _answering: Callable[[str], None] | None = None
    _aside = _needed = ""

    def ask(self, aside: str, question: str, then: Callable[[str], None], text: str = "", *, needed: str = "") -> None:
        """Ask for a short text in place; `then` gets it. `aside` names it in the draft until it is given.

        `needed` says why there must be one, where there must: without it the question stays.
        """
        self._answering, self._aside, self._needed = then, aside, needed
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

    def stop_asking(self) -> None:
        """Take the question away and put the focus back."""
        self.query_one(AskLine).dismiss()
        self.say("ask", "")
        self._answering = None
        self.focus_pane()
