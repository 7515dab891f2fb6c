"""`kill -9` at any moment: no confirmed act is lost, no half act is there, and it goes on at the same place."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from packs.making import native_pack, native_row
from terminal.driving import environment, rbcheck

from rbcheck.domain.judgment import Judgment
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

ROUNDS, QUESTIONS = 200, 60
PACK = "scripted"
State = dict[tuple[object, ...], object]
Said = dict[str, Any]

STAGES = {
    "commit_blind": "watch",
    "finish_watching": "check",
    "finish_marks": "answer",
    "commit_answer": "verdict",
    "commit_verdict": "done",
    "reopen": "check",
}
EVENTS = {
    "commit_blind": "blind_committed",
    "clip_opened": "clip_opened",
    "played": "played",  # each span of the script is one of its own, begun in WATCH
    "finish_watching": "watch_finished",
    "note": "noted",
    "mark": "marked",
    "attach": "marked",
    "finish_marks": "marks_finished",
    "commit_answer": "answer_committed",
    "commit_verdict": "verdict_committed",
    "reopen": "reopened",
}


def after(state: State, said: Said) -> State:
    """What the store is to hold once this act is done, in its tables and in its ledger."""
    act, question = said["begin"], said["question"]
    new = dict(state)

    def put(*key: object, value: object = True) -> None:
        new[(question, *key)] = value

    if act == "opened":
        if (question, "stage") in state:
            return state
        put("stage", value="blind")
        put("draft", value=("", None))
        put("revision", value=1)
        put("event", "opened", value=1)
        return new
    revision = state[question, "revision"]
    match act:
        case "draft":
            put("draft", value=(said["text"], said["at_ms"]))
        case "commit_blind":
            put("blind", value=tuple(said["options"]))
            put("draft", value=("", None))
        case "played":
            put("span", said["span"])
        case "note":
            put("note", said["text"])
        case "mark":
            put("mark", revision, said["key"], value=said["mark"])
        case "attach":
            put("evidence", revision, said["key"], said["at_ms"])
        case "commit_answer":
            put("final", revision, value=tuple(said["options"]))
        case "commit_verdict":
            put("verdict", revision, value="clear")
        case "reopen":
            assert isinstance(revision, int)
            put("revision", value=revision + 1)
            put("reason", revision + 1, value=said["reason"])
            put("draft", value=("", None))
            for key, value in state.items():
                if key[0] == question and key[1] in ("mark", "evidence") and key[2] == revision:
                    put(key[1], revision + 1, *key[3:], value=value)
    if act in STAGES:
        put("stage", value=STAGES[act])
    if act in EVENTS:
        kind = (question, "event", EVENTS[act])
        count = state.get(kind, 0)
        assert isinstance(count, int)
        new[kind] = count + 1
    return new


def held(wiring: Wiring) -> State:
    """What the store holds: of each judgment what `after` speaks of, and how many events of each kind."""
    state: State = {}
    with wiring.open_work(write=False) as work:
        found = work.people.named("Ann")
        if not found:
            return state
        ann = found[0].annotator_id
        for row in wiring.queueing.queue(ann, PACK, "en").rows:
            judgment = work.judgments.of(ann, PACK, row.question_id, row.version)
            assert (judgment is None) == (row.stage is None)
            if judgment is not None:
                state |= dict(facts(judgment))
        chain = Counter(
            (json.loads(event.payload)["question"], event.kind)
            for event in work.ledger.events(ann, wiring.device.device_id)
        )
    return state | {(question, "event", kind): count for (question, kind), count in chain.items()}


def facts(judgment: Judgment) -> Iterator[tuple[tuple[object, ...], object]]:
    """What `after` speaks of, of one judgment."""
    question, draft = judgment.question_id, judgment.draft
    yield (question, "stage"), judgment.stage.value
    yield (question, "revision"), judgment.revision.number
    yield (question, "draft"), (draft.note_line, draft.note_at_ms)
    if judgment.blind is not None:
        yield (question, "blind"), judgment.blind.options
    for span in judgment.spans:
        yield (question, "span", span.span_id), True
    for note in judgment.notes:
        yield (question, "note", note.text), True
    for revision in judgment.revisions:
        if revision.number > 1:
            yield (question, "reason", revision.number), revision.reason
        for mark in revision.marks:
            if mark.mark is not None:
                yield (question, "mark", revision.number, mark.key), mark.mark.value
            for item in mark.evidence:
                yield (question, "evidence", revision.number, mark.key, item.from_ms), True
        if revision.final is not None:
            yield (question, "final", revision.number), revision.final.options
        if revision.verdict is not None:
            yield (question, "verdict", revision.number), revision.verdict.verdict.value


@contextmanager
def server(home: Path) -> Iterator[subprocess.Popen[str]]:
    """The process that begins a session for each seed it is given."""
    command = [sys.executable, str(Path(__file__).with_name("scripted_session.py")), str(home)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env=environment(home, home.parent), start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def one_round(process: subprocess.Popen[str], seed: int, lines: int, seconds: float) -> list[Said]:
    """A session killed so many seconds after so many lines; all that it said."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{seed}\n")
    process.stdin.flush()
    pid, said = 0, list[Said]()
    while "ended" not in (line := json.loads(process.stdout.readline())):
        pid = line.get("pid", pid)
        if "pid" not in line:
            said.append(line)
        if pid and len(said) >= lines:
            lines = sys.maxsize
            time.sleep(seconds)
            os.kill(pid, signal.SIGKILL)
    return said


@pytest.mark.slow
def test_killed_at_200_random_moments(tmp_path: Path) -> None:
    home, chance = tmp_path / "home", random.Random(20261130)
    rows = [native_row(f"q{number}", stem=f"Which two hold of {number}?") for number in range(1, QUESTIONS + 1)]
    rbcheck(home, "pack", "add", str(native_pack(tmp_path / "pack", rows, name=PACK)))
    wiring = Wiring(read_settings({"RBCHECK_HOME": str(home)}))
    expected: State = {}
    confirmed = 0
    cut: Counter[str] = Counter()
    with server(home) as process:
        for number in range(ROUNDS):
            said = one_round(process, number, chance.randrange(24), chance.uniform(0.0, 0.03))
            if said and said[0].get("begin") == "opened" and len(said) > 1:
                question = said[0]["question"]
                assert said[1]["stage"] == expected.get((question, "stage"), "blind"), "resumed where it stood"
            for begun, done in pairwise(said):
                if "done" in done:
                    expected = after(expected, begun)
                    confirmed += 1
            found = held(wiring)
            if said and "begin" in said[-1]:
                cut[said[-1]["begin"]] += 1
                if found != expected:
                    expected = after(expected, said[-1])
            assert found == expected, f"round {number}: {set(found.items()) ^ set(expected.items())}"
    wiring.open_work.dispose()
    with closing(sqlite3.connect(home / "rbcheck.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    verified = json.loads(rbcheck(home, "verify", "--json").stdout)
    assert verified["ok"], verified
    assert confirmed > ROUNDS, cut
    assert sum(cut.values()) > ROUNDS / 2, cut
