"""The break that is offered after long work: over the whole screen, so that it is seen, and easily put off."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rbcheck.domain.pace import BREAK, PUT_OFF
from rbcheck.locale import _, ngettext
from rbcheck.services.pacing import Day
from rbcheck.tui.standing import StandingScreen
from rbcheck.tui.widgets.pace_words import day_lines
from rbcheck.tui.widgets.steady_list import SteadyList

_BEAT_SECONDS = 5.0


class Rested(StrEnum):
    """How a break ended."""

    TAKEN = "taken"
    DISMISSED = "dismissed"


class Rest(StandingScreen[Rested]):
    """Offers a break after so many `minutes`; `begun` hears that it is taken."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, minutes: int, day: Day, now: Callable[[], datetime], begun: Callable[[], None]) -> None:
        super().__init__()
        self._minutes, self._day, self._now, self._begun = minutes, day, now, begun
        self._since: datetime | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="rest"):
            yield Static("", id="rest-head", markup=False)
            yield Static("", id="rest-text", markup=False)
            yield SteadyList(id="rest-choices", markup=False, compact=True)
            yield Static(Content("\n").join(day_lines(self._day)), id="rest-day", markup=False)

    def on_mount(self) -> None:
        self.set_interval(_BEAT_SECONDS, self._tell)
        self._offer()

    def retell(self, lang: str) -> None:
        """Say everything again."""
        self._offer()
        self.query_one("#rest-day", Static).update(Content("\n").join(day_lines(self._day)))

    @property
    def _rest_minutes(self) -> int:
        return int((self._now() - self._since).total_seconds() // 60) if self._since is not None else 0

    @property
    def _is_over(self) -> bool:
        return self._since is not None and self._now() - self._since >= BREAK

    def _offer(self) -> None:
        put_off = int(PUT_OFF.total_seconds() // 60)
        choices = [_("Take a break now"), _("Go on for {minutes} minutes (Esc)").format(minutes=put_off)]
        if self._since is not None:
            choices = [_("Back to work")]
        offered = self.query_one("#rest-choices", OptionList)
        offered.set_options([Option(Content(choice)) for choice in choices])
        offered.highlighted = 0
        offered.focus()
        self._tell()

    def _tell(self) -> None:
        least = int(BREAK.total_seconds() // 60)
        if self._since is None:
            head = ngettext(
                "{minutes} minute of work without a break", "{minutes} minutes of work without a break", self._minutes
            ).format(minutes=self._minutes)
            text = _(
                "After so long, details slip by unnoticed. Everything is saved; "
                "stand up, look into the distance, come back after {minutes} minutes or more."
            ).format(minutes=least)
        elif self._is_over:
            head = _("Rested")
            text = _("The break has lasted {minutes} minutes: go on whenever you like.").format(
                minutes=self._rest_minutes
            )
        else:
            head = _("Break")
            text = _("It counts as a break from {least} minutes on; {minutes} so far.").format(
                least=least, minutes=self._rest_minutes
            )
        self.query_one("#rest-head", Static).update(head)
        self.query_one("#rest-text", Static).update(text)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A break is begun, ended, or put off."""
        event.stop()
        if self._since is not None or event.option_index == 1:
            self.action_back()
            return
        self._since = self._now()
        self._begun()
        self._offer()

    def action_back(self) -> None:
        """Back to work."""
        if self.app.screen is self:
            self.dismiss(Rested.TAKEN if self._is_over else Rested.DISMISSED)
