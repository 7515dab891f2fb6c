"""Whatever of a judgment is written into the tables behind the back of its ledger: question and act are named."""

from __future__ import annotations

import pytest
from exchange.places import Place
from services.spoiling import behind_its_back, look


@pytest.mark.parametrize(
    ("sql", "question", "act"),
    [
        ('UPDATE blind_guess SET options = \'["A","B","H"]\'', "q1", "blind_committed"),
        ("UPDATE blind_guess SET seen = 1", "q1", "blind_committed"),
        ("UPDATE blind_guess SET recording_seen = 1", "q1", "blind_committed"),
        ("UPDATE blind_guess SET confidence = 'sure'", "q1", "blind_committed"),
        ("UPDATE blind_guess SET seconds = seconds + 1", "q1", "blind_committed"),
        ("DELETE FROM blind_guess", "q1", "blind_committed"),
        ('UPDATE final_answer SET options = \'["A","B","C"]\'', "q1", "answer_committed"),
        ("DELETE FROM final_answer", "d1", "answer_committed"),
        ("UPDATE verdict SET verdict = 'ambiguous' WHERE about = 'question'", "q1", "verdict_committed"),
        ("UPDATE verdict SET notes = 'never said' WHERE about = 'question'", "d1", "verdict_committed"),
        ("DELETE FROM verdict WHERE about = 'gold'", "q1", "gold_verdict_committed"),
        ("UPDATE judgment SET revealed_at = NULL", "q1", "gold_revealed"),
        ("UPDATE judgment SET revealed_at = datetime(revealed_at, '+1 hour') || '.000000'", "q1", "gold_revealed"),
        ("UPDATE final_answer SET after_reveal = 1", "q1", "answer_committed"),
        ("UPDATE verdict SET after_reveal = 1 WHERE about = 'question'", "q1", "verdict_committed"),
        ("UPDATE judgment SET opened_at = '2020-01-01 00:00:00.000000'", "q1", "opened"),
        ("UPDATE judgment SET done_at = '2030-01-01 00:00:00.000000'", "q1", "verdict_committed"),
        ("UPDATE judgment SET first_play_at = opened_at", "q1", "played"),
        ("UPDATE blind_guess SET device = 'another'", "q1", "blind_committed"),
        ("DELETE FROM judgment", "q1", "opened"),
        ("UPDATE mark SET mark = 'undecidable' WHERE key = 'C'", "q1", "marked"),
        ("UPDATE mark SET reason = 'never said' WHERE key = 'B'", "d1", "marked"),
        ("UPDATE mark SET overridden = 1 WHERE key = 'B'", "q1", "marked"),
        ("DELETE FROM mark WHERE key = 'H'", "q1", "marked"),
        ("INSERT INTO claim (judgment, revision, key, claim_id, place, text)"
         " SELECT judgment, revision, key, 'c', 0, 'x' FROM mark", "d1", "marked"),
        ("UPDATE evidence SET from_ms = 1600", "q1", "marked"),
        ("UPDATE evidence SET to_ms = NULL", "q1", "marked"),
        ("DELETE FROM evidence", "d1", "marked"),
        ("UPDATE evidence SET key = 'B'", "q1", "marked"),
        ("UPDATE note SET text = 'a blue door'", "q1", "noted"),
        ("UPDATE note SET at_ms = 1400", "q2", "noted"),
        ("UPDATE note SET written_at = '2020-01-01 00:00:00.000000'", "q1", "noted"),
        ("UPDATE note SET deleted_at = written_at", "d1", "noted"),
        ("UPDATE note SET earlier = '[[1, \"made up\", \"2026-01-01T00:00:00.000000Z\"]]'", "q1", "noted"),
        ("DELETE FROM note", "q2", "noted"),
        ("INSERT INTO note SELECT judgment, 'made up', 1, 1, 700, 'a bench', NULL, written_at, NULL, '[]' FROM note",
         "q1", "noted"),
        ("UPDATE watch_span SET to_ms = to_ms + 1", "q1", "watch_finished"),
        ("UPDATE watch_span SET lines = 1080", "d1", "watch_finished"),
        ("UPDATE watch_span SET rate = 1.5", "q1", "watch_finished"),
        ("DELETE FROM watch_span WHERE clip = 2", "q1", "watch_finished"),
        ("INSERT INTO watch_span SELECT judgment, 'made up', 9, 1, 0, 50, rate, at, shown, lines, stage FROM watch_span"
         " WHERE clip = 1", "q1", "watch_finished"),
        ("UPDATE judgment SET watched_at = NULL", "q1", "watch_finished"),
        ("UPDATE judgment SET watched_at = opened_at WHERE watched_at IS NULL", "q2", "watch_finished"),
        ("UPDATE watch_span SET to_ms = to_ms + 1 WHERE clip = 1", "q2", "played"),
        ("UPDATE watch_span SET to_ms = to_ms - 1 WHERE clip = 2", "q2", "played"),
        ("UPDATE watch_span SET from_ms = 5 WHERE clip = 2", "q2", "played"),
        ("DELETE FROM watch_span WHERE clip = 1", "q2", "played"),
        ("DELETE FROM watch_span", "q2", "played"),
        ("INSERT INTO watch_span SELECT judgment, 'made up', 9, 1, 0, 50, rate, at, shown, lines, stage FROM watch_span"
         " WHERE clip = 1", "q2", "played"),
        ("UPDATE judgment SET active_ms = json_set(active_ms, '$.check', 1)", "q1", "gold_verdict_committed"),
        ("UPDATE judgment SET active_ms = json_set(active_ms, '$.watch', 90000)", "d1", "gold_verdict_committed"),
        ("UPDATE judgment SET active_ms = '{}'", "q2", "blind_committed"),
        ("DELETE FROM clip_opening", "q1", "clip_opened"),
        ("DELETE FROM clip_opening WHERE id = (SELECT max(id) FROM clip_opening)", "d1", "clip_opened"),
        ("UPDATE clip_opening SET at = '2030-01-01 00:00:00.000000'", "q2", "clip_opened"),
        ("UPDATE clip_opening SET span_from_ms = 0, span_to_ms = 1", "q1", "clip_opened"),
        ("UPDATE clip_opening SET annotator = 'id-Bob'", "q1", "clip_opened"),
        ("INSERT INTO clip_order SELECT id, 'time', '[]', opened_at FROM judgment", "q1", "clips_ordered"),
        ("INSERT INTO report SELECT id, 1, 0, 'grey', opened_at, 1, 1, 0 FROM judgment", "q1", "clip_reported"),
        ("UPDATE verdict SET concession = NOT concession WHERE about = 'gold'", "q1", "gold_verdict_committed"),
        ("UPDATE judgment SET frame = json_set(frame, '$.n', 2)", "q1", "opened"),
        ("UPDATE judgment SET frame = json_set(frame, '$.coverage', 0.1)", "q2", "opened"),
        ("UPDATE judgment SET frame = json_set(frame, '$.durations_ms[0]', 1)", "d1", "opened"),
        ("UPDATE judgment SET protocol = 'direct' WHERE stage <> 'blind'", "q2", "opened"),
        ("UPDATE judgment SET returned = 1", "q1", "judgment_returned"),
        ("UPDATE judgment SET imported_at = '2026-12-24 00:00:00.000000'", "q1", "imported"),
        ("UPDATE revision SET opened_at = '2020-01-01 00:00:00.000000'", "d1", "opened"),
    ],
)  # fmt: skip
def test_tables_that_contradict_the_chain(place: Place, sql: str, question: str, act: str) -> None:
    behind_its_back(place, sql)
    found = look(place)
    assert not found.ok
    assert all(chain.ok for chain in found.chains)
    assert act in {name for wrong in found.contradictions if wrong.question == question for name in wrong.acts}


@pytest.mark.parametrize(
    ("sql", "act"),
    [
        ('UPDATE blind_guess SET options = \'["A","B","H"]\'', "blind_committed"),
        ("UPDATE blind_guess SET seen = 1", "blind_committed"),
        ("UPDATE blind_guess SET confidence = 'sure'", "blind_committed"),
        ("UPDATE blind_guess SET at = datetime(at, '-1 hour') || '.000000'", "blind_committed"),
        ("DELETE FROM blind_guess", "blind_committed"),
        ('UPDATE final_answer SET options = \'["A","B","C"]\'', "answer_committed"),
        ("DELETE FROM final_answer", "answer_committed"),
        ("UPDATE verdict SET verdict = 'ambiguous' WHERE about = 'question'", "verdict_committed"),
        ("DELETE FROM verdict WHERE about = 'gold'", "gold_verdict_committed"),
        ("UPDATE judgment SET revealed_at = NULL", "gold_revealed"),
        ("DELETE FROM note", "noted"),
        ("UPDATE note SET text = 'a blue door'", "noted"),
        ("UPDATE note SET at_ms = 1400", "noted"),
        ("UPDATE watch_span SET to_ms = to_ms + 1", "watch_finished"),
        ("DELETE FROM watch_span WHERE clip = 2", "watch_finished"),
        ("UPDATE judgment SET watched_at = NULL", "watch_finished"),
        ("UPDATE judgment SET active_ms = json_set(active_ms, '$.watch', 1)", "gold_verdict_committed"),
        ("UPDATE judgment SET protocol = 'direct' WHERE stage <> 'blind'", "opened"),
        ("UPDATE judgment SET returned = 1", "judgment_returned"),
    ],
)
def test_a_judgment_that_says_it_has_no_ledger_is_held_to_the_one_it_has(place: Place, sql: str, act: str) -> None:
    behind_its_back(place, "UPDATE judgment SET chain = 'none'")
    assert look(place).unledgered == 4
    assert {wrong.acts for wrong in look(place).contradictions} == {("imported",)}, "no line ever joined them"
    behind_its_back(place, sql)
    assert act in {name for wrong in look(place).contradictions if wrong.question == "q1" for name in wrong.acts}
