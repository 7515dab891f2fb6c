"""Small questions and judgments for tests, each with what the test names and the rest as usual."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rbcheck.domain import checking, moves, watching
from rbcheck.domain.footage import OrderKind, WatchSpan
from rbcheck.domain.judgment import Frame, GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Clip, Option, Question

T0 = datetime(2026, 11, 29, 14, 0, tzinfo=UTC)
KEYS = tuple("ABCDEFGH")
GOLD = ("A", "B", "H")
LABELS = {1: "CLIP_1", 2: "CLIP_2"}
LENGTHS: dict[int, int | None] = {1: 20_000, 2: 30_000}


def later(seconds: float) -> datetime:
    """A time so many seconds after T0."""
    return T0 + timedelta(seconds=seconds)


def question(question_id: str = "q1", *, n: int = 3, k: int = 8, stem: str = "Which hold? Select three.") -> Question:
    """A question with `k` options over two clips."""
    options = tuple(Option(key, f"Statement {key} of {question_id}") for key in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:k])
    clips = (
        Clip(1, "CLIP_1", file=f"clips/{question_id}-1.mp4", duration_ms=20_000),
        Clip(2, "CLIP_2", file=f"clips/{question_id}-2.mp4", duration_ms=30_000),
    )
    return Question(question_id, "fullvideo", "whole_video", "landmark-order", "en", n, stem, options, clips)


def frame(*, n: int = 3, order: OrderKind | None = None) -> Frame:
    """What a judgment of `question()` knows of it."""
    return Frame(KEYS, n, (20_000, 30_000), order)


def fresh(protocol: Protocol = Protocol.BLIND_FIRST, *, order: OrderKind | None = None) -> Judgment:
    """A judgment just opened."""
    return moves.opened("j1", "ann", "pack", "q1", "sha256:1", protocol, frame(order=order), T0)


def span(
    clip: int, from_ms: int, to_ms: int, *, rate: float = 1.0, shown: str = "blocks", lines: int = 68
) -> WatchSpan:
    """A stretch that was played."""
    return WatchSpan(f"{clip}:{from_ms}:{to_ms}:{rate}", clip, from_ms, to_ms, rate, T0, shown, lines)


def at(stage: Stage, protocol: Protocol = Protocol.BLIND_FIRST) -> Judgment:
    """An honest judgment that has come as far as `stage`."""
    judgment = fresh(protocol)
    if judgment.stage is Stage.BLIND and stage is not Stage.BLIND:
        judgment = moves.commit_blind(judgment, "ABC", None, "device", False, False, later(30)).judgment
    if stage in (Stage.BLIND, Stage.WATCH):
        return judgment
    judgment = watched(judgment)
    judgment = moves.finish_watching(judgment, LENGTHS, LABELS, later(90)).judgment
    if stage is Stage.CHECK:
        return judgment
    judgment = marked(judgment, {key: Mark.SUPPORTED if key in GOLD else Mark.RULED_OUT for key in KEYS})
    judgment = moves.finish_marks(judgment, later(150)).judgment
    if stage is Stage.ANSWER:
        return judgment
    judgment = moves.commit_answer(judgment, GOLD, later(160)).judgment
    if stage is Stage.VERDICT:
        return judgment
    judgment = moves.commit_verdict(judgment, Verdict.CLEAR, "", LABELS, True, later(170)).judgment
    if stage is Stage.REVEAL:
        return judgment
    return moves.commit_gold_verdict(judgment, GoldVerdict.CORRECT, "", GOLD, LABELS, later(180)).judgment


def watched(judgment: Judgment) -> Judgment:
    """The same judgment with both clips played through."""
    for played in (span(1, 0, 20_000), span(2, 0, 30_000)):
        judgment = watching.play(judgment, played, later(60)).judgment
    return judgment


def marked(judgment: Judgment, marks: dict[str, Mark]) -> Judgment:
    """The same judgment with these marks."""
    for key, mark in marks.items():
        judgment = checking.mark(judgment, key, mark, later(100)).judgment
    return judgment
