"""Which way holds, what `v` goes through, what is said once, and what a span would record."""

from __future__ import annotations

import pytest
from tui_picture.numbered import numbered
from tui_picture.viewing import Dialog, Viewing

from rbcheck.services.window import OnWindowNews, PictureWindow, WindowNews
from rbcheck.tui.picture.abilities import Abilities
from rbcheck.tui.picture.painter import Place
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Colours, Mode, Way
from rbcheck.tui.picture.window import InWindow

KITTY = Abilities("kitty", kitty=True, shared_memory=True, cell=(9, 18), synchronized=True)
TRUECOLOR = {"TERM": "xterm-kitty", "COLORTERM": "truecolor"}
DISPLAY = {**TRUECOLOR, "DISPLAY": ":0"}


class Windows:
    """Makes windows that keep what they are given."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, int]] = []
        self.closed = 0
        self.tell: OnWindowNews | None = None

    def make(self, on_news: OnWindowNews) -> PictureWindow:
        self.tell = on_news
        return self

    def show(self, width: int, height: int, rgb: bytes) -> None:
        assert len(rgb) == width * height * 3
        self.shown.append((width, height))

    def close(self) -> None:
        self.closed += 1


def test_v_goes_through_what_the_terminal_has_and_round_again() -> None:
    showing = Showing(KITTY, TRUECOLOR, terminal=-1)
    assert [showing.mode, showing.next(), showing.next(), showing.next()] == [
        Mode.KITTY, Mode.TRUE, Mode.PALETTE, Mode.KITTY,
    ]  # fmt: skip


@pytest.mark.parametrize("mode", list(Mode))
def test_what_is_asked_for_holds_whatever_the_terminal_said(mode: Mode) -> None:
    showing = Showing(Abilities(), TRUECOLOR, chosen=mode.value, terminal=-1)
    assert showing.mode is (Mode.TRUE if mode is Mode.BLOCKS else mode)
    assert showing.next() in showing.modes


def test_sextants_are_reached_by_v_only_where_somebody_wished_for_them() -> None:
    showing = Showing(KITTY, TRUECOLOR, terminal=-1)
    assert Mode.SEXTANTS not in [showing.next() for _turn in range(4)]
    showing.choose("sextants")
    turns = [showing.mode, *(showing.next() for _turn in range(4))]
    assert turns == [Mode.SEXTANTS, Mode.KITTY, Mode.TRUE, Mode.PALETTE, Mode.SEXTANTS]
    assert showing.told == "Way of showing: sextants."
    assert showing.hint(102, 480) == ""


@pytest.mark.parametrize("chosen", ["", "never heard of"])
def test_without_a_choice_what_fits_best_holds(chosen: str) -> None:
    assert Showing(KITTY, TRUECOLOR, chosen=chosen, terminal=-1).mode is Mode.KITTY


@pytest.mark.parametrize(
    ("abilities", "environ", "word"),
    [
        (KITTY, TRUECOLOR, "kitty shows more here"),
        (Abilities(sixel=True), TRUECOLOR, "sixel shows more here"),
        (Abilities(), TRUECOLOR, "a terminal like kitty"),
        (Abilities(), {**TRUECOLOR, "TMUX": "x"}, "outside of tmux"),
    ],
)
def test_the_way_that_shows_more_is_named_once(abilities: Abilities, environ: dict[str, str], word: str) -> None:
    showing = Showing(abilities, environ, chosen="blocks", terminal=-1)
    said = showing.hint(68, 480)
    assert word in said
    assert "68" in said
    assert "480" in said
    assert showing.hint(68, 480) == ""


def test_nothing_is_said_where_all_lines_are_shown() -> None:
    assert Showing(KITTY, TRUECOLOR, terminal=-1).hint(300, 480) == ""
    assert Showing(Abilities(), TRUECOLOR, terminal=-1).hint(480, 480) == ""


def test_why_there_is_no_window_is_not_covered_by_what_is_said_once() -> None:
    showing = Showing(Abilities(), TRUECOLOR, chosen="window", terminal=-1)
    assert [showing.mode] == [Mode.WINDOW]
    showing.lose_window(WindowNews.REFUSED)
    assert [showing.mode] == [Mode.TRUE]
    assert showing.hint(68, 480) == ""


async def test_way_and_lines_are_those_of_the_glass_and_of_blocks_under_a_dialog() -> None:
    app = Viewing(Colours.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        showing = Showing(KITTY, TRUECOLOR, terminal=-1)
        app.view.use(showing)
        app.view.show(numbered(1))
        await pilot.pause()
        assert (app.view.shown, app.view.lines) == (Way.KITTY, 22 * 18)
        await app.push_screen(Dialog())
        assert (app.view.shown, app.view.lines) == (Way.BLOCKS, 44)
        await app.pop_screen()
        await pilot.pause()
        assert (app.view.shown, app.view.lines) == (Way.KITTY, 22 * 18)
        app.view.switch_way()
        assert (app.view.shown, app.view.lines) == (Way.BLOCKS, 44)
        showing.close()


async def test_sextants_are_blocks_of_three_lines_a_row() -> None:
    app = Viewing(Colours.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.use(Showing(KITTY, TRUECOLOR, chosen="sextants", terminal=-1))
        app.view.show(numbered(1))
        await pilot.pause()
        assert (app.view.shown, app.view.lines) == (Way.BLOCKS, 66)
        app.view.viewport = Viewport().zoomed(4)
        assert app.view.lines == 264
        await app.push_screen(Dialog())
        assert (app.view.shown, app.view.lines) == (Way.BLOCKS, 176)


async def test_a_window_shows_whole_frames_and_where_it_goes_the_terminal_takes_over() -> None:
    app, windows = Viewing(Colours.TRUE), Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        showing = Showing(Abilities(), DISPLAY, chosen="window", terminal=-1, make_window=windows.make)
        app.view.use(showing)
        app.view.show(numbered(1))
        await pilot.pause()
        assert (app.view.shown, app.view.lines) == (Way.WINDOW, 480)
        app.view.viewport = app.view.viewport.zoomed(4)
        app.view.show(numbered(2))
        await pilot.pause()
        assert set(windows.shown) == {(854, 480)}
        assert "VLC's window" in str(app.view.render())
        assert windows.tell is not None
        windows.tell(WindowNews.REFUSED, "no window")
        await pilot.pause()
        assert app.view.shown is Way.BLOCKS
        assert Mode.WINDOW not in showing.modes
        assert windows.closed == 1


async def test_switching_says_which_way_holds_now() -> None:
    app = Viewing(Colours.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        showing = Showing(KITTY, TRUECOLOR, terminal=-1)
        app.view.use(showing)
        for mode in (*showing.modes[1:], showing.modes[0]):
            app.view.switch_way()
            await pilot.pause()
            assert app.hints[-1] == showing.told
            assert showing.mode is mode
        assert showing.told == "Way of showing: kitty."
        assert len(set(app.hints)) == len(showing.modes)
        showing.close()


async def test_another_way_closes_the_window() -> None:
    app, windows = Viewing(Colours.TRUE), Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.use(Showing(Abilities(), DISPLAY, chosen="window", terminal=-1, make_window=windows.make))
        app.view.show(numbered(1))
        await pilot.pause()
        app.view.switch_way()
        assert windows.closed == 1
        assert app.view.shown is Way.BLOCKS


def test_the_window_keeps_its_size_when_an_enlarged_picture_comes_as_large_as_the_clip() -> None:
    windows = Windows()
    window = InWindow(windows.make, lambda _news, _said: None)
    place = Place(0, 0, 80, 24, (9, 18))
    window.paint(numbered(1, 854, 480), Viewport(), place)
    for picture in (numbered(1, 854, 480), numbered(2, 1708, 960)):
        window.paint(picture, Viewport().zoomed(4), place)
    window.paint(numbered(3, 480, 854), Viewport().zoomed(4), place)
    assert windows.shown == [(854, 480)] * 3 + [(480, 854)]
