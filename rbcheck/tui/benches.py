"""The workbenches: one on the screen, the next one standing ready behind it, and the player that both use in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any

from textual.app import App

from rbcheck.domain.errors import RbcheckError
from rbcheck.tui.shell import Choices, Shell

if TYPE_CHECKING:
    from rbcheck.services.playing import Player
    from rbcheck.services.views import View
    from rbcheck.tui.screens.workbench import Workbench

_SPARE = "spare workbench"
SPARE_SECONDS = 0.3
"""How long after a question was opened the next workbench is made: while its text is being read."""


class Benches:
    """Makes workbenches of one sitting. Composing and styling one costs more than a question may take to open."""

    def __init__(self, app: App[Any], shell: Shell) -> None:
        self._app = app
        self._shell = shell
        self._player: Player | None = None
        self._making_player = Lock()
        self._spare: Workbench | None = None

    def ready_player(self) -> Player:
        """The player; it is made on first use, which may take a while: call this in a thread."""
        with self._making_player:
            if self._player is None:
                self._player = self._shell.make_player()
            return self._player

    def close(self) -> None:
        """Close the player; nothing plays any more."""
        with self._making_player:
            if self._player is not None:
                self._player.close()

    async def opened(
        self, annotator: str, pack: str, question_id: str, choices: Choices, wanted: Callable[[], bool]
    ) -> Workbench | None:
        """A workbench of a question, to be pushed; None where it is not `wanted` any more when it is open."""
        player = await asyncio.to_thread(self.ready_player)
        view = await asyncio.to_thread(self._view, annotator, pack, question_id)
        if not wanted():
            if view is not None:
                await asyncio.to_thread(self._shell.annotating.close)
            return None
        bench = self._take_spare() or self._make(player)
        bench.pause_on_note = choices.pause_on_note
        return bench.begin(annotator, pack, question_id, view)

    def _view(self, annotator: str, pack: str, question_id: str) -> View | None:
        """The question, open; None where that is refused: the workbench tries once more, and says why it cannot."""
        try:
            return self._shell.annotating.open(annotator, pack, question_id)
        except RbcheckError:
            return None

    def _make(self, player: Player) -> Workbench:
        from rbcheck.tui.screens.workbench import Workbench

        return Workbench(self._shell.annotating, player, self._shell.now)

    def make_spare(self) -> None:
        """Compose and style the next workbench behind what is on the screen."""
        if self._spare is None and self._player is not None and self._app.is_running:
            self._spare = self._make(self._player)
            self._app.install_screen(self._spare, _SPARE)
            # Textual has no public way to mount a screen that is not to be shown yet.
            self._app._load_screen_css(self._spare)
            self._app._get_screen(self._spare)

    def _take_spare(self) -> Workbench | None:
        """The workbench that stands ready, where it is mounted; from now on it is removed when it is left."""
        spare = self._spare
        if spare is None or not spare.is_mounted:
            return None
        self._spare = None
        self._app.uninstall_screen(spare)
        return spare

    def retell(self, lang: str) -> None:
        """The language has changed: the workbench that stands ready says its titles anew."""
        if self._spare is not None:
            self._spare.retell(lang)
