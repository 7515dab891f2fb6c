"""The day so far: how much was done, the own pace beside the expected one, work and breaks."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rbcheck.locale import _, ngettext
from rbcheck.services.pacing import Day
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.widgets.pace_words import day_lines


class DayScreen(Dialog[None]):
    """Shows a day; any of Esc, Enter and its own key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f8", "dismiss(None)", show=False)]

    def __init__(self, day: Day, minutes: int) -> None:
        super().__init__()
        self._day, self._minutes = day, minutes

    def compose(self) -> ComposeResult:
        since = ngettext("{minutes} minute since a break", "{minutes} minutes since a break", self._minutes)
        lines = [*day_lines(self._day), Content(since.format(minutes=self._minutes))]
        with VerticalScroll(classes="dialog"):
            yield Static(_("Today"), classes="question", markup=False)
            yield Static(Content("\n").join(lines), markup=False)
            yield Static(_("Esc goes back"), classes="note", markup=False)
