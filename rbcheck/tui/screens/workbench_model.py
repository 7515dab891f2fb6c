"""From a view and the draft to what the widgets show: pure functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from textual.content import Content

from rbcheck.domain.errors import N_
from rbcheck.domain.explaining import explanation
from rbcheck.domain.footage import Note
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Draft, GoldVerdict, Options, Verdict
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope
from rbcheck.domain.protocol import Stage
from rbcheck.domain.question import Option
from rbcheck.domain.taxonomy import taxonomy
from rbcheck.locale import _, language
from rbcheck.services.views import BlindView, FreeView, RevealView, Track, View, WatchView
from rbcheck.tui.screens import remarks
from rbcheck.tui.widgets.glossing import glossed
from rbcheck.tui.widgets.option_rows import RowFacts
from rbcheck.tui.widgets.wording import MARK_WORDS, lead_in, link, moment, prose

_SCOPES = {Scope.WITHIN: N_("within one clip"), Scope.ACROSS: N_("across clips")}
_TOOLS = (
    ("y✓", "", "screen.mark('supported')"),
    ("x✗", "", "screen.mark('ruled_out')"),
    ("u?", "", "screen.mark('undecidable')"),
    ("e·", N_("moment"), "screen.evidence"),
    ("E·", N_("span"), "screen.evidence_span"),
    ("g·", N_("play"), "screen.play_evidence"),
    ("w·", N_("why"), "screen.why"),
    ("c·", N_("claims"), "screen.claims"),
)
_SCOPE_TOOL = ("m·", N_("scope"), "screen.scope")


def free_of(view: View) -> FreeView | None:
    """The view of everything but the gold, where the stage has it."""
    match view:
        case RevealView():
            return view.free
        case FreeView():
            return view
        case _:
            return None


def tracks_of(view: View) -> tuple[Track, ...]:
    """The clips with what was played of them; none before the lock is open."""
    free = free_of(view)
    if free is not None:
        return free.tracks
    return view.tracks if isinstance(view, WatchView) else ()


def notes_of(view: View) -> tuple[Note, ...]:
    """The notes of all timelines."""
    free = free_of(view)
    if free is not None:
        return free.notes
    return view.notes if isinstance(view, WatchView) else ()


def stem_of(view: View) -> str:
    """The text asked."""
    free = free_of(view)
    return free.stem if free is not None else view.stem if isinstance(view, (BlindView, WatchView)) else ""


def asked_text(view: View) -> str:
    """The text asked and the options, as far as the stage shows them."""
    free = free_of(view)
    options = free.options if free is not None else view.options if isinstance(view, BlindView) else ()
    return "\n".join([stem_of(view), *(option.text for option in options)])


def question_text(view: View) -> Content:
    """The text asked, and below it what to note or to check for the type of the question."""
    header, free = view.header, free_of(view)
    guidance = taxonomy().guidance(header.question_type, language())
    told = remarks.elsewhere(free.comments, labels_of(view)) if free is not None else ()
    if told:
        return Content("\n").join([*told, Content(""), glossed(stem_of(view))])
    if guidance is None or header.stage not in (Stage.WATCH, Stage.CHECK):
        return glossed(stem_of(view))
    note, check = guidance
    words, lead = (note, _("Look for")) if header.stage is Stage.WATCH else (check, _("Check"))
    guide = _("{lead} ({type}): {words}").format(lead=lead, type=inert(header.question_type), words=words)
    hint = Content.styled(guide, "$text-secondary")
    return Content("\n\n").join([glossed(stem_of(view)), hint])


def remarked_option(view: View) -> str | None:
    """The first option with a remark that was neither answered nor settled."""
    free = free_of(view)
    comments = free.comments if free is not None else ()
    waiting = {one.option for one in comments if one.answered_at is None and one.resolved_at is None}
    return next((option.key for option in free.options if option.key in waiting), None) if free is not None else None


def labels_of(view: View) -> dict[int, str]:
    """Each clip's label by its position."""
    clips = view.clips if isinstance(view, BlindView) else tracks_of(view)
    return {clip.position: clip.label for clip in clips}


def picked(view: View, draft: Draft) -> Options:
    """What is selected now: the blind guess in BLIND, the final answer in ANSWER."""
    if view.header.stage is Stage.BLIND:
        return draft.picks
    return draft.final or ()


def picking_rows(view: View, draft: Draft) -> tuple[RowFacts, ...]:
    """The options with boxes; in ANSWER their marks beside them."""
    chosen = picked(view, draft)
    if isinstance(view, BlindView):
        return tuple(RowFacts((option.key, None), option.text, option.key in chosen) for option in view.options)
    free = free_of(view)
    if free is None:
        return ()
    return tuple(
        RowFacts(
            (option.key, None), option.text, option.key in chosen, True, free.revision.option(option.key).mark,
        )
        for option in free.options
    )  # fmt: skip


def marking_rows(view: View, marks: Callable[[str], OptionMark], *, own: bool = True) -> tuple[RowFacts, ...]:
    """The options with their `marks`, claims and evidence; after ANSWER the final answer, in REVEAL the gold.

    `own`: whoever reads it gave that answer; only they are told the keys of marking.
    """
    free = free_of(view)
    if free is None:
        return ()
    gold = view.gold if isinstance(view, RevealView) else None
    explanations = view.explanations if isinstance(view, RevealView) else {}
    labels = labels_of(view)
    rows: list[RowFacts] = []
    for option in free.options:
        said = marks(option.key)
        rows.append(
            _option_row(option, said, free, labels, gold, explanation(explanations, option.key, language()), own)
        )
        rows += [
            _claim_row(option.key, claim, labels, own and free.header.stage is Stage.CHECK, rows[-1].picked is not None)
            for claim in said.claims
        ]
    return tuple(rows)


def _option_row(
    option: Option,
    said: OptionMark,
    free: FreeView,
    labels: dict[int, str],
    gold: Options | None,
    explanation: str,
    own: bool,
) -> RowFacts:
    stage, final = free.header.stage, free.revision.final
    details = []
    if said.evidence:
        details.append(_evidence(option.key, said.evidence, labels))
    if said.overridden:
        details.append(Content.styled(_("set against its claims"), "$text-warning"))
    if said.reason:
        details.append(Content.assemble((lead_in(_("why")), "$foreground-muted"), prose(said.reason)))
    if said.bare and stage is Stage.CHECK:
        details.append(Content.styled(_("bare: no evidence yet"), "$text-warning"))
    picked_here = final is not None and option.key in final.options if stage is not Stage.CHECK else None
    differs = False
    if gold is not None:
        differs = (option.key in gold) != bool(picked_here)
        details.append(_against_gold(option.key in gold, bool(picked_here), own))
        if explanation:
            details.append(Content.assemble((lead_in(_("explanation")), "$foreground-muted"), prose(explanation)))
    details += remarks.on_option(free.comments, option.key)
    tools = _tools() if own and stage is Stage.CHECK else None
    return RowFacts(
        (option.key, None), option.text, picked_here if stage is not Stage.CHECK else None, True, said.mark,
        tuple(details), tools, differs,
    )  # fmt: skip


def _claim_row(key: str, claim: Claim, labels: dict[int, str], marking: bool, below_box: bool) -> RowFacts:
    details = []
    if claim.scope is not None:
        details.append(
            link(_(_SCOPES[claim.scope]), f"screen.scope_of('{key}', '{claim.claim_id}')", "$foreground-muted")
        )
    if claim.evidence:
        details.append(_evidence(key, claim.evidence, labels))
    return RowFacts(
        (key, claim.claim_id), claim.text, None, True, claim.mark, tuple(details),
        _tools(claim=True) if marking else None, below_box=below_box,
    )  # fmt: skip


def _evidence(key: str, evidence: tuple[Evidence, ...], labels: dict[int, str]) -> Content:
    chips = []
    for item in evidence:
        end = item.to_ms if item.to_ms is not None else -1
        action = f"screen.play_at({item.clip}, {item.from_ms}, {end})"
        chips.append(link(f"◆ {moment(item, labels.get(item.clip, '?'))}", action, "$text-accent"))
    return Content("\n").join(chips)


def _against_gold(in_gold: bool, chosen: bool, own: bool) -> Content:
    gold = Content.styled(
        _("★ published") if in_gold else _("☆ not published"), "bold" if in_gold else "$foreground-muted"
    )
    if own:
        taken = _("yours") if chosen else _("not yours")
    else:
        taken = _("chosen") if chosen else _("not chosen")
    parts = Content.assemble(gold, (f" · {taken}", "" if chosen else "$foreground-muted"))
    return parts if in_gold == chosen else parts + Content.styled(f" · {_('differs')}", "bold $text-warning")


def _tools(*, claim: bool = False) -> Content:
    return _tools_in(language(), claim)


@cache
def _tools_in(_lang: str, claim: bool) -> Content:
    tools = (*_TOOLS, _SCOPE_TOOL) if claim else _TOOLS
    return Content("  ").join(link(f"{key}{_(word) if word else ''}", act, "$text-primary") for key, word, act in tools)


def verdict_choices(stage: Stage) -> tuple[Verdict | GoldVerdict, ...]:
    """The words of a stage's verdict."""
    return tuple(GoldVerdict) if stage is Stage.REVEAL else tuple(Verdict) if stage is Stage.VERDICT else ()


def counter(found: int, n: int, sign: str = "") -> Content:
    """`✓ 2 of 3`, standing out where the number is not the one asked for."""
    told = _("{found} of {n}").format(found=found, n=n)
    style = "bold $text-success" if found == n else "bold $text-warning"
    return Content.styled(f"{sign}{told}" + ("" if found == n else " ⚠"), style)


def mark_words(mark: Mark) -> str:
    """A mark as a word."""
    return _(MARK_WORDS[mark])


def label(view: View, clip: int) -> str:
    """A clip's label, harmless."""
    return inert(labels_of(view).get(clip, ""))
