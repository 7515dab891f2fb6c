"""The JSON Schemas of what the commands of packs print."""

from __future__ import annotations

from collections.abc import Mapping

from rbcheck.domain.canonical import Json

ADD, LIST, SHOW = "rbcheck.pack_add/1", "rbcheck.pack_list/1", "rbcheck.pack_show/1"
REMOVE, RELINK = "rbcheck.pack_remove/1", "rbcheck.pack_relink/1"
BUILD = "rbcheck.pack_build/1"
CHECK = "rbcheck.pack_check/1"

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Json = {"type": "string"}
_COUNT: Json = {"type": "integer", "minimum": 0}
_PROTOCOL: Json = {"enum": ["blind-first", "direct"]}
_COUNTS: Json = {"type": "object", "additionalProperties": _COUNT}
_MAYBE_TEXT: Json = {"type": ["string", "null"]}


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False,
    }  # fmt: skip


def _list(item: Json) -> Json:
    return {"type": "array", "items": item}


def _shape(name: str, properties: Mapping[str, Json]) -> Mapping[str, Json]:
    return {"$schema": _DRAFT, "title": name, **_object({"schema": {"const": name}, **properties})}


_MISSING: Json = _list(_object({"recording": _TEXT, "questions": _list(_TEXT)}))

_REFUSAL: Json = _object(
    {
        "file": _TEXT,
        "line": {"type": ["integer", "null"], "minimum": 1},
        "id": _MAYBE_TEXT,
        "field": _TEXT,
        "found": _TEXT,
        "expected": _TEXT,
    }
)

_UNDERSTOOD: Json = _object(
    {
        "form": _TEXT,
        "protocol": _PROTOCOL,
        "reveal_gold": {"type": "boolean"},
        "practice": {"type": "boolean"},
        "questions": _COUNT,
        "clips": _COUNT,
        "units": _COUNTS,
        "sources": _COUNTS,
        "types": _COUNTS,
        "gold": _COUNT,
        "blind_hits": _COUNT,
        "notes": _list(_TEXT),
        "fields": {"type": "object", "additionalProperties": _COUNTS},
        "removed": _COUNT,
        "written": {"type": "boolean"},
        "why": _MAYBE_TEXT,
        "changes": _list(_object({"id": _MAYBE_TEXT, "what": _list(_TEXT), "details": _list(_TEXT)})),
        "media_problems": _list(_object({"id": _TEXT, "clip": _COUNT, "label": _TEXT, "problem": _TEXT})),
    }
)

_ONE_ADDED: Mapping[str, Json] = {
    "pack": _TEXT,
    "added": _COUNT,
    "unchanged": _COUNT,
    "changed": _COUNT,
    "refused": _list(_REFUSAL),
    "understood": _UNDERSTOOD,
    "media": _object({"found": _COUNT, "missing": _MISSING}),
}

_PACK: Mapping[str, Json] = {
    "name": _TEXT,
    "protocol": _PROTOCOL,
    "reveal_gold": {"type": "boolean"},
    "questions": _COUNT,
    "clips": _COUNT,
    "judged": _COUNT,
    "role": {"enum": ["annotator", "lead"]},
}

_QUESTION: Json = _object(
    {
        "id": _TEXT,
        "source": _TEXT,
        "unit": _TEXT,
        "question_type": _TEXT,
        "k": _COUNT,
        "n": _COUNT,
        "clips": _list(_object({"label": _TEXT, "duration_ms": {"type": ["integer", "null"], "minimum": 0}})),
        "stage": {"enum": ["blind", "watch", "check", "answer", "verdict", "reveal", "done", None]},
    }
)

_BUILT: Json = _object(
    {"pack": _TEXT, "folder": _TEXT, "questions": _COUNT, "clips": _COUNT, "anchors": _COUNT, "checks": _COUNT}
)

_FINDING: Json = _object(
    {
        "gate": _TEXT,
        "severity": {"enum": ["error", "warning", "note"]},
        "question": _MAYBE_TEXT,
        "option": _MAYBE_TEXT,
        "clip": {"type": ["integer", "null"], "minimum": 1},
        "message": _TEXT,
        "data": {"type": "object"},
    }
)

SCHEMAS: Mapping[str, Mapping[str, Json]] = {
    ADD: _shape(ADD, _ONE_ADDED),
    LIST: _shape(LIST, {"packs": _list(_object(_PACK))}),
    SHOW: _shape(SHOW, {"pack": _TEXT, "questions": _list(_QUESTION)}),
    REMOVE: _shape(REMOVE, {"pack": _TEXT}),
    BUILD: _shape(
        BUILD,
        {
            "pack": _TEXT,
            "seed": _TEXT,
            "key": _TEXT,
            "built": _list(_BUILT),
            "extra_left_out": _COUNT,
            "letters_kept": _COUNT,
            "labels_kept": _COUNT,
            "checks_unused": _COUNT,
        },
    ),
    CHECK: _shape(
        CHECK,
        {
            "pack": _TEXT,
            "questions": _COUNT,
            "withheld": _COUNT,
            "findings": _list(_FINDING),
            "skipped": _list(_object({"gate": _TEXT, "reason": _TEXT})),
        },
    ),
    RELINK: _shape(RELINK, {"pack": _TEXT, "found": _COUNT, "kept": _COUNT, "missing": _MISSING}),
}
"""Each shape by its name; several packs added by one command are a list of the first."""
