"""Fields for notes, and the editor that Ctrl+O opens for them: the terminal is handed over, and taken back."""

from __future__ import annotations

import os
import sys
import termios
from typing import ClassVar, Protocol, runtime_checkable

from textual.binding import BindingType
from textual.command import CommandPalette
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.long_text import Edited, Editor, editor_command, kept_apart
from rbcheck.tui.manners import LineInput, PromptInput, PromptKeys, heard, leave, signals_of_another
from rbcheck.tui.terminal import put_right
from rbcheck.tui.widgets.wording import sentence

_BINDINGS = bindings(Focus.NOTES, namespace="app")
_INPUT = 0
_TOLD_SECONDS = 20
_NO_TERMINAL = N_("This terminal cannot be handed to an editor: write here.")
_MOVED_ON = N_("The field of your text has gone meanwhile: the text is in {path}.")


class NoteInput(PromptInput):
    """A line of text for notes."""

    BINDINGS: ClassVar[list[BindingType]] = _BINDINGS


class AskedInput(LineInput):
    """A line of text for the answer to a dialog."""

    BINDINGS: ClassVar[list[BindingType]] = _BINDINGS


class NotesArea(TextArea):
    """Lines of text for notes, with a cursor that stands still as in other fields."""

    cursor_blink = reactive(False, init=False)

    BINDINGS: ClassVar[list[BindingType]] = _BINDINGS


Field = NoteInput | AskedInput | NotesArea
"""What an editor can be opened for."""


@runtime_checkable
class Holding(Protocol):
    """A screen on which something may play."""

    def hold(self) -> None:
        """Pause."""


@runtime_checkable
class Telling(Protocol):
    """A screen that has a place beside its fields for what must be said of them."""

    def tell_of(self, field: Widget, said: str) -> bool:
        """Say it there; False where the field is none of its own."""


class EditingApp(PromptKeys):
    """An application whose fields for notes open an editor."""

    _editor: Editor | None = None

    def action_editor(self) -> None:
        """Open the editor for the text at hand."""
        field = _field_of(self._below)
        if field is not None and self._editor is None:
            self.run_worker(self._edit(field), group="editor")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An editor is opened out of a field for notes."""
        if action == "editor":
            return _field_of(self._below) is not None
        return super().check_action(action, parameters)

    @property
    def _below(self) -> Screen[object]:
        """The screen at work, under the palette where that is open."""
        return next(screen for screen in reversed(self.screen_stack) if not isinstance(screen, CommandPalette))

    async def _edit(self, field: Field) -> None:
        try:
            if self._driver is None or not self._driver.can_suspend:
                raise RbcheckError(_NO_TERMINAL)
            self._editor = Editor(editor_command(os.environ), _drawn_on())
        except RbcheckError as error:
            self._tell_of(field, error)
            return
        for screen in self.screen_stack:
            if isinstance(screen, Holding):
                screen.hold()
        try:
            before, edited = await self._hand_over(self._editor, field)
        finally:
            self._editor = None
        await self._put(field, before, edited)
        if self._asked_to_leave:
            for each in field.ancestors_with_self:
                await heard(each)
            leave(self, self._asked_to_leave)

    _asked_to_leave = 0

    def _end_editor(self, number: int) -> None:
        self._asked_to_leave = number
        if self._editor is not None:
            self._editor.end()

    async def _hand_over(self, editor: Editor, field: Field) -> tuple[str, Edited]:
        """What stood in the field, and what came of it."""
        with self.suspend(), signals_of_another(self, self._end_editor):
            # What was typed behind the key belongs to the text.
            for each in (self, field.screen, field):
                await heard(each)
            before = _text_of(field)
            modes = termios.tcgetattr(_INPUT)
            edited = await editor.edit(before)
            put_right(modes, _drawn_on(), failed=edited.problem is not None)
        return before, edited

    async def _put(self, field: Field, before: str, edited: Edited) -> None:
        if edited.problem is not None:
            self._tell_of(field, edited.problem)
        if edited.text == before:
            return
        if not field.is_attached or field.disabled or _text_of(field) != before:
            try:
                path = await kept_apart(edited.text)
            except OSError:
                # Better in the wrong place than nowhere.
                _replace(field, f"{_text_of(field)} {edited.text}")
                return
            self._tell_of(field, RbcheckError(_MOVED_ON, path=path))
            return
        _replace(field, edited.text)

    def _tell_of(self, field: Field, error: RbcheckError) -> None:
        screen, said = self.screen, sentence(error)
        if not (isinstance(screen, Telling) and screen.tell_of(field, said)):
            self.notify(said, severity="error", timeout=_TOLD_SECONDS, markup=False)


def _field_of(screen: Screen[object]) -> Field | None:
    focused = screen.focused
    return focused if isinstance(focused, Field) else None


def _text_of(field: Field) -> str:
    return field.value if isinstance(field, Input) else field.text


def _replace(field: Field, text: str) -> None:
    """Put another text into a field; lines follow one another where it has but one."""
    if isinstance(field, TextArea):
        field.replace(text, (0, 0), field.document.end)
        field.move_cursor(field.document.end)
        return
    field.value = " ".join(line.strip() for line in text.splitlines() if line.strip())
    field.cursor_position = len(field.value)


def _drawn_on() -> int:
    """The descriptor of the terminal: 2 itself goes to a log."""
    assert sys.__stderr__ is not None, "an interface has a terminal"
    return sys.__stderr__.fileno()
