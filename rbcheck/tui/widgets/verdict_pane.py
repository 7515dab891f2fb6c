"""The verdict: one word chosen, notes beside it, each refusal under what it concerns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static, TextArea

from rbcheck.domain.errors import N_
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.locale import _
from rbcheck.tui.editing import NotesArea
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.pages.wrapping import wrapped
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.wording import VERDICT_WORDS, click

AnyVerdict = Verdict | GoldVerdict

_UNCLEAR = N_("another set is defensible too, or the stem is unclear")
_UNSEEN = N_("blurred, missing, or the moment is never covered")
_MEANINGS: dict[type[AnyVerdict], dict[str, str]] = {
    Verdict: {
        Verdict.CLEAR: N_("one defensible set of answers, visible on screen"),
        Verdict.AMBIGUOUS: N_("another set is defensible too, the stem is unclear, or the number of ✓ is not {n}"),
        Verdict.CANT_TELL: _UNSEEN,
    },
    GoldVerdict: {
        GoldVerdict.CORRECT: N_("it is right, and its distractors are wrong"),
        GoldVerdict.WRONG_ANSWER: N_("the footage shows another set"),
        GoldVerdict.AMBIGUOUS: _UNCLEAR,
        GoldVerdict.CANT_TELL: _UNSEEN,
    },
}
"""By vocabulary, since the same word stands in both."""


_NOTES = N_("Notes: name an option (“B: …”) or a time (Ctrl+T)")


class VerdictChoice(Widget, can_focus=True):
    """The words to choose from, one a line; up and down choose."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.VERDICT)

    choices: reactive[tuple[AnyVerdict, ...]] = reactive((), layout=True)
    chosen: reactive[AnyVerdict | None] = reactive(None)
    n: reactive[int] = reactive(0, layout=True)
    """How many options the question asks for."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the words and what they mean take."""
        return max(len(self._lines(width)), 1)

    def render(self) -> Content:
        """Number, word and meaning of each, the meanings in a column."""
        return Content("\n").join(self._lines(self.size.width))

    def beside(self, by: int) -> AnyVerdict | None:
        """The word above or below the chosen one; None where there is no word."""
        place = self.choices.index(self.chosen) + by if self.chosen is not None and self.chosen in self.choices else 0
        return self.at(max(min(place, len(self.choices) - 1), 0))

    def at(self, place: int) -> AnyVerdict | None:
        """The word at a place from 0; None where there is none."""
        return self.choices[place] if place < len(self.choices) else None

    def _lines(self, width: int) -> list[Content]:
        words = [f"{place} {_(VERDICT_WORDS[verdict])}" for place, verdict in enumerate(self.choices, 1)]
        hang = max((cell_len(word) for word in words), default=0) + len("(●)   ")
        lines: list[Content] = []
        for place, (word, verdict) in enumerate(zip(words, self.choices, strict=True), 1):
            chosen = verdict is self.chosen
            head = Content.assemble(
                ("(●) " if chosen else "( ) ", "bold $text-primary" if chosen else "$foreground-muted"), (word, "bold")
            )
            meaning = _(_MEANINGS[type(verdict)][verdict]).format(n=self.n)
            for row, part in enumerate(wrapped(Content.styled(meaning, "$foreground-muted"), max(width - hang, 1))):
                start = head if row == 0 else Content("")
                line = start + Content(" " * (hang - start.cell_length)) + part
                lines.append(line.stylize(click(f"screen.verdict({place})")))
        return lines


class NotesField(NotesArea):
    """The field of the notes; F6 goes to the next pane from here too, where Textual would select the line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f6", "screen.next_pane", show=False)]


class VerdictPane(Vertical):
    """Choice, notes, refusals."""

    class NotesTyped(Message):
        """The notes changed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def compose(self) -> ComposeResult:
        yield VerdictChoice(id="verdict-choice")
        yield RefusalLine(id="about-verdict")
        yield Static(_(_NOTES), id="notes-label", markup=False)
        yield NotesField(id="verdict-notes", soft_wrap=True, tab_behavior="focus", compact=True)
        yield RefusalLine(id="about-notes")

    def retell(self) -> None:
        """Say what is said here again: the language has changed."""
        self.query_one("#notes-label", Static).update(_(_NOTES))

    @property
    def notes(self) -> TextArea:
        """The field of the notes."""
        return self.query_one("#verdict-notes", TextArea)

    def put(self, choices: Sequence[AnyVerdict], chosen: AnyVerdict | None, notes: str, n: int) -> None:
        """Show what can be chosen, what is, and the notes as they were."""
        choice = self.query_one(VerdictChoice)
        choice.choices = tuple(choices)
        choice.chosen = chosen
        choice.n = n
        if self.notes.text != notes:
            with self.prevent(TextArea.Changed):
                self.notes.text = notes
            self.notes.move_cursor(self.notes.document.end)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(self.NotesTyped(event.text_area.text))
