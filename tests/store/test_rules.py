"""What the protocol forbids, the file itself refuses to raw SQL; honest acts pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import servers
from store.making import REFUSED, contents, fill, honest, keep, raw

from rbcheck.domain import moves
from rbcheck.domain.errors import Refused
from rbcheck.domain.ledger import Entry
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.store.unit_of_work import SqlStore, open_store

BLIND = "(SELECT id FROM judgment WHERE stage = 'blind')"
GUESSED = "(SELECT id FROM judgment WHERE stage = 'done' AND protocol = 'blind-first')"
DIRECT = "(SELECT id FROM judgment WHERE protocol = 'direct')"
NOW = "'2026-01-01 00:00:00.000000'"


def guess(judgment: str, options: str, device: str = "other", *, verb: str = "INSERT", behind: str = "") -> str:
    return (
        f"{verb} INTO blind_guess (judgment, device, options, at, seconds, seen, recording_seen)"
        f" VALUES ({judgment}, '{device}', '{options}', {NOW}, 1, false, false) {behind}"
    )


def final(judgment: str, options: str) -> str:
    return (
        f"INSERT INTO final_answer (judgment, revision, options, at, after_reveal)"
        f" VALUES ({judgment}, 1, '{options}', {NOW}, false)"
    )


def span(judgment: str) -> str:
    return (
        f"INSERT INTO watch_span (judgment, span_id, place, clip, from_ms, to_ms, rate, at, shown, lines, stage)"
        f" VALUES ({judgment}, 'x', 0, 1, 0, 9, 1, {NOW}, 'blocks', 480, 'watch')"
    )


def event(n: str, previous: str, *, verb: str = "INSERT", number: str = "", behind: str = "") -> str:
    return (
        f"{verb} INTO event ({'id, ' * bool(number)}annotator, device, n, at, mono_ns, kind, payload, previous, hash)"
        f" VALUES ({number and number + ', '}'ann-1', 'device', {n}, {NOW}, 1, 'opened', '{{}}', {previous},"
        f" '{'f' * 64}') {behind}"
    )


def judgment(
    judgment_id: str, protocol: str, stage: str, question: str, *, verb: str = "INSERT", behind: str = ""
) -> str:
    return f"""{verb} INTO judgment (judgment_id, annotator, question, protocol, stage, revision, later, returned,
        gold_open, opened_at, chain, active_ms, frame, draft)
        VALUES ('{judgment_id}', 'ann-2', {question}, '{protocol}', '{stage}', 1, false, false, false, {NOW},
        'verified', '{{}}', '{{}}', '{{}}') {behind}"""


def question_of(pack: str, question_id: str) -> str:
    return (
        "(SELECT q.id FROM question q JOIN pack p ON p.id = q.pack"
        f" WHERE p.name = '{pack}' AND question_id = '{question_id}')"
    )


LAST_HASH = "(SELECT hash FROM event ORDER BY n DESC LIMIT 1)"

FORBIDDEN = {
    "a second blind guess": (guess(GUESSED, '["A","B","C"]', "device"), "already"),
    "a second blind guess put over the first": (
        guess(GUESSED, '["A","B","C"]', "device", behind="ON CONFLICT (judgment, device) DO UPDATE SET options = '[]'"),
        "already",
    ),
    "another blind guess": ('UPDATE blind_guess SET options = \'["A","B","D"]\'', "never changed"),
    "a blind guess made unseen": ("UPDATE blind_guess SET seen = NOT seen", "never changed"),
    "no blind guess any more": ("DELETE FROM blind_guess", "never deleted"),
    "no judgment any more": ("DELETE FROM judgment", "never deleted"),
    "a blind guess of too few": (guess(BLIND, '["A","B"]'), "exactly n"),
    "a blind guess of too many": (guess(BLIND, '["A","B","C","D"]'), "exactly n"),
    "a blind guess of one twice": (guess(BLIND, '["A","B","B"]'), "exactly n"),
    "a blind guess of what is no option": (guess(BLIND, '["A","B","Z"]'), "exactly n"),
    "a blind guess that is no list": (guess(BLIND, '{"A":1,"B":2,"C":3}'), "exactly n"),
    "a blind guess that is no JSON": (guess(BLIND, "ABC"), "exactly n|invalid input syntax for type json"),
    "a blind guess of a direct judgment": (guess(DIRECT, '["A","B","C"]'), "Only a blind-first"),
    "a blind guess of nothing": (guess("999", '["A","B","C"]'), "exactly n"),
    "footage before the guess": (span(BLIND), "before its blind guess"),
    "footage of nothing": (span("999"), "before its blind guess"),
    "footage moved to it": (f"UPDATE watch_span SET judgment = {BLIND}", "not moved"),
    "an answer before the guess": (final(BLIND, '["A","B","C"]'), "before its blind guess"),
    "a verdict before the guess": (
        f"INSERT INTO verdict VALUES ({BLIND}, 1, 'question', 'clear', '', {NOW}, false, false)",
        "before its blind guess",
    ),
    "a mark before the guess": (
        f"INSERT INTO mark VALUES ({BLIND}, 1, 'A', 'supported', '', false)",
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
    "a judgment put over another": (
        judgment(
            "ann-1/p1/q1",
            "blind-first",
            "blind",
            question_of("p1", "q3"),
            behind="ON CONFLICT (judgment_id) DO UPDATE SET annotator = 'ann-2'",
        ),
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
        f"INSERT INTO mark VALUES ({GUESSED}, 1, 'Z', 'supported', '', false)",
        "of an option",
    ),
    "a verdict on gold alone": (
        f"INSERT INTO verdict VALUES ({GUESSED}, 2, 'gold', 'correct', '', {NOW}, true, false)",
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
    "an event put over another": (
        event("1", f"'{'0' * 64}'", number="1", behind="ON CONFLICT (id) DO UPDATE SET payload = 'x'"),
        "continue its chain",
    ),
    "another store's id": ("UPDATE setting SET value = 'x' WHERE name = 'store_id'", "never changes"),
    "no store's id": ("DELETE FROM setting", "never changes"),
    "a stage that is none": ("UPDATE judgment SET stage = 'finished' WHERE stage = 'done'", "(?i)check"),
    "a mark that is none": ("UPDATE mark SET mark = 'maybe'", "(?i)check"),
    "a verdict of the gold on the question": ("UPDATE verdict SET verdict = 'correct'", "(?i)check"),
    "a role that is none": ("INSERT INTO setting VALUES ('role', 'admin')", "(?i)check|login"),
    "a chain that is none": ("UPDATE judgment SET chain = 'fine'", "(?i)check"),
}


SQLITE_ONLY = {
    "a second blind guess in place of the first": (
        guess(GUESSED, '["A","B","C"]', "device", verb="INSERT OR REPLACE"),
        "already",
    ),
    "a judgment in place of another": (
        judgment("ann-1/p1/q1", "blind-first", "blind", question_of("p1", "q3"), verb="INSERT OR REPLACE"),
        "already",
    ),
    "an event in place of another": (event("3", LAST_HASH, verb="INSERT OR REPLACE", number="1"), "continue its chain"),
}

SERVER_ONLY = {
    **{
        f"everything of {table} at once": (f"TRUNCATE {table} CASCADE", sentence)
        for table, sentence in {
            "blind_guess": "never deleted", "judgment": "never deleted", "question": "never", "clip": "never changes",
            "option": "never changes", "gold": "never deleted", "event": "never deleted", "setting": "never changes",
        }.items()
    },
    "a change while rules are said to be replayed": (
        "SET session_replication_role = replica; UPDATE event SET payload = '{}'",
        "never changed",
    ),
    "a guess against a judgment made up beside the real one": (
        "CREATE TEMP TABLE judgment AS SELECT * FROM public.judgment; UPDATE judgment SET protocol = 'direct';"
        + span("(SELECT id FROM judgment WHERE stage = 'blind')"),
        "before its blind guess",
    ),
    "a rule looked up in another schema": (
        "CREATE SCHEMA other; CREATE TABLE other.blind_guess AS SELECT id AS judgment FROM judgment;"
        f"SET search_path = other, public; {span(BLIND)}",
        "before its blind guess",
    ),
    "another login's role": ("INSERT INTO setting VALUES ('role of ann', 'lead')", "login"),
    "a role of the login that is none": ("INSERT INTO setting VALUES ('role of postgres', 'admin')", "login"),
    "a role for all": ("INSERT INTO setting VALUES ('role', 'lead')", "login"),
}  # fmt: skip


@pytest.fixture
def judged(store: SqlStore) -> SqlStore:
    """A finished judgment, one before its guess, a direct one, and two events."""
    return judge(store)


def judge(store: SqlStore) -> SqlStore:
    keep(store, honest(Stage.DONE), honest(Stage.BLIND, annotator="ann-2", question_id="q2"))
    keep(store, honest(Stage.WATCH, Protocol.DIRECT))
    with store() as work:
        for kind in ("opened", "blind_committed"):
            work.ledger.append("ann-1", "device", Entry(kind, {}), honest(Stage.DONE).opened_at, 1)
        work.commit()
    return store


def refused(store: SqlStore, sql: str, sentence: str) -> None:
    """The SQL ends with that sentence, and nothing is other than before."""
    before = contents(store)
    with pytest.raises(REFUSED, match=sentence):
        raw(store, sql)
    assert contents(store) == before


@pytest.fixture(scope="module")
def standing_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """A judged file for every refusal, as none of them changes it."""
    made = open_store(str(tmp_path_factory.mktemp("rules") / "store.db"))
    fill(made)
    yield judge(made)
    made.dispose()


@pytest.fixture(scope="module")
def standing_server(cluster: servers.Cluster) -> Iterator[SqlStore]:
    """A judged database for every refusal, as none of them changes it."""
    made = open_store(cluster.url(cluster.make()))
    fill(made)
    yield judge(made)
    made.dispose()


@pytest.mark.parametrize("standing", ["standing_file", "standing_server"])
@pytest.mark.parametrize("what", FORBIDDEN)
def test_raw_sql_is_refused(request: pytest.FixtureRequest, standing: str, what: str) -> None:
    refused(request.getfixturevalue(standing), *FORBIDDEN[what])


@pytest.mark.parametrize("what", SQLITE_ONLY)
def test_a_replacement_is_refused_in_a_file(standing_file: SqlStore, what: str) -> None:
    refused(standing_file, *SQLITE_ONLY[what])


@pytest.mark.parametrize("what", SERVER_ONLY)
def test_what_only_a_server_offers_is_refused_there(standing_server: SqlStore, what: str) -> None:
    refused(standing_server, *SERVER_ONLY[what])


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
        "UPDATE judgment SET later = true, draft = '{}'",
        "UPDATE question SET current = false, place = 7",
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
    raw(
        judged,
        guess(GUESSED, '["A","C","D"]', "seen before")
        .replace(NOW, earlier)
        .replace("1, false, false)", "1, true, false)"),
    )
    raw(judged, guess(GUESSED, '["B","C","D"]', "unseen").replace(NOW, earlier))
    with judged(write=False) as work:
        found = work.judgments.get(honest(Stage.DONE).judgment_id)
    assert found is not None
    assert found.blind is not None
    assert found.blind.device == "unseen"


def test_an_imported_answer_may_be_short_but_only_of_its_options(judged: SqlStore) -> None:
    raw(judged, f"UPDATE judgment SET imported_at = {NOW}")
    raw(judged, "UPDATE final_answer SET options = '[\"A\"]'")
    with pytest.raises(REFUSED, match="exactly n"):
        raw(judged, "UPDATE final_answer SET options = '[\"Z\"]'")
