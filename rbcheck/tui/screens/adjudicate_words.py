"""What the adjudication says of a question: its row, its page, and the evidence on it; people stand under codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.errors import N_
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options, Verdict
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.locale import _
from rbcheck.services.evidence import Dossier, Posterior, Viewer
from rbcheck.services.gate_values import Finding, Severity
from rbcheck.services.proposing import Proposal, percent
from rbcheck.tui.pages.wrapping import wrapped
from rbcheck.tui.widgets.row_table import Column
from rbcheck.tui.widgets.wording import MARK_COLOURS, MARK_SIGNS, moment, prose

KINDS: Mapping[DecisionKind, str] = {
    DecisionKind.CONFIRMED: N_("confirmed"),
    DecisionKind.REKEYED: N_("rekeyed"),
    DecisionKind.REPAIR: N_("repair"),
    DecisionKind.DROPPED: N_("dropped"),
}
VERDICTS: Mapping[str, str] = {
    Verdict.CLEAR.value: N_("clear"),
    Verdict.AMBIGUOUS.value: N_("ambiguous"),
    Verdict.CANT_TELL.value: N_("cannot tell"),
}
_SEAT = 5


@dataclass(frozen=True, slots=True)
class Proof:
    """What somebody rests a mark on: a moment of a clip, or words alone."""

    key: str
    mark: Mark | None
    code: str
    evidence: Evidence | None
    words: str


def case_columns(width: int) -> tuple[Column, ...]:
    """The columns of the queue in so many cells."""
    gold = max(len("~99 %"), Content(_("gold")).cell_length)
    others = 4 + 14 + gold + 4 * 2 + 1
    return (
        Column("question", _("question"), max(width - others, 8)),
        Column("tier", _("tier"), 4),
        Column("proposal", _("proposal"), 14),
        Column("gold", _("gold"), gold, numbers=True),
    )


def case_row(one: Proposal, decided: DecisionKind | None) -> tuple[str, ...]:
    """One question: what is proposed of it or was decided, and how probable its gold is."""
    posterior = one.dossier.posterior
    gold = _probable(posterior, posterior.gold) if posterior is not None and posterior.gold is not None else "—"
    if decided is not None:
        said = f"✔ {_(KINDS[decided])}"
    elif one.decision is not None:
        said = f"{_(KINDS[one.decision])} {''.join(one.answer or ())}".rstrip()
    else:
        said = "—"
    return inert(one.dossier.stored.question.question_id), one.tier, said, gold


def _probable(posterior: Posterior, probability: float) -> str:
    """A probability in percent, with a `~` where one or two views alone are behind it."""
    return f"{'~' if posterior.few else ''}{percent(probability)} %"


def case_page(one: Proposal, width: int, findings: Sequence[Finding] = ()) -> Content:
    """Everything on a question but what is played: text, marks by option and viewer, answers, blind hits, reasons,
    and what the gates found.

    What belongs to a line stands below it, within `width` cells.
    """
    dossier, question = one.dossier, one.dossier.stored.question
    head = _("{type} · select {n} of {k} · tier {tier}").format(
        type=inert(question.question_type) or "—", n=question.n, k=question.k, tier=one.tier
    )
    parts = [
        Content.assemble((inert(question.question_id), "bold"), "  ", (head, "$text-muted")),
        *_proposed(one),
        Content(""),
        prose(question.stem),
        Content(""),
        *_options(dossier, width),
        Content(""),
        *_answers(dossier),
        _blind(dossier, one.answer),
        *_notes(dossier, width),
        *_of_gates(findings, width),
    ]
    return Content("\n").join(parts)


def proofs(dossier: Dossier) -> tuple[Proof, ...]:
    """All evidence and all words on the options, by option; of each viewer in the revision that counts."""
    found = []
    for viewer in dossier.viewers:
        revision = next(part for part in viewer.judgment.revisions if part.number == viewer.source.revision)
        for option in revision.marks:
            mine = [
                *(Proof(option.key, option.mark, viewer.code, item, option.reason) for item in option.evidence),
                *(
                    Proof(option.key, claim.mark, viewer.code, item, claim.text)
                    for claim in option.claims
                    for item in claim.evidence
                ),
            ]
            if not mine and option.reason:
                mine = [Proof(option.key, option.mark, viewer.code, None, option.reason)]
            found += mine
    order = {key: place for place, key in enumerate(dossier.stored.question.keys)}
    return tuple(sorted(found, key=lambda proof: (order.get(proof.key, len(order)), proof.code)))


def proof_columns(width: int) -> tuple[Column, ...]:
    """The columns of the evidence in so many cells."""
    return (
        Column("option", "", 3),
        Column("viewer", _("by"), 5),
        Column("moment", _("moment"), 21),
        Column("words", "", max(width - 3 - 5 - 21 - 4 * 2 - 1, 4)),
    )


def proof_row(proof: Proof, dossier: Dossier) -> tuple[str, ...]:
    """One piece of evidence."""
    clips = dossier.stored.question.clips
    at = "—"
    if proof.evidence is not None and 1 <= proof.evidence.clip <= len(clips):
        at = moment(proof.evidence, clips[proof.evidence.clip - 1].label)
    return f"{inert(proof.key)} {MARK_SIGNS[proof.mark]}", proof.code, at, inert(proof.words)


def _proposed(one: Proposal) -> Iterator[Content]:
    decision = one.dossier.decision
    if decision is not None:
        said = _("decided: {decision} {answer}").format(
            decision=_(KINDS[decision.kind]), answer=" ".join(decision.answer or ())
        )
        yield Content.styled(said.rstrip(), "bold $text-success")
    if one.decision is not None:
        said = _("proposed: {decision} {answer}").format(
            decision=_(KINDS[one.decision]), answer=" ".join(one.answer or ())
        )
        yield Content.styled(said.rstrip(), "bold $text-warning")
    for reason in one.reasons:
        yield Content.styled(f"  {inert(reason.render(_))}", "$text-muted")


def _options(dossier: Dossier, width: int) -> Iterator[Content]:
    viewers, gold, key = dossier.viewers, dossier.stored.gold or (), dossier.key or ()
    posterior = dossier.posterior
    seats = "".join(f"{viewer.code:<{_SEAT}}"[:_SEAT] if len(viewer.code) < _SEAT else f"{viewer.code[:4]} "
                    for viewer in viewers)  # fmt: skip
    yield Content.styled(f"     {seats}  ◆ {_('gold')}", "$text-muted")
    for option in dossier.stored.question.options:
        sign = "◆" if option.key in gold else "●" if option.key in key else " "
        parts: list[Content | tuple[str, str] | str] = [
            (f"{sign} {inert(option.key)}  ", "bold $text-primary" if sign != " " else "bold")
        ]
        for viewer in viewers:
            word = viewer.marks.get(option.key)
            mark = Mark(word) if word else None
            parts.append((f"{MARK_SIGNS[mark]:<{_SEAT}}", MARK_COLOURS[mark]))
        if posterior is not None and option.key in posterior.options:
            parts.append((f"{_probable(posterior, posterior.options[option.key]):>5}  ", "$text-muted"))
        yield from _hanging(Content.assemble(*parts), option.text, width)


def _answers(dossier: Dossier) -> Iterator[Content]:
    for viewer in dossier.viewers:
        parts = [f"{' '.join(viewer.final) if viewer.final else '—'}"]
        if viewer.verdict is not None:
            parts.append(_(VERDICTS[viewer.verdict]))
        parts += _standing(viewer)
        yield Content.assemble((f"{viewer.code:<{_SEAT}}", "bold"), "  " + " · ".join(parts))


def _standing(viewer: Viewer) -> Sequence[str]:
    """What of a viewer must be known beside the answer."""
    if not viewer.human:
        return (_("a model"),)
    said = [_("trusted")] if viewer.trusted else []
    if not viewer.counts:
        said.append(_("does not count"))
    if not viewer.free:
        said.append(_("knew the gold"))
    return said


def _blind(dossier: Dossier, answer: Options | None) -> Content:
    key = answer if answer is not None else dossier.key
    said = _("blind guesses: {hits} of {guesses} are {answer}").format(
        hits=dossier.hits(key), guesses=len(dossier.guesses), answer=" ".join(key or ()) or "—"
    )
    machines = dossier.stored.machine_blind_hits
    if machines is not None:
        said += " · " + _("of machines: {hits}").format(hits=machines)
    return Content.styled(said, "$text-muted")


def _notes(dossier: Dossier, width: int) -> Iterator[Content]:
    for viewer in dossier.viewers:
        revision = next(part for part in viewer.judgment.revisions if part.number == viewer.source.revision)
        if revision.verdict is not None and revision.verdict.notes:
            yield from _hanging(Content.styled(f"{viewer.code:<{_SEAT}}  ", "bold"), revision.verdict.notes, width)


def _of_gates(findings: Sequence[Finding], width: int) -> Iterator[Content]:
    if findings:
        yield Content("")
    for found in findings:
        colour = "$text-error" if found.severity is Severity.ERROR else "$text-warning"
        yield from _hanging(Content.styled(f"{inert(found.gate)}  ", colour), found.message, width)


def _hanging(begun: Content, text: str, width: int) -> Iterator[Content]:
    """A text behind what was begun, its further lines below its first."""
    indent = begun.cell_length
    first, *others = wrapped(prose(text), max(width - indent, 16)) or [Content("")]
    yield begun + first.rstrip()
    for line in others:
        yield Content(" " * indent) + line.rstrip()
