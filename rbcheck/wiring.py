"""The only place that builds things: settings, then the store, the services, the player, the interface."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbcheck import locale
from rbcheck.device.clock import SystemClock
from rbcheck.domain.errors import N_, StoreError, StoreUnreachable
from rbcheck.domain.inert import inert
from rbcheck.settings import Settings

if TYPE_CHECKING:
    from rbcheck.device.files import DeviceFiles
    from rbcheck.domain.canonical import Json
    from rbcheck.domain.errors import RbcheckError
    from rbcheck.sealing import PackKey
    from rbcheck.services.adjudicating import Adjudicating
    from rbcheck.services.annotating import Annotating
    from rbcheck.services.assigning import Assigning
    from rbcheck.services.building import Building
    from rbcheck.services.deciding import Deciding
    from rbcheck.services.decoding import Decoding
    from rbcheck.services.exchanging import Exchanging
    from rbcheck.services.golding import Golding
    from rbcheck.services.health import Inspector
    from rbcheck.services.keeping import DailyBackup, Keeping
    from rbcheck.services.measuring import Measuring
    from rbcheck.services.pacing import Pacing
    from rbcheck.services.pack_checking import PackChecking
    from rbcheck.services.packs import PackService
    from rbcheck.services.playing import ClipSource, DecodeReport, Player, Probe
    from rbcheck.services.publishing import Publishing
    from rbcheck.services.queueing import Queueing
    from rbcheck.services.reviewing import Reviewing
    from rbcheck.services.uniting import Uniting
    from rbcheck.services.unlocking import Keys, Unlocking
    from rbcheck.services.verifying import Verifying
    from rbcheck.services.window import OnWindowNews, PictureWindow
    from rbcheck.stats.campaign import Campaign
    from rbcheck.stats.campaign import Settings as StatsSettings
    from rbcheck.store.unit_of_work import SqlStore
    from rbcheck.tui.adjudicate_app import AdjudicateApp
    from rbcheck.tui.app import RbcheckApp
    from rbcheck.tui.play_app import PlayApp
    from rbcheck.tui.review_app import ReviewApp
    from rbcheck.tui.shell import Choices, Shell, Wishes

PRACTICE = "practice"
DEVICE = "device"
"""The name of findings about what the device remembers."""

_NO_STORE = N_(
    "There is no store at {store}: mind the spelling of --db or RBCHECK_DB; `rbcheck pack add PATH` there makes one."
)
_OTHER_STORES = N_("It worked on other stores too ({count}): what one held that was removed or replaced is not here.")
_DEVICE_SOUND = N_("What it remembers in {folder} is whole.")


class Wiring:
    """Everything that one run of the program needs, each built when it is first asked for."""

    def __init__(self, settings: Settings, on_new: Callable[[str], None] | None = None) -> None:
        """`on_new` is told of a store that is made at a place that somebody named; None: no store is made there."""
        self.settings = settings
        self.on_new = on_new
        self.clock = SystemClock()
        locale.use(settings.lang)

    def close(self) -> None:
        """Let go of the store, where it was opened."""
        if "open_work" in self.__dict__:
            self.open_work.dispose()
            del self.__dict__["open_work"]

    @property
    def lang(self) -> str:
        """The language of the interface."""
        return self.settings.lang

    @cached_property
    def device(self) -> DeviceFiles:
        """What this device remembers outside of any store."""
        from rbcheck.device.files import DeviceFiles

        return DeviceFiles(self.settings.device_dir)

    @cached_property
    def open_work(self) -> SqlStore:
        """The store, made or upgraded where that is needed; begins units of work."""
        from rbcheck.store.unit_of_work import open_store

        named_newly = self.names_no_store
        if named_newly and self.on_new is None:
            raise StoreUnreachable(_NO_STORE, store=self.settings.db)
        store = open_store(self.settings.store_url)
        if named_newly and self.on_new is not None:
            self.on_new(store.address.shown)
        for finding in store.warnings():
            sys.stderr.write(f"rbcheck: {inert(finding.render(locale._))}\n")
        return store

    @property
    def names_no_store(self) -> bool:
        """Whether somebody named a place, by a flag or in the environment, at which there is no store yet."""
        from rbcheck.store.address import is_made

        return self.settings.db is not None and not is_made(self.settings.store_url)

    @cached_property
    def holder(self) -> str:
        """The name of this session."""
        from rbcheck.device.sessions import holder

        return holder(self.device.device_id)

    @property
    def alive(self) -> Callable[[str], bool]:
        """Whether another session still runs."""
        from rbcheck.device.sessions import alive

        device_id = self.device.device_id
        return lambda other: alive(device_id, other)

    @cached_property
    def queueing(self) -> Queueing:
        """Names, packs and the queue."""
        from rbcheck.services.queueing import Queueing

        return Queueing(self.open_work, self.clock, self.device)

    @cached_property
    def pacing(self) -> Pacing:
        """Sittings, and the day so far."""
        from rbcheck.services.pacing import Pacing

        return Pacing(self.open_work, self.clock, self.device)

    @cached_property
    def annotating(self) -> Annotating:
        """What an annotator does to questions."""
        from rbcheck.services.annotating import Annotating

        return Annotating(self.open_work, self.clock, self.device, self.holder, self.alive, self.keys.of)

    @cached_property
    def keys(self) -> Keys:
        """The keys of sealed packs that are known."""
        from rbcheck.device.secrets import SystemKeyring
        from rbcheck.services.unlocking import Keys

        return Keys(SystemKeyring())

    @cached_property
    def unlocking(self) -> Unlocking:
        """Sealed packs being opened."""
        from rbcheck.services.unlocking import Unlocking

        return Unlocking(self.open_work, self.keys)

    @cached_property
    def decoding(self) -> Decoding:
        """What decodes, clip after clip."""
        from rbcheck.services.decoding import Decoding

        return Decoding(self.open_work, _decode, self.keys.held)

    @cached_property
    def _quiet_desk(self) -> Annotating:
        """The annotator's desk, with clips being decoded beside it until the program ends."""
        from rbcheck.services.decoding_thread import DecodingThread, QuietDesk

        desk = QuietDesk(self.open_work, self.clock, self.device, self.holder, self.alive, self.keys.of)
        desk.decoding, desk.thread = self.decoding, DecodingThread(self.decoding, self.open_work)
        desk.thread.start()
        atexit.register(desk.thread.stop)
        return desk

    @cached_property
    def packs(self) -> PackService:
        """Packs coming in."""
        from rbcheck.packs.files import Files
        from rbcheck.services.packs import PackService

        return PackService(
            self.open_work, self.clock, self.device, Files(self.settings.media_dir), _probe, _probe_sealed
        )

    @cached_property
    def pack_checking(self) -> PackChecking:
        """Packs against the gates; a store that was never made is not made for it."""
        from rbcheck.packs.files import Files
        from rbcheck.packs.gates.table import GATES
        from rbcheck.services.pack_checking import PackChecking

        return PackChecking(
            self._store_if_made, Files(self.settings.media_dir), GATES, lambda: self.inspector,
            lambda: self.decoding, self.keys,
        )  # fmt: skip

    def _store_if_made(self) -> SqlStore | None:
        from rbcheck.store.address import is_made

        return self.open_work if is_made(self.settings.store_url) else None

    @cached_property
    def exchanging(self) -> Exchanging:
        """Exports and imports."""
        from rbcheck.exchange import FORMATS, read_file, safe_name, write_file
        from rbcheck.services.exchanging import Exchanging

        return Exchanging(self.open_work, self.clock, self.device, FORMATS, read_file, write_file, safe_name)

    @property
    def uniting(self) -> Uniting:
        """Other stores coming in."""
        from rbcheck.exchange import FORMATS, safe_name, write_file
        from rbcheck.services.uniting import Uniting
        from rbcheck.store.visiting import visited

        return Uniting(self.exchanging, visited, self.clock, self.device, FORMATS["full"], write_file, safe_name)

    @cached_property
    def keeping(self) -> Keeping:
        """Backups made and put back; nothing is opened or made yet."""
        from rbcheck.services.keeping import Keeping
        from rbcheck.store.address import parse
        from rbcheck.store.backups import backups_of

        backups = backups_of(parse(self.settings.store_url))
        return Keeping(backups, lambda: self.open_work, self.close, self.clock, self.device, self.alive)

    @cached_property
    def measuring(self) -> Measuring:
        """The figures."""
        from rbcheck.services.measuring import Measuring

        return Measuring(self.open_work, self.clock, self.device)

    @cached_property
    def verifying(self) -> Verifying:
        """Looks at the ledger."""
        from rbcheck.exchange import read_file
        from rbcheck.services.verifying import Verifying

        return Verifying(lambda: self.open_work, self.clock, self.device, read_file, self._store_there)

    def _store_there(self) -> SqlStore | None:
        """The store, where there is one that can be used: a look at a file must not make one, nor need one."""
        from rbcheck.store.address import is_made

        try:
            return self.open_work if is_made(self.settings.store_url) else None
        except StoreError:
            return None

    @cached_property
    def golding(self) -> Golding:
        """Golds coming in."""
        from rbcheck.packs.goldfile import gold_lines
        from rbcheck.services.golding import Golding

        return Golding(self.open_work, self.clock, self.device, gold_lines)

    @cached_property
    def adjudicating(self) -> Adjudicating:
        """What is proposed of each question."""
        from rbcheck.services.adjudicating import Adjudicating

        return Adjudicating(self.open_work)

    @cached_property
    def reviewing(self) -> Reviewing:
        """A reviewer's comments and returns."""
        from rbcheck.services.reviewing import Reviewing

        return Reviewing(self.open_work, self.clock, self.device)

    @cached_property
    def deciding(self) -> Deciding:
        """Decisions of a lead."""
        from rbcheck.exchange.decisions import read_decisions
        from rbcheck.services.deciding import Deciding

        return Deciding(self.open_work, self.clock, self.device, read_decisions)

    @cached_property
    def publishing(self) -> Publishing:
        """Packs going out to evaluators."""
        from rbcheck.exchange.publication import write_publication
        from rbcheck.services.publishing import Publishing

        return Publishing(self.open_work, self.clock, self.device, write_publication)

    @cached_property
    def assigning(self) -> Assigning:
        """Questions given to annotators."""
        from rbcheck.services.assigning import Assigning

        return Assigning(self.open_work, self.clock, self.device)

    @cached_property
    def building(self) -> Building:
        """Packs being built."""
        from rbcheck.packs.building import BuiltFolders
        from rbcheck.packs.checks import read_checks
        from rbcheck.services.building import Building

        return Building(self.open_work, self.clock, self.device, BuiltFolders(), read_checks)

    @cached_property
    def inspector(self) -> Inspector:
        """Looks at video files."""
        from rbcheck.player.probing import MediaInspector

        return MediaInspector()

    def write_report(self, path: Path, campaign: Campaign, pack: str | None, annotator: str | None) -> Path:
        """Write the report on a campaign; where it is now."""
        from rbcheck.exchange.files import write_file
        from rbcheck.reports.html.page import html_report
        from rbcheck.reports.html.report import Report
        from rbcheck.services.drawing import Drawing

        drawn = Drawing(self.open_work).draw(pack, annotator)
        return write_file(path, html_report(Report(campaign, drawn, self.clock.now())))

    def look_at_vlc(self) -> dict[str, Json]:
        """Whether VLC is here, which, and whether it really decodes."""
        from rbcheck.player.binding import find_vlc
        from rbcheck.player.trial import decodes

        found = find_vlc()
        return {
            "found": found.found,
            "version": found.version,
            "decodes": found.found and decodes(),
            "reason": found.reason,
        }

    def look_at_terminal(self, environment: Mapping[str, str]) -> dict[str, Any]:
        """How large the terminal is, and how pictures would be shown in it; it is asked, and left as it was."""
        from rbcheck.tui.picture.looking import look_at

        return look_at(environment, sys.stdin, sys.stdout, sys.stderr)

    def look_at_device(self) -> list[dict[str, Json]]:
        """Every finding about what this device remembers; nothing is made."""
        from rbcheck.device.files import DeviceFiles

        folder = self.settings.device_dir
        troubles = [trouble.render(locale._) for trouble in DeviceFiles(folder).troubles()]
        said = troubles or [locale._(_DEVICE_SOUND).format(folder=folder)]
        if not troubles and (others := self._other_stores()):
            said.append(locale._(_OTHER_STORES).format(count=others))
        return [{"name": DEVICE, "ok": not troubles, "found": str(folder), "said": sentence} for sentence in said]

    def _other_stores(self) -> int:
        """Of how many stores but this one the device remembers something; none where this one cannot be asked."""
        try:
            with self.open_work(write=False) as work:
                return self.device.other_stores(work.people.store_id())
        except StoreError:
            return 0

    def look_at_store(self) -> list[dict[str, Json]]:
        """Every finding about the store's file."""
        return [
            {"name": finding.name, "ok": finding.ok, "found": finding.found, "said": finding.render(locale._)}
            for finding in self.open_work.check()
        ]

    def make_player(self) -> Player:
        """A player on VLC, or one that says what is missing where there is none."""
        from rbcheck.player.making import make_player

        return make_player()

    def practice_pack(self, target: Path, questions: int | None, seed: int, on_progress: Callable[..., None]) -> Path:
        """The practice pack, made where it is not there yet."""
        from rbcheck.packs.demo import make_practice_pack

        return make_practice_pack(target, questions=questions, seed=seed, on_progress=on_progress)

    def make_app(self, wishes: Wishes) -> RbcheckApp:
        """The interface; the store is opened once its first screen stands."""
        from rbcheck.tui.app import RbcheckApp
        from rbcheck.tui.own_keys import own_keys

        own = own_keys(self.settings.own_keys(), self.settings.keys_file)
        app = RbcheckApp(self._shell, self._choices(), wishes, self.settings.save)
        app.take_keys(own, self.settings.write_keys_file)
        app.make_window = _make_window
        return app

    def make_play_app(self, source: ClipSource, show: str = "") -> PlayApp:
        """The player alone, showing pictures in that way."""
        from rbcheck.tui.play_app import PlayApp

        app = PlayApp(self.make_player, source, replace(self._choices(), show=show))
        app.make_window = _make_window
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
        )
        app = AdjudicateApp(self.make_player, desk, self._choices())
        app.make_window = _make_window
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
        app.make_window = _make_window
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


def _log(error: RbcheckError) -> None:
    """Tell the log, which standard error is while the interface runs."""
    sys.stderr.write(f"{error.render(locale._)}\n")


def _probe_sealed(path: Path, from_ms: int | None, to_ms: int | None, key: PackKey) -> Probe:
    """Try a sealed clip."""
    from rbcheck.player.probing import MediaInspector

    return MediaInspector().probe(path, from_ms, to_ms, key)


def _decode(
    path: Path, from_ms: int | None, to_ms: int | None, should_stop: Callable[[], bool], key: PackKey | None = None
) -> DecodeReport:
    """Decode a clip; the codecs are loaded only where one is decoded."""
    from rbcheck.player.probing import MediaInspector

    return MediaInspector().full_decode(path, from_ms, to_ms, should_stop, key)


def _probe(path: Path, from_ms: int | None, to_ms: int | None) -> Probe:
    """Try a clip; the codecs are loaded only where one is tried."""
    from rbcheck.player.probing import MediaInspector

    return MediaInspector().probe(path, from_ms, to_ms)


def _make_window(on_news: OnWindowNews) -> PictureWindow:
    """VLC's own window; the player is loaded only where one is wanted."""
    from rbcheck.player.window import VlcWindow

    return VlcWindow(on_news)
