"""The judgments of a review with their comments, as `rbcheck review --json` prints them."""

from __future__ import annotations

from collections.abc import Iterable

from rbcheck.domain.judgment import Verdict
from rbcheck.domain.protocol import Stage
from rbcheck.exchange.outward import comment_json
from rbcheck.exchange.schemas import COMMENT, KEYS, POSITION, TEXT, YES, document, many, maybe, one_of, record
from rbcheck.services.reviewing import Reviewed, ReviewRow, Standing

SCHEMA = "rbcheck.review/1"

REVIEW = document(
    SCHEMA,
    "What `rbcheck review --json` prints",
    judgments=many(
        record(
            annotator=record(id=TEXT, name=TEXT), pack=TEXT, question=TEXT, version=TEXT, stage=one_of(Stage),
            revision=POSITION, state=one_of(Standing), final=maybe(KEYS), verdict=maybe(one_of(Verdict)),
            flagged=maybe(TEXT), returned=YES, comments=many(COMMENT),
        )
    ),
)  # fmt: skip


def review_json(found: Iterable[tuple[ReviewRow, Reviewed]]) -> dict[str, object]:
    """Every judgment that is done or flagged, with where it stands between reviewer and annotator."""
    return {"schema": SCHEMA, "judgments": [_judgment(row, reviewed) for row, reviewed in found]}


def _judgment(row: ReviewRow, reviewed: Reviewed) -> dict[str, object]:
    judgment = reviewed.judgment
    final, verdict = judgment.revision.final, judgment.revision.verdict
    return {
        "annotator": {"id": row.annotator.annotator_id, "name": row.annotator.name},
        "pack": judgment.pack,
        "question": judgment.question_id,
        "version": judgment.version,
        "stage": judgment.stage,
        "revision": judgment.revision.number,
        "state": row.standing,
        "final": None if final is None else list(final.options),
        "verdict": None if verdict is None else verdict.verdict,
        "flagged": judgment.flagged,
        "returned": judgment.returned,
        "comments": [comment_json(comment) for comment in judgment.comments],
    }
