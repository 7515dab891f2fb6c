"""Revisions as rows: marks, claims, evidence, final answer and verdicts, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy
from sqlalchemy import Table

from rbcheck.domain.judgment import FinalAnswer, GoldJudgment, GoldVerdict, QuestionVerdict, Revision, Verdict
from rbcheck.domain.marks import Claim, Evidence, OptionMark
from rbcheck.store import tables as t

Row = sqlalchemy.Row[Any]
Key = tuple[Any, ...]
Values = dict[str, Any]
Rows = dict[Table, dict[Key, Values]]
"""Rows by table and primary key, the judgment left out of both."""


def changed_revisions(before: Iterable[Revision], after: Iterable[Revision]) -> tuple[Rows, Rows]:
    """The rows, as they were and as they are to be, of the revisions that differ."""
    old = {revision.number: revision for revision in before}
    new = {revision.number: revision for revision in after}
    return (
        _rows(revision for number, revision in old.items() if new.get(number) != revision),
        _rows(revision for number, revision in new.items() if old.get(number) != revision),
    )


def build_revisions(children: Mapping[Table, Iterable[Row]]) -> tuple[Revision, ...]:
    """The revisions of one judgment, in order, of its rows in the order of their keys and places."""
    evidence: dict[tuple[int, str, str], list[Evidence]] = defaultdict(list)
    for row in children[t.EVIDENCE]:
        evidence[row.revision, row.key, row.claim_id].append(Evidence(row.clip, row.from_ms, row.to_ms))
    claims: dict[tuple[int, str], list[Claim]] = defaultdict(list)
    for row in children[t.CLAIM]:
        shown = tuple(evidence[row.revision, row.key, row.claim_id])
        claims[row.revision, row.key].append(Claim(row.claim_id, row.text, row.mark, row.scope, shown))
    marks: dict[int, list[OptionMark]] = defaultdict(list)
    for row in children[t.MARK]:
        of_option = tuple(claims[row.revision, row.key]), tuple(evidence[row.revision, row.key, ""])
        marks[row.revision].append(OptionMark(row.key, row.mark, row.reason, row.overridden, *of_option))
    finals = {
        row.revision: FinalAnswer(tuple(row.options), row.at, row.after_reveal) for row in children[t.FINAL_ANSWER]
    }
    verdicts = {(row.revision, row.about): row for row in children[t.VERDICT]}
    return tuple(
        Revision(
            row.number,
            row.opened_at,
            row.reason,
            tuple(marks[row.number]),
            finals.get(row.number),
            _question_verdict(verdicts.get((row.number, "question"))),
            _gold_verdict(verdicts.get((row.number, "gold"))),
        )
        for row in children[t.REVISION]
    )


def _question_verdict(row: Row | None) -> QuestionVerdict | None:
    return QuestionVerdict(Verdict(row.verdict), row.notes, row.at, row.after_reveal) if row else None


def _gold_verdict(row: Row | None) -> GoldJudgment | None:
    return GoldJudgment(GoldVerdict(row.verdict), row.notes, row.at, row.concession) if row else None


def _rows(revisions: Iterable[Revision]) -> Rows:
    rows: Rows = defaultdict(dict)
    for revision in revisions:
        number = revision.number
        rows[t.REVISION][number,] = {"opened_at": revision.opened_at, "reason": revision.reason}
        for mark in revision.marks:
            _mark_rows(rows, number, mark)
        if final := revision.final:
            rows[t.FINAL_ANSWER][number,] = {
                "options": list(final.options), "at": final.at, "after_reveal": final.after_reveal,
            }  # fmt: skip
        if said := revision.verdict:
            rows[t.VERDICT][number, "question"] = {
                "verdict": said.verdict.value, "notes": said.notes, "at": said.at, "after_reveal": said.after_reveal,
                "concession": False,
            }  # fmt: skip
        if told := revision.gold_verdict:
            rows[t.VERDICT][number, "gold"] = {
                "verdict": told.verdict.value, "notes": told.notes, "at": told.at, "after_reveal": True,
                "concession": told.concession,
            }  # fmt: skip
    return rows


def _mark_rows(rows: Rows, number: int, mark: OptionMark) -> None:
    rows[t.MARK][number, mark.key] = {"mark": mark.mark, "reason": mark.reason, "overridden": mark.overridden}
    for place, claim in enumerate(mark.claims):
        rows[t.CLAIM][number, mark.key, claim.claim_id] = {
            "place": place, "text": claim.text, "mark": claim.mark, "scope": claim.scope,
        }  # fmt: skip
        _evidence_rows(rows, (number, mark.key, claim.claim_id), claim.evidence)
    _evidence_rows(rows, (number, mark.key, ""), mark.evidence)


def _evidence_rows(rows: Rows, of: tuple[int, str, str], evidence: Iterable[Evidence]) -> None:
    for place, item in enumerate(evidence):
        rows[t.EVIDENCE][*of, place] = {"clip": item.clip, "from_ms": item.from_ms, "to_ms": item.to_ms}
