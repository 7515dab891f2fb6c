"""The interfaces, and what they are given."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rbcheck import locale
from rbcheck.wiring.trying import make_window
from rbcheck.wiring.use_cases import UseCases

if TYPE_CHECKING:
    from rbcheck.domain.errors import RbcheckError
    from rbcheck.services.annotating import Annotating
    from rbcheck.services.keeping import DailyBackup
    from rbcheck.services.playing import ClipSource
    from rbcheck.stats.campaign import Campaign
    from rbcheck.stats.campaign import Settings as StatsSettings
    from rbcheck.tui.adjudicate_app import AdjudicateApp
    from rbcheck.tui.app import RbcheckApp
    from rbcheck.tui.play_app import PlayApp
    from rbcheck.tui.review_app import ReviewApp
    from rbcheck.tui.shell import Choices, Shell, Wishes

PRACTICE = "practice"


class Interfaces(UseCases):
    """The programs with a screen, and the report."""

    def make_app(self, wishes: Wishes) -> RbcheckApp:
        """The interface; the store is opened once its first screen stands."""
        from rbcheck.tui.app import RbcheckApp
        from rbcheck.tui.own_keys import own_keys

        own = own_keys(self.settings.own_keys(), self.settings.keys_file)
        app = RbcheckApp(self._shell, self._choices(), wishes, self.settings.save)
        app.take_keys(own, self.settings.write_keys_file)
        app.make_window = make_window
        return app

    def make_play_app(self, source: ClipSource, show: str = "") -> PlayApp:
        """The player alone, showing pictures in that way."""
        from rbcheck.tui.play_app import PlayApp

        app = PlayApp(self.make_player, source, replace(self._choices(), show=show))
        app.make_window = make_window
        return app

    def make_adjudicate_app(self, settings: StatsSettings, pack: str | None, by: str) -> AdjudicateApp:
        """The interface of a lead; the store is opened before, so that what is refused is refused at once."""
        from rbcheck.services.footage_opening import FootageOpening
        from rbcheck.tui.adjudicate_app import AdjudicateApp
        from rbcheck.tui.screens.adjudicate_base import Desk

        footage = FootageOpening(self.open_work, self.clock, self.device, "adjudicate", self.keys.of)
        desk = Desk(
            lambda: self.adjudicating.adjudication(settings, pack),
            lambda line: self.deciding.decide([line], pack, by),
            footage.clip_source,
            self.unlocking,
            self.pack_checking.by_question,
        )
        app = AdjudicateApp(self.make_player, desk, self._choices())
        app.make_window = make_window
        return app

    @cached_property
    def _daily_backup(self) -> DailyBackup | None:
        """The day's backup of a store in a file, being made beside the work; what hinders it goes to the log."""
        from rbcheck.services.keeping import DailyBackup
        from rbcheck.store.address import Address, parse
        from rbcheck.store.backups import FileBackups

        address = parse(self.settings.store_url)
        if not isinstance(address, Address):
            return None
        daily = DailyBackup(FileBackups(address.path), self.clock, _log)
        atexit.register(daily.stop)
        return daily

    def make_review_app(self, annotator: str | None, by: str) -> ReviewApp:
        """The interface of a reviewer."""
        from rbcheck.services.footage_opening import FootageOpening
        from rbcheck.tui.review_app import ReviewApp
        from rbcheck.tui.screens.review_base import ReviewDesk

        footage = FootageOpening(self.open_work, self.clock, self.device, "review", self.keys.of)
        reviewing = self.reviewing
        desk = ReviewDesk(
            lambda: reviewing.rows(annotator),
            reviewing.open,
            lambda judgment, about, text: reviewing.comment(judgment, about, by, text),
            lambda judgment, text: reviewing.give_back(judgment, by, text),
            reviewing.settle,
            lambda person: self.exchanging.export_here(person.annotator_id, None),
            footage.clip_source,
            self.unlocking,
        )
        app = ReviewApp(self.make_player, desk, self._choices())
        app.make_window = make_window
        return app

    def _shell(self) -> Shell:
        from rbcheck.tui.shell import Shell

        if self._daily_backup is not None:
            self._daily_backup.start()
        return Shell(
            warnings=tuple(finding.render(locale._) for finding in self.open_work.warnings()),
            queueing=self.queueing,
            annotating=self._quiet_desk,
            make_player=self.make_player,
            now=self.clock.now,
            make_practice=self._make_practice,
            export=self._export_here,
            pacing=self.pacing,
            unlocking=self.unlocking,
        )

    def _choices(self) -> Choices:
        from rbcheck.tui.shell import Choices

        settings = self.settings
        return Choices(settings.lang, settings.theme, settings.show, settings.pause_on_note)

    def _make_practice(self, on_progress: Callable[[int, int], None]) -> str:
        folder = self.practice_pack(
            self.settings.practice_dir, None, 0, lambda step: on_progress(step.done, step.total)
        )
        self.packs.add_practice(folder)
        return PRACTICE

    def _export_here(self, annotator: str, pack: str | None) -> str:
        return self.exchanging.export_here(annotator, pack)

    def practice_pack(self, target: Path, questions: int | None, seed: int, on_progress: Callable[..., None]) -> Path:
        """The practice pack, made where it is not there yet."""
        from rbcheck.packs.demo import make_practice_pack

        return make_practice_pack(target, questions=questions, seed=seed, on_progress=on_progress)

    @cached_property
    def _quiet_desk(self) -> Annotating:
        """The annotator's desk, with clips being decoded beside it until the program ends."""
        from rbcheck.services.decoding_thread import DecodingThread, QuietDesk

        desk = QuietDesk(self.open_work, self.clock, self.device, self.holder, self.alive, self.keys.of)
        desk.decoding, desk.thread = self.decoding, DecodingThread(self.decoding, self.open_work)
        desk.thread.start()
        atexit.register(desk.thread.stop)
        return desk

    def write_report(self, path: Path, campaign: Campaign, pack: str | None, annotator: str | None) -> Path:
        """Write the report on a campaign; where it is now."""
        from rbcheck.exchange.files import write_file
        from rbcheck.reports.html.page import html_report
        from rbcheck.reports.html.report import Report
        from rbcheck.services.drawing import Drawing

        drawn = Drawing(self.open_work).draw(pack, annotator)
        return write_file(path, html_report(Report(campaign, drawn, self.clock.now())))


def _log(error: RbcheckError) -> None:
    """Tell the log, which standard error is while the interface runs."""
    sys.stderr.write(f"{error.render(locale._)}\n")
