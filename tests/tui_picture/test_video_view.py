"""The place of the picture inside an interface: every size, dialogs, screenshots, and what stands there without one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from textual.app import App
from tui_picture.numbered import numbered
from tui_picture.viewing import (
    BLUE,
    RED,
    Dialog,
    Viewing,
    halves,
    number_shown,
    on_screen,
    shown,
    strips,
    text_of,
)

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.abilities import Abilities
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.picture.strips import PictureStrip
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Colours, Way
from rbcheck.tui.widgets.video_view import VideoView

SIZES = [(80, 24), (81, 25), (120, 36), (120, 40), (200, 60), (240, 70)]


@pytest.mark.parametrize("size", SIZES)
async def test_rows_fill_the_widget_exactly_at_every_size(size: tuple[int, int]) -> None:
    app = Viewing()
    async with app.run_test(size=size) as pilot:
        for aspect in (16 / 9, 4 / 3, 9 / 16, 0.01, 50.0):
            picture = halves()
            app.view.show(Picture(picture.width, picture.height, picture.rgb, 0, 1, aspect))
            await pilot.pause()
            rows = strips(app.view)
            assert len(rows) == size[1] - 1
            for row in rows:
                assert row.cell_length == size[0]
                assert sum(segment.cell_length for segment in row) == size[0]
        assert [row.cell_length for row in on_screen(app)] == [size[0]] * size[1]


async def test_a_resize_at_any_moment_draws_the_picture_anew() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(numbered(1234))
        for size in [(240, 70), (60, 10), (33, 9), (120, 40), (1, 1), (5, 2), (80, 24)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert [row.cell_length for row in on_screen(app)] == [size[0]] * size[1]
        assert number_shown(app) == 1234


async def test_lines_that_reach_the_eye_follow_size_and_zoom() -> None:
    app = Viewing()
    async with app.run_test(size=(120, 35)) as pilot:
        assert (app.view.shown, app.view.lines) == (None, 0)
        app.view.show(numbered(1))
        assert (app.view.shown, app.view.lines) == (Way.BLOCKS, 68)
        app.view.viewport = Viewport().zoomed(4)
        assert app.view.lines == 4 * 68
        app.view.viewport = Viewport().zoomed(8)
        assert app.view.lines == 480, "never more than the frame has"
        app.view.viewport = Viewport()
        await pilot.resize_terminal(60, 35)
        await pilot.pause()
        assert app.view.lines == 34
        app.view.clear("gone")
        await pilot.pause()
        assert app.told == [(Way.BLOCKS, lines) for lines in (68, 272, 480, 68, 34)] + [(None, 0)]


async def test_zoom_shows_the_part_that_is_looked_at() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(halves())
        app.view.viewport = Viewport().zoomed(2).moved(0, 1)
        await pilot.pause()
        colours = {
            tuple(segment.style.bgcolor.get_truecolor())
            for segment in strips(app.view)[11]
            if segment.style and segment.style.bgcolor and segment.style.color
        }
        assert colours == {BLUE}


async def test_a_dialog_covers_a_dimmed_picture_that_stands_still_and_the_newest_comes_after_it() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(halves())
        await shown(pilot, app.view, 1)
        await app.push_screen(Dialog())
        app.view.show(halves((255, 255, 255), (255, 255, 255)))
        app.screen.refresh()
        await pilot.pause()
        rows = on_screen(app)
        assert "sure?" in "".join(row.text for row in rows)
        beneath = next(iter(rows[3].crop(30, 31))).style
        assert beneath is not None
        assert beneath.bgcolor is not None
        dimmed = beneath.bgcolor.get_truecolor()
        assert 2 * dimmed.green < dimmed.red < RED[0] * 2 / 3, "still the red of the first picture, but dimmed"
        app.pop_screen()
        await pilot.pause()
        after = next(iter(on_screen(app)[3].crop(30, 31))).style
        assert after is not None
        assert after.bgcolor is not None
        assert tuple(after.bgcolor.get_truecolor()) == (255, 255, 255)


async def test_the_same_picture_again_is_not_behind() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            app.view.show(halves())
            await shown(pilot, app.view, 1)


async def test_a_notification_over_the_picture_costs_no_segments() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.view.show(halves())
        await shown(pilot, app.view, 1)
        app.notify("saved", markup=False, timeout=60)
        for _ in range(200):
            await pilot.pause(0.01)
            if "saved" in "".join(text(app)):
                break
        assert all(len(row) == 80 for row in text(app))
        app.view.show(numbered(7))
        assert "saved" in composed(app)
        fresh = strips(app.view)
        assert any(isinstance(strip, PictureStrip) for strip in fresh)
        assert all(strip._made is None for strip in fresh if isinstance(strip, PictureStrip))


def text(app: App[None]) -> list[str]:
    return [row.text for row in on_screen(app)]


def composed(app: App[None]) -> str:
    """What a terminal would get for the whole screen."""
    update = app.screen._compositor.render_full_update()
    return update.render_segments(app.console)


async def test_a_screenshot_contains_the_picture() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(halves())
        await pilot.pause()
        for simplify in (False, True):
            drawn = app.export_screenshot(simplify=simplify)
            assert "#c90d07" in drawn
            assert "#0511e9" in drawn


async def test_a_picture_that_stands_still_gets_all_colours_and_a_moving_one_those_of_the_link() -> None:
    app = Viewing(Colours.PALETTE)
    app.view.still_colours = Colours.TRUE
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(halves())
        await shown(pilot, app.view, 1)
        assert colours_of(app.view).isdisjoint({RED, BLUE})
        for _ in range(200):
            if colours_of(app.view) == {RED, BLUE}:
                break
            await pilot.pause(0.02)
        assert colours_of(app.view) == {RED, BLUE}
        app.view.show(halves())
        assert colours_of(app.view).isdisjoint({RED, BLUE})


async def test_switching_the_way_is_seen_at_once_playing_or_not() -> None:
    app = Viewing(Colours.GREY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(halves())
        await shown(pilot, app.view, 1)
        app.view.use(Showing(Abilities(), {"TERM": "xterm-256color", "COLORTERM": "truecolor"}))
        assert colours_of(app.view) == {RED, BLUE}
        app.view.switch_way()
        assert colours_of(app.view).isdisjoint({RED, BLUE})
        app.view.switch_way()
        assert colours_of(app.view) == {RED, BLUE}


def colours_of(view: VideoView) -> set[tuple[int, ...]]:
    """The colours of the picture's upper and lower pixels."""
    inside = [strip.crop(10, 70) for strip in strips(view)]
    styles = [segment.style for strip in inside for segment in strip if "▀" in segment.text]
    return {
        tuple(colour.get_truecolor()) for style in styles if style for colour in (style.color, style.bgcolor) if colour
    }


async def test_text_without_a_picture_is_never_markup_and_controls_are_inert() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        assert text_of(app.view) == "Locked\n\nCommit a blind guess first."
        app.view.clear("[b]a[/] [@click=app.quit]b[/] \x1b[31mred\x07 \u202eabc", "CLIP_C [/x]")
        await pilot.pause()
        assert "CLIP_C [/x]" in text_of(app.view)
        assert "[b]a[/] [@click=app.quit]b[/] ␛[31mred␇ \\u202eabc" in text_of(app.view)


def test_the_first_screen_does_not_wait_for_numpy() -> None:
    code = "import sys; import rbcheck.tui.widgets.video_view; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


async def test_chinese_wraps_within_the_width_and_loses_nothing() -> None:
    sentence = "片段 C 无法播放：文件里没有画面。可以报告这个片段，然后继续判断其余的片段，已经确认的内容都已保存。" * 3
    app = Viewing()
    async with app.run_test(size=(50, 24)) as pilot:
        app.view.clear(sentence)
        await pilot.pause()
        assert all(row.cell_length == 50 for row in strips(app.view))
        assert text_of(app.view).replace("\n", "").replace(" ", "") == sentence.replace(" ", "")


async def test_no_color_shows_greys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.show(halves())
        await pilot.pause()
        for row in strips(app.view):
            for segment in row:
                assert segment.style is not None
                for colour in (segment.style.color, segment.style.bgcolor):
                    assert colour is None or len(set(colour.get_truecolor())) == 1
