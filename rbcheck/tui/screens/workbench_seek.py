"""The workbench's player moved by hand: seek, step, rate, clips, evidence, the part of the picture that is seen."""

from __future__ import annotations

from dataclasses import replace

from rbcheck.domain.coverage import holes
from rbcheck.domain.protocol import Act, Stage, allowed
from rbcheck.domain.watching import SEEK_TOLERANCE_MS
from rbcheck.locale import _
from rbcheck.services.playing import PlayState
from rbcheck.services.views import Track
from rbcheck.tui.picture.viewport import ZOOMS
from rbcheck.tui.screens.workbench_model import labels_of, tracks_of
from rbcheck.tui.screens.workbench_play import PlayBench
from rbcheck.tui.widgets.clip_bar import ClipBar
from rbcheck.tui.widgets.painted_view import PaintedView
from rbcheck.tui.widgets.refusal import RefusalLine, Tone
from rbcheck.tui.widgets.video_view import VideoView

RATES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
BEFORE_EVIDENCE_MS = 2_000


class SeekBench(PlayBench):
    """What the player's keys do."""

    _wished_rate: float | None = None

    def go_to(self, at_ms: int) -> None:
        limit, wanted = self.limit_ms(), max(at_ms, 0)
        if limit is not None and wanted > limit + SEEK_TOLERANCE_MS:
            wanted = limit
            told = _("Only what was played can be sought while watching: up to {limit:.1f} s of this clip.")
            self.say("player", told.format(limit=limit / 1000), Tone.WARNING)
        else:
            self.say("player", "")
        self.stop_at_ms = None
        self.recorder.stop()
        self.player.seek(wanted)
        self.status = replace(self.status, at_ms=wanted)
        self.show_player()

    def action_seek_by(self, by_ms: int) -> None:
        """Go back or on by milliseconds."""
        self.go_to(self.player.status().at_ms + by_ms)

    def action_to_start(self) -> None:
        """Go to the start of the clip."""
        self.go_to(0)

    def action_to_unwatched(self) -> None:
        """Go to the start of the next part that is not covered yet, in whatever clip; behind the last, to the first."""
        tracks = tracks_of(self.view) if self.view is not None else ()
        gaps = [(track.position, start) for track in tracks for start in self._gaps(track)]
        if not gaps:
            self.say("player", _("No part of any clip is left to be watched."), Tone.WARNING)
            return
        here = (self.draft.clip, self.at_ms + SEEK_TOLERANCE_MS)
        self.show_clip(*next((gap for gap in gaps if gap > here), gaps[0]))

    def _gaps(self, track: Track) -> list[int]:
        """Where the parts of a clip begin that are not covered; none where it is reported as unplayable."""
        if track.report is not None:
            return []
        is_open = track.position == self.open_clip
        duration = self.duration() if is_open else track.duration_ms or 0
        left = holes(track.covered + track.damaged + self.running_span(track), duration)
        return [start for start, end in left if end - start > SEEK_TOLERANCE_MS]

    def action_to_end(self) -> None:
        """Go to the end; while watching, as far as was played."""
        duration = self.duration()
        limit = self.limit_ms()
        self.go_to(min(duration, limit) if limit is not None else duration)

    def action_step(self, frames: int) -> None:
        """Go on or back by frames, standing still; while watching not past what was played."""
        limit = self.limit_ms()
        self.hold()
        if frames > 0 and limit is not None and self.at_ms >= limit + SEEK_TOLERANCE_MS:
            self.go_to(self.at_ms + SEEK_TOLERANCE_MS)
            return
        self.player.step(frames)

    def on_clip_bar_sought(self, event: ClipBar.Sought) -> None:
        event.stop()
        if self.open_clip and Act.SEEK in allowed(self.stage or Stage.BLIND):
            self.go_to(event.at_ms)

    # playing

    def action_play_pause(self) -> None:
        """Play, or stand still."""
        self.stop_at_ms = None
        if self.playing:
            self.hold()
        elif self.status.state is PlayState.FAILED:
            self.open_clip = 0
            self.show_clip(self.draft.clip, play=True)
        elif self.open_clip:
            if not self.picture_on_screen:
                self.go_to_pane("left")
            self.told_no_more()  # that it stands still, for one
            self.player.play()
        elif self.status.state is PlayState.LOADING:
            self.play_when_open = not self.play_when_open

    def action_rate_by(self, by: int) -> None:
        """Play slower or faster; keys pressed faster than the player follows add up."""
        rate = self.status.rate if self._wished_rate is None else self._wished_rate
        place = min(range(len(RATES)), key=lambda each: abs(RATES[each] - rate))
        self._wished_rate = RATES[min(max(place + by, 0), len(RATES) - 1)]
        self.recorder.stop()
        self.player.set_rate(self._wished_rate)
        self.see(self.player.status())

    def action_clip(self, number: int) -> None:
        """Open a clip by its place."""
        if self.view is None:
            return
        if number not in labels_of(self.view):
            self.say_briefly("player", _("This question has no clip {clip}.").format(clip=number))
        elif number != self.draft.clip or not self.open_clip:
            self.show_clip(number)

    def action_clip_by(self, by: int) -> None:
        """Open the clip before or after."""
        self.show_clip(self.draft.clip + by)

    def action_play_at(self, clip: int, from_ms: int, to_ms: int) -> None:
        """Play evidence from two seconds before it; a span to its end."""
        self.show_clip(clip, max(from_ms - BEFORE_EVIDENCE_MS, 0), play=True)
        self.stop_at_ms = to_ms if to_ms >= 0 else None
        if not self.picture_on_screen:
            self.go_to_pane("left")

    def action_zoom(self) -> None:
        """Enlarge, ×2, ×4, ×8, whole again."""
        video = self.query_one(VideoView)
        place = (ZOOMS.index(video.viewport.zoom) + 1) % len(ZOOMS)
        video.viewport = video.viewport.zoomed(ZOOMS[place])
        self.player.set_detail(video.viewport.zoom > 1)
        self.recorder.stop()
        self.show_player()

    def action_move_view(self, right: int, down: int) -> None:
        """Move what is seen of an enlarged picture."""
        video = self.query_one(VideoView)
        video.viewport = video.viewport.moved(right / 4, down / 4)

    def action_way(self) -> None:
        """Another way of showing."""
        self.query_one(VideoView).switch_way()

    def on_painted_view_hinted(self, event: PaintedView.Hinted) -> None:
        """Say how the picture is shown, or which way shows more."""
        if not (event.unasked and self.query_one("#about-player", RefusalLine).text):
            self.say("player", event.sentence, event.tone)

    def on_painted_view_window_told(self, event: PaintedView.WindowTold) -> None:
        """Say why there is no window."""
        if event.sentence:
            self.say("player", event.sentence, Tone.WARNING)

    def action_alone(self) -> None:
        """The picture alone, or everything again."""
        self.toggle_class("-alone")
        self.show_player()
