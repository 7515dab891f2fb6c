"""Every text stands out from its ground: 4.5 to 1, in high contrast 7 to 1 (WCAG 2.2, 1.4.3 and 1.4.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.geometry import Region
from textual.screen import ModalScreen
from tui.shell_host import House, running, shows, until

import rbcheck.tui
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.shell import Choices
from rbcheck.tui.theme import NAMES, THEMES

GROUNDS = ("background", "surface", "panel", "primary-muted", "surface-lighten-2")
OWN_GROUNDS = (
    ("text-error", "error-muted"), ("text-warning", "warning-muted"), ("text", "primary"), ("text", "panel-lighten-2"),
    ("block-cursor-foreground", "block-cursor-background"), ("text-muted", "block-cursor-background"),
    ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
)  # fmt: skip
LOCKED = {"foreground-disabled", "text-disabled"}
"""What is locked, and placeholders: never in a row under the cursor."""
LEAST = {name: 7.0 if name.endswith("contrast") else 4.5 for name in NAMES}
_LETTER = re.compile(r"[^\W_]")


def told() -> set[str]:
    """The variables that texts are coloured with, as the stylesheets and the widgets name them."""
    names = {"text-disabled", "foreground"}  # placeholders, and what nobody coloured
    for path in Path(rbcheck.tui.__file__).parent.rglob("*"):
        if path.suffix in (".tcss", ".py"):
            source = path.read_text(encoding="utf-8")
            names |= set(re.findall(r"\$((?:text|foreground)[a-z-]*)", source))
    return names


def luminance(colour: Color) -> float:
    """The relative luminance of WCAG."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Color, other: Color) -> float:
    """The ratio of WCAG, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def on_ground(text: str, ground: Color) -> Color:
    """What a variable's value looks like on a ground; `auto 60%` is black or white with that much of it."""
    if text.startswith("auto"):
        return ground + ground.get_contrast_text(float(text.split()[1].rstrip("%")) / 100)
    return ground + Color.parse(text)


def test_the_measure_is_that_of_the_standard() -> None:
    white, grey = Color(255, 255, 255), Color(0x76, 0x76, 0x76)
    assert contrast(white, Color(0, 0, 0)) == pytest.approx(21)
    assert contrast(white, grey) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES, ids=NAMES)
def test_every_colour_of_texts_can_be_read_on_every_ground(theme: Any) -> None:
    values = theme.to_color_system().generate()
    texts = told()
    assert {"text-muted", "foreground-disabled", "text-error"} <= texts
    pairs = [(text, ground) for text in texts for ground in GROUNDS[: 3 if text in LOCKED else None]]
    faint = {}
    for text, name in [*pairs, *OWN_GROUNDS]:
        ground = Color.parse(values["background"]) + Color.parse(values[name])
        if (ratio := contrast(on_ground(values[text], ground), ground)) < LEAST[theme.name]:
            faint[text, name] = round(ratio, 2)
    assert not faint


def shown_of(app: App[Any]) -> Region:
    """Where the screen at hand stands: what a dialog lies over is dimmed for it, and nobody's to read."""
    if not isinstance(app.screen, ModalScreen):
        return app.screen.region
    return Region.from_union([part.region for part in app.screen.query("*") if part.region] or [Region()])


def faint_texts(app: App[Any], least: float) -> Iterator[tuple[str, float]]:
    """Texts on the screen, as they are painted, that stand out by less."""
    shown, strips = shown_of(app), app.screen._compositor.render_strips()
    for strip in strips[shown.y : shown.bottom]:
        for segment in strip.crop(shown.x, shown.right):
            style = segment.style or Style()
            if not _LETTER.search(segment.text) or style.color is None or style.bgcolor is None:
                continue
            text, ground = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            if (ratio := contrast(ground + text, ground)) < least - 0.05:
                yield segment.text, round(ratio, 2)


@pytest.mark.parametrize("theme", NAMES)
async def test_what_is_painted_can_be_read(house: House, theme: str) -> None:
    """The queue, a workbench with its locks and its empty note line, the settings, the palette, the manual."""
    house.choices = Choices(theme=theme)
    async with running(house, size=(120, 36)) as (app, pilot):
        await shows(pilot, "q1")
        assert app.theme == theme
        assert not list(faint_texts(app, LEAST[theme]))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.view is not None)
        await shows(pilot, "begins a note")
        assert not list(faint_texts(app, LEAST[theme]))
        for key, text in (("f2", "Colours"), ("ctrl+p", "Search for an action"), ("f1", "The annotator")):
            await pilot.press(key)
            await shows(pilot, text)
            await until(pilot, lambda: shown_of(app).area)
            assert not list(faint_texts(app, LEAST[theme])), key
            await pilot.press("escape")
