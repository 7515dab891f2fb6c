"""Simulated campaigns beside the repository, and small made-up rows."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sample_data import SHARED

from rbcheck.stats.records import JudgmentRow, Reached

CAMPAIGNS = SHARED / "data" / "campaigns"


def _lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def load_campaign(folder: Path) -> tuple[list[JudgmentRow], dict[str, Any]]:
    """The rows of a simulated campaign, and the counts that plain loops made of it."""
    questions = {question["question_id"]: question for question in _lines(folder / "questions.jsonl.gz")}
    with gzip.open(folder / "truth.json.gz", "rt", encoding="utf-8") as stream:
        truth = json.load(stream)
    rows = [_row(line, questions[line["question_id"]]) for line in _lines(folder / "judgments.jsonl.gz")]
    return rows, truth


def _row(line: dict[str, Any], question: dict[str, Any]) -> JudgmentRow:
    blind, final, watch = line["blind"], line["final"], line["watch"]
    reached = Reached.VERDICT if line["verdict"] else Reached.FINAL if final else Reached.BLIND_LOCKED
    return JudgmentRow(
        annotator=line["annotator_id"],
        question=line["question_id"],
        options=tuple("ABCDEFGHIJ"[: question["k"]]),
        n=question["n"],
        pack=question["pack"],
        unit=question["unit"],
        question_type=question["question_type"],
        source=question["source"],
        gold=frozenset(question["gold"]),
        reached=reached,
        blind=frozenset(blind["answer"]) if blind else None,
        marks={option: mark for option, mark in (line["marks"] or {}).items() if mark},
        final=frozenset(final) if final else None,
        verdict=line["verdict"],
        after_reveal=line["gold_revealed"],
        option_chars=tuple(question["option_chars"]),
        clip_ms=(round(1000 * question["clip_seconds"]),),
        opened_at=_time(line["opened_at"]),
        answered_at=_time(line["submitted_at"]),
        at=_time(line["submitted_at"]),
        blind_seconds=blind["seconds"] if blind else None,
        judge_seconds=line["judge_seconds"],
        spans=None
        if watch is None
        else tuple((1, round(1000 * a), round(1000 * b), 1.0, True) for a, b in watch["intervals"]),
    )


def _time(seconds: float | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds else None


@pytest.fixture(scope="session", params=(3, 5, 9))
def simulated(request: pytest.FixtureRequest) -> tuple[list[JudgmentRow], dict[str, Any]]:
    """Each simulated campaign in turn."""
    folder = CAMPAIGNS / f"per_question_{request.param}"
    if not folder.is_dir():
        pytest.skip("the simulated campaigns are not beside the repository")
    return load_campaign(folder)
