"""A row made beforehand does all that a strip of Segments does; Textual's private parts that it uses are there."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.strip import Strip
from tui_picture.glass import Glass

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.backlog import SlowLink
from rbcheck.tui.picture.layout import backdrop, sharp
from rbcheck.tui.picture.strips import PictureStrip
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Colours

WIDTH = 30
CONSOLE = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")


def row(colours: Colours = Colours.TRUE) -> PictureStrip:
    """One row of a noisy picture with margins."""
    rgb = np.random.default_rng(3).integers(0, 4, 24 * 12 * 3, dtype=np.uint8) * 60
    picture = Picture(24, 12, rgb.astype(np.uint8).tobytes(), 0, 1, 2.0)
    strip = sharp(picture, Viewport(), colours, (WIDTH, 6), Style.parse("on rgb(1,2,3)"))[2]
    assert isinstance(strip, PictureStrip)
    return strip


def plain(colours: Colours = Colours.TRUE) -> Strip:
    return Strip(list(row(colours)), WIDTH)


def cells_of(strip: Strip) -> list[object]:
    glass = Glass()
    glass.feed(strip.render(CONSOLE))
    return [glass.cells[0, column].halves for column in range(strip.cell_length)]


@pytest.mark.parametrize("colours", list(Colours))
def test_the_text_shows_what_the_segments_show(colours: Colours) -> None:
    assert cells_of(row(colours)) == cells_of(plain(colours))


def test_the_text_is_used_as_it_is_and_no_segment_is_made_for_it() -> None:
    strip = row()
    strip.render(CONSOLE)
    assert strip.divide([WIDTH])[0] is strip
    assert strip.crop(0, WIDTH) is strip
    assert strip.cell_count == WIDTH
    assert bool(strip)
    assert strip._made is None


@pytest.mark.parametrize(("start", "end"), [(0, 10), (5, 20), (12, 30), (29, 30), (0, 30), (7, 7)])
def test_crops_are_those_of_a_plain_strip(start: int, end: int) -> None:
    assert row().crop(start, end) == plain().crop(start, end)


@pytest.mark.parametrize("colours", list(Colours))
@pytest.mark.parametrize(("start", "end"), [(0, 10), (5, 20), (12, 30)])
def test_a_piece_beside_a_notification_shows_its_cells_without_segments(colours: Colours, start: int, end: int) -> None:
    piece = row(colours).crop(start, end)
    assert cells_of(piece) == cells_of(plain(colours).crop(start, end))
    assert isinstance(piece, PictureStrip)
    assert piece._made is None


def test_a_backdrop_has_the_place_and_the_colours_in_patches() -> None:
    picture = Picture(160, 90, bytes((200, 10, 10)) * 160 * 90, 0, 1, 16 / 9)
    lines = backdrop(picture, Viewport(), Colours.TRUE, (50, 20), Style.parse("on black"))
    assert len(lines) == 20
    assert all(sum(part.cell_length for part in line) == line.cell_length == 50 for line in lines)
    assert {len(list(line)) for line in lines[3:17]} == {13}


def test_divided_joined_and_styled_it_is_a_plain_strip() -> None:
    for cuts in ([4, 17, 30], [30], [3], [0, 5, 29], [2, 40]):
        assert list(row().divide(cuts)) == list(plain().divide(cuts))
    tail = Strip([Segment("tail")], 4)
    assert Strip.join([row(), tail]) == Strip.join([plain(), tail])
    assert Strip.join([row(), tail]).cell_length == WIDTH + 4
    assert row().apply_style(Style(bold=True)) == plain().apply_style(Style(bold=True))


def test_textual_keeps_what_this_relies_on() -> None:
    assert "_segments" in Strip.__slots__
    thread = WriterThread(io.StringIO())
    thread.write("waiting")
    assert thread._queue.qsize() == 1
    assert "_writer_thread" in LinuxDriver.__init__.__code__.co_names


def test_a_link_is_slow_when_over_a_third_is_skipped_for_two_seconds() -> None:
    link = SlowLink()
    told = [link.skipped(frame / 30) if frame % 2 else link.drawn(frame / 30) for frame in range(61)]
    assert told == [False] * 60 + [True]


def test_a_link_that_skips_a_quarter_is_not_slow() -> None:
    link = SlowLink()
    assert not any(link.skipped(frame / 30) if frame % 4 == 0 else link.drawn(frame / 30) for frame in range(1, 300))


def test_a_few_pictures_prove_nothing() -> None:
    link = SlowLink()
    assert not any(link.skipped(float(second)) for second in range(9))
