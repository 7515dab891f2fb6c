"""The use cases, each on the store and this device."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rbcheck.wiring.store import StoreWiring
from rbcheck.wiring.trying import decode, probe, probe_sealed

if TYPE_CHECKING:
    from rbcheck.services.adjudicating import Adjudicating
    from rbcheck.services.annotating import Annotating
    from rbcheck.services.assigning import Assigning
    from rbcheck.services.building import Building
    from rbcheck.services.deciding import Deciding
    from rbcheck.services.decoding import Decoding
    from rbcheck.services.exchanging import Exchanging
    from rbcheck.services.gold_opening import GoldOpening
    from rbcheck.services.golding import Golding
    from rbcheck.services.keeping import Keeping
    from rbcheck.services.measuring import Measuring
    from rbcheck.services.pacing import Pacing
    from rbcheck.services.pack_checking import PackChecking
    from rbcheck.services.packs import PackService
    from rbcheck.services.publishing import Publishing
    from rbcheck.services.queueing import Queueing
    from rbcheck.services.releasing import Releasing
    from rbcheck.services.reviewing import Reviewing
    from rbcheck.services.uniting import Uniting
    from rbcheck.services.unlocking import Unlocking
    from rbcheck.services.verifying import Verifying
    from rbcheck.services.voiding import Voiding


class UseCases(StoreWiring):
    """What people do, each built when it is first asked for."""

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
    def unlocking(self) -> Unlocking:
        """Sealed packs being opened."""
        from rbcheck.services.unlocking import Unlocking

        return Unlocking(self.open_work, self.keys)

    @cached_property
    def decoding(self) -> Decoding:
        """What decodes, clip after clip."""
        from rbcheck.services.decoding import Decoding

        return Decoding(self.open_work, decode, self.keys.held)

    @cached_property
    def packs(self) -> PackService:
        """Packs coming in."""
        from rbcheck.packs.files import Files
        from rbcheck.services.packs import PackService

        return PackService(self.open_work, self.clock, self.device, Files(self.settings.media_dir), probe, probe_sealed)

    @cached_property
    def pack_checking(self) -> PackChecking:
        """Packs against the gates; a store that was never made is not made for it."""
        from rbcheck.packs.files import Files
        from rbcheck.packs.gates.table import GATES
        from rbcheck.services.pack_checking import PackChecking

        return PackChecking(
            self.store_if_made, Files(self.settings.media_dir), GATES, lambda: self.inspector,
            lambda: self.decoding, self.keys,
        )  # fmt: skip

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

        return Measuring(self.open_work)

    @property
    def gold_opening(self) -> GoldOpening:
        """Gold being opened for the figures."""
        from rbcheck.services.gold_opening import GoldOpening

        return GoldOpening(self.open_work, self.clock, self.device)

    @cached_property
    def verifying(self) -> Verifying:
        """Looks at the ledger."""
        from rbcheck.exchange import read_file
        from rbcheck.services.verifying import Verifying

        return Verifying(lambda: self.open_work, self.clock, self.device, read_file, self.store_there)

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
    def releasing(self) -> Releasing:
        """New questions held back, and people let go on."""
        from rbcheck.services.releasing import Releasing

        return Releasing(self.open_work, self.clock, self.device)

    @cached_property
    def voiding(self) -> Voiding:
        """Who is left out of the figures."""
        from rbcheck.services.voiding import Voiding

        return Voiding(self.open_work, self.clock, self.device)

    @cached_property
    def building(self) -> Building:
        """Packs being built."""
        from rbcheck.packs.building import BuiltFolders
        from rbcheck.packs.checks import read_checks
        from rbcheck.services.building import Building

        return Building(self.open_work, self.clock, self.device, BuiltFolders, read_checks)
