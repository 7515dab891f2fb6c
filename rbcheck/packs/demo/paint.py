"""A small board to paint textures on: colours as red, green, blue from 0 to 255, pixels packed into 32 bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Packed = NDArray[np.uint32]
Floats = NDArray[np.float32]
Rgb = tuple[float, float, float]

OPAQUE = np.uint32(0xFF000000)

INK: dict[str, Rgb] = {
    "red": (205, 38, 34),
    "blue": (38, 84, 208),
    "yellow": (240, 200, 30),
    "white": (238, 238, 234),
    "green": (36, 148, 62),
    "black": (28, 28, 30),
    "grey": (128, 130, 134),
    "wood": (138, 96, 56),
    "skin": (222, 178, 148),
    "glass": (70, 92, 112),
}
"""What each colour's name looks like by day."""


class Board:
    """A picture being painted: `rgb` height x width x 3, `solid` tells where it is painted at all."""

    def __init__(self, height: int, width: int, ground: Rgb | None = None) -> None:
        self.rgb: Floats = np.zeros((height, width, 3), dtype=np.float32)
        self.solid: Mask = np.zeros((height, width), dtype=np.bool_)
        rows, columns = np.mgrid[0:height, 0:width]
        self._y = (rows + 0.5) / height
        self._x = (columns + 0.5) / width
        if ground is not None:
            self.where(np.ones((height, width), dtype=np.bool_), ground)

    def where(self, mask: Mask, colour: Rgb) -> None:
        """Paint a mask of the board's size."""
        self.rgb[mask] = colour
        self.solid |= mask

    def rect(self, x0: float, y0: float, x1: float, y1: float, colour: Rgb) -> None:
        """A rectangle; all coordinates are shares of the board, y downwards."""
        self.where((self._x >= x0) & (self._x < x1) & (self._y >= y0) & (self._y < y1), colour)

    def disc(self, x: float, y: float, rx: float, ry: float, colour: Rgb) -> None:
        """An ellipse."""
        self.where(((self._x - x) / rx) ** 2 + ((self._y - y) / ry) ** 2 <= 1.0, colour)

    def ring(self, x: float, y: float, rx: float, ry: float, hole: float, colour: Rgb) -> None:
        """An ellipse with a hole of the share `hole` of its size."""
        away = ((self._x - x) / rx) ** 2 + ((self._y - y) / ry) ** 2
        self.where((away <= 1.0) & (away >= hole * hole), colour)

    def line(self, x0: float, y0: float, x1: float, y1: float, wide: float, colour: Rgb) -> None:
        """A stroke whose width is a share of the board's width."""
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((self._x - x0) * dx + (self._y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        ratio = self.rgb.shape[0] / self.rgb.shape[1]
        away = np.hypot(self._x - x0 - t * dx, (self._y - y0 - t * dy) * ratio)
        self.where(away <= wide / 2, colour)

    def stripes(self, x0: float, y0: float, x1: float, y1: float, pair: tuple[Rgb, Rgb], count: int) -> None:
        """A rectangle of slanting stripes in two colours."""
        inside = (self._x >= x0) & (self._x < x1) & (self._y >= y0) & (self._y < y1)
        ratio = self.rgb.shape[0] / self.rgb.shape[1]
        band = ((self._x + self._y * ratio - x0) / max(x1 - x0, 1e-6) * count).astype(np.int32) % 2 == 0
        self.where(inside & band, pair[0])
        self.where(inside & ~band, pair[1])

    def stamp(self, mask: Mask, x: float, y: float, colour: Rgb) -> None:
        """A mask in pixels, its middle at a place of the board."""
        height, width = mask.shape
        top = int(y * self.solid.shape[0] - height / 2)
        left = int(x * self.solid.shape[1] - width / 2)
        whole = np.zeros_like(self.solid)
        whole[top : top + height, left : left + width] = mask
        self.where(whole, colour)

    def grain(self, random: np.random.Generator, strength: float) -> None:
        """Uneven brightness, pixel by pixel."""
        self.rgb += random.normal(0.0, strength, self.solid.shape)[..., None].astype(np.float32)

    def pack(self) -> Packed:
        """The board as packed pixels; what was never painted is transparent."""
        return pack(self.rgb, self.solid)


def pack(rgb: Floats, solid: Mask | None = None) -> Packed:
    """Red, green, blue (and opaque where `solid`) as 32-bit pixels whose bytes are R, G, B, A."""
    level = np.clip(rgb, 0, 255).astype(np.uint32)
    packed: Packed = level[..., 0] | (level[..., 1] << np.uint32(8)) | (level[..., 2] << np.uint32(16))
    return packed | (OPAQUE if solid is None else np.where(solid, OPAQUE, np.uint32(0)))


def unpack(packed: Packed) -> Floats:
    """The colours of packed pixels, as floats."""
    return np.stack([(packed >> shift) & 255 for shift in (0, 8, 16)], axis=-1).astype(np.float32)


def lit(packed: Packed, level: float, tint: Rgb = (0.86, 0.92, 1.12)) -> Packed:
    """Pixels as they look by night at a brightness from 0 to 1; the alpha stays."""
    rgb = unpack(packed) * (level * np.array(tint, dtype=np.float32))
    return pack(rgb, (packed & OPAQUE) != 0)


def pyramid(packed: Packed) -> tuple[Packed, ...]:
    """The texture and its halves down to eight lines; a pixel is solid where half of its four are."""
    levels = [packed]
    while min(levels[-1].shape) >= 16:
        big = levels[-1][: levels[-1].shape[0] // 2 * 2, : levels[-1].shape[1] // 2 * 2]
        quads = np.stack([big[0::2, 0::2], big[1::2, 0::2], big[0::2, 1::2], big[1::2, 1::2]])
        solid = (quads & OPAQUE) != 0
        count = solid.sum(axis=0)
        rgb = (unpack(quads) * solid[..., None]).sum(axis=0) / np.maximum(count, 1)[..., None]
        levels.append(pack(rgb.astype(np.float32), count >= 2))
    return tuple(np.ascontiguousarray(level) for level in levels)
