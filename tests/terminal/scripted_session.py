"""A scripted annotator on the real services and store, in a process that may be killed at any moment.

Each act is said on standard output once its call has returned: from then on it is confirmed. What is said is what the
store must still hold. `python scripted_session.py HOME` goes on from wherever the store stands.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Draft, Verdict
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.views import FreeView, View
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

PACK = "scripted"


def say(act: str, **told: Any) -> None:
    """Confirm an act in one write."""
    os.write(1, (json.dumps({"act": act, **told}) + "\n").encode())


def session(wiring: Wiring, chance: random.Random) -> None:
    """Judge question after question, each from where it stands; a finished one is opened again for a new revision."""
    desk = wiring.annotating
    annotator = wiring.queueing.sign_in("Ann", "en").annotator_id
    while True:
        rows = wiring.queueing.queue(annotator, PACK, "en").rows
        row = next((row for row in rows if row.stage is not Stage.DONE), chance.choice(rows))
        view = desk.open(annotator, PACK, row.question_id)
        jid, question = view.header.judgment_id, row.question_id
        say("opened", question=question, judgment=jid, stage=view.header.stage)
        for act, told in acts(wiring, desk, view, chance):
            say(act, judgment=jid, **told)


def acts(wiring: Wiring, desk: Annotating, view: View, chance: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """One question from its stage to DONE, a pair for each act that returned."""
    jid, number = view.header.judgment_id, chance.randrange(10**9)

    def draft(text: str, at_ms: int) -> tuple[str, dict[str, Any]]:
        kept = replace(Draft(), note_line=text, note_at_ms=at_ms, clip=1, positions_ms={1: at_ms})
        desk.save_draft(jid, kept)
        return "draft", {"text": text, "at_ms": at_ms}

    if view.header.stage is Stage.DONE:
        view = desk.reopen(jid, f"again {number}")
        yield "reopen", {"reason": f"again {number}"}
    if view.header.stage is Stage.BLIND:
        yield draft(f"before {number}", 0)
        view = desk.commit_blind(jid, chance.sample("ABCD", 2), None)
        yield "commit_blind", {}
    if view.header.stage is Stage.WATCH:
        desk.clip_source(jid, 1)
        yield "clip_opened", {}
        for step in range(4):
            span = WatchSpan(
                f"{jid}:{step}", 1, step * 5_000, (step + 1) * 5_000, 1.0, wiring.clock.now(), "blocks", 48
            )
            desk.played(jid, span)
            yield "played", {"span": span.span_id}
            yield draft(f"typing {number} {step}", step * 5_000)
            desk.write_note(jid, 1, step * 5_000, f"seen {number} {step}")
            yield "note", {"text": f"seen {number} {step}"}
        view = desk.finish_watching(jid)
        yield "finish_watching", {}
    if view.header.stage is Stage.CHECK:
        assert isinstance(view, FreeView)
        for key in "ABCD":
            given = Mark.SUPPORTED if key in "AB" else Mark.RULED_OUT
            desk.mark(jid, key, given)
            yield "mark", {"key": key, "mark": given, "revision": view.revision.number}
            desk.attach(jid, key, Evidence(1, 1_000, 2_000))
            yield "attach", {"key": key, "revision": view.revision.number}
        view = desk.finish_marks(jid)
        yield "finish_marks", {}
    if view.header.stage is Stage.ANSWER:
        view = desk.commit_answer(jid, "AB")
        yield "commit_answer", {}
    if view.header.stage is Stage.VERDICT:
        view = desk.commit_verdict(jid, Verdict.CLEAR, "")
        yield "commit_verdict", {}


def main() -> None:
    """Wait for one line on standard input, then work until killed: everything is imported and open by then."""
    wiring = Wiring(read_settings({"RBCHECK_HOME": sys.argv[1]}))
    wiring.open_work.dispose()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            fresh = Wiring(read_settings({"RBCHECK_HOME": sys.argv[1]}))
            session(fresh, random.Random(int(line)))
        os.write(1, f"{pid}\n".encode())
        os.waitpid(pid, 0)
        os.write(1, b"ended\n")


if __name__ == "__main__":
    main()
