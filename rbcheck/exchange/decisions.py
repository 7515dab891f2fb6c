"""Proposals on their way out, and decisions coming in: the list of `adjudicate --json`, or a line a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rbcheck.domain.decision import DecisionKind, Tier
from rbcheck.domain.errors import ExchangeError
from rbcheck.exchange.nodes import Node, parse
from rbcheck.exchange.reading import lines_of
from rbcheck.exchange.schemas import COUNT, DRAFT, KEYS, TEXT, Schema, many, maybe, one_of, record
from rbcheck.locale import _
from rbcheck.services.adjudicating import Adjudication
from rbcheck.services.deciding import DecisionLine
from rbcheck.services.evidence import Posterior
from rbcheck.services.proposing import Proposal

SCHEMA = "rbcheck.adjudicate/1"
APPLIED = "rbcheck.adjudicate_apply/1"
_IDS = ("question", "question_id", "id")
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}

ADJUDICATE: Schema = {
    "$schema": DRAFT,
    "$id": SCHEMA,
    "title": "What `rbcheck adjudicate --json` prints; `--apply` takes it, or its proposals",
    **record(
        schema={"const": SCHEMA},
        proposals=many(
            record(
                pack=TEXT, question=TEXT, version=TEXT, tier=one_of(Tier), decision=maybe(one_of(DecisionKind)),
                answer=maybe(KEYS), reasons=many(record(code=TEXT, text=TEXT)),
                posterior=maybe(
                    record(
                        gold=maybe(_SHARE), best=KEYS, p=_SHARE, annotators=COUNT, weak={"type": "boolean"},
                        options={"type": "object", "additionalProperties": _SHARE},
                    )
                ),
                gold=maybe(KEYS), blind=record(hits=COUNT, guesses=COUNT), people=COUNT, families=COUNT,
            )
        ),
        decided=record(**{kind.value: COUNT for kind in DecisionKind}),
        wrong_gold={"type": "object"},
    ),
}  # fmt: skip

ADJUDICATE_APPLY: Schema = {
    "$schema": DRAFT,
    "$id": APPLIED,
    "title": "What `rbcheck adjudicate --apply FILE --json` prints",
    **record(
        schema={"const": APPLIED}, decided=COUNT, same=COUNT, open=COUNT,
        refused=many(record(line=COUNT, id=maybe(TEXT), found=TEXT, expected=TEXT)),
    ),
}  # fmt: skip


def adjudication_json(found: Adjudication, translate: Callable[[str], str]) -> dict[str, object]:
    """Every question that is not decided, with what is proposed of it; reasons in the language of `translate`."""
    return {
        "schema": SCHEMA,
        "proposals": [_proposal(one, translate) for one in found.proposals],
        "decided": {kind.value: count for kind, count in found.decided.items()},
        "wrong_gold": found.wrong_gold.to_json(),
    }


def _proposal(one: Proposal, translate: Callable[[str], str]) -> dict[str, object]:
    dossier, stored = one.dossier, one.dossier.stored
    key = one.answer if one.answer is not None else dossier.key
    return {
        "pack": stored.pack,
        "question": stored.question.question_id,
        "version": stored.question.version,
        "tier": one.tier,
        "decision": one.decision,
        "answer": None if one.answer is None else list(one.answer),
        "reasons": [{"code": reason.code, "text": reason.render(translate)} for reason in one.reasons],
        "posterior": None if dossier.posterior is None else _posterior(dossier.posterior),
        "gold": None if stored.gold is None else list(stored.gold),
        "blind": {"hits": dossier.hits(key), "guesses": len(dossier.guesses)},
        "people": len(dossier.people),
        "families": len(dossier.family_votes),
    }


def _posterior(found: Posterior) -> dict[str, object]:
    return {
        "gold": found.gold, "best": list(found.best), "p": found.p, "annotators": found.annotators,
        "weak": found.weak, "options": dict(found.options),
    }  # fmt: skip


def read_decisions(path: Path) -> Iterator[DecisionLine]:
    """Each decision of a file; what cannot be read says so."""
    lines = list(lines_of(path, whole=True))
    text = "".join(part for _number, part in lines)
    try:
        value = parse(text, path.name)
    except ExchangeError:
        yield from _each_line([(number, part) for number, part in lines if part.strip()], path.name)
        return
    if isinstance(value, dict) and "proposals" in value:
        value = value["proposals"]
    for place, item in enumerate(value if isinstance(value, list) else [value], start=1):
        yield _decision(item, place, f"{path.name}[{place}]")


def _each_line(lines: list[tuple[int, str]], name: str) -> Iterator[DecisionLine]:
    for number, text in lines:
        where = f"{name}:{number}"
        try:
            value = parse(text, where)
        except ExchangeError as error:
            yield DecisionLine(number, None, problem=(error.render(_), "{question, version, decision, answer, note}"))
            continue
        yield _decision(value, number, where)


def _decision(value: object, line: int, where: str) -> DecisionLine:
    question_id = None
    try:
        node = Node(value, where)
        question_id = node.text(next((key for key in _IDS if node.has(key)), _IDS[0]))
        answer = tuple(sorted(node.texts("answer"))) if node.has("answer") else None
        note = node.maybe_text("note")
        if note is None:
            reasons = [item for item in node.items("reasons") if isinstance(item, dict | str)]
            texts = [item if isinstance(item, str) else str(item.get("text", "")) for item in reasons]
            note = "; ".join(text for text in texts if text)
        word = node.maybe_text("decision")
        if word is not None and word not in set(DecisionKind):
            words = ", ".join(kind.value for kind in DecisionKind)
            return DecisionLine(line, question_id, problem=(word, _("one of {words}").format(words=words)))
        return DecisionLine(
            line, question_id, node.maybe_text("version"), node.maybe_text("pack"),
            DecisionKind(word) if word else None, answer, note,
        )  # fmt: skip
    except ExchangeError as error:
        return DecisionLine(line, question_id, problem=(error.render(_), "{question, version, decision, answer, note}"))
