"""The JSON Schema of what `rbcheck stats --json` prints."""

from __future__ import annotations

from typing import Any

from rbcheck.stats.figure import Reason
from rbcheck.stats.records import Caution

_NUMBER: dict[str, Any] = {"type": ["number", "null"]}
_SHARE: dict[str, Any] = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
_TEXT: dict[str, Any] = {"type": "string"}
_COUNTS: dict[str, Any] = {"type": "object", "additionalProperties": _COUNT}
_FIGURES: dict[str, Any] = {"type": "object", "additionalProperties": {"$ref": "#/$defs/figure"}}


def _record(**properties: dict[str, Any]) -> dict[str, Any]:
    """An object that has exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_INTERVAL = _record(
    low={"type": "number"},
    high={"type": "number"},
    level={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    method=_TEXT,
)
_FIGURE: dict[str, Any] = {
    **_record(
        value=_NUMBER,
        num=_NUMBER,
        den=_NUMBER,
        clusters={"type": ["integer", "null"], "minimum": 0},
        ci={"anyOf": [{"type": "null"}, _INTERVAL]},
        reason={"enum": [None, *(str(reason) for reason in Reason)]},
    ),
    "if": {"properties": {"value": {"type": "null"}}},
    "then": {"properties": {"reason": {"type": "string"}, "ci": {"type": "null"}}},
}
_LINE = _record(
    line={"type": "number"},
    point={"type": ["boolean", "null"]},
    interval={"enum": [None, "pass", "fail", "undecided"]},
)
_ANNOTATOR = _record(
    id=_TEXT,
    name=_TEXT,
    kind=_TEXT,
    judgments=_COUNT,
    figures=_FIGURES,
    tier={"enum": ["trusted", "qualified", "probation", "below", "unproven"]},
    chance=_record(
        outcome={"enum": ["better_than_chance", "consistent_with_chance", "too_few_judgments"]},
        p=_SHARE,
        p_holm=_SHARE,
    ),
    flags={"type": "array", "items": _TEXT},
)
_KEYS: dict[str, Any] = {"type": "array", "items": _TEXT}
_POSTERIOR = _record(
    inclusion={"type": "object", "additionalProperties": _SHARE},
    p_gold=_SHARE,
    answer=_KEYS,
    p_answer=_SHARE,
    other=_KEYS,
    p_other=_SHARE,
    entropy={"type": "number", "minimum": 0},
    annotators=_COUNT,
    gold_suspect={"type": "boolean"},
    weak={"type": "boolean"},
)
_QUESTION = _record(
    id=_TEXT,
    version=_TEXT,
    pack=_TEXT,
    unit=_TEXT,
    question_type=_TEXT,
    dimension=_TEXT,
    source=_TEXT,
    k=_COUNT,
    n=_COUNT,
    judgments=_COUNT,
    gold={"type": "boolean"},
    blind_status={"enum": [None, "dropped", "kept", "undecided"]},
    verdicts=_COUNTS,
    posterior={"anyOf": [{"type": "null"}, _POSTERIOR]},
    figures=_FIGURES,
)
_PAIR: dict[str, Any] = {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2}
_FLAG = _record(
    kind=_TEXT,
    annotator={"type": ["string", "null"]},
    pair={"anyOf": [{"type": "null"}, _PAIR]},
    p=_SHARE,
    p_holm=_SHARE,
    family=_COUNT,
    data={"type": "object"},
)
_FLIP = _record(
    ahead=_TEXT,
    behind=_TEXT,
    raw={"type": "array", "items": _SHARE, "minItems": 2, "maxItems": 2},
    standardised={"type": "array", "items": _SHARE, "minItems": 2, "maxItems": 2},
)
_WARNING = _record(
    kind={"enum": [str(kind) for kind in Caution]},
    data=_FIGURES,
    flips={"type": "array", "items": _FLIP},
)

STATS_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "rbcheck.stats/1",
    "title": "What `rbcheck stats --json` prints",
    "$defs": {"figure": _FIGURE},
    **_record(
        schema={"const": "rbcheck.stats/1"},
        seed={"type": "integer"},
        settings=_record(
            line={"type": "number"},
            blind_line={"type": "number"},
            drop={"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2},
            consensus={"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2},
            draws=_COUNT,
            resamples=_COUNT,
        ),
        packs={"type": "array", "items": _TEXT},
        funnel=_record(**dict.fromkeys(("assigned", "blind_locked", "watched", "marked", "final", "verdict"), _COUNT))
        | {"additionalProperties": _COUNT},
        excluded=_COUNTS,
        withheld=_COUNT,
        figures=_FIGURES,
        lines={"type": "object", "additionalProperties": _LINE},
        by={"type": "object", "additionalProperties": {"type": "object", "additionalProperties": _FIGURES}},
        strata={"type": "object", "additionalProperties": _FIGURES},
        annotators={"type": "array", "items": _ANNOTATOR},
        pairs={
            "type": "array",
            "items": _record(pair=_PAIR, agreement={"$ref": "#/$defs/figure"}, kappa={"$ref": "#/$defs/figure"}),
        },
        questions={"type": "array", "items": _QUESTION},
        flags={"type": "array", "items": _FLAG},
        warnings={"type": "array", "items": _WARNING},
        versions={"type": "object", "additionalProperties": _TEXT},
    ),
}
