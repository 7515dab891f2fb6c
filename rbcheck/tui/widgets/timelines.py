"""Timelines, one a clip: the open one note by note, the others in a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.domain.footage import ClipOrder, Note, OrderKind
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.pages.wrapping import wrapped
from rbcheck.tui.widgets.wording import click, clock, prose, unbroken

_AHEAD = 6


@dataclass(frozen=True, slots=True)
class TimelineFacts:
    """The clips by position and label, which one is open, and the notes of all in order."""

    labels: tuple[tuple[int, str], ...] = ()
    current: int = 1
    notes: tuple[Note, ...] = ()
    order: ClipOrder | None = None
    """The order of the clips as it was recorded, where it is to be shown here."""

    @property
    def here(self) -> tuple[Note, ...]:
        """The notes of the open clip."""
        return tuple(note for note in self.notes if note.clip == self.current)


class TimelineRow(Widget):
    """One line of the timelines: a clip's label, a note of the open one, or that there is none."""

    class Clicked(Message):
        """Somebody clicked on a note."""

        def __init__(self, note_id: str) -> None:
            super().__init__()
            self.note_id = note_id

    def __init__(self) -> None:
        super().__init__()
        self._note_id = ""
        self._head = self._text = Content("")
        self._whole = False

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the text takes beside its time."""
        return max(len(self._lines(width)), 1)

    def render(self) -> Content:
        """The time, and beside it the text, whose further lines stand under its first."""
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        if not self._whole:
            return [(self._head + self._text).truncate(max(width, 1), ellipsis=True)]
        hang = self._head.cell_length
        parts = wrapped(self._text, max(width - hang, 1))
        return [(self._head if row == 0 else Content(" " * hang)) + part for row, part in enumerate(parts)]

    def show(self, head: Content, text: Content, kind: str, note_id: str = "") -> None:
        """Show a line of a kind (`order`, `label`, `open label`, `note` or `chosen note`); a label takes one line."""
        self._note_id = note_id
        whole = "label" not in kind
        self.set_class("label" in kind, "timeline-label")
        self.set_class("open" in kind, "-open")
        self.set_class("note" in kind, "note")
        self.set_class("chosen" in kind, "-cursor")
        if not (head.is_same(self._head) and text.is_same(self._text) and whole is self._whole):
            before = len(self._lines(self.size.width))
            self._head, self._text, self._whole = head, text, whole
            self.refresh(layout=len(self._lines(self.size.width)) != before)
        self.display = True

    def on_click(self, event: events.Click) -> None:
        if self._note_id:
            event.stop()
            self.post_message(self.Clicked(self._note_id))


class Timelines(VerticalScroll, can_focus=True):
    """All timelines of the question."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.TIMELINE)

    facts: reactive[TimelineFacts] = reactive(TimelineFacts(), repaint=False)
    cursor: reactive[int] = reactive(0, repaint=False)

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
        # Made ahead, as many as most questions need: rows that are made when a question opens hold it up.
        for _place in range(_AHEAD):
            row = TimelineRow()
            row.display = False
            yield row

    def watch_facts(self) -> None:
        self._show()

    def watch_cursor(self) -> None:
        self._show()

    def _show(self) -> None:
        rows = [child for child in self.children if isinstance(child, TimelineRow)]
        lines = list(self._lines())
        if len(lines) > len(rows):
            more = [TimelineRow() for _line in lines[len(rows) :]]
            self.mount_all(more)
            rows += more
        for row, line in zip(rows, lines, strict=False):
            row.show(*line)
        for row in rows[len(lines) :]:
            row.display = False
        self.call_after_refresh(self._show_cursor)

    def _lines(self) -> Iterator[tuple[Content, Content, str, str]]:
        chosen = self.note
        if self.facts.order is not None:
            yield *_order(self.facts.order, dict(self.facts.labels)), "order", ""
        for position, label in self.facts.labels:
            notes = [note for note in self.facts.notes if note.clip == position]
            if position != self.facts.current:
                yield *_closed(position, label, notes), "label", ""
                continue
            yield Content.styled(inert(label), "bold"), Content(""), "open label", ""
            for note in notes:
                here = self.has_focus and note is chosen
                yield *_note(note, here), "chosen note" if here else "note", note.note_id
            if not notes:
                yield Content(""), Content.styled(_("no notes yet"), "$foreground-muted"), "note", ""

    def _show_cursor(self) -> None:
        for row in self.children:
            if row.display and (row.has_class("-open") or row.has_class("-cursor")):
                row.scroll_visible(animate=False)

    def on_timeline_row_clicked(self, event: TimelineRow.Clicked) -> None:
        event.stop()
        self.go(event.note_id)
        self.post_message(self.NoteChosen(event.note_id))

    def on_focus(self) -> None:
        self._show()

    def on_blur(self) -> None:
        self._show()


def _order(order: ClipOrder, labels: Mapping[int, str]) -> tuple[Content, Content]:
    """The clips from the first to the last, or one recording after the other."""
    in_time = order.kind is OrderKind.TIME
    head = _("in time") if in_time else _("recordings")
    groups = (" = ".join(unbroken(inert(labels.get(clip, "?"))) for clip in group) for group in order.groups)
    told = (" → " if in_time else " · ").join(groups) or _("cannot be told")
    return Content.styled(f"{head}  ", "$foreground-muted"), Content(told)


def _note(note: Note, under_cursor: bool) -> tuple[Content, Content]:
    sign = "›" if under_cursor else " "
    time = Content.styled(f"{sign} {clock(note.at_ms):>7}  ", "bold" if under_cursor else "$foreground-muted")
    return time, prose(note.text)


def _closed(position: int, label: str, notes: list[Note]) -> tuple[Content, Content]:
    count = len(notes)
    told = ngettext("{count} note", "{count} notes", count).format(count=count) if notes else _("no notes yet")
    last = f" · {clock(notes[-1].at_ms)} {inert(notes[-1].text)}" if notes else ""
    line = Content.assemble((inert(label), "bold"), (f"  {told}{last}", "$foreground-muted"))
    return line.stylize(click(f"screen.clip({position})")), Content("")
