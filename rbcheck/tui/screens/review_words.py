"""What the review says: the rows of its list, the head over it, what stands below the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from textual.content import Content

from rbcheck.domain.errors import N_, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Verdict
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _, ngettext
from rbcheck.services.reviewing import Reviewed, ReviewRow, Standing
from rbcheck.services.viewing import labels
from rbcheck.tui.screens import remarks
from rbcheck.tui.screens.workbench_model import free_of, marking_rows, tracks_of
from rbcheck.tui.screens.workbench_retold import revisions_text
from rbcheck.tui.widgets.glossing import glossed
from rbcheck.tui.widgets.option_rows import RowFacts
from rbcheck.tui.widgets.row_table import Column
from rbcheck.tui.widgets.wording import STAGE_WORDS, VERDICT_WORDS, lead_in, prose

STANDINGS: Mapping[Standing, tuple[str, str]] = {
    Standing.ANSWERED: ("→", N_("answered")),
    Standing.FLAGGED: ("⚑", N_("flagged")),
    Standing.UNSEEN: ("·", N_("no comment yet")),
    Standing.COMMENTED: ("✎", N_("commented")),
    Standing.RETURNED: ("↩", N_("returned")),
    Standing.SETTLED: ("✔", N_("settled")),
}
"""The sign and the word of each standing."""


def columns(width: int, several: bool) -> tuple[Column, ...]:
    """The columns of the list in so many cells; `several`: the judgments are of more than one person."""
    who = 10 if several else 0
    question = max(width - 16 - 12 - 3 - who - 2 * (3 + several) - 2, 8)
    person = (Column("annotator", _("annotator"), who),) if several else ()
    return (
        Column("standing", _("state"), 16),
        *person,
        Column("question", _("question"), question),
        Column("verdict", _("verdict"), 12),
        Column("comments", remarks.SIGN, 3, numbers=True),
    )


def cells(one: ReviewRow, several: bool) -> tuple[str, ...]:
    """One judgment of the list."""
    sign, word = STANDINGS[one.standing]
    row = one.row
    if row.verdict is not None and row.stage is Stage.DONE:
        verdict = _(VERDICT_WORDS[Verdict(row.verdict)])
    else:
        verdict = _(STAGE_WORDS[row.stage]) if row.stage is not None else ""
    person = (inert(one.annotator.name),) if several else ()
    return f"{sign} {_(word)}", *person, inert(row.question_id), verdict, str(one.remarks.count or "")


def head(rows: Sequence[ReviewRow], shown: Standing | None) -> Content:
    """How many there are in each standing."""
    found = Counter(one.standing for one in rows)
    parts = [f"{found[each]} {_(word)}" for each, (_sign, word) in STANDINGS.items() if found[each]]
    count = ngettext("{count} judgment", "{count} judgments", len(rows)).format(count=len(rows))
    said = lead_in(count) + in_a_row(parts, _) if parts else count
    only = f"   {lead_in(_('shown'))}{_(STANDINGS[shown][1])}" if shown is not None else ""
    return Content.assemble((_("Review"), "bold $text-primary"), f"   {said}", (only, "bold"))


def choices(rows: Sequence[ReviewRow]) -> tuple[tuple[str, Content], ...]:
    """All judgments, or those of one standing, each with how many there are."""
    found = Counter(one.standing for one in rows)
    each = [(standing.value, f"{sign} {_(word)}  {found[standing]}") for standing, (sign, word) in STANDINGS.items()]
    return tuple((value, Content(words)) for value, words in (("", f"  {_('all')}  {len(rows)}"), *each))


def nothing(some: bool) -> Content:
    """Why no judgment is shown."""
    if some:
        return Content(_("No judgment is in this state: w shows the others."))
    return Content(_("No judgment is done yet. Bring an annotator's export in with `rbcheck import FILE`."))


def question_text(reviewed: Reviewed) -> Content:
    """Who judged what, why it was flagged, what is remarked on the whole; then the text asked."""
    judgment, stored = reviewed.judgment, reviewed.stored
    question = stored.question
    told = _("{annotator} · {question} · {type} · select {n} · revision {revision}").format(
        annotator=inert(reviewed.annotator.name), question=inert(question.question_id),
        type=inert(question.question_type) or "—", n=question.n, revision=judgment.revision.number,
    )  # fmt: skip
    lines = [Content.styled(told, "bold")]
    if judgment.flagged is not None:
        why = prose(judgment.flagged) if judgment.flagged.strip() else Content("—")
        lines.append(Content.styled(f"⚑ {lead_in(_('flagged'))}", "bold $text-warning") + why)
    lines += remarks.elsewhere(judgment.comments, labels(stored))
    return Content("\n").join([*lines, Content(""), glossed(question.stem)])


def option_rows(reviewed: Reviewed) -> tuple[RowFacts, ...]:
    """The options as their annotator left them; before CHECK their texts alone."""
    if free_of(reviewed.view) is None:
        return tuple(RowFacts((option.key, None), option.text) for option in reviewed.stored.question.options)
    return marking_rows(reviewed.view, reviewed.judgment.revision.option, own=False)


def standing_text(reviewed: Reviewed) -> Content:
    """Verdict, revisions and the blind guess; how long it took, and what was watched."""
    view, judgment = reviewed.view, reviewed.judgment
    spent = sum(judgment.active_ms.values()) // 1000
    shares = [f"{each.label} {round(each.coverage * 100)} %" for each in tracks_of(view)]
    took = _("active {minutes}:{seconds:02d}").format(minutes=spent // 60, seconds=spent % 60)
    facts = Content.styled(inert(" · ".join([took, *shares])), "$foreground-muted")
    return Content("\n").join([facts, revisions_text(view)])
