"""Decisions are records: each names its question version and its sources, and the latest stands."""

from __future__ import annotations

import builders
import pytest
from store.making import NOON, REFUSED, raw

from rbcheck.domain.decision import Decision, DecisionKind, Source, settled_key
from rbcheck.domain.errors import NotFound
from rbcheck.store.unit_of_work import SqlStore


def decision(kind: DecisionKind, answer: str | None, *, question_id: str = "q1") -> Decision:
    """A decision on a question of p1."""
    version = builders.question(question_id).version
    return Decision(
        "p1", question_id, version, kind, tuple(answer) if answer else None, "B: 红门", "Lea", NOON, (Source("j1", 2),)
    )  # fmt: skip


def test_decisions_come_back_whole_and_in_order(store: SqlStore) -> None:
    first, second = decision(DecisionKind.REKEYED, "ABC"), decision(DecisionKind.DROPPED, None)
    with store() as work:
        work.decisions.add(first)
        work.decisions.add(second)
        work.commit()
    with store(write=False) as work:
        assert work.decisions.of("p1") == (first, second)
        assert work.decisions.of("p2") == ()


def test_a_decision_is_of_a_version_that_the_store_holds(store: SqlStore) -> None:
    with store() as work, pytest.raises(NotFound):
        work.decisions.add(decision(DecisionKind.CONFIRMED, None, question_id="q9"))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE decision SET note = 'other'",
        "DELETE FROM decision",
        "INSERT INTO decision (question, decision, note, decided_by, decided_at, sources)"
        " VALUES (1, 'perhaps', '', 'Lea', '2026-01-01', '[]')",
    ],
)
def test_the_database_refuses_to_change_a_decision_or_to_take_another_word(store: SqlStore, sql: str) -> None:
    with store() as work:
        work.decisions.add(decision(DecisionKind.CONFIRMED, None))
        work.commit()
    with pytest.raises(REFUSED):
        raw(store, sql)


def test_the_latest_decision_says_the_key() -> None:
    confirmed, rekeyed = decision(DecisionKind.CONFIRMED, "ABH"), decision(DecisionKind.REKEYED, "ABC")
    assert settled_key(builders.GOLD, []) == builders.GOLD
    assert settled_key(builders.GOLD, [confirmed, rekeyed]) == ("A", "B", "C")
    assert settled_key(builders.GOLD, [rekeyed, confirmed]) == builders.GOLD
    assert settled_key(builders.GOLD, [rekeyed, decision(DecisionKind.DROPPED, None)]) == builders.GOLD
