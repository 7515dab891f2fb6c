"""The list of `rbcheck adjudicate`: what is proposed of each question, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.errors import CLAUSES, N_, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import words
from rbcheck.services.adjudicating import Adjudication
from rbcheck.services.proposing import Proposal

KINDS: Mapping[DecisionKind, str] = {
    DecisionKind.CONFIRMED: N_("confirmed"),
    DecisionKind.REKEYED: N_("rekeyed"),
    DecisionKind.REPAIR: N_("repair"),
    DecisionKind.DROPPED: N_("dropped"),
}


def adjudication_page(found: Adjudication, most: int | None = None) -> RenderableType:
    """How far adjudication is, and the proposals, the first `most` of them."""
    proposed = Counter(one.decision for one in found.proposals if one.decision is not None)
    waiting = len(found.proposals) - sum(proposed.values())
    lines: list[RenderableType] = [
        Text(_("Decided: {counts}.").format(counts=_counts(found.decided))),
        Text(_("Proposed: {counts}; {waiting} wait for more views.").format(counts=_counts(proposed), waiting=waiting)),
    ]
    if found.wrong_gold.value is not None:
        lines.append(Text(_("Wrong gold among what was settled: {share}.").format(share=words.share(found.wrong_gold))))
    shown = [one for one in found.proposals if one.decision is not None]
    if not shown:
        return Group(*lines)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column(Text(_("question")), overflow="fold", min_width=10)
    for heading in (_("tier"), _("proposal"), _("gold"), _("answer")):
        table.add_column(Text(heading), no_wrap=True)
    table.add_column(Text(_("why")), overflow="fold")
    for one in shown[:most]:
        table.add_row(*_cells(one))
    lines += [Text(), table]
    if most is not None and len(shown) > most:
        lines.append(Text(_("and {count} more: --list has all").format(count=len(shown) - most)))
    unsure = sum(any(reason.code == "two_alone" for reason in one.reasons) for one in shown)
    if unsure:
        said = ngettext(
            "{count} proposal to rekey rests on two viewers alone: look at its evidence before you take it.",
            "{count} proposals to rekey rest on two viewers alone: look at their evidence before you take them.",
            unsure,
        )
        lines.append(Text(said.format(count=unsure)))
    lines.append(Text(_("Once looked at, take them: {command}").format(
        command="rbcheck adjudicate --json > proposals.json; rbcheck adjudicate --apply proposals.json"
    )))  # fmt: skip
    return Group(*lines)


def _cells(one: Proposal) -> tuple[Text, ...]:
    stored = one.dossier.stored
    why = in_a_row((reason.render(_) for reason in one.reasons), _, CLAUSES)
    return (
        Text(inert(stored.question.question_id)),
        Text(one.tier),
        Text(_(KINDS[one.decision]) if one.decision else ""),
        Text(" ".join(stored.gold or ()) or "—"),
        Text(" ".join(one.answer or ()) or "—"),
        Text(inert(why)),
    )


def _counts(counts: Mapping[DecisionKind, int]) -> str:
    return in_a_row((f"{_(words_of)} {counts.get(kind, 0)}" for kind, words_of in KINDS.items()), _)
