"""A lead's machine on which questions are settled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from exchange.places import Place
from services.leading import SETTINGS
from tui.bench_host import HandClock

from rbcheck.device.secrets import SystemKeyring
from rbcheck.domain.decision import Decision
from rbcheck.domain.errors import StoreUnreachable
from rbcheck.exchange.decisions import read_decisions
from rbcheck.packs.files import Files
from rbcheck.packs.gates.table import GATES
from rbcheck.player.fake import FakePlayer
from rbcheck.services.adjudicating import Adjudicating
from rbcheck.services.deciding import Applied, Deciding, DecisionLine
from rbcheck.services.footage_opening import FootageOpening
from rbcheck.services.pack_checking import PackChecking
from rbcheck.services.unlocking import Keys as SealKeys
from rbcheck.tui.adjudicate_app import AdjudicateApp
from rbcheck.tui.screens.adjudicate_base import Desk
from rbcheck.tui.shell import Choices


def no_file(what: str) -> NoReturn:
    """What a gate over texts never asks for."""
    raise AssertionError(what)


@dataclass
class Court:
    """A lead's machine, the player, and what is to go wrong."""

    place: Place
    clock: HandClock = field(default_factory=HandClock)
    unplayable: dict[str, str] = field(default_factory=dict)
    trouble: list[StoreUnreachable] = field(default_factory=list)

    def app(self) -> AdjudicateApp:
        """The interface as `rbcheck adjudicate --pack p1` makes it."""
        store, clock, device = self.place.store, self.place.clock, self.place.device
        deciding = Deciding(store, clock, device, read_decisions)

        def decide(line: DecisionLine) -> Applied:
            if self.trouble:
                raise self.trouble.pop()
            return deciding.decide([line], "p1", "Lea")

        desk = Desk(
            lambda: Adjudicating(store).adjudication(SETTINGS, "p1"),
            decide,
            FootageOpening(store, clock, device, "adjudicate").clip_source,
            find=self.checking().by_question,
        )
        player = FakePlayer(length_ms=20_000, seconds=self.clock.seconds, unplayable=self.unplayable)
        return AdjudicateApp(lambda: player, desk, Choices(show="256"))

    def checking(self) -> PackChecking:
        """The gates over the same store; those that look into files are not asked here."""
        return PackChecking(
            lambda: self.place.store, Files(self.place.folder / "media"), GATES, lambda: no_file("look at"),
            lambda: no_file("decode"), SealKeys(SystemKeyring()),
        )  # fmt: skip

    def decisions(self) -> tuple[Decision, ...]:
        """What was decided."""
        with self.place.store(write=False) as work:
            return work.decisions.of("p1")

    def opened(self) -> list[str]:
        """Which command opened which footage, by the store's own openings."""
        with self.place.store(write=False) as work:
            chain = f"store:{work.people.store_id()}"
            return [event.kind for event in work.ledger.events(chain, self.place.device.device_id)]
