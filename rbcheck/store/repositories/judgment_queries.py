"""The statements on judgments, each made once; what they are asked with are parameters named `of_…`."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, Update, and_, bindparam, case, exists, func, or_, select, update

from rbcheck.domain.protocol import Stage
from rbcheck.store.tables import CLIP, COMMENT, JUDGMENT, PACK, QUESTION, VERDICT
from rbcheck.store.tables.leading import ASSIGNMENT


@cache
def heads() -> Select[Any]:
    """Judgments with the pack, id and version of their question."""
    return (
        select(JUDGMENT, PACK.c.name.label("pack"), QUESTION.c.question_id, QUESTION.c.version)
        .join(QUESTION, QUESTION.c.id == JUDGMENT.c.question)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
    )


@cache
def by_id(writes: bool) -> Select[Any]:
    """One judgment by its id (`of_id`)."""
    return _locked(heads().where(JUDGMENT.c.judgment_id == bindparam("of_id")), writes)


@cache
def by_question(writes: bool) -> Select[Any]:
    """An annotator's (`of_annotator`) judgment of a question version."""
    mine = JUDGMENT.c.annotator == bindparam("of_annotator")
    return _locked(heads().where(mine, JUDGMENT.c.question == question_number().scalar_subquery()), writes)


def _locked(wanted: Select[Any], writes: bool) -> Select[Any]:
    """With a lock on the judgment's row, on a server; SQLite has locked all of it."""
    return wanted.with_for_update(of=JUDGMENT) if writes else wanted


@cache
def question_number() -> Select[Any]:
    """The number of a question version (`of_pack`, `of_question`, `of_version`)."""
    return (
        select(QUESTION.c.id)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(
            PACK.c.name == bindparam("of_pack"),
            QUESTION.c.question_id == bindparam("of_question"),
            QUESTION.c.version == bindparam("of_version"),
        )
        .correlate(None)
    )


@cache
def number() -> Select[Any]:
    """The number of a judgment (`of_id`)."""
    return select(JUDGMENT.c.id).where(JUDGMENT.c.judgment_id == bindparam("of_id"))


@cache
def done() -> Select[Any]:
    """How many judgments of current questions an annotator (`of_annotator`) has DONE, by pack."""
    mine = JUDGMENT.c.annotator == bindparam("of_annotator"), JUDGMENT.c.stage == Stage.DONE
    return (
        select(PACK.c.name, func.count())
        .select_from(JUDGMENT)
        .join(QUESTION, QUESTION.c.id == JUDGMENT.c.question)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(*mine, QUESTION.c.current)
        .group_by(PACK.c.name)
    )


@cache
def begun_blind() -> Select[Any]:
    """Pack and id of each current question of the visible packs of which a judgment is at BLIND."""
    waits = exists().where(JUDGMENT.c.question == QUESTION.c.id, JUDGMENT.c.stage == Stage.BLIND)
    return (
        select(PACK.c.name, QUESTION.c.question_id)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(QUESTION.c.current, PACK.c.hidden_at.is_(None), waits)
    )


@cache
def head_change() -> Update:
    """Sets values of a judgment by its number (`of_id`)."""
    return update(JUDGMENT).where(JUDGMENT.c.id == bindparam("of_id"))


@cache
def remarked() -> Select[Any]:
    """Comments on an annotator's (`of_annotator`) judgments by question version: all, answered, settled."""
    settled = func.count(COMMENT.c.resolved_at)
    answered = func.count(case((COMMENT.c.resolved_at.is_(None), COMMENT.c.answered_at)))
    return (
        select(PACK.c.name, QUESTION.c.question_id, QUESTION.c.version, func.count(), answered, settled)
        .join(JUDGMENT, JUDGMENT.c.id == COMMENT.c.judgment)
        .join(QUESTION, QUESTION.c.id == JUDGMENT.c.question)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(JUDGMENT.c.annotator == bindparam("of_annotator"))
        .group_by(PACK.c.name, QUESTION.c.question_id, QUESTION.c.version)
    )


@cache
def queue(one_pack: bool) -> Select[Any]:
    """The current questions that an annotator (`of_annotator`) sees, of one pack (`of_pack`) or of all."""
    clips = select(func.count()).where(CLIP.c.question == QUESTION.c.id).scalar_subquery()
    mine = and_(JUDGMENT.c.annotator == bindparam("of_annotator"), JUDGMENT.c.question == QUESTION.c.id)
    said = and_(
        VERDICT.c.judgment == JUDGMENT.c.id, VERDICT.c.revision == JUDGMENT.c.revision, VERDICT.c.about == "question"
    )
    given = ASSIGNMENT.c.question == QUESTION.c.id, ASSIGNMENT.c.annotator == bindparam("of_annotator")
    theirs = or_(JUDGMENT.c.id.is_not(None), PACK.c.id.not_in(_dealt(one_pack)), exists().where(*given))
    wanted = (
        select(
            PACK.c.name, QUESTION.c.question_id, QUESTION.c.version, QUESTION.c.unit, QUESTION.c.question_type,
            QUESTION.c.source, clips, JUDGMENT.c.stage, JUDGMENT.c.later, JUDGMENT.c.flagged, JUDGMENT.c.returned,
            VERDICT.c.verdict, JUDGMENT.c.active_ms, JUDGMENT.c.done_at,
            func.coalesce(JUDGMENT.c.last_act_at, JUDGMENT.c.opened_at),
        )
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .outerjoin(JUDGMENT, mine)
        .outerjoin(VERDICT, said)
        .where(QUESTION.c.current, PACK.c.hidden_at.is_(None), theirs)
        .order_by(PACK.c.id, QUESTION.c.place)
    )  # fmt: skip
    return wanted.where(PACK.c.name == bindparam("of_pack")) if one_pack else wanted


def _dealt(one_pack: bool) -> Select[Any]:
    """The packs of which somebody was given questions: of those everyone sees what is theirs alone."""
    pack, question = PACK.alias(), QUESTION.alias()
    given = select(ASSIGNMENT.c.id).where(ASSIGNMENT.c.question == question.c.id, question.c.pack == pack.c.id)
    wanted = select(pack.c.id).where(given.where(question.c.current).exists())
    return wanted.where(pack.c.name == bindparam("of_pack")) if one_pack else wanted
