"""Timelines, one a clip: the open one note by note, the others in a line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rbcheck.domain.footage import Note
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.widgets.wording import click, clock, prose


@dataclass(frozen=True, slots=True)
class TimelineFacts:
    """The clips by position and label, which one is open, and the notes of all in order."""

    labels: tuple[tuple[int, str], ...] = ()
    current: int = 1
    notes: tuple[Note, ...] = ()

    @property
    def here(self) -> tuple[Note, ...]:
        """The notes of the open clip."""
        return tuple(note for note in self.notes if note.clip == self.current)


class NoteRow(Static):
    """One note: its time, and its text wrapped beside it."""

    class Clicked(Message):
        """Somebody clicked on a note."""

        def __init__(self, note_id: str) -> None:
            super().__init__()
            self.note_id = note_id

    def __init__(self, note: Note, under_cursor: bool) -> None:
        sign = "›" if under_cursor else " "
        time = Content.styled(f"{sign} {clock(note.at_ms):>7}  ", "bold" if under_cursor else "$foreground-muted")
        super().__init__(time + prose(note.text), markup=False, classes="note -cursor" if under_cursor else "note")
        self._note_id = note.note_id

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked(self._note_id))


class Timelines(VerticalScroll, can_focus=True):
    """All timelines of the question."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.TIMELINE)

    facts: reactive[TimelineFacts] = reactive(TimelineFacts(), recompose=True)
    cursor: reactive[int] = reactive(0, recompose=True)

    class NoteChosen(Message):
        """Somebody pointed at a note to go to its moment."""

        def __init__(self, note_id: str) -> None:
            super().__init__()
            self.note_id = note_id

    @property
    def note(self) -> Note | None:
        """The note under the cursor."""
        here = self.facts.here
        return here[min(self.cursor, len(here) - 1)] if here else None

    def move(self, by: int) -> None:
        """Move the cursor by notes of the open clip."""
        self.cursor = min(max(min(self.cursor, len(self.facts.here) - 1) + by, 0), max(len(self.facts.here) - 1, 0))

    def go(self, note_id: str) -> None:
        """Put the cursor on a note."""
        for place, note in enumerate(self.facts.here):
            if note.note_id == note_id:
                self.cursor = place

    def compose(self) -> ComposeResult:
        chosen = self.note
        for position, label in self.facts.labels:
            notes = [note for note in self.facts.notes if note.clip == position]
            if position == self.facts.current:
                yield Static(Content.styled(inert(label), "bold"), markup=False, classes="timeline-label -open")
                for note in notes:
                    yield NoteRow(note, self.has_focus and note is chosen)
                if not notes:
                    yield Static(Content.styled(_("no notes yet"), "$foreground-muted"), markup=False, classes="note")
            else:
                yield Static(_closed(position, label, notes), markup=False, classes="timeline-label")

    def watch_facts(self) -> None:
        self.call_after_refresh(self._show_cursor)

    def watch_cursor(self) -> None:
        self.call_after_refresh(self._show_cursor)

    def _show_cursor(self) -> None:
        for row in self.query(".-open, .-cursor"):
            row.scroll_visible(animate=False)

    def on_note_row_clicked(self, event: NoteRow.Clicked) -> None:
        event.stop()
        self.go(event.note_id)
        self.post_message(self.NoteChosen(event.note_id))

    def on_focus(self) -> None:
        self.refresh(recompose=True)

    def on_blur(self) -> None:
        self.refresh(recompose=True)


def _closed(position: int, label: str, notes: list[Note]) -> Content:
    count = len(notes)
    told = ngettext("{count} note", "{count} notes", count).format(count=count) if notes else _("no notes yet")
    last = f" · {clock(notes[-1].at_ms)} {inert(notes[-1].text)}" if notes else ""
    line = Content.assemble((inert(label), "bold"), (f"  {told}{last}", "$foreground-muted"))
    return line.stylize(click(f"screen.clip({position})"))
