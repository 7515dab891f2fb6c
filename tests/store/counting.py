"""A process that counts up in one judgment, an act a step, and how far a store has counted."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

from store.making import honest, url_of

from rbcheck.domain.ledger import verify_chain
from rbcheck.domain.protocol import Stage
from rbcheck.store.unit_of_work import SqlStore

WRITER = textwrap.dedent(
    """
    import os, sys
    from dataclasses import replace
    from datetime import UTC, datetime
    from rbcheck.domain.ledger import Entry
    from rbcheck.store.unit_of_work import open_store

    judgment_id, count = sys.argv[1:]
    store, done = open_store(os.environ["STORE"]), 0
    print("ready", flush=True)
    while done < int(count):
        with store() as work:
            before = work.judgments.get(judgment_id)
            number = int(before.draft.note_line or 0) + 1
            entry = Entry("count", {"number": number})
            work.ledger.append(before.annotator, "device", entry, datetime.now(UTC), number)
            draft = replace(before.draft, note_line=str(number))
            work.judgments.save(before, replace(before, draft=draft))
            work.commit()
        done += 1
        print(number, flush=True)
    """
)


def writer(store: SqlStore, count: int) -> subprocess.Popen[str]:
    """A process of its own that counts up in one judgment, an event a step, and says each step that is confirmed."""
    command = [sys.executable, "-c", WRITER, honest(Stage.WATCH).judgment_id, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"STORE": url_of(store)})


def counted(store: SqlStore) -> tuple[int, int]:
    """How far the judgment's draft and the ledger have counted; the chain holds."""
    with store(write=False) as work:
        judgment = work.judgments.get(honest(Stage.WATCH).judgment_id)
        events = list(work.ledger.events("ann-1", "device"))
    assert judgment is not None
    assert verify_chain(events).first_bad is None
    return int(judgment.draft.note_line or 0), len(events)
