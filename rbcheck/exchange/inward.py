"""A judgment and a chain read back from the JSON that `full` carries."""

from __future__ import annotations

from types import MappingProxyType

from rbcheck.domain.comment import Comment
from rbcheck.domain.errors import N_
from rbcheck.domain.footage import ClipOrder, EarlierText, Note, OrderKind, Report, WatchSpan
from rbcheck.domain.judgment import (
    BlindGuess,
    Confidence,
    Draft,
    FinalAnswer,
    Frame,
    GoldJudgment,
    GoldVerdict,
    Judgment,
    QuestionVerdict,
    Revision,
    Verdict,
)
from rbcheck.domain.ledger import Event, Head
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.exchange.nodes import Node, bad, whole_of
from rbcheck.locale import _
from rbcheck.services.interchange import Chain

CHAINS = ("verified", "none", "broken")


def judgment_of(node: Node, annotator: str) -> Judgment:
    """The judgment that an object of `full` is; ExchangeError naming the place where it is none."""
    question, active, order = node.node("question"), node.node("active_ms"), node.maybe_node("order")
    revisions = tuple(_revision(item) for item in node.nodes("revisions"))
    if [revision.number for revision in revisions] != list(range(1, len(revisions) + 1)) or not revisions:
        raise bad(f"{node.where}.revisions", [revision.number for revision in revisions], N_("revisions 1, 2, …"))
    chain = node.text("chain")
    if chain not in CHAINS:
        raise bad(f"{node.where}.chain", chain, _("one of {words}").format(words=", ".join(CHAINS)))
    blind = node.maybe_node("blind")
    return Judgment(
        node.text("judgment_id"), annotator, node.text("pack"), question.text("id"), question.text("version"),
        node.choice("protocol", Protocol), _frame(node.node("frame")), node.choice("stage", Stage),
        node.time("opened_at"),
        blind=_blind(blind) if blind else None,
        spans=tuple(_span(item) for item in node.nodes("spans")),
        notes=tuple(_note(item) for item in node.nodes("notes")),
        order=_order(order) if order else None,
        reports=tuple(_report(item) for item in node.nodes("reports")),
        revisions=revisions,
        draft=_draft(node.node("draft")),
        later=node.yes("later"), flagged=node.maybe_text("flagged"), returned=node.yes("returned"),
        gold_open=node.yes("gold_open"), revealed_at=node.maybe_time("revealed_at"),
        watched_at=node.maybe_time("watched_at"), first_play_at=node.maybe_time("first_play_at"),
        done_at=node.maybe_time("done_at"), last_act_at=node.maybe_time("last_act_at"),
        active_ms=MappingProxyType({Stage(key): active.whole(key) for key in active.value if key in set(Stage)}),
        chain=chain,
        comments=tuple(_comment(item) for item in node.nodes("comments")),
    )  # fmt: skip


def chain_of(node: Node) -> Chain:
    """A chain with its head, every event as it stands there."""
    annotator, device = node.text("annotator"), node.text("device")
    head = node.maybe_node("head")
    return Chain(
        annotator,
        device,
        tuple(_event(item, annotator, device) for item in node.nodes("events")),
        Head(head.whole("n"), head.text("hash")) if head else None,
    )


def _event(node: Node, annotator: str, device: str) -> Event:
    mono = node.text("mono_ns")
    if not mono.isascii() or not mono.isdigit() or len(mono) > 19:
        raise bad(f"{node.where}.mono_ns", mono, N_("digits"))
    return Event(
        annotator, device, node.whole("n"), node.time("at"), int(mono), node.text("kind"), node.text("payload"),
        node.text("previous"), node.text("hash"),
    )  # fmt: skip


def _comment(node: Node) -> Comment:
    return Comment(
        node.text("comment_id"), node.text("author"), node.text("text"), node.time("written_at"),
        node.whole("revision"), node.maybe_text("option"), node.maybe_whole("clip"), node.maybe_whole("at_ms"),
        node.yes("returns"), node.maybe_text("answer"), node.maybe_time("answered_at"), node.maybe_time("resolved_at"),
    )  # fmt: skip


def _frame(node: Node) -> Frame:
    durations = tuple(
        None if item is None else whole_of(item, f"{node.where}.durations_ms") for item in node.items("durations_ms")
    )
    asked = node.maybe_choice("order_asked", OrderKind)
    return Frame(node.texts("keys"), node.whole("n"), durations, asked, node.real("coverage"))


def _blind(node: Node) -> BlindGuess:
    return BlindGuess(
        node.texts("options"), node.maybe_choice("confidence", Confidence), node.time("at"), node.real("seconds"),
        node.text("device"), node.yes("seen"), node.yes("recording_seen"),
    )  # fmt: skip


def _span(node: Node) -> WatchSpan:
    return WatchSpan(
        node.text("span_id"), node.whole("clip"), node.whole("from_ms"), node.whole("to_ms"), node.real("rate"),
        node.time("at"), node.text("shown"), node.whole("lines"), node.choice("stage", Stage),
    )  # fmt: skip


def _note(node: Node) -> Note:
    earlier = tuple(
        EarlierText(item.whole("at_ms"), item.text("text"), item.time("written_at")) for item in node.nodes("earlier")
    )
    return Note(
        node.text("note_id"), node.whole("clip"), node.whole("at_ms"), node.text("text"), node.maybe_text("tag"),
        node.time("written_at"), earlier, node.maybe_time("deleted_at"),
    )  # fmt: skip


def _order(node: Node) -> ClipOrder:
    where = f"{node.where}.groups"
    groups = []
    for group in node.items("groups"):
        if not isinstance(group, list):
            raise bad(where, group, N_("a list of positions"))
        groups.append(tuple(whole_of(clip, where) for clip in group))
    return ClipOrder(node.choice("kind", OrderKind), tuple(groups), node.time("at"))


def _report(node: Node) -> Report:
    return Report(
        node.whole("clip"), node.text("reason"), node.time("at"), node.yes("playable_here"), node.whole("revision"),
        node.yes("after_reveal"),
    )  # fmt: skip


def _revision(node: Node) -> Revision:
    final, verdict, gold = node.maybe_node("final"), node.maybe_node("verdict"), node.maybe_node("gold_verdict")
    return Revision(
        node.whole("number"),
        node.time("opened_at"),
        node.text("reason"),
        tuple(_mark(item) for item in node.nodes("marks")),
        FinalAnswer(final.texts("options"), final.time("at"), final.yes("after_reveal")) if final else None,
        QuestionVerdict(
            verdict.choice("verdict", Verdict), verdict.text("notes"), verdict.time("at"), verdict.yes("after_reveal")
        )
        if verdict
        else None,
        GoldJudgment(gold.choice("verdict", GoldVerdict), gold.text("notes"), gold.time("at"), gold.yes("concession"))
        if gold
        else None,
    )


def _mark(node: Node) -> OptionMark:
    return OptionMark(
        node.text("key"), node.maybe_choice("mark", Mark), node.text("reason"), node.yes("overridden"),
        tuple(_claim(item) for item in node.nodes("claims")), tuple(_evidence(item) for item in node.nodes("evidence")),
    )  # fmt: skip


def _claim(node: Node) -> Claim:
    return Claim(
        node.text("claim_id"), node.text("text"), node.maybe_choice("mark", Mark), node.maybe_choice("scope", Scope),
        tuple(_evidence(item) for item in node.nodes("evidence")),
    )  # fmt: skip


def _evidence(node: Node) -> Evidence:
    return Evidence(node.whole("clip"), node.whole("from_ms"), node.maybe_whole("to_ms"))


def _draft(node: Node) -> Draft:
    positions = node.node("positions_ms")
    asides = node.node("asides")
    places = {int(clip): positions.whole(clip) for clip in positions.value if clip.isdecimal()}
    return Draft(
        picks=node.texts("picks"), confidence=node.maybe_choice("confidence", Confidence),
        final=node.texts("final") if node.has("final") else None, verdict=node.maybe_choice("verdict", Verdict),
        verdict_notes=node.text("verdict_notes"), gold_verdict=node.maybe_choice("gold_verdict", GoldVerdict),
        gold_notes=node.text("gold_notes"), note_line=node.text("note_line"),
        note_at_ms=node.maybe_whole("note_at_ms"), clip=node.whole("clip"),
        positions_ms=MappingProxyType(places),
        asides=MappingProxyType({name: asides.text(name) for name in asides.value}),
        note_clip=node.maybe_whole("note_clip"),
    )  # fmt: skip
