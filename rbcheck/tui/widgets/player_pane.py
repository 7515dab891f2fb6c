"""The player: a line of facts, the picture, the bar, the clips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.playing import PlayState
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.widgets.clip_bar import ClipBar
from rbcheck.tui.widgets.clip_list import ClipList
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import clock, link

# Of a clock that runs nobody reads every tenth, and each repaint costs as much as the picture itself.
_CLOCK_STEP_MS = 200
_SIGNS = {
    PlayState.PLAYING: "▶",
    PlayState.PAUSED: "❚❚",
    PlayState.ENDED: "■",
    PlayState.LOADING: "…",
    PlayState.FAILED: "⊘",
    PlayState.EMPTY: " ",
}


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """What the line over the picture says of the clip that is open; times in milliseconds."""

    label: str = ""
    at_ms: int = 0
    duration_ms: int | None = None
    state: PlayState = PlayState.EMPTY
    rate: float = 1.0
    coverage: float | None = None
    zoom: int = 1
    truncated: bool = False
    reported: bool = False
    alone: bool = False


class PlayerPane(Vertical, can_focus=True):
    """What is seen of one clip; its keys act while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.PLAYER)

    # Repainting the pane would paint the picture in it again, at every tick of the clock.
    facts: reactive[PlayFacts] = reactive(PlayFacts(), repaint=False)
    _told_ms = -1

    def compose(self) -> ComposeResult:
        yield Static(id="play-facts", markup=False)
        yield VideoView(id="video")
        yield ClipBar(id="bar")
        yield ClipList(id="clips")

    def watch_facts(self, before: PlayFacts, facts: PlayFacts) -> None:
        goes_on = facts.state is PlayState.PLAYING and replace(before, at_ms=facts.at_ms) == facts
        if goes_on and facts.at_ms // _CLOCK_STEP_MS == self._told_ms // _CLOCK_STEP_MS:
            return
        if self.children:
            self._told_ms = facts.at_ms
            # Its size stays: laid out anew at every tick, the whole screen, the picture too, would be painted again.
            self.query_one("#play-facts", Static).update(_line(facts), layout=False)

    def retell(self) -> None:
        """Say what is said here again: the language has changed."""
        self.query_one("#play-facts", Static).update(_line(self.facts))

    def on_click(self, event: events.Click) -> None:
        self.focus(scroll_visible=False)


def _line(facts: PlayFacts) -> Content:
    if not facts.label:
        return Content("")
    parts: list[Content | str | tuple[str, str]] = [
        (inert(facts.label), "bold"),
        f"  {clock(facts.at_ms)} / {clock(facts.duration_ms)}  ",
        link(f"{_SIGNS[facts.state]:<2} {facts.rate:g}×", "screen.play_pause", "$text-primary"),
    ]
    if facts.coverage is not None:
        parts.append("  " + _("covered {percent} %").format(percent=int(facts.coverage * 100)))
    if facts.zoom > 1:
        parts.append("  " + _("zoom ×{zoom}").format(zoom=facts.zoom))
    if facts.truncated:
        parts.append(("  " + _("the file ends early"), "$text-error"))
    if facts.state is PlayState.FAILED:
        told = _("take the report back") if facts.reported else _("report")
        parts += ["  ", link(f"r {told}", "screen.report", "$text-primary")]
    elif facts.reported:
        parts += ["  ", link(f"⊘ {_('reported')}", "screen.report", "$text-error")]
    if facts.alone:
        parts += ["  ", link(f"f {_('all panes')}", "screen.alone", "$text-primary")]
    return Content.assemble(*parts)
