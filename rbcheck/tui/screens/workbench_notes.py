"""The workbench's timelines: notes written, edited, moved, deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual.widgets import Input, TextArea

from rbcheck.domain.errors import N_
from rbcheck.domain.footage import Note
from rbcheck.domain.marks import Evidence
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.views import View
from rbcheck.tui.screens.workbench_clips import ClipBench
from rbcheck.tui.screens.workbench_model import label, notes_of
from rbcheck.tui.widgets.note_line import NoteLine
from rbcheck.tui.widgets.refusal import RefusalLine, Tone
from rbcheck.tui.widgets.timelines import Timelines
from rbcheck.tui.widgets.wording import apart, lead_in, moment, stamp, text_before

TAGS: Mapping[str, str] = {
    "turn": N_("turn"),
    "surface": N_("surface"),
    "object": N_("object"),
    "person": N_("person or vehicle"),
    "building": N_("building"),
}


class NoteBench(ClipBench):
    """What has to do with notes."""

    _edited: Note | None = None

    def resume_note(self, *, focus: bool) -> None:
        """Show a note that was begun and not finished in its line; with the focus, go on with it."""
        draft, line = self.draft, self.query_one(NoteLine)
        self._edited = None
        if draft.note_at_ms is None:
            line.end()
        else:
            line.begin(draft.note_at_ms, draft.note_line, self._label_of(draft.note_clip), focus=focus)

    def _label_of(self, clip: int | None) -> str:
        # A draft of an earlier version does not say which clip: it was the open one.
        return label(self.view, clip or self.draft.clip) if self.view is not None else ""

    def action_note(self, text: str = "") -> None:
        """Open the note line with the time of this very moment; a text left there is taken up with its own time."""
        at_ms = self.moment()
        line = self.query_one(NoteLine)
        if self._edited is None and self.draft.note_at_ms is not None and self.draft.note_line:
            self.say("player", "")
            self.resume_note(focus=True)
            return
        self._edited = None
        if self.pause_on_note:
            self.hold()
        self.with_draft(note_at_ms=at_ms, note_clip=self.draft.clip, note_line=text)
        line.begin(at_ms, text, self._label_of(self.draft.clip))

    def action_tag(self, tag: str) -> None:
        """Begin a note with a tag."""
        self.action_note(lead_in(_(TAGS[tag])))

    def on_note_line_typed(self, event: NoteLine.Typed) -> None:
        event.stop()
        if self._edited is None:
            self.with_draft(note_line=event.text)
        else:
            self._keep_edit(self._edited, event.text)

    def on_note_line_written(self, event: NoteLine.Written) -> None:
        event.stop()
        line, judgment_id, clip = self.query_one(NoteLine), self.judgment_id, self.draft.note_clip or self.draft.clip
        at_ms, edited, text = line.at_ms, self._edited, event.text
        if at_ms is None:
            return
        if not text.strip():
            self.leave_note()
            return

        def written(view: View) -> None:
            if edited is not None:
                self.keep_aside(_edit_of(edited), None)
                self._can_undo_edit(edited, text, at_ms)
            else:
                self._can_undo_note(view, clip, text, at_ms)

        def put_back() -> None:
            if edited is None and self.draft.note_at_ms is None:
                self.with_draft(note_at_ms=at_ms, note_clip=clip, note_line=text)
                self.resume_note(focus=False)

        # The line is free at once: what comes next is the next note, however long the store takes for this one.
        if edited is not None:
            self.write(
                lambda: self.desk.edit_note(judgment_id, edited.note_id, text, at_ms), about="note", then=written
            )
        else:
            tag = tag_of(text)
            self.write(
                lambda: self.desk.write_note(judgment_id, clip, at_ms, text, tag),
                about="note", then=written, refused_first=put_back,
            )  # fmt: skip
            self._forget_note()
            self.save_draft()
        self.resume_note(focus=False)
        self.focus_pane("left" if edited is None else "timelines")

    def leave_note(self) -> None:
        """Go out of the note line; a new note's text stays there, an edit's is kept for the next edit of that note."""
        if self._edited is not None:
            kept = self._keep_edit(self._edited, self.query_one(NoteLine).input.value)
            self.resume_note(focus=False)
            self.focus_pane("timelines")
            if kept:
                self.tell(_("The note stays as it was; what you typed is kept: e on the note goes on with it."))
            return
        if not self.query_one(NoteLine).input.value.strip():
            self._forget_note()
        self.resume_note(focus=False)
        self.focus_pane("left")
        self.put_away_note()

    def put_away_note(self) -> bool:
        """Esc on the player with a begun note: say once that it is kept, then throw it away; False without one."""
        draft = self.draft
        focused = self.focused
        if draft.note_at_ms is None or not draft.note_line or focused is None or focused.id != "player":
            return False
        if self.stage not in (Stage.WATCH, Stage.CHECK):
            return False
        told = _("The note is kept: Enter goes on with it, Esc again throws it away.")
        if self.query_one("#about-player", RefusalLine).text != told:
            self.say("player", told, Tone.NEWS)
            return True

        def put_back() -> None:
            self.with_draft(note_at_ms=draft.note_at_ms, note_clip=draft.note_clip, note_line=draft.note_line)
            self.resume_note(focus=False)
            self.say("player", "")

        def throw_away() -> None:
            self._forget_note()
            self.resume_note(focus=False)

        throw_away()
        self.say("player", _("The note is thrown away: Ctrl+Z brings it back."), Tone.NEWS)
        thrown = _("note {moment} thrown away")
        place = moment(Evidence(draft.note_clip or draft.clip, draft.note_at_ms), self._label_of(draft.note_clip))
        self.did(thrown.format(moment=place), put_back, throw_away)
        return True

    def _keep_edit(self, note: Note, text: str) -> bool:
        """Keep what a note is being changed to; False where there is nothing to keep."""
        changed = bool(text.strip()) and text != note.text
        self.keep_aside(_edit_of(note), text if changed else None)
        return changed

    def _forget_note(self) -> None:
        self.with_draft(note_at_ms=None, note_clip=None, note_line="")

    def _can_undo_note(self, view: View, clip: int, text: str, at_ms: int) -> None:
        judgment_id = self.judgment_id
        made = [note for note in notes_of(view) if (note.clip, note.at_ms, note.text) == (clip, at_ms, text.strip())]
        if made:
            note_id = max(made, key=lambda note: note.written_at).note_id
            self.did(
                _("note {moment}").format(moment=moment(Evidence(clip, at_ms), self._label_of(clip))),
                lambda: self.write(lambda: self.desk.delete_note(judgment_id, note_id)),
                lambda: self.write(lambda: self.desk.restore_note(judgment_id, note_id)),
            )

    def _can_undo_edit(self, before: Note, text: str, at_ms: int) -> None:
        judgment_id = self.judgment_id
        self.did(
            _("note {moment} changed").format(moment=self._place_of(before)),
            lambda: self.write(
                lambda: self.desk.edit_note(judgment_id, before.note_id, before.text, before.at_ms), about="note"
            ),
            lambda: self.write(lambda: self.desk.edit_note(judgment_id, before.note_id, text, at_ms), about="note"),
        )

    def _place_of(self, note: Note) -> str:
        return moment(Evidence(note.clip, note.at_ms), self._label_of(note.clip))

    # the timeline's cursor

    def action_note_by(self, by: int) -> None:
        """Move among the notes of the open clip."""
        self.query_one(Timelines).move(by)

    def action_jump(self) -> None:
        """Go to the moment of the note."""
        note = self.query_one(Timelines).note
        if note is not None:
            self.show_clip(note.clip, note.at_ms)

    def on_timelines_note_chosen(self, event: Timelines.NoteChosen) -> None:
        event.stop()
        self.action_jump()

    def action_edit_note(self) -> None:
        """Take a note into the line."""
        note = self.query_one(Timelines).note
        if note is not None:
            if not self.wide:
                self.go_to_pane("left", focus=False)
            self._edited = note
            text = self.draft.asides.get(_edit_of(note), note.text)
            self.query_one(NoteLine).begin(note.at_ms, text, self._label_of(note.clip), editing=True)

    def action_shift_note(self, by_ms: int) -> None:
        """Move a note in time."""
        note, judgment_id = self.query_one(Timelines).note, self.judgment_id
        if note is not None:
            # Keys that come faster than the store writes go on from where the one before them leads.
            before = replace(note, at_ms=self._shifted.get(note.note_id, note.at_ms))
            there = max(before.at_ms + by_ms, 0)
            self._shifted[note.note_id] = there
            self.write(lambda: self.desk.edit_note(judgment_id, note.note_id, note.text, there), about="note",
                       first=lambda: self._stands_at(note.note_id, there),
                       then=lambda _view: self._can_undo_edit(before, note.text, there))  # fmt: skip

    def _stands_at(self, note_id: str, at_ms: int) -> None:
        """What was written last of a note's moves is where it stands: nothing is under way any more."""
        if self._shifted.get(note_id) == at_ms:
            del self._shifted[note_id]

    def action_delete_note(self) -> None:
        """Take a note off; undo brings it back."""
        note, judgment_id = self.query_one(Timelines).note, self.judgment_id
        if note is not None:
            told = _("Note {moment} deleted: Ctrl+Z brings it back.").format(moment=self._place_of(note))
            self.write(lambda: self.desk.delete_note(judgment_id, note.note_id), about="note",
                       then=lambda _view: self.tell(told))  # fmt: skip
            self.did(
                _("note {moment} deleted").format(moment=self._place_of(note)),
                lambda: self.write(lambda: self.desk.restore_note(judgment_id, note.note_id)),
                lambda: self.write(lambda: self.desk.delete_note(judgment_id, note.note_id)),
            )

    # times into texts

    def action_stamp(self) -> None:
        """Put the picture's time into the text that is being written."""
        if self.view is None or not self.open_clip:
            return
        text = stamp(label(self.view, self.draft.clip), self.moment())
        match self.focused:
            case Input() as field:
                field.insert_text_at_cursor(apart(field.value[: field.cursor_position], text))
            case TextArea() as area:
                area.insert(apart(text_before(area), text))
            case _:
                return

    def forget_note_line(self) -> None:
        """A stage without notes: the line is empty."""
        if self.draft.note_at_ms is None:
            self._edited = None
            self.query_one(NoteLine).end()
            self.draft = replace(self.draft, note_line="")


def _edit_of(note: Note) -> str:
    """What the changed text of a note is called among the draft's asides."""
    return f"edit:{note.note_id}"


def tag_of(text: str) -> str | None:
    """The tag that a note begins with, if it does."""
    return next((tag for tag, word in TAGS.items() if text.startswith(f"{_(word)}:")), None)
