"""Lines to type in: a note with its time already taken, and short questions asked in place."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.tui.editing import NoteInput
from rbcheck.tui.widgets.wording import clock


class NoteLine(Horizontal):
    """`note ▸ CLIP_C 0:18.4 _`: a note's text, bound to the clip and the moment of the key press that began it."""

    at_ms: reactive[int | None] = reactive(None)
    editing: reactive[bool] = reactive(False)
    clip_label: reactive[str] = reactive("")

    class Typed(Message):
        """The text changed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Written(Message):
        """The note is finished."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def compose(self) -> ComposeResult:
        yield Static(id="note-label", markup=False)
        yield NoteInput(id="note-input", compact=True, select_on_focus=False)

    @property
    def input(self) -> Input:
        """The field itself."""
        return self.query_one("#note-input", Input)

    def begin(self, at_ms: int, text: str, label: str, *, editing: bool = False, focus: bool = True) -> None:
        """Take clip and time, put the text there, and (where it gets the focus) wait for more of it."""
        self.at_ms = at_ms
        self.clip_label = label
        self.editing = editing
        with self.prevent(Input.Changed):
            self.input.value = text
        self.input.cursor_position = len(text)
        if focus:
            self.screen.set_focus(self.input)

    def end(self) -> None:
        """Forget time and text."""
        self.at_ms = None
        self.editing = False
        with self.prevent(Input.Changed):
            self.input.value = ""

    def retell(self) -> None:
        """Say what is said here again: the language has changed."""
        self._label()

    def on_mount(self) -> None:
        self._label()

    def watch_at_ms(self) -> None:
        self._label()

    def watch_editing(self) -> None:
        self._label()

    def watch_clip_label(self) -> None:
        self._label()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Typed(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Written(event.value))

    def _label(self) -> None:
        if not self.children:
            return
        self.set_class(self.at_ms is not None, "-open")
        self.input.placeholder = "" if self.at_ms is not None else _("Enter or i on the player begins a note")
        self.input.disabled = self.at_ms is None
        word = _("edit") if self.editing else _("note")
        time = f" {inert(self.clip_label)} {clock(self.at_ms)}" if self.at_ms is not None else ""
        self.query_one("#note-label", Static).update(Content.styled(f" {word} ▸{time} ", "bold"))


class AskInput(NoteInput):
    """Knows at once that it was answered, before anybody has heard of it."""

    answered = False

    async def action_submit(self) -> None:
        """Answer, once."""
        if not self.answered:
            self.answered = True
            await super().action_submit()


class AskLine(Horizontal):
    """A short question in place of a dialog, so that nothing of the work is covered."""

    class Typed(Message):
        """The text changed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Answered(Message):
        """The answer was given."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def compose(self) -> ComposeResult:
        yield Static(id="ask-label", markup=False)
        yield AskInput(id="ask-input", compact=True, select_on_focus=False)

    @property
    def input(self) -> AskInput:
        """The field itself."""
        return self.query_one("#ask-input", AskInput)

    def ask(self, question: str, text: str = "") -> None:
        """Ask, with a first answer to change."""
        self.query_one("#ask-label", Static).update(Content.styled(f" {question} ▸ ", "bold"))
        self.input.answered = False
        self.input.value = text
        self.input.cursor_position = len(text)
        self.add_class("-open")
        self.screen.set_focus(self.input)

    def ask_on(self) -> None:
        """Wait for another answer: this one was not taken."""
        self.input.answered = False

    def dismiss(self) -> None:
        """Ask no more."""
        self.remove_class("-open")
        self.input.value = ""

    @property
    def is_open(self) -> bool:
        """Whether a question stands there."""
        return self.has_class("-open")

    @property
    def is_answered(self) -> bool:
        """Whether the answer was given that nobody has heard of yet."""
        return self.is_open and self.input.answered

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.is_open:
            self.post_message(self.Typed(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Answered(event.value))
