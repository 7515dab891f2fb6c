"""The workbench's options: picked, marked, split into claims."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rbcheck.domain.checking import NO_REASON
from rbcheck.domain.judgment import Confidence
from rbcheck.domain.marks import Claim, Mark, OptionMark, Scope, mark_of_claims
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.views import View
from rbcheck.tui.screens.workbench_dialogs import ClaimsScreen
from rbcheck.tui.screens.workbench_model import free_of, label, mark_words, picked
from rbcheck.tui.screens.workbench_notes import NoteBench
from rbcheck.tui.widgets.option_rows import RowId
from rbcheck.tui.widgets.options_list import MarkingList, OptionsList, PickingList
from rbcheck.tui.widgets.refusal import Tone
from rbcheck.tui.widgets.wording import CONFIDENCE_WORDS, MARK_SIGNS, stamp

_PICKING = (Stage.BLIND, Stage.ANSWER)
_CONFIDENCES = (Confidence.GUESS, Confidence.HUNCH, Confidence.SURE)


class OptionBench(NoteBench):
    """What has to do with options."""

    _ahead: dict[RowId, tuple[Mark | None, object]]
    """Marks that are on the screen and on their way into the store, each with what tells it from a later one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ahead = {}

    @property
    def options(self) -> OptionsList:
        """The list that the stage shows."""
        return self.query_one(PickingList) if self.stage in _PICKING else self.query_one(MarkingList)

    def said(self, key: str) -> OptionMark:
        """What the revision says of an option."""
        return marked_ahead(
            self._held(key), {row: mark for row, (mark, _write) in self._ahead.items() if row[0] == key}
        )

    def evidence_ticks(self, clip: int) -> tuple[int, ...]:
        """The moments of a clip that any option rests on."""
        free = free_of(self.view) if self.view is not None else None
        if free is None:
            return ()
        return tuple(item.from_ms for said in free.revision.marks for item in said.all_evidence if item.clip == clip)

    def action_option_by(self, by: int) -> None:
        """Move among the options."""
        self.options.move(by)

    def action_option(self, key: str) -> None:
        """Go to an option."""
        if not self.options.go((key, None)):
            self._no_option(key)

    def _no_option(self, key: str) -> None:
        self.say_briefly("options", _("This question has no option {key}.").format(key=key))

    def action_pick_option(self, key: str) -> None:
        """Go to an option and pick it, or take it back."""
        if self.options.go((key, None)):
            self.action_pick()
        else:
            self._no_option(key)

    def on_options_list_row_clicked(self, event: OptionsList.RowClicked) -> None:
        event.stop()
        if self.stage in _PICKING:
            self.action_pick()

    # picking

    def action_pick(self) -> None:
        """Pick the option under the cursor, or take it back."""
        at = self.options.at
        if self.view is None or at is None or self.stage not in _PICKING:
            return
        before = picked(self.view, self.draft)
        after = tuple(sorted(set(before) ^ {at[0]}))
        self._select(after)
        what = _("{key} picked") if at[0] in after else _("{key} no longer picked")
        self.did(what.format(key=at[0]), lambda: self._select(before), lambda: self._select(after))

    def _select(self, options: tuple[str, ...]) -> None:
        judgment_id = self.judgment_id
        if self.stage is Stage.BLIND:
            self.draft = replace(self.draft, picks=options)
        else:
            self.draft = replace(self.draft, final=options)
        self.show_view()
        self.write(lambda: self.desk.pick(judgment_id, options), about="options", key="pick")

    def action_confidence(self, number: int) -> None:
        """Say how sure the blind guess is; the same again takes it back."""
        given: Confidence | None = _CONFIDENCES[number - 1]
        before, judgment_id = self.draft.confidence, self.judgment_id
        given = None if given is before else given

        def put(confidence: Confidence | None) -> None:
            self.draft = replace(self.draft, confidence=confidence)
            self.show_view()
            self.write(lambda: self.desk.rate(judgment_id, confidence), about="options", key="rate")

        put(given)
        what = _("confidence taken back")
        if given is not None:
            what = _("confidence: {confidence}").format(confidence=_(CONFIDENCE_WORDS[given]))
        self.did(what, lambda: put(before), lambda: put(given))

    # marking

    def action_mark(self, word: str) -> None:
        """Mark the option or claim under the cursor; the same mark again takes it back."""
        at = self.options.at
        if at is None:
            return
        (key, claim_id), given = at, Mark(word)
        said = self.said(key)
        if claim_id is not None:
            before = next((claim.mark for claim in said.claims if claim.claim_id == claim_id), None)
            self._mark(key, None if before is given else given, before, claim_id)
        elif said.claims and mark_of_claims(said.claims) is not given:
            self._override(key, given)
        elif said.overridden:
            judgment_id, wanted = self.judgment_id, None if said.mark is given and not said.claims else given
            what = _("mark {mark} of {key}").format(mark=MARK_SIGNS[given], key=key)
            self.change_option(what, key, lambda: self.desk.mark(judgment_id, key, wanted))
        elif said.claims:
            told = _("{key} is {mark} already: its mark follows its claims.")
            self.say("options", told.format(key=key, mark=MARK_SIGNS[given]), Tone.NEWS)
        else:
            self._mark(key, None if said.mark is given and not said.claims else given, said.mark, None)

    def change_option(
        self, what: str, key: str, run: Callable[[], View], then: Callable[[View], None] = lambda _view: None
    ) -> None:
        """Carry out what changes an option; undone, everything that is said of it is as it was."""
        judgment_id, said = self.judgment_id, dict[str, OptionMark]()

        def before() -> None:
            said["before"] = self._held(key)

        def after(view: View) -> None:
            said["after"] = self._held(key)
            then(view)

        def put(when: str) -> None:
            # Written in its turn: by then the act is through, or was refused and nothing is to be put back.
            self.write(lambda: self.desk.restore_option(judgment_id, said.get(when, said["before"])), about="options")

        self.write(run, about="options", first=before, then=after)
        self.did(what, lambda: put("before"), lambda: put("after"))

    def _held(self, key: str) -> OptionMark:
        free = free_of(self.view) if self.view is not None else None
        return free.revision.option(key) if free is not None else OptionMark(key)

    def _mark(self, key: str, given: Mark | None, before: Mark | None, claim_id: str | None) -> None:
        judgment_id = self.judgment_id

        def put(mark: Mark | None) -> None:
            row, this = (key, claim_id), object()
            self._ahead[row] = (mark, this)

            def arrived() -> None:
                if self._ahead.get(row, (None, None))[1] is this:
                    del self._ahead[row]

            self.write(lambda: self.desk.mark(judgment_id, key, mark, claim_id), about="options", first=arrived)
            self.show_view()

        put(given)
        what = _("mark {mark} of {key}") if given is not None else _("mark of {key} taken back")
        said = what.format(mark=MARK_SIGNS[given], key=key)
        self.did(said, lambda: put(before), lambda: put(given))
        if given is None:
            self.tell(
                _("{key} has no mark any more: the same key again took its {mark} back.").format(
                    key=key, mark=MARK_SIGNS[before]
                )
            )

    def _override(self, key: str, given: Mark) -> None:
        judgment_id, before = self.judgment_id, self.said(key)
        question = _("The claims of {key} say otherwise. Why {mark}?").format(key=key, mark=mark_words(given))

        def answered(reason: str) -> None:
            what = _("mark {mark} of {key}").format(mark=MARK_SIGNS[given], key=key)
            self.change_option(what, key, lambda: self.desk.override(judgment_id, key, given, reason))

        self.ask(f"override:{key}", question, answered, before.reason, needed=_(NO_REASON).format(key=key))

    def action_why(self) -> None:
        """Write why the option has its mark."""
        at, judgment_id = self.options.at, self.judgment_id
        if at is None:
            return
        key, before = at[0], self.said(at[0]).reason

        def answered(reason: str) -> None:
            what = _("why of {key}").format(key=key)
            self.change_option(what, key, lambda: self.desk.explain(judgment_id, key, reason))

        self.ask(f"why:{key}", _("Why {key}?").format(key=key), answered, before)

    # claims

    def action_claims(self) -> None:
        """Split the option into claims, one a line."""
        at = self.options.at
        free = free_of(self.view) if self.view is not None else None
        if at is None or free is None:
            return
        key, said = at[0], self.said(at[0])
        text = next((option.text for option in free.options if option.key == key), "")
        there = stamp(label(free, self.draft.clip), self.at_ms) if self.open_clip else ""

        aside = f"claims:{key}"

        def kept(lines: list[str] | None) -> None:
            if lines is not None:
                self.keep_aside(aside, None)
                self._split(key, claims_of(lines, said.claims))
            elif self.draft.asides.get(aside, there_are) != there_are:
                self.tell_kept("claims")

        there_are = "\n".join(claim.text for claim in said.claims)
        typed = self.draft.asides.get(aside, there_are)
        self.app.push_screen(ClaimsScreen(key, text, typed, there, lambda now: self.keep_aside(aside, now)), kept)

    def _split(self, key: str, claims: tuple[Claim, ...]) -> None:
        judgment_id, mark = self.judgment_id, self.said(key).mark

        def split(_view: View) -> None:
            if mark is not None and self.said(key).claims and self.said(key).mark is not mark:
                told = _("The mark of {key} follows its claims now: each of them wants its own.")
                self.say("options", told.format(key=key), Tone.WARNING)

        what = _("claims of {key}").format(key=key)
        self.change_option(what, key, lambda: self.desk.split(judgment_id, key, claims), split)

    def action_scope(self) -> None:
        """Say whether the claim under the cursor is decided within one clip or across clips."""
        at = self.options.at
        if at is not None and at[1] is not None:
            self.action_scope_of(at[0], at[1])

    def action_scope_of(self, key: str, claim_id: str) -> None:
        """The next scope of a claim: within, across, not said."""
        judgment_id = self.judgment_id
        claim = next((claim for claim in self.said(key).claims if claim.claim_id == claim_id), None)
        if claim is None or self.stage is not Stage.CHECK:
            return
        following = {None: Scope.WITHIN, Scope.WITHIN: Scope.ACROSS, Scope.ACROSS: None}[claim.scope]
        what = _("scope of a claim of {key}").format(key=key)
        self.change_option(what, key, lambda: self.desk.scope(judgment_id, key, claim_id, following))


def marked_ahead(said: OptionMark, marks: Mapping[RowId, Mark | None]) -> OptionMark:
    """An option with marks that are not in the store yet; its own follows its claims."""
    if not marks:
        return said
    claims = tuple(replace(claim, mark=marks.get((said.key, claim.claim_id), claim.mark)) for claim in said.claims)
    mark = marks.get((said.key, None), said.mark)
    if claims and not said.overridden:
        mark = mark_of_claims(claims)
    return replace(said, claims=claims, mark=mark)


def claims_of(lines: list[str], before: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Claims from the lines of the editor: a line that was there keeps its mark, scope and evidence."""
    left = list(before)
    claims: list[Claim] = []
    for line in lines:
        same = next((claim for claim in left if claim.text == line), None)
        if same is not None:
            left.remove(same)
        claims.append(same or Claim(secrets.token_hex(6), line))
    return tuple(claims)
