"""The page of `rbcheck stats` in the terminal: printed once, or anew whenever the figures change."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.measuring import Measured
from rbcheck.wiring import Wiring

if TYPE_CHECKING:
    from rbcheck.stats.campaign import Campaign, Settings
    from rbcheck.stats.detail import Detail

EVERY_S = 2.0
_NO_QUESTION = N_(
    "No judgment here is on a question {question}: see `rbcheck pack show PACK`, and name a practice pack by --pack."
)
_CLEAR = "\x1b[2J\x1b[H"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is asked for, and how it is printed."""

    wiring: Wiring
    settings: Settings
    pack: str | None
    by: tuple[str, ...]
    annotator: str | None
    question: str | None

    def measured(self) -> Measured:
        """The figures now; NotFound for a pack, an annotator or a question that is not there."""
        measured = self.wiring.measuring.measure(self.settings, self.pack, self.annotator)
        asked = self.question
        if asked is not None and not any(part.question == asked for part in measured.campaign.questions):
            raise NotFound(_NO_QUESTION, question=asked)
        return measured

    def page(self, measured: Measured) -> None:
        """Print the page."""
        click.echo(self.text(measured), nl=False)

    def text(self, measured: Measured) -> str:
        """The page as it is printed in this terminal."""
        from rbcheck.reports.printing import printed
        from rbcheck.reports.terminal import stats_page

        width = max(shutil.get_terminal_size((80, 24)).columns, 40)
        campaign = measured.campaign
        page = stats_page(
            campaign,
            by=self.by,
            annotator=measured.annotator,
            details=_details(campaign, self.question) if self.question is not None else (),
            pack=self.pack,
            held=measured.held,
            sends=measured.lead and not self.wiring.settings.on_server,
            width=width,
        )
        practice = [
            _("{pack} is a practice pack: it counts in no other figures.").format(pack=inert(pack)) + "\n"
            for pack in measured.practice
        ]
        return "".join(practice) + printed(page, width)

    def watch(self, wait: Callable[[float], None] = time.sleep) -> None:
        """Print the page anew whenever it says something else; a terminal is cleared first."""
        last = ""
        while True:
            text = self.text(self.measured())
            if text != last:
                click.echo((_CLEAR if sys.stdout.isatty() else "") + text, nl=False)
                sys.stdout.flush()
                last = text
            wait(EVERY_S)


def _details(campaign: Campaign, question: str) -> Sequence[Detail]:
    from rbcheck.stats.detail import details

    return details(campaign, question)
