"""Moments that play: from two seconds before to two seconds after, then the picture stands still."""

from __future__ import annotations

from collections.abc import Callable

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.marks import Evidence
from rbcheck.locale import _
from rbcheck.services.playing import ClipSource, PlayerStatus, PlayState
from rbcheck.services.ports import StoredQuestion
from rbcheck.services.unlocking import Locked, Unlocking
from rbcheck.tui.opening_packs import ask_passphrase
from rbcheck.tui.play_app import PlayScreen
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import sentence

LEAD_MS, TAIL_MS = 2000, 2000
OpenClip = Callable[[StoredQuestion, int], ClipSource]


class MomentScreen(PlayScreen):
    """What plays a moment of a question's clip."""

    _stop_at_ms: int | None = None
    _wanted: object = None
    unlocking: Unlocking | None = None
    """Opens sealed packs, where the screen can."""

    def front(self, wanted: str) -> None:
        """Bring one of the fronts before the others."""

    def play_moment(
        self, open_clip: OpenClip, stored: StoredQuestion, moment: Evidence, *, whole: bool = False
    ) -> None:
        """Play a moment; `whole`: on to the end of the clip."""
        label = stored.question.clips[moment.clip - 1].label
        self._wanted = wanted = object()
        self.query_one(VideoView).expect(_("Opening …"), label)
        self.show_picture()
        end = None if whole else (moment.to_ms if moment.to_ms is not None else moment.from_ms) + TAIL_MS

        def opened() -> None:
            try:
                source = open_clip(stored, moment.clip)
            except Locked as error:
                self.app.call_from_thread(unlock, error)
                return
            except RbcheckError as error:
                self.app.call_from_thread(self._cannot_open, label, sentence(error))
                return
            self.app.call_from_thread(play, source)

        def unlock(locked: Locked) -> None:
            if wanted is not self._wanted:
                return
            if self.unlocking is None:
                self._cannot_open(label, sentence(locked))
                return
            ask_passphrase(
                self.app, self.unlocking, locked.pack,
                lambda: self.play_moment(open_clip, stored, moment, whole=whole),
                lambda: self._cannot_open(label, sentence(locked)),
            )  # fmt: skip

        def play(source: ClipSource) -> None:
            if wanted is not self._wanted:
                return
            self._source = source
            self._stop_at_ms = end
            self.clip_opened(moment.clip)
            self.player.open(source, max(moment.from_ms - LEAD_MS, 0))
            self.player.play()

        self.run_worker(opened, thread=True, group="open")

    def show_picture(self) -> None:
        """Bring the picture to the front, its keys acting."""
        self.front("picture")
        self.query_one(PlayerPane).focus(scroll_visible=False)

    def clip_opened(self, clip: int) -> None:
        """A clip is on the screen now."""

    def _cannot_open(self, label: str, why: str) -> None:
        self.query_one(VideoView).clear(why, _("{label} cannot be played").format(label=inert(label)))

    def _see(self, status: PlayerStatus) -> None:
        if not self.query(VideoView):  # the screen is being taken down
            return
        super()._see(status)
        stop = self._stop_at_ms
        if stop is not None and status.state is PlayState.PLAYING and status.at_ms >= stop:
            self._stop_at_ms = None
            self.player.pause()
