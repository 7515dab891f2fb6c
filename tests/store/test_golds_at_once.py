"""Two leads who change the golds of one pack at once on a server: the second tells what both left."""

from __future__ import annotations

import threading

import builders

from rbcheck.services.lead_rows import golds_now, golds_told
from rbcheck.store.unit_of_work import SqlStore


def test_the_second_waits_for_the_first_and_tells_what_both_left(server_store: SqlStore) -> None:
    with server_store() as work:
        first, second = (stored for _place, stored in zip(range(2), work.packs.questions("p1"), strict=False))
    told: dict[str, object] = {}
    begun, go_on = threading.Event(), threading.Event()

    def change(name: str, number: int) -> None:
        stored = (first, second)[number]
        with server_store() as work:
            named = (stored.pack, stored.question.question_id, stored.question.version)
            answer = tuple(reversed(stored.question.keys))[: stored.question.n]
            work.packs.set_gold(*named, tuple(sorted(answer)), "published", builders.T0)
            told[name] = golds_now(work, ["p1"])
            if number == 0:
                begun.set()
                go_on.wait(20)
            work.commit()

    one = threading.Thread(target=change, args=("one", 0))
    two = threading.Thread(target=change, args=("two", 1))
    one.start()
    assert begun.wait(20)
    two.start()
    two.join(1.0)
    assert "two" not in told, "it waits"
    go_on.set()
    one.join(20)
    two.join(20)
    with server_store(write=False) as work:
        assert golds_told(work, ["p1"]) == told["two"] != told["one"]
