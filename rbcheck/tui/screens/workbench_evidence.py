"""The workbench's evidence: moments and spans that options and claims rest on."""

from __future__ import annotations

from dataclasses import dataclass

from textual.widgets import Static

from rbcheck.domain.marks import Evidence
from rbcheck.locale import _
from rbcheck.services.views import View
from rbcheck.tui.screens.workbench_model import free_of, label
from rbcheck.tui.screens.workbench_options import OptionBench
from rbcheck.tui.widgets.option_rows import RowId
from rbcheck.tui.widgets.refusal import Tone
from rbcheck.tui.widgets.wording import clock, moment


@dataclass(frozen=True, slots=True)
class BegunSpan:
    """A span whose end is still to come, tied to the row it was begun for."""

    row: RowId
    clip: int
    from_ms: int


class EvidenceBench(OptionBench):
    """What has to do with evidence."""

    _begun: BegunSpan | None = None
    lent = False
    """Whether the picture came to the front for evidence alone: then the options come back after it."""

    def action_evidence(self) -> None:
        """The moment on the screen is evidence for what is under the cursor."""
        at = self.options.at
        if self.open_clip and at is not None and not self._shows_first(at):
            self._rest_on(at, Evidence(self.open_clip, self.moment()))

    def action_evidence_span(self) -> None:
        """A span as evidence: the first press is its start, the second its end, wherever the cursor is by then."""
        at, clip, begun = self.options.at, self.open_clip, self._begun
        if at is None or not clip or self._shows_first(at):
            return
        now = self.moment()
        if begun is None:
            self.say_nothing()
            self._begin_span(BegunSpan(at, clip, now))
        elif begun.clip != clip:
            told = _("The span of {key} was begun in {label}: end it there with E, or give it up with Esc.")
            self._refuse_span(told, begun)
        elif begun.from_ms == now:
            told = _("A span of {key} with no length: go on to its end, then E; or take the moment alone with e.")
            self._refuse_span(told, begun)
        else:
            self._begin_span(None)
            self._rest_on(begun.row, Evidence(clip, min(begun.from_ms, now), max(begun.from_ms, now)))

    def _shows_first(self, row: RowId) -> bool:
        """Where the picture is hidden, bring it to the front: nobody attaches what they do not see."""
        if self.picture_on_screen:
            return False
        self.go_to_pane("left")
        self.lent = True
        told = _("This is {moment}: the same key again takes it as evidence for {key}.")
        place = self._place(Evidence(self.open_clip, self.moment()))
        self.say("player", told.format(moment=place, key=row[0]), Tone.NEWS)
        return True

    def action_mark(self, word: str) -> None:
        """Mark, but not where E was just pressed to go to option E: that began a span for the option before."""
        begun, at = self._begun, self.options.at
        if begun is not None and begun.row == at and at[0] != "E" and (begun.clip, begun.from_ms) == self._here():
            free = free_of(self.view) if self.view is not None else None
            if free is not None and any(option.key == "E" for option in free.options):
                told = _("E began a span of {key} and does not go to option E: Esc gives the span up, ↓ goes on.")
                self._refuse_span(told, begun)
                return
        super().action_mark(word)

    def _here(self) -> tuple[int, int]:
        return self.open_clip, self.moment()

    def drop_span(self) -> bool:
        """Give up a span that was begun; False where there is none."""
        if self._begun is None:
            return False
        self._begin_span(None)
        self.say_nothing()
        return True

    def _begin_span(self, begun: BegunSpan | None) -> None:
        self._begun = begun
        line = self.query_one("#begun-span", Static)
        line.set_class(begun is not None, "-begun")
        if begun is None:
            line.update("")
            return
        told = _("Span of {key} from {label} {time}: E ends it, Esc gives it up.")
        said = told.format(**self._of(begun), time=clock(begun.from_ms))
        line.update(said)
        if self._options_hidden:
            self.say("player", said, Tone.NEWS)

    @property
    def _options_hidden(self) -> bool:
        """Whether the options, and what is said beside them, stand behind the picture."""
        return not self.wide and self.front_name == "picture"

    def _refuse_span(self, told: str, begun: BegunSpan) -> None:
        self.say("player" if self._options_hidden else "options", told.format(**self._of(begun)))

    def _of(self, begun: BegunSpan) -> dict[str, str]:
        return {"key": begun.row[0], "label": label(self.view, begun.clip) if self.view is not None else ""}

    def _rest_on(self, row: RowId, evidence: Evidence) -> None:
        judgment_id = self.judgment_id
        key, claim_id = row
        if self.lent:
            # At once: the keys behind this one are for the options again.
            self.go_to_pane("marking-pane")
        if evidence in self._evidence_of(row):
            told_again = _("{moment} is evidence for {key} already.")
            self.say("player" if self._options_hidden else "options",
                     told_again.format(moment=self._place(evidence), key=key), Tone.NEWS)  # fmt: skip
            return

        def told(view: View) -> None:
            if self._options_hidden:
                said = _("{moment} is evidence for {key}.")
                place = moment(evidence, label(view, evidence.clip))
                self.say("player", said.format(moment=place, key=key), Tone.NEWS)

        what = _("evidence {moment} for {key}").format(moment=self._place(evidence), key=key)
        self.change_option(what, key, lambda: self.desk.attach(judgment_id, key, evidence, claim_id), told)

    def action_detach(self) -> None:
        """Take the last evidence off what is under the cursor."""
        at, judgment_id = self.options.at, self.judgment_id
        if at is None:
            return
        key, items = at[0], self._evidence_here()
        if not items:
            return
        last = items[-1]
        what = _("evidence {moment} taken off {key}").format(moment=self._place(last), key=key)
        self.change_option(what, key, lambda: self.desk.detach(judgment_id, key, last))

    def _place(self, evidence: Evidence) -> str:
        return moment(evidence, label(self.view, evidence.clip)) if self.view is not None else ""

    def action_play_evidence(self) -> None:
        """Play the evidence under the cursor, the last of it, from two seconds before."""
        items = self._evidence_here()
        if items:
            item = items[-1]
            self.action_play_at(item.clip, item.from_ms, -1 if item.to_ms is None else item.to_ms)

    def _evidence_here(self) -> tuple[Evidence, ...]:
        at = self.options.at
        if at is None:
            return ()
        if at[1] is None:
            return self._evidence_of(at) or self.said(at[0]).all_evidence
        return self._evidence_of(at)

    def _evidence_of(self, row: RowId) -> tuple[Evidence, ...]:
        """What an option, or one claim of it, rests on itself."""
        key, claim_id = row
        said = self.said(key)
        if claim_id is None:
            return said.evidence
        return next((claim.evidence for claim in said.claims if claim.claim_id == claim_id), ())
