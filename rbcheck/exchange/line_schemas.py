"""JSON Schemas of the smaller formats: a line of `jsonl`, of `cli-results`, a web bundle's file, a row of `csv`."""

from __future__ import annotations

from rbcheck.domain.judgment import Confidence, GoldVerdict, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.exchange.model_votes import OVERALL
from rbcheck.exchange.schemas import COUNT, DRAFT, KEYS, POSITION, TEXT, TIME, YES, Schema, many, maybe, one_of, record
from rbcheck.exchange.table import COLUMNS
from rbcheck.services.ports import Kind

_SECONDS: Schema = {"type": "number", "minimum": 0}


def _by_key(schema: Schema) -> Schema:
    return {"type": "object", "propertyNames": {"pattern": "^[A-Z]$"}, "additionalProperties": schema}


def _named(name: str, title: str, schema: Schema) -> Schema:
    return {"$schema": DRAFT, "$id": name, "title": title, **schema}


JSONL = _named(
    "rbcheck.jsonl/1",
    "One line of `rbcheck export --format jsonl`",
    record(
        pack=TEXT, question_id=TEXT, version=TEXT, annotator=TEXT, kind=one_of(Kind), revision=POSITION,
        stage=one_of(Stage),
        blind=maybe(record(options=KEYS, confidence=maybe(one_of(Confidence)), at=TIME, seconds=_SECONDS)),
        marks=_by_key(maybe(one_of(Mark))), final=maybe(KEYS), verdict=maybe(one_of(Verdict)),
        gold_verdict=maybe(one_of(GoldVerdict)), notes=TEXT, opened_at=TIME, first_play_at=maybe(TIME),
        final_at=maybe(TIME), verdict_at=maybe(TIME), submitted_at=maybe(TIME),
        active_seconds=record(
            blind=maybe(_SECONDS), watch=maybe(_SECONDS), check=maybe(_SECONDS), answer=maybe(_SECONDS),
            verdict=maybe(_SECONDS),
        ),
        minutes_since_break=maybe(_SECONDS),
        spans=many(record(clip=POSITION, from_ms=COUNT, to_ms=COUNT, rate=_SECONDS, shown=TEXT, lines=COUNT)),
        after_reveal=YES, flags=many(TEXT), chain={"enum": ["verified", "none", "broken"]},
    ),
)  # fmt: skip

CLI_RESULTS = _named(
    "rbcheck.cli_results/1",
    "One line of `rbcheck export --format cli-results`; what the store withholds is null",
    record(
        review_id=TEXT, source=TEXT, unit=TEXT, question_type=TEXT, annotator=TEXT,
        human_checks=record(
            blind_attempt=maybe(KEYS), blind_hit=maybe(YES), final_answer=maybe(KEYS), agrees_with_gold=maybe(YES),
            verdict=maybe(one_of(GoldVerdict)), notes=TEXT, verdict_before_gold=maybe(one_of(Verdict)),
            per_option=_by_key(one_of(Mark)),
        ),
        gold=maybe(KEYS), machine_blind_hits=maybe(COUNT), version=TEXT, options=_by_key(TEXT),
    ),
)  # fmt: skip

RUNNINGBENCH = _named(
    "rbcheck.runningbench/1",
    "What `rbcheck export --format runningbench` writes, as the web bundles do",
    record(
        schema={"const": "runningbench-annotation-v1"}, bundle=TEXT, annotator=TEXT, exported_at=TIME,
        reviews=many(
            record(
                review_id=TEXT, source=TEXT, unit=TEXT, question_type=TEXT, annotator=TEXT, tool=TEXT,
                n_select=POSITION, complete=YES,
                human_checks=record(
                    per_option=_by_key(one_of(Mark)), final_answer=KEYS,
                    verdict={"enum": ["", *(verdict.value for verdict in Verdict)]}, notes=TEXT,
                ),
                time_sec=COUNT,
            )
        ),
    ),
)  # fmt: skip

CSV = _named(
    "rbcheck.csv/1",
    "The columns of `rbcheck export --format csv` (and tsv): one row a judgment and option",
    record(**{name: {"type": "string", "description": words} for name, (words, _) in COLUMNS.items()}),
)

MODEL_VOTE = _named(
    "rbcheck.model_vote/1",
    "One line of votes of models, as `rbcheck import` takes them; what is unknown is null or left out",
    {
        "type": "object",
        "properties": {
            "id": TEXT, "model": TEXT, "family": maybe(TEXT), "vote": {"type": ["integer", "string", "null"]},
            "blind": maybe(KEYS), "per_option": maybe(_by_key(maybe(one_of(Mark)))), "final_answer": maybe(KEYS),
            "overall": {"enum": [None, *OVERALL]},
        },
        "required": ["id", "model"],
    },
)  # fmt: skip

LINE_SCHEMAS: dict[str, Schema] = {
    "jsonl": JSONL,
    "cli_results": CLI_RESULTS,
    "runningbench": RUNNINGBENCH,
    "csv": CSV,
    "model_vote": MODEL_VOTE,
}
"""Each of them by the name that `rbcheck schema` knows it by."""
