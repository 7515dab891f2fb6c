"""A store with many made-up judgments, written as fast as SQLite takes them; the rules stand again when it is done."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rbcheck.store.unit_of_work import open_store

K, N, EACH = 8, 3, 9
KEYS = tuple("ABCDEFGH")
CLIP_MS = 45_000
DAY = "2026-11-30"
MARKS = np.array(["ruled_out", "undecidable", "supported"])
SKILLS = (1.9, 1.3, 0.7)
DRAFT: Mapping[str, object] = {
    "picks": [], "confidence": None, "final": None, "verdict": None, "verdict_notes": "", "gold_verdict": None,
    "gold_notes": "", "note_line": "", "note_at_ms": None, "clip": 1, "positions_ms": {}, "asides": {},
    "note_clip": None,
}  # fmt: skip
_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Drawn:
    """Judgments as arrays, by question: who, blind and final sets (judgments × options), marks as places in `MARKS`."""

    question: np.ndarray
    annotator: np.ndarray
    blind: np.ndarray
    final: np.ndarray
    marks: np.ndarray
    gold: np.ndarray
    truth: np.ndarray


def drawn(judgments: int, annotators: int, seed: int = 0) -> Drawn:
    """Nine judgments a question: evidence is normal, 8 % of the golds are wrong, skills are of three kinds."""
    random = np.random.default_rng(seed)
    questions = -(-judgments // EACH)
    question = np.repeat(np.arange(questions), EACH)[:judgments]
    first = random.integers(0, annotators, questions)
    step = random.integers(1, max(2, annotators // EACH), questions)
    annotator = (first[question] + step[question] * (np.arange(judgments) - question * EACH)) % annotators
    truth = chosen(random.random((questions, K)))
    gold = truth.copy()
    wrong = random.random(questions) < 0.08
    gold[wrong] = chosen(random.random((int(wrong.sum()), K)))
    skill = np.array(SKILLS)[annotator % len(SKILLS)][:, None] - random.normal(0, 0.5, questions)[question][:, None]
    evidence = random.normal(0, 1, (judgments, K)) + skill * (2 * truth[question] - 1)
    blind = chosen(random.random((judgments, K)) + 0.4 * gold[question])
    return Drawn(question, annotator, blind, chosen(evidence), 1 + (evidence > 0.3) - (evidence < -0.3), gold, truth)


def chosen(weights: np.ndarray) -> np.ndarray:
    """The three options of each row that weigh most."""
    ranks = np.argsort(np.argsort(-weights, axis=1), axis=1)
    picked: np.ndarray = ranks < N
    return picked


def make_store(path: Path, campaign: Drawn, per_pack: int = 0) -> None:
    """Write the campaign; each judgment is done, with a guess, eight marks, a verdict, two stretches and a note.

    One pack, or packs of so many questions.
    """
    open_store(f"sqlite:///{path}").dispose()
    with without_rules(path) as store:
        questions = len(campaign.gold)
        each = per_pack or questions
        insert(store, "pack", (
            (n + 1, f"bench{n or ''}", "{}", "blind-first", 1, 0.95, 0, f"{DAY} 08:00:00.000000", None, None)
            for n in range(-(-questions // each))
        ))  # fmt: skip
        insert(store, "question", (
            (n + 1, 1 + n // each, f"q{n:07d}", "1", n, 1, f"s{n % 3}", "whole_video", "event-order", "en", N, "Which?",
             None, "{}", "{}")
            for n in range(questions)
        ))  # fmt: skip
        insert(store, "option", (
            (n + 1, key, place, "x" * (20 + (n * 7 + place * 13) % 30))
            for n in range(questions) for place, key in enumerate(KEYS)
        ))  # fmt: skip
        insert(store, "clip", ((n + 1, 1, "CLIP_1", f"{n}.mp4", None, None, None, CLIP_MS) for n in range(questions)))
        insert(store, "gold", (
            (n + 1, n + 1, answer, "published", f"{DAY} 08:00:00.000000")
            for n, answer in enumerate(json_sets(campaign.gold))
        ))  # fmt: skip
        add_judgments(store, campaign)
        store.execute("INSERT OR REPLACE INTO setting VALUES ('role', 'lead')")


@contextmanager
def without_rules(path: Path) -> Iterator[sqlite3.Connection]:
    """The store in one transaction, in which its rules (triggers) do not stand."""
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA synchronous=OFF")
        store.execute("BEGIN")
        rules = store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _sql in rules:
            store.execute(f"DROP TRIGGER {name}")
        yield store
        for _name, sql in rules:
            store.execute(sql)
        store.execute("COMMIT")


def add_judgments(store: sqlite3.Connection, campaign: Drawn) -> None:
    """Write the people and their judgments into a store that has the questions, and no judgment yet."""
    people = int(campaign.annotator.max()) + 1
    insert(store, "annotator", (
        (f"a{n:04d}", f"Annotator {n}", "human", "en", f"{DAY} 08:00:00.000000", None) for n in range(people)
    ))  # fmt: skip
    for begin in range(0, len(campaign.question), _AT_ONCE):
        _judgments(store, campaign, begin, min(begin + _AT_ONCE, len(campaign.question)))


def insert(store: sqlite3.Connection, table: str, rows: Any) -> None:
    """Insert rows of all columns of a table."""
    width = len(store.execute(f"PRAGMA table_info({table})").fetchall())
    store.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * width)})', rows)


def json_sets(sets: np.ndarray) -> Iterator[str]:
    """Each row's options as a JSON list."""
    for row in sets:
        yield json.dumps([key for key, inside in zip(KEYS, row, strict=True) if inside])


def _judgments(store: sqlite3.Connection, campaign: Drawn, begin: int, end: int) -> None:
    times = {n: at(n) for n in range(begin, end)}
    numbers = range(begin + 1, end + 1)
    frame = json.dumps({"keys": KEYS, "n": N, "durations_ms": [CLIP_MS], "order_asked": None, "coverage": 0.95})
    draft = json.dumps(DRAFT)
    active = json.dumps({"blind": 22_000, "watch": 50_000, "check": 40_000, "answer": 5_000, "verdict": 6_000})
    insert(store, "judgment", (
        (n, f"j{n}", f"a{campaign.annotator[n - 1]:04d}", int(campaign.question[n - 1]) + 1, "blind-first", "done", 1,
         0, None, 0, 0, times[n - 1][0], times[n - 1][1], times[n - 1][1], times[n - 1][2], times[n - 1][2],
         times[n - 1][2], None, "verified", active, frame, draft)
        for n in numbers
    ))  # fmt: skip
    insert(store, "blind_guess", (
        (n, "device", options, None, times[n - 1][0], 22.0, 0, 0)
        for n, options in zip(numbers, json_sets(campaign.blind[begin:end]), strict=True)
    ))  # fmt: skip
    insert(store, "revision", ((n, 1, times[n - 1][1], "") for n in numbers))
    labels = MARKS[campaign.marks[begin:end]].tolist()
    insert(store, "mark", (
        (n, 1, key, mark, "", 0) for n, row in zip(numbers, labels, strict=True)
        for key, mark in zip(KEYS, row, strict=True)
    ))  # fmt: skip
    insert(store, "final_answer", (
        (n, 1, options, times[n - 1][2], 0)
        for n, options in zip(numbers, json_sets(campaign.final[begin:end]), strict=True)
    ))  # fmt: skip
    insert(store, "verdict", (
        (n, 1, "question", "clear" if n % 4 else "ambiguous", "A", times[n - 1][2], 0, 0) for n in numbers
    ))  # fmt: skip
    insert(store, "watch_span", (
        (n, f"s{part}", part, 1, part * 20_000, 20_000 + part * 25_000, 1.0, times[n - 1][1], "blocks", 68, "watch")
        for n in numbers for part in range(2)
    ))  # fmt: skip
    insert(store, "note", (
        (n, "n0", 0, 1, 1_000, words(n), None, times[n - 1][1], None, "[]")
        for n in numbers
    ))  # fmt: skip


def words(number: int) -> str:
    """A note that hardly anybody else writes."""
    return " ".join(
        "".join(chr(97 + number * prime % 7919 // 26**place % 26) for place in range(3)) for prime in (7, 11, 13)
    )


def at(number: int) -> tuple[str, str, str]:
    """When a judgment was guessed, watched and answered."""
    minute, hour, day = number % 60, number // 60 % 24, 1 + number // 1440 % 28
    begun = f"2026-{1 + number // 40_320 % 12:02d}-{day:02d} {hour:02d}:{minute:02d}"
    return f"{begun}:05.000000", f"{begun}:27.000000", f"{begun}:59.000000"
