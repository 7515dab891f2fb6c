"""Decisions: what is asked before one, and how it is recorded."""

from __future__ import annotations

from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.errors import CLAUSES, RbcheckError, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options
from rbcheck.locale import _
from rbcheck.services.deciding import DecisionLine
from rbcheck.services.proposing import Proposal
from rbcheck.tui.screens.adjudicate_base import AdjudicateBase
from rbcheck.tui.screens.adjudicate_words import KINDS
from rbcheck.tui.screens.dialogs import Ask
from rbcheck.tui.widgets.refusal import Tone
from rbcheck.tui.widgets.wording import sentence


class DecidingScreen(AdjudicateBase):
    """What a lead settles. What was typed comes back into its line where it is refused."""

    def action_accept(self) -> None:
        """Decide as it is proposed."""
        case = self.case
        if case is None or case.decision is None:
            self.refuse(_("Nothing is proposed of this question: decide yourself."), Tone.WARNING)
            return
        self._ask_why(case, case.decision, case.answer, _reasons(case))

    def action_settle(self, kind: str) -> None:
        """Decide; of a rekeyed question the right answer is asked for first."""
        case, decision = self.case, DecisionKind(kind)
        if case is None:
            return
        if decision is DecisionKind.REKEYED:
            likely = case.answer or (case.dossier.posterior.best if case.dossier.posterior is not None else ())
            self._ask_answer(case, " ".join(likely))
            return
        if decision is DecisionKind.CONFIRMED and case.dossier.stored.gold is None:
            self.refuse(_("This question has no gold that could be right: y names the right answer."), Tone.WARNING)
            return
        why = _reasons(case) if decision is case.decision else ""
        self._ask_why(case, decision, case.dossier.key if decision is DecisionKind.REPAIR else None, why)

    def _ask_answer(self, case: Proposal, text: str) -> None:
        question = case.dossier.stored.question
        asked = _("Which {n} options of {keys} are right?").format(n=question.n, keys=" ".join(question.keys))

        def answered(typed: str | None) -> None:
            if typed is None:
                self.refuse("")
                return
            keys = tuple(sorted({char for char in typed.upper() if char.isalnum()}))
            if len(keys) != question.n or not set(keys) <= set(question.keys) or keys == case.dossier.stored.gold:
                expected = _("{n} different keys of its options, other than the gold").format(n=question.n)
                self.refuse(_said(inert(typed), expected))
                self._ask_answer(case, typed)
                return
            why = _reasons(case) if keys == case.answer else ""
            self._ask_why(case, DecisionKind.REKEYED, keys, why)

        self.app.push_screen(Ask(asked, text), answered)

    def _ask_why(self, case: Proposal, decision: DecisionKind, answer: Options | None, why: str) -> None:
        what = " ".join((_(KINDS[decision]), *(answer or ())))
        asked = _("{question}: {what}. Why?").format(
            question=inert(case.dossier.stored.question.question_id), what=what
        )  # fmt: skip

        def answered(note: str | None) -> None:
            self.refuse("")
            if note is not None:
                self.run_worker(lambda: self._decide(case, decision, answer, note), thread=True, group="decide")

        self.app.push_screen(Ask(asked, inert(why)), answered)

    def _decide(self, case: Proposal, decision: DecisionKind, answer: Options | None, note: str) -> None:
        stored = case.dossier.stored
        line = DecisionLine(
            1, stored.question.question_id, stored.question.version, stored.pack, decision, answer, note
        )  # fmt: skip
        try:
            told = self.desk.decide(line)
            wrong = _said(told.refused[0].found, told.refused[0].expected) if told.refused else ""
        except RbcheckError as error:
            wrong = sentence(error)
        self.hand_over(self._told, case, decision, answer, note, wrong)

    def _told(self, case: Proposal, decision: DecisionKind, answer: Options | None, note: str, wrong: str) -> None:
        if not wrong:
            self.decided(case, decision)
            return
        self.refuse(wrong)
        self._ask_why(case, decision, answer, note)


def _reasons(case: Proposal) -> str:
    return in_a_row((reason.render(_) for reason in case.reasons), _, CLAUSES)


def _said(found: str, expected: str) -> str:
    return _("found {found}, expected {expected}").format(found=inert(found), expected=inert(expected))
