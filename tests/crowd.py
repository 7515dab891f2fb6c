"""Annotators as scripts: each judges question after question through the services, at a pace, and notes what was kept.

A seat's log holds one line an act that was confirmed, written before the next act begins, so that a seat that was
killed can be held to it: nothing confirmed is gone, nothing is there twice, and nothing is half there.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import builders

from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.device.sessions import alive, holder
from rbcheck.domain.coverage import Span
from rbcheck.domain.judgment import Draft, GoldVerdict, Judgment, Verdict
from rbcheck.domain.ledger import verify_chain
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore, open_store

PACK = "crowd"


@dataclass(frozen=True)
class Seat:
    """One session of one annotator: its device, log and questions, how long and how fast it works."""

    url: str
    device: Path
    log: Path
    annotator: str
    questions: tuple[str, ...]
    seconds: float
    think_s: float
    seed: int


def prepare(store: SqlStore, annotators: Sequence[str], questions: int) -> None:
    """A pack of so many questions, and these people."""
    now = SystemClock().now()
    with store() as work:
        work.packs.add(Pack(PACK, {"en": "Crowd"}, Protocol.BLIND_FIRST, True, 0.95, False, now))
        for place in range(questions):
            question = builders.question(f"q{place:05}")
            media = tuple(
                ClipMedia(
                    clip.position, Path("/none"), f"{place}-{clip.position}.mp4", 9, f"{place:063}{clip.position}",
                    duration_ms=clip.duration_ms,
                )
                for clip in question.clips
            )  # fmt: skip
            work.packs.add_question(StoredQuestion(PACK, place, question, True, media, builders.GOLD, {}, {}))
        for name in annotators:
            work.people.add(Annotator(name, name, Kind.HUMAN, "en", now))
        work.commit()


def work_at(seat: Seat, together: Callable[[], object] = lambda: None) -> None:
    """Judge until the time is over or the questions are; every act is timed and logged.

    `together` waits until everybody's program stands; then they sit down one after the other.
    """
    store = open_store(seat.url)
    device = DeviceFiles(seat.device)
    me = holder(device.device_id)
    desk = Annotating(store, SystemClock(), device, me, lambda other: alive(device.device_id, other))
    log = os.open(seat.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    pace = random.Random(seat.seed)
    together()
    ends = time.monotonic() + seat.seconds
    time.sleep(pace.random() * 10 * seat.think_s)

    def act(judgment_id: str, kind: str, value: object, events: int, do: Callable[[], Any]) -> Any:
        if seat.think_s:
            time.sleep(min(pace.expovariate(1 / seat.think_s), 10 * seat.think_s))
        began = time.perf_counter()
        result = do()
        line = {
            "judgment": judgment_id, "kind": kind, "value": value, "events": events, "annotator": seat.annotator,
            "device": device.device_id, "ms": (time.perf_counter() - began) * 1000,
        }  # fmt: skip
        os.write(log, json.dumps(line).encode() + b"\n")
        return result

    try:
        for question in seat.questions:
            for _ in judge(desk, seat.annotator, question, act, pace):
                if time.monotonic() > ends:
                    return
    finally:
        desk.close()
        store.dispose()
        os.close(log)


Act = Callable[[str, str, object, int, Callable[[], Any]], Any]


def judge(desk: Annotating, annotator: str, question: str, act: Act, pace: random.Random) -> Iterator[None]:
    """One question from BLIND to DONE, as a person does it; stops after each act, where it can be left."""
    began = time.perf_counter()
    view = desk.open(annotator, PACK, question)
    jid = view.header.judgment_id
    if view.header.stage is not Stage.BLIND:  # a killed session began it: this one goes on with another question
        return
    act(jid, "opened", (time.perf_counter() - began) * 1000, 1, lambda: None)
    yield
    guess = sorted(pace.sample("ABCDEFGH", 3))
    act(jid, "blind", guess, 1, lambda: desk.commit_blind(jid, guess))
    yield
    for clip, length in ((1, 20_000), (2, 30_000)):
        act(jid, "clip", clip, 1, partial(desk.clip_source, jid, clip))
        yield
        begun = replace(builders.span(clip, 0, 0), span_id=f"s{clip}", at=SystemClock().now())
        for end in range(10_000, length + 1, 10_000):
            # Of a stretch that grows the ledger is told when it begins.
            told = int(end == 10_000)
            act(jid, "span", [clip, end], told, partial(desk.played, jid, replace(begun, to_ms=end)))
            yield
        text = f"{pace.getrandbits(64):x}"
        draft = Draft(note_line=text, clip=clip)
        act(jid, "draft", text, 0, partial(desk.save_draft, jid, draft))
        act(jid, "note", text, 1, partial(desk.write_note, jid, clip, 5_000, text))
        yield
    act(jid, "stage", "check", 1, lambda: desk.finish_watching(jid))
    yield
    for key in builders.KEYS:
        mark = Mark.SUPPORTED if key in builders.GOLD else Mark.RULED_OUT
        act(jid, "mark", [key, mark.value], 1, partial(desk.mark, jid, key, mark))
        yield
    act(jid, "evidence", "A", 1, lambda: desk.attach(jid, "A", Evidence(1, 5_000)))
    yield
    act(jid, "stage", "answer", 1, lambda: desk.finish_marks(jid))
    yield
    act(jid, "final", list(builders.GOLD), 1, lambda: desk.commit_answer(jid, builders.GOLD))
    yield
    act(jid, "stage", "reveal", 2, lambda: desk.commit_verdict(jid, Verdict.CLEAR, ""))
    yield
    act(jid, "stage", "done", 1, lambda: desk.commit_gold_verdict(jid, GoldVerdict.CORRECT, ""))
    yield


def logged(path: Path) -> list[dict[str, Any]]:
    """The acts that a seat had confirmed; a line that was being written as it was killed is no confirmation."""
    if not path.exists():
        return []
    *lines, _ = path.read_bytes().split(b"\n")
    return [json.loads(line) for line in lines]


def wrong(store: SqlStore, logs: Sequence[Path], *, unconfirmed: int = 0) -> list[str]:
    """What the store lacks of what was confirmed, holds twice or too much, or breaks; empty where all is well.

    `unconfirmed`: how many acts may be in the store that were never confirmed (one a killed session).
    """
    acts = [act for log in logs for act in logged(log)]
    by_judgment: dict[str, list[dict[str, Any]]] = defaultdict(list)
    events: Counter[tuple[str, str]] = Counter()
    for act in acts:
        by_judgment[act["judgment"]].append(act)
        events[act["annotator"], act["device"]] += act["events"]
    found: list[str] = []
    extra = 0
    with store(write=False) as work:
        kept = {judgment.judgment_id: judgment for judgment in work.judgments.each()}
        for judgment_id, said in by_judgment.items():
            if judgment_id not in kept:
                found.append(f"the judgment {judgment_id} is gone")
                continue
            found += [f"{judgment_id}: {what}" for what in _missing(kept[judgment_id], said)]
            extra += len(kept[judgment_id].notes) - sum(act["kind"] == "note" for act in said)
        for chain in work.ledger.chains():
            links = list(work.ledger.events(*chain))
            report = verify_chain(links)
            if not report.ok:
                found.append(f"the chain {chain} breaks: {report.first_bad}")
            if len(links) < events[chain]:
                found.append(f"{events[chain] - len(links)} events of {chain} are gone")
            extra += max(0, len(links) - events[chain])
    if set(kept) - set(by_judgment):
        extra += len(set(kept) - set(by_judgment))
    if extra > 2 * unconfirmed:  # a verdict is two events
        found.append(f"{extra} notes and events are there that nobody confirmed")
    return found


def _missing(judgment: Judgment, said: Sequence[dict[str, Any]]) -> Iterator[str]:
    notes = Counter(note.text for note in judgment.notes)
    spans: dict[int, Span] = {span.clip: (span.from_ms, span.to_ms) for span in judgment.spans}
    stages = [stage.value for stage in Stage]
    for act in said:
        value, good = act["value"], True
        match act["kind"]:
            case "blind":
                good = judgment.blind is not None and list(judgment.blind.options) == value
            case "note":
                good = notes[value] == 1
            case "span":
                good = spans.get(value[0], (0, 0))[1] >= value[1]
            case "mark":
                option = judgment.revision.option(value[0])
                good = option.mark is not None and option.mark.value == value[1]
            case "evidence":
                good = len(judgment.revision.option(value).evidence) == 1
            case "final":
                final = judgment.revision.final
                good = final is not None and list(final.options) == value
            case "stage":
                good = stages.index(judgment.stage) >= stages.index(value)
        if not good:
            yield f"{act['kind']} {value} is not there"
