"""The command palette: every action of the screen at hand by its name, and every setting where there are any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import App
from textual.command import DiscoveryHit, Hit, Hits, Provider

from rbcheck.locale import _
from rbcheck.tui.actions import possible_keys
from rbcheck.tui.keymap import Focus, Key, alone, words
from rbcheck.tui.screens.settings import settings_rows
from rbcheck.tui.widgets.wording import lead_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rbcheck.tui.app import RbcheckApp

Command = tuple[str, str, "Callable[[], Awaitable[object] | object]", bool]
"""Its name, its key, what it does, and whether there is only one of the name."""

_NEEDLESS = {"back", "command_palette", "focus_next", "focus_previous"}


class Actions(Provider):
    """What the table of keys offers here. Commands that differ by a number or a letter only come up in a search."""

    async def discover(self) -> Hits:
        for name, sign, run, single in self._commands():
            if single:
                yield DiscoveryHit(name, run, text=name, help=sign)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, sign, run, _single in self._commands():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), run, text=name, help=sign)

    def keys(self) -> list[Key]:
        """The commands, in the order in which they are offered."""
        app: App[None] = self.app  # type: ignore[assignment]
        return [key for key in possible_keys(app, self.screen) if key.name not in _NEEDLESS]

    def _commands(self) -> Iterator[Command]:
        keys = self.keys()
        alike = Counter(words(key) for key in keys)
        for key in keys:
            single = alike[words(key)] == 1
            name = words(key) if single else lead_in(words(key)) + key.sign.removeprefix("Shift+").partition("–")[0]
            yield _capital(name), alone(key) if key.keys else "", partial(self.screen.run_action, key.action), single


class DeskActions(Actions):
    """The actions of a desk, those of the player below its own."""

    def keys(self) -> list[Key]:
        """The commands, in the order in which they are offered."""
        return sorted(super().keys(), key=lambda key: key.focus in (Focus.PLAYER, Focus.EVERYWHERE))


class ActionsAndSettings(Actions):
    """The actions, and the values of every setting."""

    def _commands(self) -> Iterator[Command]:
        yield from super()._commands()
        app: RbcheckApp = self.app  # type: ignore[assignment]
        for row in settings_rows():
            for value, word in row.options:
                name = _("{setting}: {value}").format(setting=row.title, value=word)
                yield name, _("setting"), partial(app.choose, row.name, row.typed(value)), False


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
