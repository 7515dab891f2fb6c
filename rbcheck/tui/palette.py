"""The command palette: every action of the screen at hand by its name, every setting, every section of the manual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from textual.app import App
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import Matcher

from rbcheck.domain.errors import N_
from rbcheck.locale import _
from rbcheck.manual import topics
from rbcheck.tui.actions import possible_keys
from rbcheck.tui.finding import rank
from rbcheck.tui.keymap import Focus, Key, alone, words
from rbcheck.tui.screens.manual_sections import Section, sections_of
from rbcheck.tui.screens.settings import settings_rows
from rbcheck.tui.widgets.wording import lead_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rbcheck.tui.app import RbcheckApp
    from rbcheck.tui.explained import ExplainedApp

_TABLES = {"glossary", "keys", "protocol"}
_NEEDLESS = {"back", "command_palette", "focus_next", "focus_previous"}
_ALSO: Mapping[str, tuple[str, ...]] = {
    "glossary": (N_("glossary"),),
    "write_keys": (N_("keys file"),),
    "way": (N_("way of showing"),),
    "manual": (N_("help"),),
    "day": (N_("pace"), N_("statistics of the day")),
    "switch_pack": (N_("practice pack"),),
    "lang": (N_("language"),),
    "theme": (N_("theme"), N_("colour scheme")),
    "show": (N_("way of showing"),),
}
"""What commands and settings are called besides, by their ids."""
_ACTION, _SETTING, _READING = 0.0, 0.0, 0.6
"""How far each kind stands back behind the others where the words fit as well."""


@dataclass(frozen=True, slots=True)
class Command:
    """One entry: its name, its key or kind, what it does; `single` where it is listed before anything is typed."""

    name: str
    sign: str
    run: Callable[[], Awaitable[object] | object]
    single: bool = False
    others: tuple[str, ...] = ()
    behind: float = _ACTION


class Actions(Provider):
    """What the table of keys offers here, and the manual by its headings.

    Commands that differ by a number or a letter, settings and headings only come up in a search.
    """

    async def discover(self) -> Hits:
        for each in self._commands():
            if each.single:
                yield DiscoveryHit(each.name, each.run, text=each.name, help=each.sign)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        commands = list(self._commands())
        ranked = [(rank(query, each.name, each.others), each) for each in (*commands, *self._headings())]
        found = [(place - each.behind, _marked(query, each.name, matcher), each) for place, each in ranked if place]
        if not found:  # scattered letters, where no word fits
            found = [
                (matcher.match(each.name), matcher.highlight(each.name), each)
                for each in commands
                if matcher.match(each.name) > 0
            ]
        for score, shown, each in found:
            yield Hit(score, shown, each.run, text=each.name, help=each.sign)

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
            run = partial(self.screen.run_action, key.action)
            yield Command(_capital(name), alone(key) if key.keys else "", run, single, _also(key.id))

    def _headings(self) -> Iterator[Command]:
        app: ExplainedApp = self.app  # type: ignore[assignment]
        named: dict[tuple[str, int], list[str]] = {}
        for lang in ("en", "zh"):
            for each in _sections(lang):
                named.setdefault((each.page, each.number), []).append(each.heading)
        for each in _sections(app.choices.lang):
            name = lead_in(_("Manual")) + each.heading
            where = (each.page, each.number)
            run = partial(app.open_manual_at, *where)
            yield Command(name, _("manual"), run, others=tuple(named[where]), behind=_READING)


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
                run = partial(app.choose, row.name, row.typed(value))
                yield Command(name, _("setting"), run, others=_also(row.name), behind=_SETTING)


@cache
def _sections(lang: str) -> tuple[Section, ...]:
    """The sections of the manual; of the glossary and the tables their titles alone."""
    return tuple(each for each in sections_of(topics(lang)) if not each.number or each.page not in _TABLES)


def _also(name: str) -> tuple[str, ...]:
    """What a command is called besides, in English and in the interface's language."""
    return tuple(told for each in _ALSO.get(name, ()) for told in (each, _(each)))


def _marked(query: str, name: str, matcher: Matcher) -> Content:
    """A name with what was typed standing out, where it has it."""
    start = name.casefold().find(query.casefold().strip())
    content = Content(name)
    return content.stylize(matcher.match_style, start, start + len(query.strip())) if start >= 0 else content


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
