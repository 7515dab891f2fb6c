"""Votes of models: JSON Lines `{id, model, family, vote, blind, per_option, final_answer, overall}`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from rbcheck.domain.errors import N_
from rbcheck.domain.judgment import GoldVerdict, Judgment
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.exchange.nodes import Node, bad
from rbcheck.exchange.partial import Said, keys_of, made
from rbcheck.services.interchange import Incoming
from rbcheck.services.ports import Kind, Pack, StoredQuestion

OVERALL: Mapping[str, GoldVerdict] = MappingProxyType(
    {
        "answer_correct": GoldVerdict.CORRECT,
        "answer_wrong": GoldVerdict.WRONG_ANSWER,
        "insufficient": GoldVerdict.CANT_TELL,
    }
)
_IDS = ("id", "review_id", "question_id")


def is_line(value: object) -> bool:
    """Whether the first line of a file looks like this format."""
    return isinstance(value, dict) and "model" in value and bool({"final_answer", "per_option", "overall"} & set(value))


def incoming(node: Node, as_of: datetime) -> Incoming:
    """One line as it was read: each vote of a model is an annotator of its own, all of them of one family."""
    model, quirks = node.text("model"), []
    vote = _vote(node)
    name = f"{model} #{vote}" if vote is not None else model
    overall = node.maybe_text("overall")
    if overall and overall not in OVERALL:
        quirks.append("unknown overall")
    given = node.maybe_node("per_option")
    said_marks = given.value if given else {}
    marks = {key: Mark(mark) for key, mark in said_marks.items() if isinstance(mark, str) and mark in set(Mark)}
    if any(mark is not None and key not in marks for key, mark in said_marks.items()):
        quirks.append("unknown mark")
    verdict = OVERALL.get(overall or "")
    blind, final = keys_of(node.texts("blind")), keys_of(node.texts("final_answer"))
    said = Said(
        "model-votes", as_of, Stage.DONE if final or verdict else Stage.CHECK, blind=blind or None, marks=marks,
        final=final, gold_verdict=verdict, notes=node.maybe_text("notes") or "", revealed=verdict is not None,
        guessless=True,
    )  # fmt: skip

    def make(stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
        return made(said, stored, pack, annotator)

    return Incoming(
        node.text(next((key for key in _IDS if node.has(key)), _IDS[0])), make, pack=node.maybe_text("pack"),
        version=node.maybe_text("version"), options=node.maybe_texts("options"), annotator=name, kind=Kind.MODEL,
        family=node.maybe_text("family") or model, quirks=tuple(quirks), timed=False,
    )  # fmt: skip


def _vote(node: Node) -> str | None:
    """The number, or the name, of one of several votes of a model."""
    value = node.value.get("vote")
    if value is None:
        return None
    if isinstance(value, str):
        return node.text("vote").strip() or None
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad(f"{node.where}.vote", value, N_("the number of a vote"))
    return str(node.whole("vote"))
