"""Which pictures there are: every screen, and every state of one in which something else stands there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from textual.app import App

from rbcheck.domain.protocol import Stage
from rbcheck.services.pacing import Day
from rbcheck.services.playing import ClipSource
from rbcheck.stats.campaign import Settings as StatsSettings
from rbcheck.tui.shell import Wishes
from rbcheck.wiring import PRACTICE, Wiring
from scripts.picture_scenes import NAMES, PLACES, REVIEWER

Words = tuple[str, str]
"""What is typed, in English and in Chinese."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen: its name, the scene whose question is open, keys that lead to it, what is typed, and keys after that.

    `show` opens what no key leads to without an hour of work before it.
    """

    name: str
    scene: str = ""
    keys: tuple[str, ...] = ()
    typed: Words = ("", "")
    then: tuple[str, ...] = ()
    show: Callable[[App[Any], Wiring], None] | None = None


def _rest(app: App[Any], wiring: Wiring) -> None:
    from rbcheck.tui.screens.rest import Rest

    app.push_screen(Rest(int(timedelta(minutes=92).total_seconds() // 60), Day(), wiring.clock.now, lambda: None))


def _passphrase(app: App[Any], _wiring: Wiring) -> None:
    from rbcheck.tui.screens.passphrase import AskPassphrase

    app.push_screen(AskPassphrase("cli-1285"))


def _confirm(app: App[Any], _wiring: Wiring) -> None:
    app._ask_to_lose()  # type: ignore[attr-defined]


def _section(name: str, words: Words) -> Picture:
    return Picture(name, keys=("f1", "slash"), typed=words, then=("enter", "enter"))


_F6 = "f6"
_NOTE: Words = ("red bench on the right, before the barrier", "右侧红色长椅，在路障之前")
OWN = (
    Picture("queue"),
    Picture("queue-search", keys=("slash",), typed=("order", "order")),
    Picture("queue-nothing", keys=("slash",), typed=("zzz", "没有")),
    Picture("queue-type", keys=("t",)),
    Picture("queue-flag", keys=("exclamation_mark",), typed=_NOTE),
    Picture("queue-reopen", keys=("home", "down", "R", "enter")),
    Picture("queue-returned", keys=("f", "f", "f", "f")),
    Picture("queue-refused", keys=("R",)),
    Picture("packs", keys=("p",)),
    Picture("manual", keys=("f1",)),
    Picture("manual-search", keys=("f1", "slash"), typed=("evidence", "依据")),
    _section("manual-faq", ("Questions that are asked often", "常见问题")),
    _section("manual-quiz", ("A quiz", "小测验")),
    _section("manual-hard", ("Hard cases", "疑难")),
    Picture("settings", keys=("f2",)),
    Picture("glossary", keys=("f7",)),
    Picture("day", keys=("f8",)),
    Picture("keys", keys=("question_mark",)),
    Picture("palette", keys=("ctrl+p",)),
    Picture("palette-typed", keys=("ctrl+p",), typed=("note", "记录")),
    Picture("palette-none", keys=("ctrl+p",), typed=("zzz", "没有这个")),
    Picture("rest", show=_rest),
    Picture("passphrase", show=_passphrase),
    Picture("leave-unsaved", show=_confirm),
    *(Picture(str(stage), str(stage)) for stage in Stage),
    Picture("blind-sure", Stage.BLIND, ("ctrl+s",)),
    Picture("blind-quick", Stage.BLIND, ("A", "ctrl+s")),
    Picture("blind-lock", Stage.BLIND, ("A", "ctrl+s", "enter")),
    Picture("blind-picture", Stage.BLIND, (_F6,)),
    Picture("blind-flagged", "flagged"),
    Picture("watch-note", Stage.WATCH, ("i",), _NOTE),
    Picture("watch-kept", Stage.WATCH, ("i",), _NOTE, ("escape",)),
    Picture("watch-refused", Stage.WATCH, ("ctrl+s",)),
    Picture("watch-2nd-pane", Stage.WATCH, (_F6,)),
    Picture("watch-3rd-pane", Stage.WATCH, (_F6, _F6)),
    Picture("watch-4th-pane", Stage.WATCH, (_F6, _F6, _F6)),
    Picture("watch-alone", Stage.WATCH, ("f",)),
    Picture("watch-report", Stage.WATCH, ("r",)),
    Picture("watch-zoom", Stage.WATCH, ("z",)),
    Picture("watch-defer", Stage.WATCH, ("!",)),
    Picture("lettered", "lettered"),
    *(Picture(f"lettered-pane-{at}", "lettered", (_F6,) * at) for at in (1, 2, 3)),
    Picture("lettered-refused", "lettered", ("ctrl+s",)),
    Picture("recordings", "recordings"),
    *(Picture(f"recordings-pane-{at}", "recordings", (_F6,) * at) for at in (1, 2, 3)),
    Picture("recordings-numbered", "recordings", ("ctrl+s", "1", "down", "1", "down", "2")),
    Picture("reported", "reported"),
    Picture("check-marked", Stage.CHECK, ("y", "e", "down", "x", "down", "u")),
    Picture("check-guard", Stage.CHECK, ("y", "down", "y", "down", "y", "down", "y", "down", "y", "down", "y")),
    Picture("check-refused", Stage.CHECK, ("ctrl+s",)),
    Picture("check-hidden", Stage.CHECK, ("e",)),
    Picture("check-span", Stage.CHECK, ("E", "E")),
    Picture("check-split", Stage.CHECK, ("c",)),
    Picture("check-why", Stage.CHECK, ("w",)),
    Picture("check-picture", Stage.CHECK, (_F6,)),
    Picture("check-timelines", Stage.CHECK, (_F6, _F6)),
    Picture("check-edit", Stage.CHECK, (_F6, _F6, "e")),
    Picture("check-manual", Stage.CHECK, ("f1",)),
    Picture("check-glossary", Stage.CHECK, ("f7",)),
    Picture("claims", "claims"),
    Picture("claims-split", "claims", ("c",)),
    Picture("claims-undone", "claims", ("down", "down", "y", "ctrl+z")),
    Picture("answer-picture", Stage.ANSWER, (_F6,)),
    Picture("verdict-options", Stage.VERDICT, (_F6,)),
    Picture("verdict-notes", Stage.VERDICT, ("2", "enter"), _NOTE),
    Picture("verdict-refused", Stage.VERDICT, ("2", "ctrl+s")),
    Picture("reveal-verdict", Stage.REVEAL, (_F6,)),
    Picture("done-revisions", Stage.DONE, (_F6,)),
    Picture("done-reopen", Stage.DONE, ("R",)),
    Picture("again-side-by-side", "again", ("f9",)),
    Picture("returned", "returned"),
    Picture("returned-remarks", "returned", (_F6,)),
)
_READ = (Picture("first"), Picture("second", keys=("enter",)), Picture("third", keys=("enter", _F6)))
REVIEW = (
    *_READ,
    Picture("fourth", keys=("enter", _F6, _F6)),
    Picture("fifth", keys=("enter", _F6, _F6, _F6)),
    Picture("played", keys=("enter", "enter")),
    Picture("comment", keys=("enter", "c"), typed=_NOTE),
    Picture("return", keys=("R", "enter")),
    Picture("which", keys=("w",)),
    Picture("keys", keys=("question_mark",)),
    Picture("palette", keys=("ctrl+p",)),
    Picture("manual", keys=("f1",)),
)
ADJUDICATE = (
    *_READ,
    Picture("fourth", keys=("enter", _F6, _F6)),
    Picture("nothing-proposed", keys=("a",)),
    Picture("which-answer", keys=("y",)),
    Picture("why", keys=("m",)),
    Picture("manual", keys=("f1",)),
)

Screen = tuple[Picture, str, Callable[[], App[Any]]]
"""A picture, what its name begins with, and what makes the application that it is of."""


def screens(wiring: Wiring, fresh: Wiring, lang: str) -> Iterable[Screen]:
    """Every picture: of somebody new, of somebody who works already, of a reviewer, of a lead, of a single clip."""
    yield Picture("welcome"), "", partial(fresh.make_app, Wishes())
    yield Picture("welcome-no-name", keys=("enter", "enter")), "", partial(fresh.make_app, Wishes())
    yield Picture("welcome-known"), "", partial(wiring.make_app, Wishes())
    for each in OWN:
        question = f"practice-{PLACES[each.scene]:02d}" if each.scene else None
        yield each, "", partial(wiring.make_app, Wishes(NAMES[lang], PRACTICE, question))
    for each in REVIEW:
        yield each, "review-", partial(wiring.make_review_app, NAMES[lang], REVIEWER[lang])
    settings = StatsSettings(0, groups=())
    for each in ADJUDICATE:
        yield each, "adjudicate-", partial(wiring.make_adjudicate_app, settings, PRACTICE, REVIEWER[lang])
    clip = next(iter(sorted(wiring.settings.practice_dir.rglob("*.mp4"))))
    for each in (Picture("clip"), Picture("zoom", keys=("z",)), Picture("manual", keys=("f1",))):
        yield each, "play-", partial(wiring.make_play_app, ClipSource(clip, clip.name))
