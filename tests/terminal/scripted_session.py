"""A scripted annotator on the real services and store, in a process that may be killed at any moment.

Each act is said on standard output before its call, and again once the call has returned: from then on it is confirmed.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Draft, Verdict
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.views import View
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

PACK = "scripted"
Told = dict[str, Any]


def say(**told: Any) -> None:
    """One line, in one write."""
    os.write(1, (json.dumps(told) + "\n").encode())


def session(wiring: Wiring, chance: random.Random) -> None:
    """Judge question after question, each from where it stands; a finished one is opened again for a new revision."""
    desk = wiring.annotating
    annotator = wiring.queueing.sign_in("Ann", "en").annotator_id
    while True:
        rows = wiring.queueing.queue(annotator, PACK, "en").rows
        row = next((row for row in rows if row.stage not in (None, Stage.DONE)), chance.choice(rows))
        say(begin="opened", question=row.question_id)
        view = desk.open(annotator, PACK, row.question_id)
        say(done="opened", stage=view.header.stage)
        for act, told, run in acts(wiring, desk, view, chance):
            say(begin=act, question=row.question_id, **told)
            run()
            say(done=act)


def acts(
    wiring: Wiring, desk: Annotating, view: View, chance: random.Random
) -> Iterator[tuple[str, Told, Callable[[], object]]]:
    """One question from its stage to DONE: each act by its name, what it is to leave behind, and its call."""
    jid, stage = view.header.judgment_id, view.header.stage

    def number() -> int:
        return chance.randrange(10**9)

    def draft() -> tuple[str, Told, Callable[[], object]]:
        text, at_ms = f"typing {number()}", chance.randrange(20_000)
        kept = Draft(note_line=text, note_at_ms=at_ms, clip=1, positions_ms={1: at_ms})
        return "draft", {"text": text, "at_ms": at_ms}, lambda: desk.save_draft(jid, kept)

    if stage is Stage.DONE:
        reason = f"again {number()}"
        yield "reopen", {"reason": reason}, lambda: desk.reopen(jid, reason)
        stage = Stage.CHECK
    if stage is Stage.BLIND:
        yield draft()
        guess = sorted(chance.sample("ABCD", 2))
        yield "commit_blind", {"options": guess}, lambda: desk.commit_blind(jid, guess, None)
        stage = Stage.WATCH
    if stage is Stage.WATCH:
        yield "clip_opened", {}, lambda: desk.clip_source(jid, 1)
        for step in range(4):
            span = WatchSpan(
                f"{number():09}", 1, step * 5_000, (step + 1) * 5_000, 1.0, wiring.clock.now(), "blocks", 48
            )
            yield "played", {"span": span.span_id}, partial(desk.played, jid, span)
            yield draft()
            text = f"seen {number()}"
            yield "note", {"text": text}, partial(desk.write_note, jid, 1, step * 5_000, text)
        yield "finish_watching", {}, lambda: desk.finish_watching(jid)
        stage = Stage.CHECK
    if stage is Stage.CHECK:
        for key in "ABCD":
            given, at_ms = Mark.SUPPORTED if key in "AB" else Mark.RULED_OUT, number()
            yield "mark", {"key": key, "mark": given}, partial(desk.mark, jid, key, given)
            yield "attach", {"key": key, "at_ms": at_ms}, partial(desk.attach, jid, key, Evidence(1, at_ms))
        yield "finish_marks", {}, lambda: desk.finish_marks(jid)
        stage = Stage.ANSWER
    if stage is Stage.ANSWER:
        yield "commit_answer", {"options": ["A", "B"]}, lambda: desk.commit_answer(jid, "AB")
    yield "commit_verdict", {}, lambda: desk.commit_verdict(jid, Verdict.CLEAR, "")


def main() -> None:
    """A session in a process of its own for each seed that is read; everything is imported by then."""
    Wiring(read_settings({"RBCHECK_HOME": sys.argv[1]})).open_work.dispose()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            fresh = Wiring(read_settings({"RBCHECK_HOME": sys.argv[1]}))
            session(fresh, random.Random(int(line)))
        say(pid=pid)
        os.waitpid(pid, 0)
        say(ended=pid)


if __name__ == "__main__":
    main()
