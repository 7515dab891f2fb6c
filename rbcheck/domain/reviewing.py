"""A reviewer's moves on a judgment: remark, return, settle. They touch nothing that its annotator said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from rbcheck.domain import comment as remarks
from rbcheck.domain.comment import About, Comment
from rbcheck.domain.errors import N_, Refused
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.moves import Moved, entry
from rbcheck.domain.protocol import Stage, spoken

_NOT_DONE = N_(
    "{question} is at {stage}: a comment could give its answer away, so one is taken only when it is {done}."
)
NO_WORDS = N_("A comment needs words: write what is to be looked at again.")
_NO_OPTION = N_("This question has no option {option}.")
_NO_MOMENT = N_("This question has no clip {clip}.")
_RETURNED = N_("{question} was returned already and waits for its annotator.")
_NOTHING = N_("Nothing of {question} waits to be settled.")


def write(judgment: Judgment, about: About, author: str, text: str, now: datetime) -> Moved:
    """Remark on a judgment that is DONE."""
    return _written(judgment, about, author, text, now, returns=False)


def give_back(judgment: Judgment, author: str, text: str, now: datetime) -> Moved:
    """Return a judgment that is DONE to its annotator, with the reason."""
    if judgment.returned:
        raise Refused("review", _RETURNED, question=judgment.question_id)
    return _written(judgment, About(), author, text, now, returns=True)


def settle(judgment: Judgment, now: datetime) -> Moved:
    """Settle every remark on a judgment that is DONE; a return that nobody answered is taken back with them."""
    _done(judgment)
    waiting = [one for one in judgment.comments if one.resolved_at is None]
    if not waiting:
        raise Refused("review", _NOTHING, question=judgment.question_id)
    settled = tuple(replace(one, resolved_at=one.resolved_at or now) for one in judgment.comments)
    said = entry(judgment, "comments_settled", comments=[one.comment_id for one in waiting])
    return Moved(with_comments(judgment, settled), (said,))


def with_comments(judgment: Judgment, comments: Iterable[Comment]) -> Judgment:
    """The judgment with these remarks, returned where one of them waits for its annotator."""
    kept = remarks.in_order(comments)
    return replace(judgment, comments=kept, returned=any(one.waits_for_annotator for one in kept))


def _written(judgment: Judgment, about: About, author: str, text: str, now: datetime, *, returns: bool) -> Moved:
    _done(judgment)
    words = text.strip()
    if not words:
        raise Refused("review", NO_WORDS, about="review")
    if about.option is not None and about.option not in judgment.frame.keys:
        raise Refused("review", _NO_OPTION, option=about.option)
    if about.clip is not None and not 1 <= about.clip <= len(judgment.frame.durations_ms):
        raise Refused("review", _NO_MOMENT, clip=about.clip)
    number = judgment.revision.number
    made = remarks.made(judgment.judgment_id, number, about, author, words, now, returns=returns)
    said = entry(
        judgment, "judgment_returned" if returns else "commented", revision=number, comment=made.comment_id,
        option=about.option, clip=about.clip, at_ms=about.at_ms, author=author, text=words,
    )  # fmt: skip
    return Moved(with_comments(judgment, (*judgment.comments, made)), (said,))


def _done(judgment: Judgment) -> None:
    if judgment.stage is not Stage.DONE:
        at, done = spoken(judgment.stage), spoken(Stage.DONE)
        raise Refused("review", _NOT_DONE, question=judgment.question_id, stage=at, done=done)
