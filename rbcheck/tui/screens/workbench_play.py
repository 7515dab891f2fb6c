"""The workbench's player: clips opened, played, sought; coverage kept while the picture is on the screen."""

from __future__ import annotations

import secrets
from dataclasses import replace

from textual import events

from rbcheck.domain.errors import NotAllowed, RbcheckError
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.protocol import Act, Stage, allowed
from rbcheck.domain.watching import SEEK_TOLERANCE_MS
from rbcheck.locale import _
from rbcheck.services.playing import ClipSource, PlayerStatus, PlayState
from rbcheck.services.views import Track
from rbcheck.tui.picture.viewport import ZOOMS
from rbcheck.tui.picture.ways import Colours
from rbcheck.tui.screens.workbench_base import Bench
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
RATES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
BEFORE_EVIDENCE_MS = 2_000


class PlayBench(Bench):
    """What has to do with the picture."""

    _recorder: Recorder
    _open_clip: int = 0
    _source: ClipSource | None = None
    _status = PlayerStatus(PlayState.EMPTY)
    _stop_at_ms: int | None = None

    def start_player(self) -> None:
        """Listen to the player, and look at its clock while it runs."""
        self._recorder = Recorder(self._keep_span, lambda: secrets.token_hex(8))
        relay: Relay[PlayerStatus] = Relay(self._heard)
        self.player.listen(self.query_one(VideoView).post_picture, relay.post)
        self.set_interval(TICK_SECONDS, self._tick)
        self.set_interval(POSITION_SECONDS, self._keep_position)

    def stop_player(self) -> None:
        """Let go of the clip; nothing is listened to any more."""
        self._recorder.stop()
        self.player.listen(_ignore, _ignore)
        self.player.unload()

    @property
    def picture_on_screen(self) -> bool:
        """Whether the place of the picture is before somebody's eyes."""
        return self.is_current and (self.wide or self.front_name == "picture" or self.has_class("-alone"))

    @property
    def clip_on_screen(self) -> int:
        """The clip that is open; 0 where none is."""
        return self._open_clip

    @property
    def playing(self) -> bool:
        """Whether the clip is running."""
        return self._status.state is PlayState.PLAYING

    @property
    def at_ms(self) -> int:
        """The moment of the open clip that is on the screen."""
        return self._status.at_ms

    def track(self, clip: int | None = None) -> Track | None:
        """What was played of a clip (of the open one)."""
        tracks = tracks_of(self.view) if self.view is not None else ()
        wanted = self.draft.clip if clip is None else clip
        return next((track for track in tracks if track.position == wanted), None)

    # opening

    def show_clip(self, clip: int, at_ms: int | None = None, *, play: bool = False) -> None:
        """Open a clip where it stood (or at a moment). That it was opened is recorded before anything is shown."""
        if self.view is None or self.stage is Stage.BLIND or self.track(clip) is None:
            return
        if clip == self._open_clip and self._status.state not in (PlayState.EMPTY, PlayState.FAILED):
            if at_ms is not None:
                self._go(at_ms)
            if play:
                self.player.play()
            return
        self.hold()
        self.snapshot()
        self._open_clip = 0
        start = self.draft.positions_ms.get(clip, 0) if at_ms is None else at_ms
        self.change_draft(replace(self.draft, clip=clip, positions_ms={**self.draft.positions_ms, clip: start}))
        self._status = PlayerStatus(PlayState.LOADING, at_ms=start)
        self.query_one(VideoView).expect(_("Opening …"), label(self.view, clip))
        judgment_id = self.judgment_id
        self.player.unload()
        self.show_view()

        def opened(source: ClipSource) -> None:
            if self.draft.clip != clip or self.gone:
                return
            self._open_clip, self._source = clip, source
            self.player.open(source, start)
            if play:
                self.player.play()

        def refused(error: RbcheckError) -> None:
            if self.draft.clip == clip:
                self._cannot_play(sentence(error))

        self.writes.add(Write(lambda: self.desk.clip_source(judgment_id, clip), opened, refused))

    def hold(self) -> None:
        """Pause, and end the stretch that was being played."""
        if self.playing:
            self.player.pause()
            self._see(self.player.status())
        self._recorder.stop()

    def let_go(self) -> None:
        """The screen is gone: keep the last stretch and the position, and let go of the clip."""
        if self.playing:
            self.player.pause()
        if self._open_clip:
            self._status = self.player.status()
            self._recorder.finish(self._open_clip, self.at_ms)
        self.snapshot()

    # news from the player

    def _heard(self, status: PlayerStatus) -> None:
        if not self.gone and self._open_clip and status.source == self._source:
            self._see(status)

    def _see(self, status: PlayerStatus) -> None:
        before, self._status = self._status, status
        if status.state in (PlayState.PLAYING, PlayState.PAUSED, PlayState.ENDED):
            self._record(before, status)
        elif status.state is PlayState.FAILED and before.state is not PlayState.FAILED:
            self._recorder.stop()
            self._cannot_play(status.reason or "")
        if status.state is not before.state:
            self.refresh_bindings()
        self._show_player()

    def _record(self, before: PlayerStatus, status: PlayerStatus) -> None:
        video = self.query_one(VideoView)
        was_playing = before.state is PlayState.PLAYING
        if self.picture_on_screen and video.shown is not None and (status.state is PlayState.PLAYING or was_playing):
            rate = before.rate if was_playing else status.rate
            at_ms = status.at_ms
            self._recorder.tick(self._open_clip, at_ms, rate, video.shown.value, video.lines, self.now())
        if status.state is not PlayState.PLAYING or not self.picture_on_screen:
            self._recorder.stop()

    def _cannot_play(self, reason: str) -> None:
        name = label(self.view, self.draft.clip) if self.view is not None else ""
        self._status = replace(self._status, state=PlayState.FAILED)
        heading = _("{label} cannot be played").format(label=name)
        told = [reason, _("Report it with r: the judgment goes on without it.")]
        self.query_one(VideoView).clear("\n".join(part for part in told if part), heading)
        self._show_player()

    def _tick(self) -> None:
        if not self._open_clip or not self.playing:
            return
        if not self.picture_on_screen:
            self.hold()
            return
        self._see(self.player.status())
        if self._stop_at_ms is not None and self.at_ms >= self._stop_at_ms:
            self._stop_at_ms = None
            self.hold()

    def _keep_position(self) -> None:
        if self._open_clip and self.draft.positions_ms.get(self._open_clip) != self.at_ms:
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
        if self._open_clip and self._status.state not in (PlayState.EMPTY, PlayState.LOADING, PlayState.FAILED):
            positions = {**self.draft.positions_ms, self._open_clip: self.at_ms}
            self.draft = replace(self.draft, positions_ms=positions)

    # moving in time

    def limit_ms(self) -> int | None:
        """How far one may seek in the open clip: what was played, while watching; None where it is free."""
        track = self.track(self._open_clip)
        if track is None or track.seek_limit_ms is None:
            return None
        running = self._recorder.running
        ran = running.to_ms if running is not None and running.clip == self._open_clip else 0
        return max(track.seek_limit_ms, ran)

    def _go(self, at_ms: int) -> None:
        limit, wanted = self.limit_ms(), max(at_ms, 0)
        if limit is not None and wanted > limit + SEEK_TOLERANCE_MS:
            wanted = limit
            told = _("Only what was played can be sought while watching: up to {limit:.1f} s of this clip.")
            self.say("player", told.format(limit=limit / 1000), warning=True)
        else:
            self.say("player", "")
        self._stop_at_ms = None
        self._recorder.stop()
        self.player.seek(wanted)
        self._status = replace(self._status, at_ms=wanted)
        self._show_player()

    def action_seek_by(self, by_ms: int) -> None:
        """Go back or on by milliseconds."""
        self._go(self.player.status().at_ms + by_ms)

    def action_to_start(self) -> None:
        """Go to the start of the clip."""
        self._go(0)

    def action_to_end(self) -> None:
        """Go to the end; while watching, as far as was played."""
        duration = self._duration()
        limit = self.limit_ms()
        self._go(min(duration, limit) if limit is not None else duration)

    def action_step(self, frames: int) -> None:
        """Go on or back by frames, standing still; while watching not past what was played."""
        limit = self.limit_ms()
        self.hold()
        if frames > 0 and limit is not None and self.at_ms >= limit + SEEK_TOLERANCE_MS:
            self._go(self.at_ms + SEEK_TOLERANCE_MS)
            return
        self.player.step(frames)

    def on_clip_bar_sought(self, event: ClipBar.Sought) -> None:
        event.stop()
        if self._open_clip and Act.SEEK in allowed(self.stage or Stage.BLIND):
            self._go(event.at_ms)

    # playing

    def action_play_pause(self) -> None:
        """Play, or stand still."""
        self._stop_at_ms = None
        if self.playing:
            self.hold()
        elif self._status.state is PlayState.FAILED:
            self._open_clip = 0
            self.show_clip(self.draft.clip, play=True)
        elif self._open_clip:
            if not self.picture_on_screen:
                self.go_to_pane("left")
            self.player.play()

    def action_rate_by(self, by: int) -> None:
        """Play slower or faster."""
        place = min(range(len(RATES)), key=lambda each: abs(RATES[each] - self._status.rate))
        self._recorder.stop()
        self.player.set_rate(RATES[min(max(place + by, 0), len(RATES) - 1)])
        self._see(self.player.status())

    def action_clip(self, number: int) -> None:
        """Open a clip by its place."""
        if number != self.draft.clip or not self._open_clip:
            self.show_clip(number)

    def action_clip_by(self, by: int) -> None:
        """Open the clip before or after."""
        self.show_clip(self.draft.clip + by)

    def action_play_at(self, clip: int, from_ms: int, to_ms: int) -> None:
        """Play evidence from two seconds before it; a span to its end."""
        self.show_clip(clip, max(from_ms - BEFORE_EVIDENCE_MS, 0), play=True)
        self._stop_at_ms = to_ms if to_ms >= 0 else None
        if not self.picture_on_screen:
            self.go_to_pane("left")

    # looking

    def action_zoom(self) -> None:
        """Enlarge, ×2, ×4, ×8, whole again."""
        video = self.query_one(VideoView)
        place = (ZOOMS.index(video.viewport.zoom) + 1) % len(ZOOMS)
        video.viewport = video.viewport.zoomed(ZOOMS[place])
        self._recorder.stop()
        self._show_player()

    def action_move_view(self, right: int, down: int) -> None:
        """Move what is seen of an enlarged picture."""
        video = self.query_one(VideoView)
        video.viewport = video.viewport.moved(right / 4, down / 4)

    def action_way(self) -> None:
        """Another way of showing: half blocks in all colours, or in 256 of them."""
        video = self.query_one(VideoView)
        video.colours = Colours.PALETTE if video.colours is Colours.TRUE else Colours.TRUE

    def action_alone(self) -> None:
        """The picture alone, or everything again."""
        self.toggle_class("-alone")

    def on_screen_suspend(self, event: events.ScreenSuspend) -> None:
        self.hold()

    # showing

    def _duration(self) -> int:
        track = self.track()
        return self._status.duration_ms or (track.duration_ms if track is not None else None) or 0

    def _show_player(self) -> None:
        view, track = self.view, self.track()
        if view is None or track is None or self.gone:
            return
        video = self.query_one(VideoView)
        status, duration = self._status, self._duration()
        self.query_one(PlayerPane).facts = PlayFacts(
            track.label, status.at_ms, duration or None, status.state, status.rate, track.coverage,
            video.viewport.zoom, status.truncated,
        )  # fmt: skip
        running = self._recorder.running
        live = ((running.from_ms, running.to_ms),) if running is not None and running.clip == track.position else ()
        self.query_one(ClipBar).facts = BarFacts(
            max(duration, track.duration_ms or 0), status.at_ms, track.covered + live,
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
        clips.clips = tuple(
            ClipFacts(each.position, each.label, each.coverage, each.coverage >= needed, each.report is not None)
            for each in tracks_of(self.view)
        )
        clips.current = self.draft.clip
        self._show_player()


def _ignore(news: object) -> None:
    """Nobody listens."""
