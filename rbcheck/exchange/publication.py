"""A pack as evaluators get it: `questions.jsonl`, canonical, and the same as `questions.csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from rbcheck.domain.canonical import Json, canonical, sha256_of
from rbcheck.domain.decision import Tier
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.marks import Mark
from rbcheck.domain.question import Clip
from rbcheck.exchange.files import write_file
from rbcheck.exchange.schemas import COUNT, DRAFT, KEYS, POSITION, TEXT, YES, Schema, many, maybe, one_of, record
from rbcheck.locale import _
from rbcheck.services.publishing import Published, Status, verdicts

_NO_FOLDER = N_("The folder {path} cannot be made ({why}): name another with -o; nothing was exported.")
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_SECONDS: Schema = {"type": "number", "minimum": 0}

_VALIDATION = record(
    annotators=COUNT, families=COUNT, blind=record(hits=maybe(COUNT), guesses=COUNT, rate=maybe(_SHARE)),
    guessable=maybe(YES), agreement=maybe(_SHARE), tier=maybe(one_of(Tier)),
    marks={
        "type": "object",
        "additionalProperties": record(supported=COUNT, ruled_out=COUNT, undecidable=COUNT),
    },
    verdicts=record(clear=COUNT, ambiguous=COUNT, cant_tell=COUNT),
)  # fmt: skip

PUBLICATION: Schema = {
    "$schema": DRAFT,
    "$id": "rbcheck.questions/1",
    "title": "One line of `questions.jsonl` of `rbcheck pack export`; an annotator's store leaves the gold out as null",
    "type": "object",
    "properties": {
        "id": TEXT, "version": TEXT, "content_hash": TEXT, "source": TEXT, "unit": TEXT, "question_type": TEXT,
        "lang": TEXT, "n": POSITION, "stem": TEXT, "options": many(record(key=TEXT, text=TEXT)),
        "clips": many(
            record(label=TEXT, file=maybe(TEXT), recording=maybe(TEXT),
                   span_s=maybe(many(_SECONDS)), duration_s=maybe(_SECONDS))
        ),
        "answer": maybe(KEYS), "status": maybe(one_of(Status)), "validation": _VALIDATION, "split_group": TEXT,
        "reasons": many(record(code=TEXT, text=TEXT)), "note": TEXT,
        "remarks": many(record(viewer=TEXT, verdict=maybe(TEXT), notes=TEXT, final=maybe(KEYS),
                               reasons={"type": "object", "additionalProperties": TEXT})),
    },
    "required": [
        "id", "version", "content_hash", "source", "unit", "question_type", "lang", "n", "stem", "options", "clips",
        "answer", "status", "validation",
    ],
    "additionalProperties": False,
}  # fmt: skip


EXPORTED = "rbcheck.pack_export/1"
PACK_EXPORT: Schema = {
    "$schema": DRAFT,
    "$id": EXPORTED,
    "title": "What `rbcheck pack export --json` prints",
    **record(
        schema={"const": EXPORTED}, pack=TEXT, files=many(TEXT), questions=COUNT, withheld=COUNT,
        left_out={"type": "object", "additionalProperties": COUNT},
    ),
}  # fmt: skip


def write_publication(folder: Path, questions: Sequence[Published], for_repair: bool) -> tuple[Path, ...]:
    """Write both files into a folder, which is made where it is not there; what lies there stays as it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExchangeError(_NO_FOLDER, path=folder, why=error.strerror) from error
    with ExitStack() as undo:  # both, or neither
        lines = write_file(folder / "questions.jsonl", _lines(questions, for_repair))
        undo.callback(lines.unlink, missing_ok=True)
        rows = write_file(folder / "questions.csv", _rows(questions, for_repair))
        undo.pop_all()
    return lines, rows


def question_line(one: Published, for_repair: bool = False) -> dict[str, Json]:
    """One question; `content_hash` is of everything that an evaluation depends on, the answer among it."""
    question = one.dossier.stored.question
    content: dict[str, Json] = {
        "id": question.question_id, "source": question.source, "unit": question.unit,
        "question_type": question.question_type, "lang": question.lang, "n": question.n, "stem": question.stem,
        "options": [{"key": option.key, "text": option.text} for option in question.options],
        "clips": [_clip(clip) for clip in question.clips],
        "answer": None if one.answer is None else list(one.answer),
    }  # fmt: skip
    line = {
        **content,
        "version": question.version,
        "content_hash": sha256_of(content),
        "status": None if one.withheld else one.status.value,
        "validation": _validation(one),
    }
    if one.split_group is not None:
        line["split_group"] = one.split_group
    if for_repair:
        line |= _repair(one)
    return line


def _clip(clip: Clip) -> Json:
    return {
        "label": clip.label, "file": clip.file, "recording": clip.recording,
        "span_s": [moment / 1000 for moment in clip.span_ms] if clip.span_ms else None,
        "duration_s": None if clip.length_ms is None else clip.length_ms / 1000,
    }  # fmt: skip


def _validation(one: Published) -> dict[str, Json]:
    dossier = one.dossier
    key = dossier.key
    known = not one.withheld and key is not None
    hits, guesses = dossier.hits(key), len(dossier.guesses)
    free = [viewer for viewer in dossier.people if viewer.free and viewer.final is not None]
    agreed = sum(viewer.final == key for viewer in free)
    return {
        "annotators": len(dossier.people),
        "families": len(dossier.family_votes),
        "blind": {
            "hits": hits if known else None,
            "guesses": guesses,
            "rate": hits / guesses if known and guesses else None,
        },
        "guessable": one.guessable if known else None,
        "agreement": agreed / len(free) if known and free else None,
        "tier": one.proposal.tier.value if known else None,
        "marks": {
            option: {mark.value: counted[mark] for mark in Mark} for option, counted in one.marks.items()
        },
        "verdicts": dict(verdicts(one)),
    }  # fmt: skip


def _repair(one: Published) -> dict[str, Json]:
    """Why a question is to be repaired: the lead's note, what the evidence says, what people wrote, under codes."""
    decision = one.dossier.decision
    return {
        "note": decision.note if decision is not None else "",
        "reasons": [{"code": reason.code, "text": reason.render(_)} for reason in one.proposal.reasons],
        "remarks": list(_remarks(one)),
    }


def _remarks(one: Published) -> Iterator[Json]:
    for viewer in one.dossier.viewers:
        revision = next(
            part for part in viewer.judgment.revisions if part.number == viewer.source.revision
        )  # fmt: skip
        notes = revision.verdict.notes if revision.verdict else ""
        why: Mapping[str, Json] = {mark.key: mark.reason for mark in revision.marks if mark.reason}
        if notes or why:
            yield {
                "viewer": viewer.code, "verdict": viewer.verdict, "notes": notes, "reasons": why,
                "final": None if viewer.final is None else list(viewer.final),
            }  # fmt: skip


def _lines(questions: Sequence[Published], for_repair: bool) -> Iterator[str]:
    for one in questions:
        yield canonical(question_line(one, for_repair)) + "\n"


def _rows(questions: Sequence[Published], for_repair: bool) -> Iterator[str]:
    keys = sorted({option.key for one in questions for option in one.dossier.stored.question.options})
    heads = [
        "id", "version", "content_hash", "source", "unit", "question_type", "lang", "n", "stem",
        *(f"option_{key.lower()}" for key in keys), "clips", "answer", "status", "annotators", "families",
        "blind_hits", "blind_guesses", "blind_rate", "guessable", "agreement", "tier", "clear", "ambiguous",
        "cant_tell", *(f"{mark.value}_{key.lower()}" for key in keys for mark in Mark),
    ]  # fmt: skip
    extra = [name for name in ("split_group",) if any(one.split_group is not None for one in questions)]
    extra += ["note", "reasons"] if for_repair else []
    yield _csv([*heads, *extra])
    for one in questions:
        line = question_line(one, for_repair)
        yield _csv([_text(value) for value in _row(one, line, keys, extra)])


def _row(one: Published, line: Mapping[str, Json], keys: Sequence[str], extra: Sequence[str]) -> Iterator[Json]:
    question, validation = one.dossier.stored.question, _validation(one)
    texts = {option.key: option.text for option in question.options}
    blind, said = validation["blind"], dict(verdicts(one))
    assert isinstance(blind, Mapping)
    for name in ("id", "version", "content_hash", "source", "unit", "question_type", "lang", "n", "stem"):
        yield line[name]
    yield from (texts.get(key) for key in keys)
    yield canonical(line["clips"])
    yield "".join(one.answer) if one.answer is not None else None
    yield line["status"]
    yield from (validation["annotators"], validation["families"])
    yield from (blind["hits"], blind["guesses"], blind["rate"])
    yield from (validation["guessable"], validation["agreement"], validation["tier"])
    yield from said.values()
    for key in keys:
        for mark in Mark:
            yield one.marks[key][mark] if key in one.marks else None
    for name in extra:
        yield "; ".join(reason.render(_) for reason in one.proposal.reasons) if name == "reasons" else line.get(name)


def _text(value: Json) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case _:
            return str(value)


def _csv(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()
