"""Drawing: a plot of rows or of points, its axes and what stands on them, as SVG that can be read without colours."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from rbcheck.reports.html.markup import Markup, tag, text

WIDTH = 880
_WIDE = 2


@dataclass(slots=True)
class Canvas:
    """What is drawn, on `width` × `height`; the caller keeps the margins."""

    width: float
    height: float
    parts: list[Markup] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """A straight line."""
        self.parts.append(tag("line", x1=_n(x1), y1=_n(y1), x2=_n(x2), y2=_n(y2), class_=kind))

    def rect(self, x: float, y: float, width: float, height: float, kind: str, title: str = "") -> None:
        """A filled rectangle, with a title that the mouse shows."""
        self.parts.append(
            tag("rect", *_title(title), x=_n(x), y=_n(y), width=_n(max(width, 0)), height=_n(height), class_=kind)
        )

    def dot(self, x: float, y: float, kind: str, title: str = "", radius: float = 4.5) -> None:
        """A circle."""
        self.parts.append(tag("circle", *_title(title), cx=_n(x), cy=_n(y), r=_n(radius), class_=kind))

    def diamond(self, x: float, y: float, kind: str, title: str = "", size: float = 5.5) -> None:
        """A square on its corner, for what must not be told from a circle by colour alone."""
        path = f"M{_n(x)} {_n(y - size)}L{_n(x + size)} {_n(y)}L{_n(x)} {_n(y + size)}L{_n(x - size)} {_n(y)}Z"
        self.parts.append(tag("path", *_title(title), d=path, class_=kind))

    def words(self, x: float, y: float, said: str, kind: str = "label", anchor: str = "start", title: str = "") -> None:
        """A text whose baseline is at `y`."""
        self.parts.append(tag("text", *_title(title), text(said), x=_n(x), y=_n(y), class_=kind, text_anchor=anchor))

    def svg(self, title: str) -> Markup:
        """The whole drawing; `title` says to those who cannot see it what it shows."""
        return tag(
            "svg", *self.parts, viewBox=f"0 0 {_n(self.width)} {_n(self.height)}", role="img", aria_label=title,
            preserveAspectRatio="xMidYMin meet",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to positions."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        """Where a value stands; values outside stand at the ends."""
        low, high = self._at(self.low), self._at(self.high)
        share = (self._at(min(max(value, self.low), self.high)) - low) / (high - low)
        return self.start + share * (self.end - self.start)

    def _at(self, value: float) -> float:
        return math.log(value) if self.log else value


def grid(canvas: Canvas, scale: Scale, ticks: Sequence[float], top: float, bottom: float,
         say: Callable[[float], str]) -> None:  # fmt: skip
    """Vertical lines at these values, each with what it says below."""
    for tick in ticks:
        x = scale(tick)
        canvas.line(x, top, x, bottom, "grid")
        canvas.words(x, bottom + 16, say(tick), "tick", "middle")


def cut(said: str, most: int) -> str:
    """A text cut to so many cells, behind a whole word where it has several; wide letters count twice."""
    ends = list(accumulate(_WIDE if ord(char) > 0x2E7F else 1 for char in said))
    if not ends or ends[-1] <= most:
        return said
    kept = said[: bisect_right(ends, most - 1)]
    whole, space, _part = kept.rpartition(" ")
    return f"{whole.rstrip(',')} …" if space else f"{kept}…"


def legend(canvas: Canvas, x: float, y: float, entries: Sequence[tuple[str, str, str]]) -> None:
    """What each sign means, side by side: (shape, class, words)."""
    for shape, kind, said in entries:
        match shape:
            case "dot":
                canvas.dot(x + 6, y - 4, kind)
            case "diamond":
                canvas.diamond(x + 6, y - 4, kind)
            case "rect":
                canvas.rect(x, y - 10, 12, 11, kind)
            case _:
                canvas.line(x + 6, y - 11, x + 6, y + 2, kind)
        canvas.words(x + 18, y, said, "key")
        x += 34 + 7.2 * sum(_WIDE * 0.85 if ord(char) > 0x2E7F else 1 for char in said)


def _title(said: str) -> tuple[Markup, ...]:
    return (tag("title", text(said)),) if said else ()


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
