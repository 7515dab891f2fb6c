"""Pictures of every screen, in both languages and three sizes, to be looked at.

usage: python scripts/pictures.py FOLDER [--lang en|zh] [--size 80x24|120x36|200x60] [--only WORD]

Makes the practice pack and judgments of it by the real services in FOLDER/home (once; a folder that has them is gone on
with), opens the real interface on them and writes FOLDER/NAME-LANG-SIZE.png. Needs rsvg-convert (librsvg2-bin).
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from html import escape, unescape
from pathlib import Path

from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot

from rbcheck import locale
from rbcheck.domain.errors import Refused
from rbcheck.domain.footage import OrderKind, WatchSpan
from rbcheck.domain.judgment import Confidence, GoldVerdict, Verdict
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.ports import Role, StoredQuestion
from rbcheck.settings import read_settings
from rbcheck.stats.campaign import Settings as StatsSettings
from rbcheck.tui.screens.opening import Opening
from rbcheck.tui.shell import Wishes
from rbcheck.wiring import PRACTICE, Wiring

SIZES = ("80x24", "120x36", "200x60")
NAMES = {"en": "Ada", "zh": "王小明"}
Screen = tuple["Picture", str, Callable[[], App[None]]]
"""A picture, what its name begins with, and what makes the application that it is of."""
NOTES = {"en": ("cobbles, red bench on the right", "left, sharp"), "zh": ("鹅卵石路，右侧有红色长椅", "左转，急弯")}
CELL = 12.2
"""How wide a cell is in Textual's pictures."""
PATIENCE_SECONDS, SETTLED_SECONDS = 60.0, 0.9


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen: its name, the question that is open (by its stage), the keys that lead to it."""

    name: str
    stage: Stage | None = None
    keys: tuple[str, ...] = ()


OWN = (
    Picture("queue"),
    Picture("manual", keys=("f1",)),
    Picture("settings", keys=("f2",)),
    Picture("glossary", keys=("f7",)),
    Picture("day", keys=("f8",)),
    Picture("keys", keys=("question_mark",)),
    Picture("palette", keys=("ctrl+p",)),
    Picture("search", keys=("slash",)),
    Picture("flag", keys=("exclamation_mark",)),
    *(Picture(str(stage), stage) for stage in Stage),
    Picture("blind-sure", Stage.BLIND, ("ctrl+s",)),
    Picture("watch-note", Stage.WATCH, ("i", "a", "b")),
    Picture("watch-refused", Stage.WATCH, ("ctrl+s",)),
    Picture("watch-2nd-pane", Stage.WATCH, ("f6",)),
    Picture("watch-3rd-pane", Stage.WATCH, ("f6", "f6")),
    Picture("watch-4th-pane", Stage.WATCH, ("f6", "f6", "f6")),
    Picture("watch-alone", Stage.WATCH, ("f",)),
    Picture("check-marked", Stage.CHECK, ("y", "e", "down", "x", "down", "u")),
    Picture("check-claims", Stage.CHECK, ("c",)),
    Picture("check-why", Stage.CHECK, ("w",)),
    Picture("check-manual", Stage.CHECK, ("f1",)),
    Picture("check-glossary", Stage.CHECK, ("f7",)),
    Picture("verdict-notes", Stage.VERDICT, ("2", "enter", "B")),
    Picture("verdict-refused", Stage.VERDICT, ("2", "ctrl+s")),
    Picture("done-revisions", Stage.DONE, ("f9",)),
    Picture("done-reopen", Stage.DONE, ("R",)),
)
READ = (Picture("first"), Picture("second", keys=("enter",)), Picture("third", keys=("enter", "f6")))
"""What a reviewer and a lead see."""


PLACES = dict(zip(Stage, (1, 3, 4, 8, 10, 12, 14), strict=True))
"""The question of the practice pack that stands in a stage: one of each unit."""


def make(wiring: Wiring) -> None:
    """The practice pack, and a judgment in each stage by somebody of each language."""
    folder = wiring.practice_pack(wiring.settings.practice_dir, None, 0, lambda step: None)
    wiring.packs.add_practice(folder)
    with wiring.open_work(write=False) as work:
        stored = list(work.packs.questions(PRACTICE))
    for lang, name in NAMES.items():
        person = wiring.queueing.sign_in(name, lang).annotator_id
        for stage, place in PLACES.items():
            judge(wiring.annotating, person, stored[place - 1], stage, lang)
    wiring.annotating.close()
    with wiring.open_work() as work:
        work.people.set_role(Role.LEAD)
        work.commit()


def judge(desk: Annotating, person: str, stored: StoredQuestion, to: Stage, lang: str) -> None:
    """Bring a judgment as far as a stage."""
    question, note = stored.question, NOTES[lang]
    jid = desk.open(person, PRACTICE, question.question_id).header.judgment_id
    keys = [option.key for option in question.options]
    chosen, places = keys[: question.n], range(1, len(question.clips) + 1)
    marks = {key: Mark.SUPPORTED if key in chosen else Mark.RULED_OUT for key in keys}
    kind = OrderKind.RECORDINGS if question.unit.startswith("cross_") else OrderKind.TIME
    steps: list[tuple[Stage, Callable[[], object]]] = [
        (Stage.BLIND, lambda: desk.commit_blind(jid, chosen, Confidence.HUNCH)),
        (Stage.WATCH, lambda: [desk.played(jid, _whole(at, question.clips[at - 1].length_ms or 0)) for at in places]),
        (Stage.WATCH, lambda: [desk.write_note(jid, 1, 3_100 + 9_000 * at, text) for at, text in enumerate(note)]),
        (Stage.WATCH, lambda: desk.order(jid, kind, tuple((at,) for at in places))),
        (Stage.WATCH, lambda: desk.finish_watching(jid)),
        (Stage.CHECK, lambda: [desk.mark(jid, key, mark) for key, mark in marks.items()]),
        (Stage.CHECK, lambda: desk.attach(jid, keys[0], Evidence(1, 3_100))),
        (Stage.CHECK, lambda: desk.finish_marks(jid)),
        (Stage.ANSWER, lambda: desk.commit_answer(jid, chosen)),
        (Stage.VERDICT, lambda: desk.commit_verdict(jid, Verdict.AMBIGUOUS, f"{keys[1]}: 0:12")),
        (Stage.REVEAL, lambda: desk.commit_gold_verdict(jid, GoldVerdict.AMBIGUOUS, f"{keys[1]}: 0:12")),
    ]
    order = list(Stage)
    for of, step in steps:
        if order.index(of) < order.index(to) and desk.view(jid).header.stage is of:
            with suppress(Refused):  # the order of clips, where none is asked for
                step()


def _whole(clip: int, length_ms: int) -> WatchSpan:
    return WatchSpan(f"span-{clip}", clip, 0, length_ms, 1.0, datetime.now(UTC), "blocks", 68)


def apps(wiring: Wiring, lang: str) -> Iterable[Screen]:
    """Every screen of somebody who works already."""
    for each in OWN:
        question = f"practice-{PLACES[each.stage]:02d}" if each.stage else None
        yield each, "", partial(wiring.make_app, Wishes(NAMES[lang], PRACTICE, question))
    for each in READ:
        yield each, "review-", partial(wiring.make_review_app, NAMES[lang], "Lea")
        yield each, "adjudicate-", partial(wiring.make_adjudicate_app, StatsSettings(0, groups=()), PRACTICE, "Lea")


async def picture(app: App[None], keys: Iterable[str], size: tuple[int, int], path: Path) -> None:
    """Open an application, press the keys once nothing changes any more, and write what then stands there."""
    async with app.run_test(size=size) as pilot:
        await still(app, pilot)
        await pilot.press(*keys)
        await still(app, pilot)
        svg = spaced(app.export_screenshot())
    await asyncio.to_thread(
        subprocess.run, ["rsvg-convert", "-o", str(path), "/dev/stdin"], input=svg.encode(), check=True
    )


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
    asked = parser.parse_args()
    for lang in [asked.lang] if asked.lang else NAMES:
        locale.use(lang)
        home = asked.folder / "home"
        wiring = Wiring(read_settings({"RBCHECK_HOME": str(home), "RBCHECK_LANG": lang, "COLORTERM": "truecolor"}))
        if not (home / "made").exists():
            make(wiring)
            (home / "made").touch()
        fresh = Wiring(read_settings({"RBCHECK_HOME": str(asked.folder / "fresh"), "RBCHECK_LANG": lang}))
        screens: list[Screen] = [(Picture("welcome"), "", partial(fresh.make_app, Wishes())), *apps(wiring, lang)]
        for size in [asked.size] if asked.size else SIZES:
            columns, rows = (int(part) for part in size.split("x"))
            for each, before, make_app in screens:
                name = f"{before}{each.name}-{lang}-{size}"
                if asked.only in name:
                    asyncio.run(picture(make_app(), each.keys, (columns, rows), asked.folder / f"{name}.png"))
                    sys.stderr.write(f"{name}\n")


if __name__ == "__main__":
    main()
