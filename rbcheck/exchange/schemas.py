"""JSON Schemas (draft 2020-12) of what goes out: the annotation, and the answers of commands."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.judgment import Confidence, GoldVerdict, Verdict
from rbcheck.domain.ledger import How
from rbcheck.domain.marks import Mark, Scope
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.pinning import Fault
from rbcheck.services.ports import Kind, Role

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
POSITION: Schema = {"type": "integer", "minimum": 1}
YES: Schema = {"type": "boolean"}
TIME: Schema = {"type": "string", "format": "date-time", "pattern": "Z$"}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
KEYS: Schema = {"type": "array", "items": TEXT, "uniqueItems": True}


def one_of(kind: type[StrEnum]) -> Schema:
    """A value of an enumeration."""
    return {"enum": [value.value for value in kind]}


def maybe(schema: Schema) -> Schema:
    """That, or null."""
    return {"anyOf": [{"type": "null"}, schema]}


def many(schema: Schema) -> Schema:
    """A list of that."""
    return {"type": "array", "items": schema}


def record(**properties: Schema) -> Schema:
    """An object that has exactly these keys."""
    return {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False,
    }  # fmt: skip


def document(name: str, title: str, **properties: Schema) -> Schema:
    """A whole value of a command: its `schema` is `name`."""
    return {"$schema": DRAFT, "$id": name, "title": title, **record(schema={"const": name}, **properties)}


_EVIDENCE = record(clip=POSITION, from_ms=COUNT, to_ms=maybe(COUNT))
_CLAIM = record(
    claim_id=TEXT, text=TEXT, mark=maybe(one_of(Mark)), scope=maybe(one_of(Scope)), evidence=many(_EVIDENCE)
)
_MARK = record(
    key=TEXT, mark=maybe(one_of(Mark)), reason=TEXT, overridden=YES, claims=many(_CLAIM), evidence=many(_EVIDENCE)
)
_REVISION = record(
    number=POSITION,
    opened_at=TIME,
    reason=TEXT,
    marks=many(_MARK),
    final=maybe(record(options=KEYS, at=TIME, after_reveal=YES)),
    verdict=maybe(record(verdict=one_of(Verdict), notes=TEXT, at=TIME, after_reveal=YES)),
    gold_verdict=maybe(record(verdict=one_of(GoldVerdict), notes=TEXT, at=TIME, concession=YES)),
)
_QUESTION = record(
    id=TEXT, version=TEXT, source=TEXT, unit=TEXT, question_type=TEXT, lang=TEXT, n=POSITION, stem=TEXT,
    options=many(record(key=TEXT, text=TEXT)), clips=many(record(label=TEXT, duration_ms=maybe(COUNT))),
)  # fmt: skip
_SPAN = record(
    span_id=TEXT, clip=POSITION, from_ms=COUNT, to_ms=COUNT, rate={"type": "number", "exclusiveMinimum": 0},
    at=TIME, shown=TEXT, lines=COUNT, stage=one_of(Stage),
)  # fmt: skip
_NOTE = record(
    note_id=TEXT, clip=POSITION, at_ms=COUNT, text=TEXT, tag=maybe(TEXT), written_at=TIME, deleted_at=maybe(TIME),
    earlier=many(record(at_ms=COUNT, text=TEXT, written_at=TIME)),
)  # fmt: skip
_DRAFT = record(
    picks=KEYS, confidence=maybe(one_of(Confidence)), final=maybe(KEYS), verdict=maybe(one_of(Verdict)),
    verdict_notes=TEXT, gold_verdict=maybe(one_of(GoldVerdict)), gold_notes=TEXT, note_line=TEXT,
    note_at_ms=maybe(COUNT), clip=POSITION, positions_ms={"type": "object", "additionalProperties": COUNT},
    asides={"type": "object", "additionalProperties": TEXT}, note_clip=maybe(POSITION),
)  # fmt: skip
COMMENT = record(
    comment_id=TEXT, revision=POSITION, option=maybe(TEXT), clip=maybe(POSITION), at_ms=maybe(COUNT), returns=YES,
    author=TEXT, text=TEXT, written_at=TIME, answer=maybe(TEXT), answered_at=maybe(TIME), resolved_at=maybe(TIME),
)  # fmt: skip
_JUDGMENT = record(
    judgment_id=TEXT,
    pack=TEXT,
    question=_QUESTION,
    protocol=one_of(Protocol),
    frame=record(
        keys=KEYS, n=POSITION, durations_ms=many(maybe(COUNT)), order_asked=maybe(one_of(OrderKind)),
        coverage={"type": "number", "minimum": 0, "maximum": 1},
    ),
    stage=one_of(Stage),
    complete=YES,
    opened_at=TIME,
    first_play_at=maybe(TIME),
    watched_at=maybe(TIME),
    revealed_at=maybe(TIME),
    done_at=maybe(TIME),
    last_act_at=maybe(TIME),
    blind=maybe(
        record(
            options=KEYS, confidence=maybe(one_of(Confidence)), at=TIME, seconds={"type": "number", "minimum": 0},
            device=TEXT, seen=YES, recording_seen=YES,
        )
    ),
    spans=many(_SPAN),
    notes=many(_NOTE),
    order=maybe(record(kind=one_of(OrderKind), groups=many(many(POSITION)), at=TIME)),
    reports=many(
        record(clip=POSITION, reason=TEXT, at=TIME, playable_here=YES, revision=POSITION, after_reveal=YES)
    ),
    revisions={**many(_REVISION), "minItems": 1},
    draft=_DRAFT,
    later=YES,
    flagged=maybe(TEXT),
    returned=YES,
    gold_open=YES,
    active_ms={"type": "object", "properties": dict.fromkeys(map(str, Stage), COUNT), "additionalProperties": False},
    chain={"enum": ["verified", "none", "broken"]},
    comments=many(COMMENT),
)  # fmt: skip
_CHAIN = record(
    annotator=TEXT,
    device=TEXT,
    head=maybe(record(n=POSITION, hash=HASH)),
    events=many(
        record(
            n=POSITION, at=TIME, mono_ns={"type": "string", "pattern": "^[0-9]{1,19}$"}, kind=TEXT, payload=TEXT,
            previous=HASH, hash=HASH,
        )
    ),
)  # fmt: skip
_WORK_SESSION = record(
    device=TEXT, began_at=TIME, last_act_at=TIME, breaks_offered=COUNT, breaks_taken=COUNT, breaks_dismissed=COUNT
)

ANNOTATION = document(
    "rbcheck.annotation/1",
    "One annotator's judgments, whole, with the ledger's chains",
    exported_at=TIME,
    annotator=record(id=TEXT, name=TEXT, kind=one_of(Kind), family=maybe(TEXT), lang=TEXT, created_at=TIME),
    judgments=many(_JUDGMENT),
    chains=many(_CHAIN),
    work_sessions=many(_WORK_SESSION),
    signature=maybe(
        record(
            algorithm={"const": "ed25519"},
            device=TEXT,
            key=HASH,
            value={"type": "string", "pattern": "^[0-9a-f]{128}$"},
        )
    ),
)

IMPORT = document(
    "rbcheck.import/1",
    "What `rbcheck import --json` prints",
    files=many(
        record(
            file=TEXT, format=TEXT, new=COUNT, same=COUNT, older=COUNT, merged=many(TEXT),
            refused=many(record(id=TEXT, reason=TEXT)), quirks={"type": "object", "additionalProperties": COUNT},
            notes=many(TEXT), chain={"enum": ["verified", "none", "broken"]},
        )
    ),
)  # fmt: skip

VERIFY = document(
    "rbcheck.verify/1",
    "What `rbcheck verify --json` prints",
    ok=YES,
    chains=many(
        record(
            annotator=TEXT, device=TEXT, events=COUNT, anchored=COUNT, ok=YES,
            first_bad=maybe(record(n=COUNT, how=one_of(How))),
            put_back=maybe(record(at=TIME, file=TEXT, before=maybe(TEXT))),
        )
    ),
    questions=many(record(id=TEXT, annotator=TEXT, blind_first=maybe(YES), seen=YES)),
    contradictions=many(record(id=TEXT, annotator=TEXT, acts=many(TEXT))),
    signatures=many(
        record(
            file=TEXT, annotator=TEXT, device=maybe(TEXT), key=maybe(TEXT), pinned=YES, ok=YES,
            how=maybe(one_of(Fault)),
        )
    ),
    pins=many(record(annotator=TEXT, device=TEXT, n=COUNT, how=one_of(How))),
    rows=many(
        record(table=TEXT, annotator=maybe(TEXT), pack=maybe(TEXT), question=maybe(TEXT), how=one_of(How)),
    ),
    lead_since=maybe(TIME),
    other_stores=COUNT,
)  # fmt: skip

ANNOTATORS = document(
    "rbcheck.annotators/1",
    "What `rbcheck annotator list --json` prints",
    annotators=many(
        record(
            id=TEXT,
            name=TEXT,
            kind=one_of(Kind),
            lang=TEXT,
            created_at=TIME,
            judgments=COUNT,
            checks=maybe(record(right=COUNT, asked=COUNT)),
            held_back=many(TEXT),
            left_out=many(maybe(TEXT)),
        )
    ),
)

STORE_ROLE = document("rbcheck.store_role/1", "What `rbcheck store role --json` prints", role=one_of(Role))

RELEASE = document(
    "rbcheck.release/1",
    "What `rbcheck annotator release --json` prints",
    annotator=TEXT,
    packs=many(TEXT),
)

VOID = document(
    "rbcheck.void/1",
    "What `rbcheck annotator void` and `unvoid` print with --json; a pack that is null: all packs",
    annotator=TEXT,
    packs=many(maybe(TEXT)),
    left_out=YES,
)

ASSIGN = document(
    "rbcheck.assign/1",
    "What `rbcheck assign --json` prints",
    assigned=many(record(annotator=TEXT, questions=many(TEXT))),
)

GOLD = document("rbcheck.gold_add/1", "What `rbcheck gold add --json` prints", added=COUNT, same=COUNT,
    refused=many(record(file=TEXT, line=maybe(POSITION), id=maybe(TEXT), found=TEXT, expected=TEXT)))  # fmt: skip

BACKUP = document("rbcheck.backup/1", "What `rbcheck backup --json` prints", file=TEXT, bytes=COUNT)

RESTORE = document(
    "rbcheck.restore/1",
    "What `rbcheck restore --json` prints",
    before=maybe(TEXT),
    judgments=COUNT,
    events=COUNT,
    lost=COUNT,
)

_CLIP = record(
    path=TEXT, playable=YES, reason=maybe(TEXT), codec=maybe(TEXT), width=maybe(COUNT), height=maybe(COUNT),
    rotation=maybe(WHOLE), fps=maybe({"type": "number"}), steady=maybe(YES), duration_ms=maybe(COUNT),
    decoded_ms=maybe(COUNT), corrupt=maybe(COUNT), holes_ms=maybe(many(many(COUNT))), truncated=YES, sound=maybe(YES),
    metadata=many(TEXT),
)  # fmt: skip
DOCTOR: Schema = document(
    "rbcheck.doctor/1",
    "What `rbcheck doctor --json` prints",
    ok=YES,
    vlc=record(found=YES, version=maybe(TEXT), decodes=YES, reason=maybe(TEXT)),
    terminal=record(
        size=maybe(TEXT),
        term=maybe(TEXT),
        name=maybe(TEXT),
        multiplexer=YES,
        asked=YES,
        answered=YES,
        colours=TEXT,
        cell=maybe(many(COUNT)),
        synchronized=YES,
        shared_memory=YES,
        ways=many(TEXT),
    ),
    store=record(ok=YES, findings=many(record(name=TEXT, ok=YES, found={}, said=TEXT))),
    clips=many(_CLIP),
)

SCHEMAS: dict[str, Schema] = {
    "annotation": ANNOTATION,
    "import": IMPORT,
    "verify": VERIFY,
    "annotators": ANNOTATORS,
    "store_role": STORE_ROLE,
    "release": RELEASE,
    "void": VOID,
    "gold_add": GOLD,
    "assign": ASSIGN,
    "doctor": DOCTOR,
    "backup": BACKUP,
    "restore": RESTORE,
}
"""Each schema by the name that `rbcheck schema` knows it by."""
