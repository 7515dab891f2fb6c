"""An application that knows how long somebody has worked: sittings are kept, and a break is offered when it is due."""

from __future__ import annotations

from textual import events
from textual.widgets import Input, TextArea

from rbcheck.domain.errors import RbcheckError
from rbcheck.services.pacing import Day
from rbcheck.tui.choosing import ChoosingApp
from rbcheck.tui.pacemaker import Pacemaker
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.shell import Shell

_BEAT_SECONDS = 5.0
_KEEP_BEATS = 6


class PacedApp(ChoosingApp):
    """What has to do with pace. `pacemaker` is there once the store is open."""

    pacemaker: Pacemaker | None = None
    _paced: Shell | None = None
    _who = ""
    _beats = 0

    def start_pace(self, shell: Shell) -> None:
        """The store is open: from now on acts are counted."""
        self._paced = shell
        self.pacemaker = Pacemaker(shell.pacing, shell.now)
        self.set_interval(_BEAT_SECONDS, self._beat)

    def sign_in_pace(self, annotator: str) -> None:
        """Somebody works from now on."""
        self._who = annotator
        if self.pacemaker is not None:
            self.run_worker(self._sign_in(self.pacemaker, annotator), group="pace")

    async def _sign_in(self, pacemaker: Pacemaker, annotator: str) -> None:
        await pacemaker.sign_in(annotator)
        self.pace_known()

    def pace_known(self) -> None:
        """Since when somebody works is known by now, from earlier sittings too: show it where it stands."""

    async def end_pace(self) -> None:
        """The sitting ends with the program."""
        if self.pacemaker is not None:
            await self.pacemaker.keep()

    async def on_event(self, event: events.Event) -> None:
        """Note that somebody is there."""
        if self.pacemaker is not None and isinstance(event, events.Key | events.MouseDown):
            self.pacemaker.act()
        await super().on_event(event)

    def action_day(self) -> None:
        """Show the day so far."""
        from rbcheck.tui.screens.day import DayScreen

        if self.pacemaker is not None and not isinstance(self.screen, DayScreen):
            self.push_screen(DayScreen(self._day(), self.pacemaker.minutes))

    def _beat(self) -> None:
        pace = self.pacemaker
        if pace is None:
            return
        bench = self._bench
        if bench is not None and bench.playing:
            pace.act()
        self._beats += 1
        if self._beats % _KEEP_BEATS == 0:
            self.run_worker(pace.keep(), group="pace")
        if pace.break_is_due and self._may_interrupt():
            self.offer_break()

    def _may_interrupt(self) -> bool:
        """Never while somebody types, watches, or answers a question."""
        bench = self._bench
        at_work = isinstance(self.screen, ShellScreen) or self.screen is bench
        return at_work and not isinstance(self.focused, Input | TextArea) and not (bench is not None and bench.playing)

    def offer_break(self) -> None:
        """Offer a break over the whole screen."""
        from rbcheck.tui.screens.rest import Rest, Rested

        pace, shell = self.pacemaker, self._paced
        if pace is None or shell is None:
            return
        pace.offered()

        def begun() -> None:
            self.run_worker(pace.keep(), group="pace")
            pace.resting = True

        def ended(how: Rested | None) -> None:
            if how is Rested.TAKEN:
                pace.rested()
            else:
                pace.dismissed()
            self.run_worker(pace.keep(), group="pace")

        self.push_screen(Rest(pace.minutes, self._day(), shell.now, begun), ended)

    def _day(self) -> Day:
        if self._paced is None or not self._who:
            return Day()
        try:
            return self._paced.pacing.day(self._who)
        except RbcheckError:
            return Day()  # the store is away for a moment: the break is offered all the same
