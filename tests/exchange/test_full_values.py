"""Any judgment that can be, written as JSON and read again, is the same value; what is none is named by its place."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

import builders
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rbcheck.domain.errors import ExchangeError
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
from rbcheck.domain.ledger import Entry, Event, link
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.exchange.inward import chain_of, judgment_of
from rbcheck.exchange.nodes import Node
from rbcheck.exchange.outward import chain_json, judgment_json
from rbcheck.exchange.schemas import ANNOTATION
from rbcheck.services.interchange import Chain

texts = st.text(st.characters(codec="utf-8"), max_size=12)
times = st.integers(0, 10**12).map(lambda micros: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros))
counts = st.integers(0, 10**7)
clips = st.integers(1, 12)
keys = st.sets(st.sampled_from("ABCDEFGH")).map(lambda picked: tuple(sorted(picked)))
maybe_times = st.none() | times
evidence = st.builds(Evidence, clips, counts, st.none() | counts)
claims = st.builds(
    Claim, texts, texts, st.none() | st.sampled_from(Mark), st.none() | st.sampled_from(Scope),
    st.lists(evidence, max_size=2).map(tuple),
)  # fmt: skip
marks = st.builds(
    OptionMark, st.sampled_from("ABCDEFGH"), st.none() | st.sampled_from(Mark), texts, st.booleans(),
    st.lists(claims, max_size=2).map(tuple), st.lists(evidence, max_size=2).map(tuple),
)  # fmt: skip
marked = st.lists(marks, max_size=4, unique_by=lambda mark: mark.key).map(
    lambda given: tuple(sorted(given, key=lambda mark: mark.key))
)
finals = st.builds(FinalAnswer, keys, times, st.booleans())
verdicts = st.builds(QuestionVerdict, st.sampled_from(Verdict), texts, times, st.booleans())
gold_verdicts = st.builds(GoldJudgment, st.sampled_from(GoldVerdict), texts, times, st.booleans())
parts = st.builds(
    Revision, st.just(1), times, texts, marked, st.none() | finals, st.none() | verdicts, st.none() | gold_verdicts
)
revisions = st.lists(parts, min_size=1, max_size=3).map(
    lambda made: tuple(
        Revision(number, part.opened_at, part.reason, part.marks, part.final, part.verdict, part.gold_verdict)
        for number, part in enumerate(made, start=1)
    )
)
spans = st.builds(
    WatchSpan, texts, clips, counts, counts, st.floats(0.25, 4), times, texts, counts, st.sampled_from(Stage)
)
notes = st.builds(
    Note, texts, clips, counts, texts, st.none() | texts, times,
    st.lists(st.builds(EarlierText, counts, texts, times), max_size=2).map(tuple), maybe_times,
)  # fmt: skip
reports = st.builds(Report, clips, texts, times, st.booleans(), clips, st.booleans())
drafts = st.builds(
    Draft, keys, st.none() | st.sampled_from(Confidence), st.none() | keys, st.none() | st.sampled_from(Verdict), texts,
    st.none() | st.sampled_from(GoldVerdict), texts, texts, st.none() | counts, clips,
    st.dictionaries(clips, counts, max_size=3).map(MappingProxyType), note_clip=st.none() | clips,
)  # fmt: skip
judgments = st.builds(
    Judgment, texts, st.just("ann"), texts, st.just("q1"), st.just("sha256:1"), st.sampled_from(Protocol),
    st.builds(
        Frame, st.just(builders.KEYS), st.integers(1, 7), st.lists(st.none() | counts, max_size=3).map(tuple),
        st.none() | st.sampled_from(OrderKind), st.floats(0, 1),
    ),
    st.sampled_from(Stage), times,
    blind=st.none() | st.builds(
        BlindGuess, keys, st.none() | st.sampled_from(Confidence), times, st.floats(0, 1e6), texts, st.booleans(),
        st.booleans(),
    ),
    spans=st.lists(spans, max_size=2).map(tuple), notes=st.lists(notes, max_size=2).map(tuple),
    order=st.none() | st.builds(
        ClipOrder, st.sampled_from(OrderKind),
        st.lists(st.lists(clips, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple), times,
    ),
    reports=st.lists(reports, max_size=2).map(tuple),
    revisions=revisions, draft=drafts, later=st.booleans(), flagged=st.none() | texts, returned=st.booleans(),
    gold_open=st.booleans(), revealed_at=maybe_times, watched_at=maybe_times, first_play_at=maybe_times,
    done_at=maybe_times, last_act_at=maybe_times,
    active_ms=st.dictionaries(st.sampled_from(Stage), counts).map(MappingProxyType),
    chain=st.sampled_from(["verified", "none", "broken"]),
)  # fmt: skip
SCHEMA: dict[str, Any] = ANNOTATION["properties"]["judgments"]["items"]


@settings(max_examples=150, deadline=None)
@given(judgments)
def test_any_judgment_there_and_back(judgment: Judgment) -> None:
    value = json.loads(json.dumps(judgment_json(judgment, builders.question()), ensure_ascii=False))
    value["question"] |= {"id": judgment.question_id, "version": judgment.version}
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    assert judgment_of(Node(value, "file"), "ann") == judgment


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(texts, texts, times, st.integers(0, 2**63 - 1)), max_size=5))
def test_any_chain_there_and_back(said: list[tuple[str, str, datetime, int]]) -> None:
    events: list[Event] = []
    for kind, text, at, mono in said:
        chain = Chain.of("ann", "device", events)
        events.append(link("ann", "device", chain.head, at, mono, Entry(kind, {"text": text})))
    chain = Chain.of("ann", "device", events)
    assert chain_of(Node(json.loads(json.dumps(chain_json(chain))), "file")) == chain


def test_what_is_not_there_is_named_by_its_place() -> None:
    value = json.loads(json.dumps(judgment_json(builders.at(Stage.DONE), builders.question())))
    del value["revisions"][0]["final"]["at"]
    with pytest.raises(ExchangeError, match=r"file\.revisions\[0\]\.final\.at: nothing"):
        judgment_of(Node(value, "file"), "ann")


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every value inside a JSON value."""
    found = [path] if path else []
    match value:
        case dict():
            for key, item in value.items():
                found += places(item, (*path, key))
        case list():
            for number, item in enumerate(value):
                found += places(item, (*path, number))
    return found


@pytest.mark.parametrize("stage", [Stage.BLIND, Stage.DONE])
@pytest.mark.parametrize(
    "junk",
    [["x"], {"a": {}}, -1.5, "\ud800", True, 10**400, "0001-01-01T00:00:00+23:00"],
    ids=lambda junk: repr(junk)[:12],
)
def test_junk_anywhere_is_refused_or_taken_as_a_value(stage: Stage, junk: object) -> None:
    """Never another error than ours, wherever in a judgment something else stands."""
    whole = json.loads(json.dumps(judgment_json(builders.at(stage), builders.question())))
    for path in places(whole):
        value = copy.deepcopy(whole)
        holder: Any = value
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = junk
        with suppress(ExchangeError):
            judgment_of(Node(value, "file"), "ann")
