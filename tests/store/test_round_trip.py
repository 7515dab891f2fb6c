"""A judgment that is kept comes back equal, whatever is in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType

import pytest
import servers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.services.ports import Annotator, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore, open_store

KEYS = ("A", "B", "C", "D")
QUESTION = Question(
    "q1", "s", "u", "t", "en", 2, "Which?", tuple(Option(key, f"Text {key}") for key in KEYS), (Clip(1, "CLIP_A"),)
)  # fmt: skip

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
names = st.text("abcdef0123456789-", min_size=1, max_size=8)
zones = st.sampled_from((UTC, timezone(timedelta(hours=8)), timezone(-timedelta(hours=3, minutes=30))))
begin, end = (datetime(year, 1, 1, tzinfo=UTC).replace(tzinfo=None) for year in (2000, 2100))
moments = st.datetimes(begin, end, timezones=zones)
media_ms = st.integers(0, 2_000_000)
clips = st.integers(1, 18)
two_keys = st.permutations(KEYS).map(lambda keys: tuple(sorted(keys[:2])))
some_keys = st.sets(st.sampled_from(KEYS)).map(lambda keys: tuple(sorted(keys)))
shares = st.floats(0, 1)

guesses = st.builds(
    BlindGuess, two_keys, st.none() | st.sampled_from(Confidence), moments, st.floats(0, 1e6), names,
    st.booleans(), st.booleans(),
)  # fmt: skip
spans = st.builds(
    WatchSpan, names, clips, media_ms, media_ms, st.floats(0.1, 8), moments,
    st.sampled_from(("window", "kitty", "blocks", "fake", "none", "")), st.integers(0, 4320), st.sampled_from(Stage),
)  # fmt: skip
notes = st.builds(
    Note, names, clips, media_ms, texts, st.none() | texts, moments,
    st.lists(st.builds(EarlierText, media_ms, texts, moments), max_size=2).map(tuple), st.none() | moments,
)  # fmt: skip
orders = st.builds(
    ClipOrder, st.sampled_from(OrderKind), st.lists(st.lists(clips, max_size=3).map(tuple), max_size=3).map(tuple),
    moments,
)  # fmt: skip
reports = st.builds(Report, clips, texts, moments, st.booleans(), st.integers(1, 3), st.booleans())
evidence = st.lists(st.builds(Evidence, clips, media_ms, st.none() | media_ms), max_size=3).map(tuple)
marks = st.none() | st.sampled_from(Mark)


claims = st.lists(
    st.builds(Claim, names, texts, marks, st.none() | st.sampled_from(Scope), evidence),
    max_size=3, unique_by=lambda claim: claim.claim_id,
).map(tuple)  # fmt: skip


@st.composite
def revisions(draw: st.DrawFn, number: int) -> Revision:
    said = draw(st.none() | st.builds(QuestionVerdict, st.sampled_from(Verdict), texts, moments, st.booleans()))
    told = st.builds(GoldJudgment, st.sampled_from(GoldVerdict), texts, moments, st.booleans())
    return Revision(
        number,
        draw(moments),
        draw(texts),
        tuple(
            OptionMark(key, draw(marks), draw(texts), draw(st.booleans()), draw(claims), draw(evidence))
            for key in draw(some_keys)
        ),
        draw(st.none() | st.builds(FinalAnswer, two_keys, moments, st.booleans())),
        said,
        draw(st.none() | told) if said else None,
    )


drafts = st.builds(
    Draft, some_keys, st.none() | st.sampled_from(Confidence), st.none() | some_keys,
    st.none() | st.sampled_from(Verdict), texts, st.none() | st.sampled_from(GoldVerdict), texts, texts,
    st.none() | media_ms, clips, st.dictionaries(clips, media_ms, max_size=3).map(MappingProxyType),
    note_clip=st.none() | clips,
)  # fmt: skip
frames = st.builds(
    Frame, st.just(KEYS), st.just(2), st.lists(st.none() | media_ms, max_size=4).map(tuple),
    st.none() | st.sampled_from(OrderKind), shares,
)  # fmt: skip


@st.composite
def judgments(draw: st.DrawFn, protocol: Protocol | None = None) -> Judgment:
    """Any judgment that the protocol can reach: nothing of the footage before a blind guess."""
    protocol = protocol or draw(st.sampled_from(Protocol))
    blind = draw(st.none() | guesses) if protocol is Protocol.BLIND_FIRST else None
    begun = protocol is Protocol.DIRECT or blind is not None
    stages = [stage for stage in Stage if stage is not Stage.BLIND] if begun else [Stage.BLIND]
    count = draw(st.integers(1, 3)) if begun else 1
    first = Revision(1, draw(moments))
    maybe = st.none() | moments
    return Judgment(
        "j1", "ann-1", protocol.value, "q1", QUESTION.version, protocol, draw(frames), draw(st.sampled_from(stages)),
        draw(moments),
        blind=blind,
        spans=tuple(draw(st.lists(spans, max_size=4, unique_by=lambda span: span.span_id))) if begun else (),
        notes=tuple(draw(st.lists(notes, max_size=3, unique_by=lambda note: note.note_id))) if begun else (),
        order=draw(st.none() | orders) if begun else None,
        reports=tuple(draw(st.lists(reports, max_size=2, unique_by=lambda report: report.clip))) if begun else (),
        revisions=tuple(draw(revisions(number)) for number in range(1, count + 1)) if begun else (first,),
        draft=draw(drafts),
        later=draw(st.booleans()), flagged=draw(st.none() | texts), returned=draw(st.booleans()),
        gold_open=draw(st.booleans()), revealed_at=draw(maybe), watched_at=draw(maybe), first_play_at=draw(maybe),
        done_at=draw(maybe), last_act_at=draw(maybe),
        active_ms=MappingProxyType(draw(st.dictionaries(st.sampled_from(Stage), media_ms))),
        chain=draw(st.sampled_from(("verified", "none", "broken"))), imported_at=draw(maybe),
    )  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "server"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """A store of each engine with a pack of each protocol, one question, one annotator and no judgment."""
    if request.param == "sqlite":
        store = open_store(str(tmp_path_factory.mktemp("round") / "store.db"))
    else:
        cluster: servers.Cluster = request.getfixturevalue("cluster")
        store = open_store(cluster.url(cluster.make()))
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with store() as work:
        work.people.add(Annotator("ann-1", "Ada", Kind.HUMAN, "en", now))
        for protocol in Protocol:
            work.packs.add(Pack(protocol.value, {}, protocol, False, 0.95, False, now))
            work.packs.add_question(StoredQuestion(protocol.value, 0, QUESTION, True, (), None, {}, {}))
        work.commit()
    yield store
    store.dispose()


quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(judgment=judgments())
def test_a_judgment_comes_back_equal(store: SqlStore, judgment: Judgment) -> None:
    with store() as work:  # left without a commit: the next example finds the store empty
        work.judgments.add(judgment)
        assert work.judgments.get("j1") == judgment
        assert work.judgments.of("ann-1", judgment.pack, "q1", QUESTION.version) == judgment
        assert list(work.judgments.each()) == [judgment]


@quick
@given(data=st.data(), protocol=st.sampled_from(Protocol))
def test_whatever_is_saved_over_it_comes_back_equal(store: SqlStore, data: st.DataObject, protocol: Protocol) -> None:
    before = data.draw(judgments(protocol))
    after = data.draw(judgments(protocol))
    if before.blind is not None:
        after = replace(
            data.draw(judgments(protocol).filter(lambda value: value.blind is not None)), blind=before.blind
        )
    with store() as work:
        work.judgments.add(before)
        work.judgments.save(before, after)
        assert work.judgments.get("j1") == after
