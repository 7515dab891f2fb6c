"""What is asked while somebody judges costs no more in a store full of others' work: no table of theirs is scanned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import builders
from sqlalchemy import event
from store.making import NOON, honest, keep

from rbcheck.domain import moves
from rbcheck.domain.ledger import Entry
from rbcheck.domain.protocol import Stage
from rbcheck.store.unit_of_work import SqlStore

GROWS = {"judgment", "blind_guess", "watch_span", "note", "clip_order", "report", "revision", "mark", "claim"} | {
    "evidence", "final_answer", "verdict", "event", "clip_opening", "lease", "gold", "clip_media",
}  # fmt: skip


@contextmanager
def asked(store: SqlStore) -> Iterator[list[tuple[str, Any]]]:
    """Every statement that is run inside, with its parameters."""
    found: list[tuple[str, Any]] = []

    def listen(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        found.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", listen)
    yield found
    event.remove(store.engine, "before_cursor_execute", listen)


def scanned(store: SqlStore, statements: list[tuple[str, Any]]) -> set[str]:
    """The tables that the engine would have to read from end to end for these statements."""
    on_server = store.engine.dialect.name == "postgresql"
    explain, sign = ("EXPLAIN", r"Seq Scan on \"?(\w+)") if on_server else ("EXPLAIN QUERY PLAN", r"\bSCAN (\w+)")
    tables: set[str] = set()
    with store.engine.connect() as connection:
        if on_server:  # small tables are read whole unless that is forbidden; then only where no index would do
            connection.exec_driver_sql("SET enable_seqscan = off")
        for statement, parameters in statements:
            if statement.split()[0] not in {"SELECT", "UPDATE", "DELETE"}:
                continue
            one = parameters[0] if isinstance(parameters, list) else parameters
            for row in connection.exec_driver_sql(f"{explain} {statement}", one):
                tables.update(re.findall(sign, str(row[-1])))
    return tables


def test_no_act_of_an_annotator_scans_what_others_did(store: SqlStore) -> None:
    check = honest(Stage.CHECK)
    keep(store, check, honest(Stage.DONE, annotator="ann-2"))
    version = builders.question("q1").version
    with asked(store) as statements, store() as work:
        work.judgments.queue("ann-1", "p1")
        work.judgments.queue("ann-1", None)
        work.packs.question("p1", "q1")
        work.packs.gold("p1", "q1", version)
        assert (work.packs.size("p1"), work.packs.sizes()) == (3, {"p1": 3, "p2": 3})
        assert work.judgments.done("ann-1") == {}
        work.judgments.of("ann-1", "p1", "q1", version)
        before = work.judgments.get(check.judgment_id)
        assert before is not None
        work.judgments.save(before, honest(Stage.REVEAL))
        work.ledger.append("ann-1", "device", Entry("marked", {}), NOON, 1)
        assert work.ledger.chains("ann-1") == (("ann-1", "device"),)
        assert len(list(work.ledger.events("ann-1", "device"))) == 1
        assert len(list(work.judgments.each(annotator="ann-1", pack="p1"))) == 1
        work.openings.of_footage(["a" * 64], ["rec7"])
        work.leases.take("ann-1", "p1", "q1", "here", NOON, NOON)
        work.leases.release("here")
    assert len(statements) > 40
    assert scanned(store, statements) & GROWS == set()


def test_the_queue_is_one_query(store: SqlStore) -> None:
    with asked(store) as statements, store(write=False) as work:
        work.judgments.queue("ann-1", "p1")
    assert [statement.split()[0] for statement, _ in statements if statement != "BEGIN"] == ["SELECT"]


def test_a_draft_is_one_update(store: SqlStore) -> None:
    kept = honest(Stage.CHECK)
    keep(store, kept)
    typed = moves.choose(honest(Stage.VERDICT), None, "half a", NOON).judgment.draft
    with store() as work:
        before = work.judgments.get(kept.judgment_id)
        assert before is not None
        with asked(store) as statements:
            work.judgments.save(before, replace(before, draft=typed))
    assert [statement.split()[0] for statement, _ in statements] == ["UPDATE"]
