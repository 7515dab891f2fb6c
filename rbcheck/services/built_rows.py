"""A built pack as it is written down: its questions, its manifest, and the lead's key to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.question import Clip, Question
from rbcheck.services.build_plan import recordings
from rbcheck.services.building_values import BuiltPack, PlannedPack, PlannedQuestion, WrittenClip
from rbcheck.services.ports import Pack

KEY_SCHEMA = "rbcheck.key/1"
KEPT_IN_MANIFEST = ("options", "types")
"""What of a manifest an annotator may read: what else the gates use tells of the scenes and of the recordings."""

MadeQuestion = tuple[PlannedQuestion, Question, tuple[WrittenClip, ...]]
"""A question as it was planned, as it stands in the built pack, and the files of its clips."""


@dataclass(frozen=True, slots=True)
class Written:
    """A pack that stands at its place; `remove` takes it away again."""

    planned: PlannedPack
    place: Path
    questions: tuple[MadeQuestion, ...]
    manifest: Mapping[str, Json]
    remove: Callable[[], None]


def built_question(planned: PlannedQuestion, clips: list[WrittenClip]) -> Question:
    question = planned.original.question
    shown = []
    for clip, made in zip(planned.clips, clips, strict=True):
        declared = question.clips[planned.permutation.clips[clip.position] - 1].length_ms
        length = None if made.span_ms else declared or clip.source.duration_ms
        shown.append(Clip(clip.position, clip.label, file=made.file, span_ms=made.span_ms, duration_ms=length))
    return replace(question, question_id=planned.question_id, options=planned.options, clips=tuple(shown))


def question_row(planned: PlannedQuestion, built: Question, keep_extra: tuple[str, ...]) -> dict[str, Json]:
    kept = {name: planned.original.extra[name] for name in keep_extra if name in planned.original.extra}
    row: dict[str, Json] = {
        "id": built.question_id, "source": built.source, "unit": built.unit, "question_type": built.question_type,
        "lang": built.lang, "n": built.n, "stem": built.stem,
        "options": [{"key": option.key, "text": option.text} for option in built.options],
        "clips": [_clip_row(clip) for clip in built.clips],
    }  # fmt: skip
    return {**kept, **row}


def _clip_row(clip: Clip) -> dict[str, Json]:
    row: dict[str, Json] = {"label": clip.label, "file": clip.file}
    if clip.span_ms:
        return {**row, "span_s": [edge / 1000 for edge in clip.span_ms]}
    return row if clip.duration_ms is None else {**row, "duration_s": clip.duration_ms / 1000}


def manifest_of(made: PlannedPack, pack: Pack) -> dict[str, Json]:
    held = pack.manifest or {}
    return {
        "format": "rbcheck.pack", "version": 1, "name": made.name, "title": dict(made.title),
        "protocol": pack.protocol.value, "reveal_gold": False, "coverage": pack.coverage,
        **{name: held[name] for name in KEPT_IN_MANIFEST if name in held},
    }  # fmt: skip


def key_of(pack: Pack, seed: str, written: list[Written]) -> dict[str, Json]:
    """The lead's key: what each name of each built pack stands for, and which questions are checks."""
    return {
        "schema": KEY_SCHEMA, "pack": pack.name, "seed": seed,
        "built": [
            {
                "pack": made.planned.name,
                "questions": [_key_row(planned, built, clips) for planned, built, clips in made.questions],
                "checks": [built.question_id for planned, built, _ in made.questions if planned.check],
            }
            for made in written
        ],
    }  # fmt: skip


def _key_row(planned: PlannedQuestion, built: Question, clips: tuple[WrittenClip, ...]) -> dict[str, Json]:
    original = planned.original
    files: list[Json] = [
        {
            "file": made.file, "original_clip": planned.permutation.clips[clip.position],
            "original_label": original.question.clips[planned.permutation.clips[clip.position] - 1].label,
            "recording": clip.source.recording, "original_sha256": clip.source.sha256,
            "original_span_ms": list(clip.source.span_ms) if clip.source.span_ms else None,
        }
        for clip, made in zip(planned.clips, clips, strict=True)
    ]  # fmt: skip
    return {
        "id": built.question_id, "version": built.version,
        "original": {
            "pack": original.pack, "id": original.question.question_id, "version": original.question.version,
        },
        "options": dict(planned.permutation.options), "clips": files,
        "check": None if planned.check is None else list(planned.check),
        "recordings": sorted(recordings(original)),
    }  # fmt: skip


def counted(made: Written, anchors: int) -> BuiltPack:
    return BuiltPack(
        made.planned.name, made.place, len(made.questions), sum(len(clips) for _, _, clips in made.questions),
        anchors, sum(planned.check is not None for planned, _, _ in made.questions),
    )  # fmt: skip
