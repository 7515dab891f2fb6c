"""A picture in the middle of the cells there are, sharp for itself or as a backdrop to a dialog."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.blocks import told_at
from rbcheck.tui.picture.colours import chosen
from rbcheck.tui.picture.scaling import FEW_SAMPLES, MOST_SAMPLES, Pixels, scaled
from rbcheck.tui.picture.strips import PictureStrip, Sheet, colour_of
from rbcheck.tui.picture.viewport import Region, Viewport, fitting
from rbcheck.tui.picture.ways import Colours

_BACKDROP_COLS = 4
_SHADE_BITS = 2  # fewer than a channel has; the highest of the rest then stand in for them, so that white stays white
_SPREAD_BITS = 8 - 2 * _SHADE_BITS
ALIKE = {Colours.TRUE: 1, Colours.PALETTE: 3, Colours.GREY: 1}
"""Shades apart that nobody tells apart in a moving picture: the steps of a palette are ten shades and more."""


def sharp(
    picture: Picture,
    viewport: Viewport,
    colours: Colours,
    size: tuple[int, int],
    margin: Style,
    on_wanted: Callable[[], None] | None = None,
) -> list[Strip]:
    """What the viewport sees, as large as it fits into `size` (columns, rows), with a margin around it."""
    cols, rows = fitting(*size, picture.aspect)
    sheet = Sheet(cols, lambda: chosen(_seen(picture, viewport, cols, 2 * rows), colours), on_wanted)
    left, right = _margins(size[0] - cols, margin)
    return _centred([PictureStrip(sheet, row, left, right) for row in range(rows)], size, margin)


def moving(picture: Picture, viewport: Viewport, colours: Colours, place: Region) -> str:
    """The same picture as `sharp` without its margin, as text that shows it at a place of the terminal (cells).

    Of a moving picture nobody sees the last quarter of a shade, and many more neighbours are then alike.
    """
    cols, rows = fitting(place.width, place.height, picture.aspect)
    pixels = paired(_seen(picture, viewport, cols, 2 * rows, FEW_SAMPLES), ALIKE[colours])
    return told_at(chosen(pixels, colours), place.x + (place.width - cols) // 2, place.y + (place.height - rows) // 2)


def paired(pixels: Pixels, alike: int) -> Pixels:
    """Colours in 64 shades a channel; where the second of two neighbours is at most `alike` off, it is like the first.

    No more than pairs, so that a slow change of colour does not become a stripe.
    """
    # One channel after the other: numpy is slow where the innermost axis has three elements.
    shades = np.ascontiguousarray(np.moveaxis(pixels, 2, 0)) >> _SHADE_BITS
    last = shades.shape[2] // 2 * 2
    first, second = shades[:, :, 0:last:2], shades[:, :, 1:last:2]
    # In eight bits what is more than that below becomes a large number, as what is more than that above.
    near = (second - first + np.uint8(alike)) <= 2 * alike
    np.copyto(second, first, where=near[0] & near[1] & near[2])
    return np.ascontiguousarray(np.moveaxis(shades << _SHADE_BITS | shades >> _SPREAD_BITS, 0, 2))


def backdrop(
    picture: Picture, viewport: Viewport, colours: Colours, size: tuple[int, int], margin: Style
) -> list[Strip]:
    """The same in patches of one colour: what lies dimmed under a dialog, at a tenth of the Segments to tint."""
    cols, rows = fitting(*size, picture.aspect)
    patches = -(-cols // _BACKDROP_COLS)
    values = chosen(_seen(picture, viewport, patches, rows), colours)
    left, right = _margins(size[0] - cols, margin)
    lines = []
    for row in values.tolist():
        widths = [_BACKDROP_COLS] * (patches - 1) + [cols - _BACKDROP_COLS * (patches - 1)]
        cells = [
            Segment(" " * width, Style.from_color(bgcolor=colour_of(tuple(value))))
            for width, value in zip(widths, row, strict=True)
        ]
        lines.append(Strip([part for part in (left, *cells, right) if part.text], size[0]))
    return _centred(lines, size, margin)


def _seen(picture: Picture, viewport: Viewport, width: int, height: int, samples: int = MOST_SAMPLES) -> Pixels:
    frame = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    return scaled(frame, viewport.region(picture.width, picture.height), width, height, samples)


def _margins(free: int, style: Style) -> tuple[Segment, Segment]:
    left = free // 2
    return Segment(" " * left, style), Segment(" " * (free - left), style)


def _centred(lines: list[Strip] | list[PictureStrip], size: tuple[int, int], style: Style) -> list[Strip]:
    blank = Strip([Segment(" " * size[0], style)], size[0])
    free = size[1] - len(lines)
    return [blank] * (free // 2) + [*lines] + [blank] * (free - free // 2)
