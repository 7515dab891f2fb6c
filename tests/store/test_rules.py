"""What the protocol forbids, the file itself refuses to raw SQL; honest acts pass."""

from __future__ import annotations

import sqlite3

import pytest
from store.making import honest, keep, raw

from rbcheck.domain import moves
from rbcheck.domain.errors import Refused
from rbcheck.domain.ledger import Entry
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.store.unit_of_work import SqlStore

BLIND = "(SELECT id FROM judgment WHERE stage = 'blind')"
GUESSED = "(SELECT id FROM judgment WHERE stage = 'done' AND protocol = 'blind-first')"
DIRECT = "(SELECT id FROM judgment WHERE protocol = 'direct')"
NOW = "'2026-01-01 00:00:00.000000'"


def guess(judgment: str, options: str, device: str = "other", *, verb: str = "INSERT") -> str:
    return (
        f"{verb} INTO blind_guess (judgment, device, options, at, seconds, seen, recording_seen)"
        f" VALUES ({judgment}, '{device}', '{options}', {NOW}, 1, 0, 0)"
    )


def final(judgment: str, options: str) -> str:
    return (
        f"INSERT INTO final_answer (judgment, revision, options, at, after_reveal)"
        f" VALUES ({judgment}, 1, '{options}', {NOW}, 0)"
    )


def span(judgment: str, *, verb: str = "INSERT") -> str:
    return (
        f"{verb} INTO watch_span (judgment, span_id, place, clip, from_ms, to_ms, rate, at, shown, lines, stage)"
        f" VALUES ({judgment}, 'x', 0, 1, 0, 9, 1, {NOW}, 'blocks', 480, 'watch')"
    )


def event(n: str, previous: str, *, verb: str = "INSERT", number: str = "NULL") -> str:
    return (
        f"{verb} INTO event (id, annotator, device, n, at, mono_ns, kind, payload, previous, hash)"
        f" VALUES ({number}, 'ann-1', 'device', {n}, {NOW}, 1, 'opened', '{{}}', {previous}, '{'f' * 64}')"
    )


def judgment(judgment_id: str, protocol: str, stage: str, question: str, *, verb: str = "INSERT") -> str:
    return f"""{verb} INTO judgment (judgment_id, annotator, question, protocol, stage, revision, later, returned,
        gold_open, opened_at, chain, active_ms, frame, draft)
        VALUES ('{judgment_id}', 'ann-2', {question}, '{protocol}', '{stage}', 1, 0, 0, 0, {NOW}, 'verified',
        '{{}}', '{{}}', '{{}}')"""


def question_of(pack: str, question_id: str) -> str:
    return (
        "(SELECT q.id FROM question q JOIN pack p ON p.id = q.pack"
        f" WHERE p.name = '{pack}' AND question_id = '{question_id}')"
    )


LAST_HASH = "(SELECT hash FROM event ORDER BY n DESC LIMIT 1)"

FORBIDDEN = {
    "a second blind guess": (guess(GUESSED, '["A","B","C"]', "device"), "already"),
    "a second blind guess in place of the first": (
        guess(GUESSED, '["A","B","C"]', "device", verb="INSERT OR REPLACE"),
        "already",
    ),
    "another blind guess": ('UPDATE blind_guess SET options = \'["A","B","D"]\'', "never changed"),
    "a blind guess made unseen": ("UPDATE blind_guess SET seen = 0", "never changed"),
    "no blind guess any more": ("DELETE FROM blind_guess", "never deleted"),
    "no judgment any more": ("DELETE FROM judgment", "never deleted"),
    "a blind guess of too few": (guess(BLIND, '["A","B"]'), "exactly n"),
    "a blind guess of too many": (guess(BLIND, '["A","B","C","D"]'), "exactly n"),
    "a blind guess of one twice": (guess(BLIND, '["A","B","B"]'), "exactly n"),
    "a blind guess of what is no option": (guess(BLIND, '["A","B","Z"]'), "exactly n"),
    "a blind guess that is no list": (guess(BLIND, '{"A":1,"B":2,"C":3}'), "exactly n"),
    "a blind guess that is no JSON": (guess(BLIND, "ABC"), "exactly n"),
    "a blind guess of a direct judgment": (guess(DIRECT, '["A","B","C"]'), "Only a blind-first"),
    "a blind guess of nothing": (guess("999", '["A","B","C"]'), "exactly n"),
    "footage before the guess": (span(BLIND), "before its blind guess"),
    "footage of nothing": (span("999"), "before its blind guess"),
    "footage moved to it": (f"UPDATE watch_span SET judgment = {BLIND}", "not moved"),
    "an answer before the guess": (final(BLIND, '["A","B","C"]'), "before its blind guess"),
    "a verdict before the guess": (
        f"INSERT INTO verdict VALUES ({BLIND}, 1, 'question', 'clear', '', {NOW}, 0, 0)",
        "before its blind guess",
    ),
    "a mark before the guess": (
        f"INSERT INTO mark VALUES ({BLIND}, 1, 'A', 'supported', '', 0)",
        "before its blind guess",
    ),
    "a note before the guess": (
        f"INSERT INTO note VALUES ({BLIND}, 'n', 0, 1, 0, 'seen', NULL, {NOW}, NULL, '[]')",
        "before its blind guess",
    ),
    "the lock opened without a guess": (f"UPDATE judgment SET stage = 'watch' WHERE id = {BLIND}", "only after"),
    "back before the lock": (f"UPDATE judgment SET stage = 'blind' WHERE id = {GUESSED}", "does not return"),
    "a judgment that begins open": (judgment("new", "blind-first", "watch", question_of("p1", "q3")), "begins with"),
    "a blind-first question judged direct": (
        judgment("new", "direct", "watch", question_of("p1", "q3")),
        "blind first",
    ),
    "the same question once more": (
        judgment("new", "blind-first", "blind", "(SELECT question FROM judgment WHERE annotator = 'ann-2')"),
        "already",
    ),
    "a judgment in place of another": (
        judgment("ann-1/p1/q1", "blind-first", "blind", question_of("p1", "q3"), verb="INSERT OR REPLACE"),
        "already",
    ),
    "another protocol": ("UPDATE judgment SET protocol = 'direct' WHERE stage = 'done'", "never change"),
    "another annotator": ("UPDATE judgment SET annotator = 'ann-2' WHERE stage = 'done'", "never change"),
    "another question": (
        f"UPDATE judgment SET question = {question_of('p1', 'q3')} WHERE stage = 'done'",
        "never change",
    ),
    "an answer of other options": ('UPDATE final_answer SET options = \'["A","B","Q"]\'', "exactly n"),
    "an answer cut short": ("UPDATE final_answer SET options = '[\"A\"]'", "exactly n"),
    "a mark of what is no option": (
        f"INSERT INTO mark VALUES ({GUESSED}, 1, 'Z', 'supported', '', 0)",
        "of an option",
    ),
    "a verdict on gold alone": (
        f"INSERT INTO verdict VALUES ({GUESSED}, 2, 'gold', 'correct', '', {NOW}, 1, 0)",
        "before the verdict on the gold",
    ),
    "another stem": ("UPDATE question SET stem = 'x'", "never changes"),
    "another n": ("UPDATE question SET n = 1", "never changes"),
    "another version": ("UPDATE question SET version = 'x'", "never changes"),
    "no question any more": ("DELETE FROM question", "never deleted"),
    "another option text": ("UPDATE option SET text = 'x'", "never changes"),
    "an option less": ("DELETE FROM option WHERE key = 'A'", "never changes"),
    "an option more": (f"INSERT INTO option VALUES ({question_of('p1', 'q1')}, 'Z', 9, 'x')", "never changes"),
    "another clip": ("UPDATE clip SET label = 'x'", "never changes"),
    "a clip less": ("DELETE FROM clip", "never changes"),
    "a pack turned direct": ("UPDATE pack SET protocol = 'direct' WHERE name = 'p1'", "stays blind-first"),
    "gold of what is no option": (
        f"INSERT INTO gold (question, answer, source, at) VALUES ({question_of('p1', 'q1')},"
        f' \'["A","B","Z"]\', \'published\', {NOW})',
        "exactly n",
    ),
    "gold too short": (
        f"INSERT INTO gold (question, answer, source, at) VALUES ({question_of('p1', 'q1')},"
        f" '[\"A\"]', 'published', {NOW})",
        "exactly n",
    ),
    "other gold": ('UPDATE gold SET answer = \'["A","B","C"]\'', "never changed"),
    "an event changed": ("UPDATE event SET payload = '{}'", "never changed"),
    "an event deleted": ("DELETE FROM event", "never deleted"),
    "a gap in the chain": (event("9", LAST_HASH), "continue its chain"),
    "a number twice": (event("1", LAST_HASH), "continue its chain"),
    "a wrong link": (event("3", f"'{'0' * 64}'"), "continue its chain"),
    "an event in place of another": (event("3", LAST_HASH, verb="INSERT OR REPLACE", number="1"), "continue its chain"),
    "another store's id": ("UPDATE setting SET value = 'x' WHERE name = 'store_id'", "never changes"),
    "no store's id": ("DELETE FROM setting", "never changes"),
    "a stage that is none": ("UPDATE judgment SET stage = 'finished' WHERE stage = 'done'", "CHECK"),
    "a mark that is none": ("UPDATE mark SET mark = 'maybe'", "CHECK"),
    "a verdict of the gold on the question": ("UPDATE verdict SET verdict = 'correct'", "CHECK"),
    "a role that is none": ("INSERT INTO setting VALUES ('role', 'admin')", "CHECK"),
    "a chain that is none": ("UPDATE judgment SET chain = 'fine'", "CHECK"),
}


@pytest.fixture
def judged(store: SqlStore) -> SqlStore:
    """A finished judgment, one before its guess, a direct one, and two events."""
    keep(store, honest(Stage.DONE), honest(Stage.BLIND, annotator="ann-2", question_id="q2"))
    keep(store, honest(Stage.WATCH, Protocol.DIRECT))
    with store() as work:
        for kind in ("opened", "blind_committed"):
            work.ledger.append("ann-1", "device", Entry(kind, {}), honest(Stage.DONE).opened_at, 1)
        work.commit()
    return store


def contents(store: SqlStore) -> list[str]:
    connection = sqlite3.connect(store.path)
    dump = list(connection.iterdump())
    connection.close()
    return dump


@pytest.mark.parametrize("what", FORBIDDEN)
def test_raw_sql_is_refused(judged: SqlStore, what: str) -> None:
    sql, sentence = FORBIDDEN[what]
    before = contents(judged)
    with pytest.raises(sqlite3.IntegrityError, match=sentence):
        raw(judged, sql)
    assert contents(judged) == before


@pytest.mark.parametrize(
    "sql",
    [
        guess(BLIND, '["A","B","C"]'),
        guess(BLIND, '["A","B","C"]') + "; UPDATE judgment SET stage = 'watch' WHERE annotator = 'ann-2'",
        guess(GUESSED, '["A","B","C"]', "another machine"),
        span(DIRECT),
        span(GUESSED),
        event("3", LAST_HASH),
        judgment("new", "blind-first", "blind", question_of("p1", "q3")),
        f"INSERT INTO gold (question, answer, source, at) VALUES ({question_of('p1', 'q1')},"
        f' \'["C","D","E"]\', \'adjudicated\', {NOW})',
        "UPDATE judgment SET later = 1, draft = '{}'",
        "UPDATE question SET current = 0, place = 7",
    ],
)
def test_what_is_honest_passes(judged: SqlStore, sql: str) -> None:
    raw(judged, sql)


@pytest.mark.parametrize(
    ("stage", "protocol"),
    [
        (stage, protocol)
        for stage in Stage
        for protocol in Protocol
        if (stage, protocol) != (Stage.BLIND, Protocol.DIRECT)
    ],
)
def test_every_stage_that_moves_reach_can_be_kept(store: SqlStore, stage: Stage, protocol: Protocol) -> None:
    kept = honest(stage, protocol)
    keep(store, kept)
    with store(write=False) as work:
        assert work.judgments.get(kept.judgment_id) == kept


def test_the_rule_is_named_to_the_program(judged: SqlStore) -> None:
    done = honest(Stage.DONE)
    assert done.blind is not None
    other = moves.commit_blind(honest(Stage.BLIND), "ABD", None, "device", False, False, done.opened_at).judgment
    with pytest.raises(Refused, match="A blind guess is never changed"), judged() as work:
        work.judgments.save(done, other)
    with judged(write=False) as work:
        assert work.judgments.get(done.judgment_id) == done


def test_the_guess_that_counts_is_the_earliest_not_seen(judged: SqlStore) -> None:
    earlier = "'2001-01-01 00:00:00.000000'"
    raw(judged, guess(GUESSED, '["A","C","D"]', "seen before").replace(NOW, earlier).replace("1, 0, 0)", "1, 1, 0)"))
    raw(judged, guess(GUESSED, '["B","C","D"]', "unseen").replace(NOW, earlier))
    with judged(write=False) as work:
        found = work.judgments.get(honest(Stage.DONE).judgment_id)
    assert found is not None
    assert found.blind is not None
    assert found.blind.device == "unseen"


def test_an_imported_answer_may_be_short_but_only_of_its_options(judged: SqlStore) -> None:
    raw(judged, f"UPDATE judgment SET imported_at = {NOW}")
    raw(judged, "UPDATE final_answer SET options = '[\"A\"]'")
    with pytest.raises(sqlite3.IntegrityError, match="exactly n"):
        raw(judged, "UPDATE final_answer SET options = '[\"Z\"]'")
