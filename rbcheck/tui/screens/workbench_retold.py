"""What was judged before, retold: both answers in REVEAL, and every revision in DONE."""

from __future__ import annotations

from textual.content import Content

from rbcheck.domain.errors import in_a_row
from rbcheck.domain.judgment import GoldVerdict, Revision, Verdict
from rbcheck.locale import _
from rbcheck.services.views import RevealView, View
from rbcheck.tui.screens.workbench_model import free_of
from rbcheck.tui.widgets.wording import MARK_SIGNS, VERDICT_WORDS, lead_in, prose


def reveal_text(view: View) -> Content:
    """Over the options in REVEAL: both answers and whether they agree, then the verdict already given with its note."""
    revision = view.free.revision if isinstance(view, RevealView) else None
    if not isinstance(view, RevealView) or revision is None or revision.final is None:
        return Content("")
    yours = revision.final.options
    agrees = set(view.gold) == set(yours)
    answers = _("Published: {gold} · yours: {yours}").format(gold=in_a_row(view.gold, _), yours=in_a_row(yours, _))
    sign = (_("agrees"), "bold $text-success") if agrees else (_("differs"), "bold $text-warning")
    line = Content.assemble((answers, "bold"), " · ", sign)
    if revision.verdict is None:
        return line
    said = Content.assemble(
        (lead_in(_("your verdict")), "$foreground-muted"), _(VERDICT_WORDS[revision.verdict.verdict])
    )
    note = Content(" · ") + prose(revision.verdict.notes) if revision.verdict.notes else Content("")
    return Content("\n").join([line, said + note])


def revisions_text(view: View) -> Content:
    """Every revision, readable: its reason, marks, final answer and verdicts, after the blind guess."""
    free = free_of(view)
    if free is None:
        return Content("")
    lines: list[Content] = []
    if free.blind is not None:
        lines.append(Content.assemble((lead_in(_("Blind guess")), "bold"), in_a_row(free.blind.options, _)))
    if isinstance(view, RevealView):
        lines.append(Content.assemble((lead_in(_("Published")), "bold"), in_a_row(view.gold, _)))
    for revision in reversed(free.revisions):
        lines += [Content(""), *_revision(revision)]
    return Content("\n").join(lines)


def _revision(revision: Revision) -> list[Content]:
    head = _("Revision {number}").format(number=revision.number)
    lines = [Content.styled(head, "bold underline")]
    if revision.reason:
        lines.append(Content.assemble((lead_in(_("reopened because")), "$foreground-muted"), prose(revision.reason)))
    if revision.marks:
        marks = "  ".join(f"{said.key} {MARK_SIGNS[said.mark]}" for said in revision.marks)
        lines.append(Content.assemble((lead_in(_("marks")), "$foreground-muted"), marks))
    if revision.final is not None:
        lines.append(
            Content.assemble((lead_in(_("final answer")), "$foreground-muted"), in_a_row(revision.final.options, _))
        )
    if revision.verdict is not None:
        lines.append(_verdict(_("verdict"), revision.verdict.verdict, revision.verdict.notes))
    if revision.gold_verdict is not None:
        told = _verdict(
            _("verdict on the published answer"), revision.gold_verdict.verdict, revision.gold_verdict.notes
        )
        lines.append(told)
    return lines


def _verdict(name: str, verdict: Verdict | GoldVerdict, notes: str) -> Content:
    parts = Content.assemble((lead_in(name), "$foreground-muted"), (_(VERDICT_WORDS[verdict]), "bold"))
    return parts + Content("\n") + prose(notes) if notes else parts
