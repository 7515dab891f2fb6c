"""Packs for the gates, as plain values: each with what the test names and the rest as usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rbcheck.domain.question import Clip, Option, Question
from rbcheck.packs.gates.finding_words import word_lists
from rbcheck.packs.gates.table import GATES
from rbcheck.services.gate_values import CheckedClip, CheckedPack, CheckedQuestion, ClipLook, Finding, Skip

OPTIONS = (
    "A red bench stands by the wall.", "A green bin stands at a gate.", "A blue door opens on a yard.",
    "A grey van waits near a fence.", "A white dog runs over the lawn.", "A tall lamp leans on the path.",
)  # fmt: skip
OPTIONS_ZH = (
    "红色长椅靠着墙边",
    "绿色垃圾桶在门口",
    "蓝色大门通向院子",
    "灰色面包车停在路旁",
    "白色小狗跑过草坪",
    "高大路灯立在小径",
)
STEM = "Which of these are seen? Select two."
GOOD = ClipLook(decoded_ms=20_000, lines=720)


def clip(position: int = 1, label: str | None = None, **changed: Any) -> CheckedClip:
    """A clip of 20 s under a random name."""
    values: dict[str, Any] = {
        "name": f"{position:08x}.mp4", "path": Path(f"/clips/{position:08x}.mp4"), "length_ms": 20_000, "look": GOOD,
    }  # fmt: skip
    return CheckedClip(position, label or f"CLIP_{position}", **values | changed)


def asked(
    question_id: str = "q1",
    *,
    stem: str = STEM,
    options: Sequence[str] = OPTIONS,
    gold: str | None = "AC",
    n: int | None = None,
    unit: str = "whole_video",
    kind: str = "landmark-order",
    clips: Sequence[CheckedClip] | None = None,
    **known: Any,
) -> CheckedQuestion:
    """A question of six options of about equal length."""
    held = tuple(clips) if clips is not None else (clip(name=f"{question_id.encode().hex():0>16}.mp4"),)
    question = Question(
        question_id, "fullvideo", unit, kind, "en", n if n is not None else len(gold or "AB"), stem,
        tuple(Option(key, text) for key, text in zip("ABCDEFGHIJ", options, strict=False)),
        tuple(Clip(one.position, one.label, file=f"clips/{one.name}") for one in held),
    )  # fmt: skip
    return CheckedQuestion(question, held, tuple(gold) if gold else None, **known)


def found(gate: str, *questions: CheckedQuestion, manifest: Mapping[str, Any] | None = None,
          **values: Any) -> list[Finding]:  # fmt: skip
    """What a gate finds of these questions."""
    return [told for told in _told(gate, questions, manifest, values) if isinstance(told, Finding)]


def skipped(gate: str, *questions: CheckedQuestion, manifest: Mapping[str, Any] | None = None,
            **values: Any) -> list[str]:  # fmt: skip
    """Why a gate, or a part of it, was not run on these questions."""
    return [told.reason for told in _told(gate, questions, manifest, values) if isinstance(told, Skip)]


def _told(gate: str, questions: Sequence[CheckedQuestion], manifest: Mapping[str, Any] | None,
          values: Mapping[str, Any]) -> list[Finding | Skip]:  # fmt: skip
    words = values.get("words") or word_lists()
    rest = {name: value for name, value in values.items() if name != "words"}
    return list(GATES[gate](CheckedPack("made", tuple(questions), manifest or {}, words, **rest)))


def whys(findings: Sequence[Finding]) -> list[object]:
    """The kind of each finding."""
    return [one.data.get("why") for one in findings]
