"""What plays in the review: an option's evidence, a note's moment, a comment's, a clip from its beginning."""

from __future__ import annotations

from dataclasses import replace

from rbcheck.domain.marks import Evidence
from rbcheck.locale import _
from rbcheck.tui.screens.review_base import ReadingList, ReviewBase
from rbcheck.tui.widgets.option_rows import RowId
from rbcheck.tui.widgets.options_list import OptionsList
from rbcheck.tui.widgets.refusal import Tone
from rbcheck.tui.widgets.timelines import Timelines


class RetellingScreen(ReviewBase):
    """What has to do with the picture."""

    played: tuple[RowId | None, int] = (None, 0)
    """The option that was played last, and which piece of its evidence."""

    def show_picture(self) -> None:
        """Where there is room the focus stays: the next piece of evidence is one key away."""
        if self.has_class("-narrow"):
            super().show_picture()

    def action_option_by(self, by: int) -> None:
        """To the option above or below."""
        self.query_one(ReadingList).move(by)

    def action_note_by(self, by: int) -> None:
        """To the note above or below, on into the next clip."""
        timelines = self.query_one(Timelines)
        notes = timelines.facts.notes
        if timelines.note is None or not notes:
            return
        place = min(max(notes.index(timelines.note) + by, 0), len(notes) - 1)
        note = notes[place]
        if note.clip != timelines.facts.current:
            timelines.facts = replace(timelines.facts, current=note.clip)
        timelines.go(note.note_id)

    def action_play_evidence(self) -> None:
        """Play the evidence of the option under the cursor; again: the next piece of it."""
        at = self.query_one(ReadingList).at
        items = self._evidence_of(at)
        if not items:
            self.refuse(_("There is no moment to play here."), Tone.WARNING)
            return
        place = (self.played[1] + 1) % len(items) if self.played[0] == at else 0
        self.played = (at, place)
        self._play(items[place])

    def _evidence_of(self, at: RowId | None) -> tuple[Evidence, ...]:
        if at is None or self.reviewed is None:
            return ()
        mark = self.reviewed.judgment.revision.option(at[0])
        if at[1] is None:
            return mark.all_evidence
        return next((claim.evidence for claim in mark.claims if claim.claim_id == at[1]), ())

    def action_jump(self) -> None:
        """Play the moment of the note under the cursor."""
        if (note := self.query_one(Timelines).note) is not None:
            self._play(Evidence(note.clip, note.at_ms, None))

    def on_timelines_note_chosen(self, event: Timelines.NoteChosen) -> None:
        event.stop()
        self.action_jump()

    def on_options_list_row_clicked(self, event: OptionsList.RowClicked) -> None:
        event.stop()

    def action_play_at(self, clip: int, from_ms: int, to_ms: int) -> None:
        """Play evidence, or the moment of a comment, that was clicked."""
        self._play(Evidence(clip, from_ms, to_ms if to_ms >= 0 else None))

    def action_clip(self, number: int) -> None:
        """Play a clip from its beginning."""
        if self.reviewed is not None and 1 <= number <= len(self.reviewed.stored.question.clips):
            self._play(Evidence(number, 0, None), whole=True)

    def _play(self, moment: Evidence, *, whole: bool = False) -> None:
        if self.reviewed is not None:
            self.refuse("")
            self.play_moment(self.desk.clip_source, self.reviewed.stored, moment, whole=whole)
