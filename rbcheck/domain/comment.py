"""What a reviewer remarks on a judgment, an option of it, or a moment of a clip; and what becomes of the remark."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark on `revision`: on an option, on a moment (`clip`, `at_ms`), or on the judgment as a whole.

    `returns`: it gives the judgment back to its annotator; `answer` is why they opened the revision that answers it.
    """

    comment_id: str
    author: str
    text: str
    written_at: datetime
    revision: int
    option: str | None = None
    clip: int | None = None
    at_ms: int | None = None
    returns: bool = False
    answer: str | None = None
    answered_at: datetime | None = None
    resolved_at: datetime | None = None

    @property
    def waits_for_annotator(self) -> bool:
        """Whether it returns the judgment and has neither an answer nor been settled."""
        return self.returns and self.answered_at is None and self.resolved_at is None

    @property
    def waits_for_reviewer(self) -> bool:
        """Whether it was answered and not settled yet."""
        return self.answered_at is not None and self.resolved_at is None


@dataclass(frozen=True, slots=True)
class About:
    """What a remark is about: an option, a moment of a clip, or (neither) the judgment as a whole."""

    option: str | None = None
    clip: int | None = None
    at_ms: int | None = None


def made(
    judgment_id: str, revision: int, about: About, author: str, text: str, at: datetime, *, returns: bool = False
) -> Comment:
    """A new remark; its id follows from all of it, so that a file that brings it twice brings it once."""
    parts = (judgment_id, revision, about.option, about.clip, about.at_ms, author, text, at.isoformat(), returns)
    comment_id = hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()[:32]
    return Comment(comment_id, author, text, at, revision, about.option, about.clip, about.at_ms, returns)


def answered(comments: Iterable[Comment], revision: int, answer: str, at: datetime) -> tuple[Comment, ...]:
    """The remarks, those on earlier revisions that nobody answered or settled answered by `revision`."""
    return tuple(
        replace(one, answer=answer, answered_at=at)
        if one.revision < revision and one.answered_at is None and one.resolved_at is None
        else one
        for one in comments
    )


def united(here: Iterable[Comment], there: Iterable[Comment]) -> tuple[Comment, ...]:
    """The remarks of two states of a judgment, each once, with the first answer and the first settling of either."""
    found = {one.comment_id: one for one in here}
    for other in there:
        one = found.get(other.comment_id)
        found[other.comment_id] = other if one is None else _both(one, other)
    return in_order(found.values())


def in_order(comments: Iterable[Comment]) -> tuple[Comment, ...]:
    """The remarks as they were written."""
    return tuple(sorted(comments, key=lambda one: (one.written_at, one.comment_id)))


def _both(one: Comment, other: Comment) -> Comment:
    answers = [each for each in (one, other) if each.answered_at is not None]
    first = min(answers, key=lambda each: (each.answered_at, each.answer), default=one)
    settled = min((each.resolved_at for each in (one, other) if each.resolved_at is not None), default=None)
    return replace(one, answer=first.answer, answered_at=first.answered_at, resolved_at=settled)
