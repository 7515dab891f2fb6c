"""Decoded frames as pictures: upright, in a size worth showing, and small prints to tell them apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from av.video.frame import VideoFrame
from numpy.typing import NDArray

LONG_SIDE, SHORT_SIDE = 854, 480
_BLOCK = 8

Print = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """How a clip is shown: upright `width` x `height` in pixels, `turn` quarter turns against the clock, `aspect`."""

    width: int
    height: int
    turn: int
    aspect: float


def shape_of(frame: VideoFrame, pixel_aspect: float, *, full: bool = False) -> Shape:
    """The shape for a clip whose frames look like this one; capped to 854 x 480 (or upright 480 x 854) unless full."""
    turn = round(frame.rotation / 90) % 4
    width, height, aspect = frame.width, frame.height, frame.width * pixel_aspect / frame.height
    if turn % 2:
        width, height, aspect = height, width, 1 / aspect
    long_side, short_side = (1920, 1080) if full else (LONG_SIDE, SHORT_SIDE)
    most_wide, most_high = (long_side, short_side) if width >= height else (short_side, long_side)
    scale = min(1.0, most_wide / width, most_high / height)
    return Shape(max(round(width * scale), 1), max(round(height * scale), 1), turn, aspect)


def reduced(frame: VideoFrame, shape: Shape) -> VideoFrame:
    """A frame no larger than it is to be shown, as it lies in the file: what is kept must not be large."""
    width, height = (shape.height, shape.width) if shape.turn % 2 else (shape.width, shape.height)
    if frame.width * frame.height <= width * height:
        return frame
    return frame.reformat(width=width, height=height)


def pixels(frame: VideoFrame, shape: Shape) -> NDArray[np.uint8]:
    """A frame as height x width x 3 bytes, upright."""
    width, height = (shape.height, shape.width) if shape.turn % 2 else (shape.width, shape.height)
    rgb = frame.to_ndarray(format="rgb24", width=width, height=height)
    turned = np.rot90(rgb, shape.turn) if shape.turn else rgb
    return np.ascontiguousarray(turned, dtype=np.uint8)


def print_of(rgb: NDArray[np.uint8]) -> Print:
    """A small print of a picture: its green, averaged over blocks of 8 x 8."""
    height, width = rgb.shape[0] // _BLOCK * _BLOCK, rgb.shape[1] // _BLOCK * _BLOCK
    if not height or not width:
        return rgb[:, :, 1].astype(np.float32)
    blocks = rgb[:height, :width, 1].reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK)
    means: Print = blocks.mean(axis=(1, 3), dtype=np.float32)
    return means


def difference(one: Print, other: Print) -> float:
    """How far two prints are apart, 0 to 255, an even tint aside: the two decoders do not round colours alike."""
    apart = one - other
    return float(np.abs(apart - apart.mean()).mean())
