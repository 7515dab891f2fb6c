"""Evidence in a sealed pack: its passphrase is asked for once, then moments play with the pack's key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import builders
import pytest
from exchange.places import Place
from services.leading import SETTINGS
from textual.pilot import Pilot
from tui.bench_host import HandClock
from tui.shell_host import shows, until

from rbcheck.device.secrets import SystemKeyring
from rbcheck.exchange.decisions import read_decisions
from rbcheck.player.fake import FakePlayer
from rbcheck.sealing import make_seal
from rbcheck.services.adjudicating import Adjudicating
from rbcheck.services.deciding import Deciding
from rbcheck.services.footage_opening import FootageOpening
from rbcheck.services.playing import PlayState
from rbcheck.services.ports import Role
from rbcheck.services.reviewing import Reviewing
from rbcheck.services.unlocking import Keys, Unlocking
from rbcheck.tui.adjudicate_app import AdjudicateApp
from rbcheck.tui.desk_app import DeskApp
from rbcheck.tui.review_app import ReviewApp
from rbcheck.tui.screens.adjudicate_base import Desk
from rbcheck.tui.screens.moment_playing import MomentScreen
from rbcheck.tui.screens.passphrase import AskPassphrase
from rbcheck.tui.screens.review_base import ReviewDesk
from rbcheck.tui.shell import Choices

SEAL, KEY = make_seal("open sesame", bytes(16))


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A lead's machine on which the pack is sealed, and judged; it has no keyring."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    with Place(tmp_path, role=Role.LEAD, start=builders.later(9_000)).with_packs() as place:
        place.judge(place.person("Ann"), "q1")
        with place.store() as work:
            pack = work.packs.get("p1")
            assert pack is not None
            work.packs.replace(replace(pack, manifest={"seal": SEAL.stated()}))
            work.commit()
        yield place


def openings(place: Place) -> int:
    """How often a lead's command opened footage."""
    with place.store(write=False) as work:
        return len(list(work.ledger.events(f"store:{work.people.store_id()}", place.device.device_id)))


@pytest.fixture(params=["adjudicate", "review"])
def app(request: pytest.FixtureRequest, office: Place) -> DeskApp:
    """The interface as one of the two commands makes it."""
    store, clock, device = office.store, office.clock, office.device
    keys = Keys(SystemKeyring())
    open_clip = FootageOpening(store, clock, device, str(request.param), keys.of).clip_source
    unlocking = Unlocking(store, keys)
    player = FakePlayer(length_ms=20_000, seconds=HandClock().seconds)
    if request.param == "adjudicate":
        deciding = Deciding(store, clock, device, read_decisions)
        desk = Desk(
            lambda: Adjudicating(store).adjudication(SETTINGS, "p1"),
            lambda line: deciding.decide([line], "p1", "Lea"), open_clip, unlocking,
        )  # fmt: skip
        return AdjudicateApp(lambda: player, desk, Choices(show="256"))
    reviewing = Reviewing(store, clock, device)
    return ReviewApp(
        lambda: player,
        ReviewDesk(
            reviewing.rows, reviewing.open,
            lambda judgment, about, text: reviewing.comment(judgment, about, "Lea", text),
            lambda judgment, text: reviewing.give_back(judgment, "Lea", text), reviewing.settle,
            lambda person: person.name, open_clip, unlocking,
        ),
        Choices(show="256"),
    )  # fmt: skip


def sitting(app: DeskApp) -> AbstractAsyncContextManager[Pilot[None]]:
    return app.run_test(size=(120, 36))


async def ask_for_evidence(pilot: Pilot[None]) -> MomentScreen:
    """Play the first piece of evidence; the screen that shows it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, MomentScreen))
    screen = pilot.app.screen
    assert isinstance(screen, MomentScreen)
    await shows(pilot, "0:01.5")
    await pilot.press("enter")
    await pilot.pause()
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, AskPassphrase))
    return screen


async def test_the_passphrase_is_asked_for_and_the_moment_plays(app: DeskApp, office: Place) -> None:
    before = openings(office)
    async with sitting(app) as pilot:
        screen = await ask_for_evidence(pilot)
        await pilot.press(*"sesame", "enter")
        await shows(pilot, "not the passphrase")
        assert openings(office) == before
        await pilot.press(*"open", "space", *"sesame", "enter")
        await until(pilot, lambda: screen.player.status().state is PlayState.PLAYING)
        source = screen.player.status().source
        assert source is not None
        assert source.key == KEY
    assert openings(office) == before + 1


async def test_without_it_a_sentence_says_why_nothing_plays(app: DeskApp, office: Place) -> None:
    before = openings(office)
    async with sitting(app) as pilot:
        screen = await ask_for_evidence(pilot)
        await pilot.press("escape")
        await shows(pilot, "The clips of p1 are sealed: they play once")
        assert screen.player.status().state is PlayState.EMPTY
    assert openings(office) == before
