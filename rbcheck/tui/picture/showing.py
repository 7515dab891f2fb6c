"""How pictures are shown in this run: what this terminal offers, what was chosen, and what paints it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from rbcheck.locale import _
from rbcheck.services.window import MakeWindow, OnWindowNews, WindowNews
from rbcheck.tui.picture.abilities import USUAL_CELL, Abilities, cell_size, has_display, modes_for
from rbcheck.tui.picture.mode_words import said_of
from rbcheck.tui.picture.painter import Painter
from rbcheck.tui.picture.ways import ERASE_KITTY, Colours, Mode, Way, colours_for, in_multiplexer, still_colours_for

_COLOURS = {Mode.TRUE: Colours.TRUE, Mode.PALETTE: Colours.PALETTE, Mode.GREY: Colours.GREY}

_CELL_HOLDS_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Blocks:
    """The colours of half blocks, for a moving picture and for one that stands still."""

    moving: Colours
    still: Colours


class Showing:
    """One for a run of the program, so that a choice by `v` holds for every clip.

    `chosen` is what was asked for on the command line or in the settings; empty or unknown for what fits best.
    """

    def __init__(
        self,
        abilities: Abilities,
        environ: Mapping[str, str],
        *,
        chosen: str = "",
        no_color: bool = False,
        terminal: int = 0,
        make_window: MakeWindow | None = None,
    ) -> None:
        self._abilities = abilities
        self._environ = environ
        self._no_color = no_color
        self._terminal = terminal
        self._make_window = make_window
        self._has_hinted = False
        self._cell = abilities.cell or USUAL_CELL
        self._cell_until = 0.0
        self._painters: dict[Mode, Painter] = {}
        self.on_window_news: OnWindowNews = _nobody
        """Whom to tell what became of the window; called from a foreign thread."""
        windows = make_window is not None and has_display(environ)
        self.modes = modes_for(abilities, environ, has_display=windows, no_color=no_color)
        self.mode = self.modes[0]
        self.choose(chosen)

    def choose(self, chosen: str) -> None:
        """Show pictures so; what a terminal did not say it can do is tried all the same."""
        if chosen == Mode.BLOCKS:
            self.mode = next(mode for mode in self.modes if mode.way is Way.BLOCKS)
        else:
            self.mode = Mode(chosen) if chosen in set(Mode) else self.modes[0]
        if self.mode is Mode.SEXTANTS and self.mode not in self.modes:
            # Whether the font has the characters cannot be asked: `v` comes to them where somebody wished for them.
            self.modes = (*self.modes, self.mode)
        self._close_window()

    def next(self) -> Mode:
        """Go on to the next of the modes that there are here."""
        place = self.modes.index(self.mode) + 1 if self.mode in self.modes else 0
        self.mode = self.modes[place % len(self.modes)]
        self._close_window()
        return self.mode

    @property
    def told(self) -> str:
        """Which way holds now; those that are known by a name of their own are called by it."""
        return _("Way of showing: {way}.").format(way=said_of(self.mode))

    def lose_window(self, news: WindowNews) -> None:
        """The window is gone: pictures are shown as fits best; where none opened, it is not offered any more."""
        if news is WindowNews.REFUSED:
            # Why there is none is being read: another sentence would take its place.
            self._has_hinted = True
            self.modes = tuple(mode for mode in self.modes if mode is not Mode.WINDOW)
        if self.mode is Mode.WINDOW:
            self.mode = self.modes[0]
        self._close_window()

    def _close_window(self) -> None:
        """A window in which nothing is shown any more would stand there with an old picture."""
        if self.mode is not Mode.WINDOW and (painter := self._painters.pop(Mode.WINDOW, None)) is not None:
            painter.close()

    @property
    def blocks(self) -> Blocks:
        """The colours of half blocks, in which pictures are shown, or which stand in for another way."""
        if self._no_color and self.mode.way is Way.BLOCKS:
            return Blocks(Colours.GREY, Colours.GREY)
        if (stated := _COLOURS.get(self.mode)) is not None:
            return Blocks(stated, stated)
        return Blocks(colours_for(self._environ), still_colours_for(self._environ))

    @property
    def painter(self) -> Painter | None:
        """What paints in the mode that holds; None for blocks, which are text. Loads what it needs at the first."""
        if self.mode not in self._painters:
            painter = self._make(self.mode)
            if painter is None:
                return None
            self._painters[self.mode] = painter
        return self._painters[self.mode]

    @property
    def cell(self) -> tuple[int, int]:
        """Width and height of a character in pixels, as they are now or, the size of the screen being the same, were
        a moment ago: the terminal is not asked for each picture."""
        if monotonic() >= self._cell_until:
            self._cell = cell_size(self._abilities, self._terminal)
            self._cell_until = monotonic() + _CELL_HOLDS_SECONDS
        return self._cell

    def resized(self) -> None:
        """The screen has another size: what was known of its characters may not hold."""
        self._cell_until = 0.0

    def hint(self, lines: int, height: int) -> str:
        """Said once in a run: which way shows more than `lines` of a clip's `height` lines; empty from then on."""
        is_half = self.mode.way is Way.BLOCKS and self.mode is not Mode.SEXTANTS
        if self._has_hinted or not is_half or not 0 < lines < height:
            return ""
        self._has_hinted = True
        better = next((mode for mode in self.modes if mode.way is not Way.BLOCKS), None)
        if better is not None:
            told = _("Half blocks show {lines} of the clip's {height} lines; {way} shows more here: v switches.")
            return told.format(lines=lines, height=height, way=better.value)
        if in_multiplexer(self._environ):
            told = _(
                "Half blocks show {lines} of the clip's {height} lines; kitty outside of tmux shows all, z enlarges."
            )
        else:
            told = _(
                "Half blocks show {lines} of the clip's {height} lines; a terminal like kitty shows all, z enlarges."
            )
        return told.format(lines=lines, height=height)

    @property
    def farewell(self) -> str:
        """What takes the pictures off the terminal that would outlast the program."""
        return ERASE_KITTY if any(mode.way is Way.KITTY for mode in self._painters) else ""

    def close(self) -> None:
        """Let go of what the painters hold."""
        for painter in self._painters.values():
            painter.close()

    def _make(self, mode: Mode) -> Painter | None:
        synchronized = self._abilities.synchronized
        match mode:
            case Mode.KITTY:
                from rbcheck.tui.picture.kitty import KittyMemory

                return KittyMemory(os.getpid(), synchronized=synchronized)
            case Mode.KITTY_DATA:
                from rbcheck.tui.picture.kitty import KittyData

                return KittyData(synchronized=synchronized)
            case Mode.ITERM:
                from rbcheck.tui.picture.iterm import Iterm

                return Iterm(synchronized=synchronized)
            case Mode.SIXEL:
                from rbcheck.tui.picture.sixel import Sixel

                return Sixel(self._abilities.registers, synchronized=synchronized)
            case Mode.SEXTANTS:
                from rbcheck.tui.picture.sextants import Sextants

                return Sextants(self.blocks.moving, synchronized=synchronized)
            case Mode.WINDOW if self._make_window is not None:
                from rbcheck.tui.picture.window import InWindow

                return InWindow(self._make_window, lambda news, said: self.on_window_news(news, said))
            case _:
                return None


def _nobody(news: WindowNews, sentence: str) -> None:
    """Nobody is told."""
