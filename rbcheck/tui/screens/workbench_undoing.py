"""What the workbench remembers of the acts of a stage: undone and done again, each by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.widgets import Input

from rbcheck.locale import _
from rbcheck.tui.manners import PromptScreen
from rbcheck.tui.messages import Leaving

Step = tuple[str, Callable[[], None], Callable[[], None]]
"""What was done, in words; what undoes it, and what does it again."""


class UndoingScreen(PromptScreen[Leaving]):
    """A screen whose acts are undone one after the other, the last one first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._steps: list[Step] = []
        self._undone: list[Step] = []

    def tell(self, what: str) -> None:
        """Say what a key just did, where it is not seen by itself."""

    def did(self, what: str, undo: Callable[[], None], redo: Callable[[], None]) -> None:
        """Remember how to undo what was just done, and what it is called, until the stage is left."""
        self._steps.append((what, undo, redo))
        self._undone.clear()

    def forget_steps(self) -> None:
        """Another stage: nothing is undone across it."""
        self._steps.clear()
        self._undone.clear()

    def action_undo(self) -> None:
        """Undo the last step of this stage."""
        if isinstance(self.focused, Input):
            return
        if not self._steps:
            self.tell(_("Nothing was done in this stage that could be undone."))
            return
        step = self._steps.pop()
        self._undone.append(step)
        step[1]()
        self.tell(_("Undone: {what}. Ctrl+Y does it again.").format(what=step[0]))

    def action_redo(self) -> None:
        """Do again what was undone."""
        if isinstance(self.focused, Input):
            return
        if not self._undone:
            self.tell(_("Nothing was undone that could be done again."))
            return
        step = self._undone.pop()
        self._steps.append(step)
        step[2]()
        self.tell(_("Done again: {what}. Ctrl+Z undoes it.").format(what=step[0]))
