"""The player alone, for trying a terminal: `rbcheck play FILE`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from rbcheck.domain.errors import N_
from rbcheck.locale import _
from rbcheck.services.playing import ClipSource, Player, PlayerStatus, PlayState
from rbcheck.tui.keymap import Focus, keys_of
from rbcheck.tui.manners import bug_of, mind_signals
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.picture.viewport import ZOOMS
from rbcheck.tui.pictured import PicturedApp
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.screens.workbench_play import TICK_SECONDS
from rbcheck.tui.screens.workbench_relay import Relay
from rbcheck.tui.screens.workbench_seek import RATES
from rbcheck.tui.shell import Choices
from rbcheck.tui.theme import DEFAULT, NAMES, THEMES
from rbcheck.tui.widgets.clip_bar import BarFacts, ClipBar
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.painted_view import PaintedView
from rbcheck.tui.widgets.player_pane import PlayerPane, PlayFacts
from rbcheck.tui.widgets.refusal import RefusalLine, Tone
from rbcheck.tui.widgets.video_view import VideoView

EXIT_MISSING = 4
_HINTS = ("play_pause", "left", "frame_back", "slower", "start", "zoom", "way")
# Beside a question, whose line is full, these have no words.
_OWN_HINTS = {"start": N_("start"), "way": N_("another way")}


class PlayScreen(ShellScreen):
    """One file, its picture, its bar, and the player's keys."""

    CSS_PATH = str(Path(__file__).parent / "styles" / "workbench.tcss")
    AUTO_FOCUS: ClassVar[str | None] = "PlayerPane"

    def __init__(self, player: Player, source: ClipSource, showing: Showing) -> None:
        super().__init__()
        self.player = player
        self.status = PlayerStatus(PlayState.EMPTY)
        self._source = source
        self._showing = showing

    def compose(self) -> ComposeResult:
        yield PlayerPane()
        yield RefusalLine(id="about-player")
        yield KeyLine()

    def begin(self) -> None:
        """Show the file, playing."""
        self.follow_player()
        line = self.query_one(KeyLine)
        line.keys = tuple(
            replace(key, hint=key.hint or _OWN_HINTS.get(key.id, ""))
            for key in keys_of(Focus.PLAYER)
            if key.id in _HINTS
        )
        line.standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id == "quit")
        self.query_one(VideoView).expect(_("Opening …"), self._source.label)
        self.player.open(self._source)
        self.player.play()

    def follow_player(self) -> None:
        """Show what the player tells, and look at its clock."""
        video = self.query_one(VideoView)
        video.use(self._showing)
        relay: Relay[PlayerStatus] = Relay(self._see)
        self.player.listen(video.post_picture, relay.post)
        self.set_interval(TICK_SECONDS, lambda: self._see(self.player.status()))

    def _see(self, status: PlayerStatus) -> None:
        if self.app._exit or not self.query(VideoView):
            return  # what the player told last, when the screen is going or has gone
        if status.state is PlayState.FAILED and self.status.state is not PlayState.FAILED:
            heading = _("{label} cannot be played").format(label=self._source.label)
            self.query_one(VideoView).clear(status.reason or "", heading)
        self.status = status
        zoom = self.query_one(VideoView).viewport.zoom
        self.query_one(PlayerPane).facts = PlayFacts(
            self._source.label, status.at_ms, status.duration_ms, status.state, status.rate, None, zoom,
            status.truncated,
        )  # fmt: skip
        self.query_one(ClipBar).facts = BarFacts(status.duration_ms or 0, status.at_ms)

    def on_painted_view_hinted(self, event: PaintedView.Hinted) -> None:
        """Say how the picture is shown, or which way shows more."""
        self._say(event.sentence, event.tone)

    def on_painted_view_window_told(self, event: PaintedView.WindowTold) -> None:
        """Say why there is no window."""
        self._say(event.sentence)

    def _say(self, sentence: str, tone: Tone = Tone.WARNING) -> None:
        self.query_one(RefusalLine).say(sentence, tone)

    def on_clip_bar_sought(self, event: ClipBar.Sought) -> None:
        event.stop()
        self.player.seek(event.at_ms)

    def hold(self) -> None:
        """Pause."""
        if self.player.status().state is PlayState.PLAYING:
            self.player.pause()

    def action_play_pause(self) -> None:
        """Play, or stand still."""
        if self.player.status().state is PlayState.PLAYING:
            self.player.pause()
        else:
            self.player.play()

    def action_seek_by(self, by_ms: int) -> None:
        """Go back or on by milliseconds."""
        self.player.seek(max(self.player.status().at_ms + by_ms, 0))

    def action_to_start(self) -> None:
        """Go to the start."""
        self.player.seek(0)

    def action_to_end(self) -> None:
        """Go to the end."""
        self.player.seek(self.player.status().duration_ms or 0)

    def action_step(self, frames: int) -> None:
        """Go on or back by frames."""
        self.player.step(frames)

    def action_rate_by(self, by: int) -> None:
        """Play slower or faster."""
        place = min(range(len(RATES)), key=lambda each: abs(RATES[each] - self.status.rate))
        self.player.set_rate(RATES[min(max(place + by, 0), len(RATES) - 1)])

    def action_zoom(self) -> None:
        """Enlarge, ×2, ×4, ×8, whole again."""
        video = self.query_one(VideoView)
        video.viewport = video.viewport.zoomed(ZOOMS[(ZOOMS.index(video.viewport.zoom) + 1) % len(ZOOMS)])
        self.player.set_detail(video.viewport.zoom > 1)

    def action_move_view(self, right: int, down: int) -> None:
        """Move what is seen of an enlarged picture."""
        video = self.query_one(VideoView)
        video.viewport = video.viewport.moved(right / 4, down / 4)

    def action_way(self) -> None:
        """Another way of showing."""
        self.query_one(VideoView).switch_way()

    def on_screen_suspend(self, event: events.ScreenSuspend) -> None:
        self.player.pause()

    def action_back(self) -> None:
        """Leave."""
        self.app.call_next(self.app.action_quit)


class PlayApp(PicturedApp):
    """Plays `source`; its return code is 4 where that cannot be played."""

    TITLE = "rbcheck"
    CSS_PATH = str(Path(__file__).parent / "styles" / "shell.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,q,escape", "quit", show=False)]

    def __init__(self, make_player: Callable[[], Player], source: ClipSource, choices: Choices) -> None:
        super().__init__()
        self._make_player = make_player
        self._source = source
        self.wanted_mode = choices.show
        self._shown: PlayScreen | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = choices.theme if choices.theme in NAMES else DEFAULT

    @property
    def crash(self) -> BaseException | None:
        """The bug that ended it."""
        return bug_of(self._exception)

    def on_mount(self) -> None:
        mind_signals(self)
        self._shown = PlayScreen(self._make_player(), self._source, self.showing)
        self.push_screen(self._shown)

    async def action_quit(self) -> None:
        """Leave; 4 where the clip could not be played."""
        failed = self._shown is not None and self._shown.status.state is PlayState.FAILED
        self.exit(return_code=EXIT_MISSING if failed else 0)

    def on_unmount(self) -> None:
        if self._shown is not None:
            self._shown.player.close()
        self.let_go_of_pictures()
