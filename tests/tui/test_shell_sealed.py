"""A sealed pack asks for its passphrase before its queue is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from building.campaigns import done, lead, lead_pack
from cli.program import Program
from textual.widgets import Static

from rbcheck.settings import read_settings
from rbcheck.tui.screens.passphrase import AskPassphrase
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.shell import Wishes
from rbcheck.wiring import Wiring


@pytest.fixture
def ann(tmp_path: Path) -> Program:
    """A machine with a sealed pack on it."""
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=2))
    secret = tmp_path / "secret"
    secret.write_text("open sesame\n", encoding="utf-8")
    done(office("pack", "build", "source", "-o", tmp_path / "out", "--seal", "--passphrase-file", secret))
    program = Program(tmp_path / "ann")
    done(program("pack", "add", tmp_path / "out" / "source_built"))
    return program


async def test_the_queue_comes_after_the_passphrase_and_a_wrong_one_is_told(ann: Program) -> None:
    wiring = Wiring(read_settings(ann.environment))
    wiring.queueing.sign_in("Ann", "en")
    app = wiring.make_app(Wishes("Ann", "source_built"))
    async with app.run_test(size=(100, 30)) as pilot:
        while not isinstance(app.screen, AskPassphrase):
            await pilot.pause(0.02)
        await pilot.press(*"sesame", "enter")
        while not (isinstance(app.screen, AskPassphrase) and app.screen.query(".wrong")):
            await pilot.pause(0.02)
        assert "not the passphrase" in str(app.screen.query_one(".wrong", Static).content)
        await pilot.press(*"open", "space", *"sesame", "enter")
        while not isinstance(app.screen, Queue):
            await pilot.pause(0.02)
    wiring.close()
