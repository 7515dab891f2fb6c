"""The workbench's player: clips opened, played, sought; coverage kept while the picture is on the screen."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import cached_property

from textual import events
from textual.errors import NoWidget

from rbcheck.domain.coverage import Span
from rbcheck.domain.errors import NotAllowed, RbcheckError
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.playing import ClipSource, PlayerStatus, PlayState
from rbcheck.services.views import Track
from rbcheck.tui.screens.workbench_asking import AskingBench
from rbcheck.tui.screens.workbench_model import label, notes_of, tracks_of
from rbcheck.tui.screens.workbench_recorder import Recorder
from rbcheck.tui.screens.workbench_relay import Relay
from rbcheck.tui.screens.workbench_writes import Write
from rbcheck.tui.widgets.clip_bar import BarFacts, ClipBar
from rbcheck.tui.widgets.clip_list import ClipFacts, ClipList
from rbcheck.tui.widgets.player_pane import PlayerPane, PlayFacts
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import sentence

TICK_SECONDS = 0.1
POSITION_SECONDS = 2.0


class PlayBench(AskingBench):
    """What has to do with the picture."""

    open_clip: int = 0
    """The clip that the player has; 0 where it has none."""
    status = PlayerStatus(PlayState.EMPTY)
    stop_at_ms: int | None = None
    play_when_open = False
    """Whether it was asked to play while it was still being opened."""
    _source: ClipSource | None = None

    @cached_property
    def recorder(self) -> Recorder:
        """What was watched; a workbench that the program's end overtakes has one too."""
        return Recorder(self._keep_span, lambda: secrets.token_hex(8))

    def start_player(self) -> None:
        """Listen to the player, and look at its clock while it runs."""
        relay: Relay[PlayerStatus] = Relay(self._heard)
        self.player.listen(self.query_one(VideoView).post_picture, relay.post)
        self.player.set_detail(False)
        self.set_interval(TICK_SECONDS, self._tick)
        self.set_interval(POSITION_SECONDS, self._keep_position)

    def stop_player(self) -> None:
        """Let go of the clip; nothing is listened to any more."""
        self.recorder.stop()
        self.player.listen(_ignore, _ignore)
        self.player.unload()

    @property
    def picture_on_screen(self) -> bool:
        """Whether the place of the picture is before somebody's eyes."""
        in_front = self.wide or self.front_name == "picture" or self.has_class("-alone")
        return self.is_current and in_front and self._picture_has_room

    def hold_hidden(self) -> None:
        """Stand still because the picture is hidden, and say so where it played."""
        played = self.playing
        self.hold()
        if played and self.is_current:
            name = label(self.view, self.draft.clip) if self.view is not None else ""
            told = _("{label} stands still while its picture is hidden: Ctrl+Space shows it and plays on.")
            self.tell(told.format(label=name))

    @property
    def _picture_has_room(self) -> bool:
        """Whether a row of the picture, not only of its pane, is on the screen."""
        try:
            return self.find_widget(self.query_one(VideoView)).visible_region.area > 0
        except NoWidget:
            return False

    @property
    def playing(self) -> bool:
        """Whether the clip is running."""
        return self.status.state is PlayState.PLAYING

    @property
    def at_ms(self) -> int:
        """The moment of the open clip that is on the screen."""
        return self.status.at_ms

    def moment(self) -> int:
        """The time of what the eye sees: standing still the player's, moving that of the picture drawn last."""
        status, drawn = self.player.status(), self.query_one(VideoView).drawn
        if not self.open_clip:
            return self.at_ms
        if status.state is PlayState.PLAYING and drawn is not None and self.picture_on_screen:
            return drawn.at_ms
        return status.at_ms

    def track(self, clip: int | None = None) -> Track | None:
        """What was played of a clip (of the open one)."""
        tracks = tracks_of(self.view) if self.view is not None else ()
        wanted = self.draft.clip if clip is None else clip
        return next((track for track in tracks if track.position == wanted), None)

    def go_to(self, at_ms: int) -> None:
        """Go to a moment of the open clip."""

    # opening

    def show_clip(self, clip: int, at_ms: int | None = None, *, play: bool = False) -> None:
        """Open a clip where it stood (or at a moment). That it was opened is recorded before anything is shown."""
        if self.view is None or self.stage is Stage.BLIND or self.track(clip) is None:
            return
        if clip == self.open_clip and self.status.state not in (PlayState.EMPTY, PlayState.FAILED):
            if at_ms is not None:
                self.go_to(at_ms)
            if play:
                self.player.play()
            return
        self.hold()
        self.snapshot()
        self.open_clip = 0
        start = self.draft.positions_ms.get(clip, 0) if at_ms is None else at_ms
        self.change_draft(replace(self.draft, clip=clip, positions_ms={**self.draft.positions_ms, clip: start}))
        self.status = PlayerStatus(PlayState.LOADING, at_ms=start)
        self.query_one(VideoView).expect(_("Opening …"), label(self.view, clip))
        judgment_id = self.judgment_id
        self.player.unload()
        self.play_when_open = play
        self.show_view()

        def opened(source: ClipSource) -> None:
            if self.draft.clip != clip or self.gone:
                return
            self.open_clip, self._source = clip, source
            self.player.open(source, start)
            if self.play_when_open:
                self.player.play()

        def refused(error: RbcheckError) -> None:
            if self.draft.clip == clip:
                self._cannot_play(sentence(error))

        self.writes.add(Write(lambda: self.desk.clip_source(judgment_id, clip), opened, refused))

    def hold(self) -> None:
        """Pause, and end the stretch that was being played."""
        if self.playing:
            self.player.pause()
            self.see(self.player.status())
        self.recorder.stop()

    def let_go(self) -> None:
        """The screen is gone: keep the last stretch and the position, and let go of the clip."""
        if self.playing:
            self.player.pause()
        if self.open_clip:
            self.status = self.player.status()
            self.recorder.finish(self.open_clip, self.at_ms)
        self.snapshot()

    # news from the player

    def _heard(self, status: PlayerStatus) -> None:
        if not self.gone and self.open_clip and status.source == self._source:
            self.see(status)

    def see(self, status: PlayerStatus) -> None:
        before, self.status = self.status, status
        if status.state in (PlayState.PLAYING, PlayState.PAUSED, PlayState.ENDED):
            self._record(before, status)
        elif status.state is PlayState.FAILED and before.state is not PlayState.FAILED:
            self.recorder.stop()
            self._cannot_play(status.reason or "")
        if status.state is not before.state:
            self.refresh_bindings()
        self.show_player()

    def _record(self, before: PlayerStatus, status: PlayerStatus) -> None:
        video = self.query_one(VideoView)
        was_playing = before.state is PlayState.PLAYING
        if self.picture_on_screen and video.shown is not None and (status.state is PlayState.PLAYING or was_playing):
            rate = before.rate if was_playing else status.rate
            at_ms = status.at_ms
            self.recorder.tick(self.open_clip, at_ms, rate, video.shown.value, video.lines, self.now())
        if status.state is not PlayState.PLAYING or not self.picture_on_screen:
            self.recorder.stop()

    def _cannot_play(self, reason: str) -> None:
        name = label(self.view, self.draft.clip) if self.view is not None else ""
        self.status = replace(self.status, state=PlayState.FAILED)
        heading = _("{label} cannot be played").format(label=name)
        told = [reason, _("Report it with r: the judgment goes on without it.")]
        self.query_one(VideoView).clear("\n".join(part for part in told if part), heading)
        self.show_player()

    def _tick(self) -> None:
        if not self.open_clip or not self.playing:
            return
        if not self.picture_on_screen:
            self.hold_hidden()
            return
        self.see(self.player.status())
        if self.stop_at_ms is not None and self.at_ms >= self.stop_at_ms:
            self.stop_at_ms = None
            self.hold()

    def _keep_position(self) -> None:
        if self.open_clip and not self.gone and self.draft.positions_ms.get(self.open_clip) != self.at_ms:
            self.save_draft()

    def _keep_span(self, span: WatchSpan) -> None:
        judgment_id = self.judgment_id
        write = Write(
            lambda: self.desk.played(judgment_id, span),
            self.accept,
            lambda error: None if isinstance(error, NotAllowed) else self.refuse(error, "player"),
            key=span.span_id,
        )
        self.writes.add(write)

    def snapshot(self) -> None:
        """Put where the player stands into the draft."""
        if self.open_clip and self.status.state not in (PlayState.EMPTY, PlayState.LOADING, PlayState.FAILED):
            positions = {**self.draft.positions_ms, self.open_clip: self.at_ms}
            self.draft = replace(self.draft, positions_ms=positions)

    def limit_ms(self) -> int | None:
        """How far one may seek in the open clip: what was played, while watching; None where it is free."""
        track = self.track(self.open_clip)
        if track is None or track.seek_limit_ms is None:
            return None
        return max([track.seek_limit_ms, *(end for _start, end in self.running_span(track))])

    def running_span(self, track: Track) -> tuple[Span, ...]:
        """The stretch of a clip that is being played and not yet kept, where there is one."""
        running = self.recorder.running
        return ((running.from_ms, running.to_ms),) if running is not None and running.clip == track.position else ()

    def on_screen_suspend(self, event: events.ScreenSuspend) -> None:
        self.hold()

    # showing

    def duration(self) -> int:
        track = self.track()
        return self.status.duration_ms or (track.duration_ms if track is not None else None) or 0

    def show_player(self) -> None:
        view, track = self.view, self.track()
        if view is None or track is None or self.gone:
            return
        video = self.query_one(VideoView)
        status, duration = self.status, self.duration()
        self.query_one(PlayerPane).facts = PlayFacts(
            track.label, status.at_ms, duration or None, status.state, status.rate, track.coverage,
            video.viewport.zoom, status.truncated, track.report is not None, self.has_class("-alone"),
        )  # fmt: skip
        self.query_one(ClipBar).facts = BarFacts(
            max(duration, track.duration_ms or 0), status.at_ms, track.covered + self.running_span(track),
            tuple(note.at_ms for note in notes_of(view) if note.clip == track.position),
            self.evidence_ticks(track.position), track.damaged, self.limit_ms(),
            duration if status.truncated else None,
        )  # fmt: skip

    def evidence_ticks(self, clip: int) -> tuple[int, ...]:
        """The moments of a clip that are evidence."""
        return ()

    def show_tracks(self, needed: float) -> None:
        """Show the clips, and the open one."""
        if self.view is None:
            return
        clips = self.query_one(ClipList)
        before = [facts.enough or facts.reported for facts in clips.clips]
        clips.clips = tuple(
            ClipFacts(each.position, each.label, each.coverage, each.coverage >= needed, each.report is not None)
            for each in tracks_of(self.view)
        )
        clips.current = self.draft.clip
        after = [facts.enough or facts.reported for facts in clips.clips]
        if self.stage is Stage.WATCH and len(before) == len(after) and before != after and self.writes.failed is None:
            # A clip was watched to its end, or reported, since a refusal said which were not.
            self.say("player", "")
        self.show_player()


def _ignore(news: object) -> None:
    """Nobody listens."""
