"""The annotator's use cases: each takes ids, reads again inside one transaction, moves, and returns a view."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from rbcheck.domain import checking, moves, watching
from rbcheck.domain.errors import N_, Missing, NotAllowed, NotFound
from rbcheck.domain.footage import ClipOrder, OrderKind, WatchSpan
from rbcheck.domain.judgment import Confidence, Draft, GoldVerdict, Judgment, Options, Verdict
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope
from rbcheck.domain.moves import Moved
from rbcheck.domain.protocol import Stage
from rbcheck.services import pausing, qualifying, seeing
from rbcheck.services.framing import frame_told
from rbcheck.services.playing import ClipSource
from rbcheck.services.ports import StoredQuestion
from rbcheck.services.sitting import Sitting
from rbcheck.services.viewing import durations, labels, view_of
from rbcheck.services.views import View

_REPLACED = N_(
    "The file of {label} is not the one that was added: bring that one back, or run `rbcheck pack relink {pack}`."
)
_SEALED = N_("The clips of {pack} are sealed: open the pack from the first screen, and give its passphrase there.")
_NOT_GIVEN = N_("{question} was given to others: judge the questions of your queue, or ask the lead for it.")
_LOCKED = N_("The footage is locked until the blind guess is committed.")
_NO_CLIP = N_("This question has no clip {clip}.")
_NO_FOOTAGE = N_("{label} is not on this device: bring its file back, or run `rbcheck pack relink {pack}`.")


class Annotating(Sitting):
    """What an annotator does to questions."""

    def open(self, annotator: str, pack: str, question_id: str) -> View:
        """Open a question: where its judgment stands, or at its first stage. Leased, where another session has it."""
        now = self._clock.now()
        with self._open_work() as work:
            stored = self._current(work, annotator, pack, question_id)
            self._lease(work, annotator, stored, now)
            judgment, event = work.judgments.of(annotator, pack, question_id, stored.question.version), None
            if judgment is None:
                if work.assignments.any(pack) and question_id not in work.assignments.of(annotator, pack):
                    raise NotAllowed(_NOT_GIVEN, question=question_id)
                if (held := work.packs.get(pack)) is not None:
                    qualifying.check_open(work, held, annotator, question_id)
                pausing.check_open(work, pack, annotator)
                judgment = self._begin(work, annotator, stored, now)
                work.judgments.add(judgment)
                said = moves.entry(
                    judgment, "opened", stage=judgment.stage, notes=True, spans=True, frame=frame_told(judgment.frame)
                )  # fmt: skip
                event = self._record(work, annotator, [said], now)
            else:
                sat_down = moves.sat_down(judgment, now)
                work.judgments.save(judgment, sat_down)
                judgment = sat_down
            view = view_of(judgment, stored, work, now)
            work.commit()
            self._note_head(event)
        return view

    def interrupted(self, annotator: str) -> tuple[str, str] | None:
        """Pack and id of the question that a session which died on this device had open; None where none did."""
        with self._open_work(write=False) as work:
            for pack, question_id, holder in work.leases.held_of(annotator):
                if not self._alive(holder) and work.packs.question(pack, question_id) is not None:
                    return pack, question_id
        return None

    def view(self, judgment_id: str) -> View:
        """Where a judgment stands."""
        with self._open_work(write=False) as work:
            judgment, stored = self._read(work, judgment_id)
            return view_of(judgment, stored, work, self._clock.now())

    def close(self) -> None:
        """Let go of every question that this session has open."""
        with self._open_work() as work:
            work.leases.release(self._holder)
            work.commit()

    def renew(self, judgment_id: str) -> None:
        """Go on holding a question; Leased, where another session has taken it meanwhile."""
        now = self._clock.now()
        with self._open_work() as work:
            judgment, stored = self._read(work, judgment_id)
            self._lease(work, judgment.annotator, stored, now)
            work.commit()

    def save_draft(self, judgment_id: str, draft: Draft) -> datetime:
        """Keep what is on the screen and not committed; the wall time at which it was kept."""
        now = self._clock.now()
        with self._open_work() as work:
            judgment, _ = self._read(work, judgment_id)
            work.judgments.save(judgment, replace(moves.touch(judgment, now), draft=draft))
            work.commit()
        return now

    def pick(self, judgment_id: str, options: Iterable[str]) -> View:
        """Select options of the blind guess, or of the final answer."""
        return self._act(judgment_id, lambda judgment, _, now: moves.pick(judgment, options, now))

    def rate(self, judgment_id: str, confidence: Confidence | None) -> View:
        """Say how sure the blind guess is."""
        return self._act(judgment_id, lambda judgment, _, now: moves.rate(judgment, confidence, now))

    def commit_blind(self, judgment_id: str, options: Iterable[str], confidence: Confidence | None = None) -> View:
        """Lock the blind guess for good; whether its footage was seen before is looked up and kept with it."""
        now = self._clock.now()
        with self._open_work() as work:
            judgment, stored = self._read(work, judgment_id)
            seen, recording_seen = seeing.seen_before(work, self._device, judgment.annotator, stored)
            moved = moves.commit_blind(judgment, options, confidence, self._device.device_id, seen, recording_seen, now)
            return self._keep(work, judgment, moved, stored, now)

    def clip_source(self, judgment_id: str, clip: int) -> ClipSource:
        """Open the footage of a clip; that it was opened is durable, here and in the store, before this returns."""
        self._same_file(judgment_id, clip)
        now = self._clock.now()
        with self._open_work() as work:
            judgment, stored = self._read(work, judgment_id)
            if judgment.stage is Stage.BLIND:
                raise NotAllowed(_LOCKED)
            media = next((media for media in stored.media if media.position == clip), None)
            if media is None:
                if 1 <= clip <= len(stored.question.clips):
                    label = stored.question.clips[clip - 1].label
                    raise Missing(_NO_FOOTAGE, label=label, pack=stored.pack)
                raise NotFound(_NO_CLIP, clip=clip)
            pack = work.packs.get(stored.pack)
            key = self._key_of(pack)
            if pack is not None and key is None and (pack.manifest or {}).get("seal"):
                raise Missing(_SEALED, pack=stored.pack)
            opening = seeing.opening_of(media, judgment.annotator, self._device.device_id, now, by="judgment")
            self._device.note_opening(opening)
            work.openings.add(opening)
            said = moves.entry(
                judgment, "clip_opened", clip=clip, sha256=media.sha256,
                span_ms=list(media.span_ms) if media.span_ms else None,
            )  # fmt: skip
            event = self._record(work, judgment.annotator, [said], now)
            work.commit()
            self._note_head(event)
        start, end = media.span_ms or (None, None)
        return ClipSource(media.path, stored.question.clips[clip - 1].label, start, end, key)

    def _same_file(self, judgment_id: str, clip: int) -> None:
        """Missing, where the footage has other content than what was added; looked at outside of any transaction."""
        with self._open_work(write=False) as work:
            judgment, stored = self._read(work, judgment_id)
        media = next((media for media in stored.media if media.position == clip), None)
        if media is None or judgment.stage is Stage.BLIND:
            return
        found = self._device.content_of(media.path)
        if found is not None and found != media.sha256:
            raise Missing(_REPLACED, label=stored.question.clips[clip - 1].label, pack=stored.pack)

    def played(self, judgment_id: str, span: WatchSpan) -> View:
        """Keep a stretch that was played; the same `span_id` again replaces it."""
        return self._act(judgment_id, lambda judgment, _, now: watching.play(judgment, span, now))

    def seek(self, judgment_id: str, clip: int, at_ms: int) -> None:
        """Pass where the player may go there; Refused while watching beyond what was played."""
        with self._open_work(write=False) as work:
            judgment, _ = self._read(work, judgment_id)
            watching.seek(judgment, clip, at_ms)

    def write_note(self, judgment_id: str, clip: int, at_ms: int, text: str, tag: str | None = None) -> View:
        """Write one entry of a clip's timeline."""
        note_id = secrets.token_hex(8)
        return self._act(
            judgment_id, lambda judgment, _, now: watching.write_note(judgment, note_id, clip, at_ms, text, tag, now)
        )

    def edit_note(self, judgment_id: str, note_id: str, text: str, at_ms: int) -> View:
        """Change a note's text or time."""
        return self._act(judgment_id, lambda judgment, _, now: watching.edit_note(judgment, note_id, text, at_ms, now))

    def delete_note(self, judgment_id: str, note_id: str) -> View:
        """Take a note off its timeline."""
        return self._act(judgment_id, lambda judgment, _, now: watching.delete_note(judgment, note_id, now))

    def restore_note(self, judgment_id: str, note_id: str) -> View:
        """Bring a deleted note back."""
        return self._act(judgment_id, lambda judgment, _, now: watching.restore_note(judgment, note_id, now))

    def order(self, judgment_id: str, kind: OrderKind, groups: tuple[tuple[int, ...], ...]) -> View:
        """Record the order of clips (no groups: it cannot be told)."""
        return self._act(
            judgment_id, lambda judgment, _, now: watching.order_clips(judgment, ClipOrder(kind, groups, now), now)
        )

    def withdraw_order(self, judgment_id: str) -> View:
        """Take the recorded order of clips back."""
        return self._act(judgment_id, lambda judgment, _, now: watching.withdraw_order(judgment, now))

    def report(self, judgment_id: str, clip: int, reason: str, playable_here: bool = False) -> View:
        """Report a clip that cannot be played."""

        def move(judgment: Judgment, stored: StoredQuestion, now: datetime) -> Moved:
            return watching.report(judgment, clip, labels(stored).get(clip, ""), reason, playable_here, now)

        return self._act(judgment_id, move)

    def withdraw_report(self, judgment_id: str, clip: int) -> View:
        """Take a report back."""
        return self._act(judgment_id, lambda judgment, _, now: watching.withdraw_report(judgment, clip, now))

    def finish_watching(self, judgment_id: str) -> View:
        """Leave WATCH for CHECK."""
        return self._act(
            judgment_id,
            lambda judgment, stored, now: moves.finish_watching(judgment, durations(stored), labels(stored), now),
        )

    def mark(self, judgment_id: str, key: str, mark: Mark | None, claim_id: str | None = None) -> View:
        """Mark an option, or one claim of it."""
        return self._act(
            judgment_id, lambda judgment, _, now: checking.mark(judgment, key, mark, now, claim_id=claim_id)
        )

    def override(self, judgment_id: str, key: str, mark: Mark, reason: str) -> View:
        """Set an option's mark against what its claims say."""
        return self._act(judgment_id, lambda judgment, _, now: checking.override(judgment, key, mark, reason, now))

    def explain(self, judgment_id: str, key: str, reason: str) -> View:
        """Write why an option has its mark."""
        return self._act(judgment_id, lambda judgment, _, now: checking.explain(judgment, key, reason, now))

    def split(self, judgment_id: str, key: str, claims: tuple[Claim, ...]) -> View:
        """Split an option into claims."""
        return self._act(judgment_id, lambda judgment, _, now: checking.split(judgment, key, claims, now))

    def scope(self, judgment_id: str, key: str, claim_id: str, scope: Scope | None) -> View:
        """Say whether a claim is decided within one clip or across clips."""
        return self._act(judgment_id, lambda judgment, _, now: checking.scope(judgment, key, claim_id, scope, now))

    def attach(self, judgment_id: str, key: str, evidence: Evidence, claim_id: str | None = None) -> View:
        """Rest an option, or a claim of it, on footage."""
        return self._act(
            judgment_id, lambda judgment, _, now: checking.attach(judgment, key, evidence, now, claim_id=claim_id)
        )

    def detach(self, judgment_id: str, key: str, evidence: Evidence) -> View:
        """Take evidence off an option."""
        return self._act(judgment_id, lambda judgment, _, now: checking.detach(judgment, key, evidence, now))

    def restore_option(self, judgment_id: str, said: OptionMark) -> View:
        """Put everything that was said of an option back as it was."""
        return self._act(judgment_id, lambda judgment, _, now: checking.restore(judgment, said, now))

    def finish_marks(self, judgment_id: str) -> View:
        """Leave CHECK for ANSWER."""
        return self._act(judgment_id, lambda judgment, _, now: moves.finish_marks(judgment, now))

    def commit_answer(self, judgment_id: str, options: Iterable[str]) -> View:
        """Stand by `n` options."""
        return self._act(judgment_id, lambda judgment, _, now: moves.commit_answer(judgment, options, now))

    def choose(self, judgment_id: str, verdict: Verdict | GoldVerdict | None, notes: str) -> View:
        """Choose a verdict, as a draft."""
        return self._act(judgment_id, lambda judgment, _, now: moves.choose(judgment, verdict, notes, now))

    def commit_verdict(self, judgment_id: str, verdict: Verdict | None, notes: str) -> View:
        """Give the verdict on the question; the gold is shown next where the pack has and reveals it."""
        now = self._clock.now()
        with self._open_work() as work:
            judgment, stored = self._read(work, judgment_id)
            pack = work.packs.get(stored.pack)
            reveals = bool(pack and pack.reveals(stored.question.question_id) and stored.gold)
            moved = moves.commit_verdict(judgment, verdict, notes, labels(stored), reveals, now)
            return self._keep(work, judgment, moved, stored, now)

    def commit_gold_verdict(self, judgment_id: str, verdict: GoldVerdict | None, notes: str) -> View:
        """Give the verdict on the gold."""

        def move(judgment: Judgment, stored: StoredQuestion, now: datetime) -> Moved:
            gold: Options = stored.gold or ()
            return moves.commit_gold_verdict(judgment, verdict, notes, gold, labels(stored), now)

        return self._act(judgment_id, move)

    def back(self, judgment_id: str, to: Stage | None = None) -> View:
        """Return to CHECK or ANSWER."""
        return self._act(judgment_id, lambda judgment, _, now: moves.back(judgment, to, now))

    def reopen(self, judgment_id: str, reason: str) -> View:
        """Begin a new revision."""
        return self._act(judgment_id, lambda judgment, _, now: moves.reopen(judgment, reason, now))

    def defer(self, judgment_id: str, later: bool) -> View:
        """Put a judgment off, or take that back."""
        return self._act(judgment_id, lambda judgment, _, now: moves.defer(judgment, later, now))

    def flag(self, judgment_id: str, reason: str | None) -> View:
        """Flag a judgment for the reviewer, or take the flag back."""
        return self._act(judgment_id, lambda judgment, _, now: moves.flag(judgment, reason, now))
