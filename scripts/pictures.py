"""Pictures of every screen, in both languages and three sizes, to be looked at.

usage: python scripts/pictures.py FOLDER [--lang en|zh] [--size 80x24|120x36|200x60] [--only WORD] [--theme NAME]

Makes the practice pack and judgments of it by the real services in FOLDER/home (once; a folder that has them is gone on
with), opens the real interface on a copy of them and writes FOLDER/NAME-LANG-SIZE.png. Needs rsvg-convert
(librsvg2-bin). With NO_COLOR set there are no colours.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from html import escape, unescape
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot

from rbcheck import locale
from rbcheck.settings import read_settings
from rbcheck.tui.screens.opening import Opening
from rbcheck.tui.theme import NAMES as THEMES
from rbcheck.wiring import Wiring
from scripts.picture_list import Picture, screens
from scripts.picture_scenes import NAMES, make

SIZES = ("80x24", "120x36", "200x60")
CELL = 12.2
"""How wide a cell is in Textual's pictures."""
PATIENCE_SECONDS, SETTLED_SECONDS = 60.0, 0.6


async def picture(app: App[Any], of: Picture, wiring: Wiring, lang: str, size: tuple[int, int], theme: str) -> str:
    """Open an application, press the keys once nothing changes any more, and give what then stands there as SVG."""
    async with app.run_test(size=size) as pilot:
        await still(app, pilot)
        if theme:
            app.theme = theme
        await pilot.press(*of.keys)
        if typed := of.typed[lang == "zh"]:
            await still(app, pilot)
            await pilot.press(*typed)
        if of.then:
            await still(app, pilot)
            await pilot.press(*of.then)
        if of.show is not None:
            of.show(app, wiring)
        await still(app, pilot)
        return spaced(app.export_screenshot())


def spaced(svg: str) -> str:
    """The picture with each word put into its own place: converters take no heed of `textLength`."""

    def words(found: re.Match[str]) -> str:
        before, at, between, after, text = found.groups()
        placed, column = [], 0
        for word in re.findall(r"[!-~]+|[^!-~]", unescape(text)):
            if not word.isspace():
                x = float(at) + column * CELL
                placed.append(f'<text{before} x="{x:.1f}"{between}{after}>{escape(word)}</text>')
            column += cell_len(word)
        return "".join(placed)

    return re.sub(r'<text([^>]*) x="([\d.]+)"([^>]*) textLength="[\d.]+"([^>]*)>([^<]*)</text>', words, svg)


async def still(app: App[None], pilot: Pilot[None]) -> None:
    """Wait until the text on the screen has not changed for a while; cursors go on blinking."""
    end, since, before = time.monotonic() + PATIENCE_SECONDS, time.monotonic(), ""
    while time.monotonic() - since < SETTLED_SECONDS and time.monotonic() < end:
        await pilot.pause(0.4)
        shown = "".join(re.findall(r">([^<]*)</text>", app.export_screenshot()))
        if shown != before or isinstance(app.screen, Opening):
            before, since = shown, time.monotonic()


def main() -> None:
    """Make what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", choices=tuple(NAMES))
    parser.add_argument("--size", choices=SIZES)
    parser.add_argument("--only", default="", help="only those with this word in their name")
    parser.add_argument("--theme", choices=THEMES, default="")
    asked = parser.parse_args()
    home = asked.folder / "home"
    if not (home / "made").exists():
        make(_wiring(home, "en"))
        (home / "made").touch()
    for lang in [asked.lang] if asked.lang else NAMES:
        locale.use(lang)
        for size in [asked.size] if asked.size else SIZES:
            for place, (each, before, _make_app) in enumerate(screens(_wiring(home, lang), _wiring(home, lang), lang)):
                name = f"{before}{each.name}-{lang}-{size}"
                if asked.only in name:
                    _write(asked, place, lang, size, name)


def _write(asked: argparse.Namespace, place: int, lang: str, size: str, name: str) -> None:
    """One picture, of a store that nothing was done to since it was made."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        home = Path(temporary) / "home"
        shutil.copytree(asked.folder / "home", home, ignore=shutil.ignore_patterns("practice*", "frames*"))
        (home / "practice").symlink_to((asked.folder / "home" / "practice").absolute())
        wiring, fresh = _wiring(home, lang), _wiring(Path(temporary) / "fresh", lang)
        each, _before, make_app = list(screens(wiring, fresh, lang))[place]
        columns, rows = (int(part) for part in size.split("x"))
        svg = asyncio.run(picture(make_app(), each, wiring, lang, (columns, rows), asked.theme))
        path = asked.folder / f"{name}.png"
        subprocess.run(["rsvg-convert", "-o", str(path), "/dev/stdin"], input=svg.encode(), check=True)
        wiring.annotating.close()
        wiring.open_work.dispose()
        sys.stderr.write(f"{name}\n")


def _wiring(home: Path, lang: str) -> Wiring:
    return Wiring(read_settings({"RBCHECK_HOME": str(home), "RBCHECK_LANG": lang, "COLORTERM": "truecolor"}))


if __name__ == "__main__":
    main()
