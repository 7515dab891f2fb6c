"""The JSON values of the commands of packs, and how they are printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from rbcheck.domain.canonical import Json
from rbcheck.locale import _
from rbcheck.packs import schemas
from rbcheck.services.intake import MissingRecording
from rbcheck.services.pack_reports import Added, PackRow, Relinked, Shown

_STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printed(value: Json) -> str:
    """The text of a JSON value in one line, readable, in which nothing steers a terminal."""
    text = json.dumps(value, ensure_ascii=False)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def added_json(answer: Added) -> dict[str, Json]:
    """The shape of `pack add`."""
    what = answer.understood
    return {
        "schema": schemas.ADD,
        "pack": answer.pack,
        "added": answer.added,
        "unchanged": answer.unchanged,
        "changed": answer.changed,
        "refused": [
            {
                "file": item.file, "line": item.line, "id": item.id, "field": item.field, "found": item.found,
                "expected": item.expected,
            }
            for item in answer.refused
        ],
        "understood": {
            "form": what.form, "protocol": what.protocol.value, "reveal_gold": what.reveal_gold,
            "practice": what.practice, "questions": what.questions, "clips": what.clips, "units": what.units,
            "sources": what.sources, "types": what.types, "gold": what.gold, "blind_hits": what.blind_hits,
            "notes": what.notes, "fields": what.fields, "removed": answer.removed, "written": answer.written,
            "why": answer.why.render(_) if answer.why else None,
            "changes": [
                {"id": change.question_id, "what": change.what, "details": change.details} for change in answer.changes
            ],
            "media_problems": [
                {"id": item.question_id, "clip": item.position, "label": item.label, "problem": item.problem}
                for item in answer.problems
            ],
        },
        "media": {"found": answer.found, "missing": _missing_json(answer.missing)},
    }  # fmt: skip


def listed_json(packs: Iterable[PackRow]) -> dict[str, Json]:
    """The shape of `pack list`."""
    rows: list[Json] = [
        {
            "name": pack.name, "protocol": pack.protocol.value, "reveal_gold": pack.reveal_gold,
            "questions": pack.questions, "clips": pack.clips, "judged": pack.judged, "role": pack.role.value,
        }
        for pack in packs
    ]  # fmt: skip
    return {"schema": schemas.LIST, "packs": rows}


def shown_json(shown: Shown) -> dict[str, Json]:
    """The shape of `pack show`."""
    rows: list[Json] = [
        {
            "id": row.question_id, "source": row.source, "unit": row.unit, "question_type": row.question_type,
            "k": row.k, "n": row.n,
            "clips": [{"label": label, "duration_ms": length} for label, length in row.clips],
            "stage": row.stage.value if row.stage else None,
        }
        for row in shown.questions
    ]  # fmt: skip
    return {"schema": schemas.SHOW, "pack": shown.pack.name, "questions": rows}


def relinked_json(answer: Relinked) -> dict[str, Json]:
    """The shape of `pack relink`."""
    return {
        "schema": schemas.RELINK, "pack": answer.pack, "found": answer.found, "kept": answer.kept,
        "missing": _missing_json(answer.missing),
    }  # fmt: skip


def _missing_json(missing: Iterable[MissingRecording]) -> list[Json]:
    return [{"recording": item.recording, "questions": item.questions} for item in missing]
