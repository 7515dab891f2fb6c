"""Packs, the versions of their questions, and their gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, insert, select, true, update

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.judgment import Options
from rbcheck.domain.protocol import Stage
from rbcheck.services.ports import ClipMedia, Pack, StoredQuestion
from rbcheck.store.repositories.bulk import in_parts
from rbcheck.store.repositories.footage import Footage
from rbcheck.store.repositories.questions import BATCH, Wanted, add_content, add_contents, one, read
from rbcheck.store.tables import CLIP, GOLD, JUDGMENT, PACK, QUESTION

_NO_PACK = N_("The store holds no pack {pack}.")
_NO_QUESTION = N_("The store holds no question {question} of the pack {pack} in the version {version}.")


class SqlPacks:
    """The packs of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._footage = Footage(connection)

    def all(self, *, hidden: bool = False) -> tuple[Pack, ...]:
        """The packs in the order in which they were added; the hidden ones among them only where asked for."""
        wanted = select(PACK).order_by(PACK.c.id)
        if not hidden:
            wanted = wanted.where(PACK.c.hidden_at.is_(None))
        return tuple(_pack(row) for row in self._connection.execute(wanted))

    def get(self, name: str) -> Pack | None:
        """The pack of that name, hidden or not."""
        row = self._connection.execute(_get(), {"of_pack": name}).one_or_none()
        return _pack(row) if row else None

    def add(self, pack: Pack) -> None:
        """Keep a new pack."""
        self._connection.execute(insert(PACK).values(_values(pack)))

    def replace(self, pack: Pack) -> None:
        """Keep other values for the pack of the same name; NotFound where there is none."""
        number = self._number(pack.name)
        self._connection.execute(update(PACK).where(PACK.c.id == number).values(_values(pack)))

    def add_question(self, stored: StoredQuestion) -> None:
        """Keep a question in a new version; an earlier version of the same id in the pack stops being current.

        A version that is there already becomes what `stored` says of its place, explanations and extra.
        """
        question = stored.question
        if stored.current:
            self.retire(stored.pack, question.question_id)
        beside = _beside(stored)
        number = self._version(stored.pack, question.question_id, question.version)
        if number is None:
            number = add_content(self._connection, self._number(stored.pack), question, beside)
            self._footage.add(number, stored.media)
        else:
            self._connection.execute(update(QUESTION).where(QUESTION.c.id == number).values(beside))
            for media in stored.media:
                self._footage.set(number, media)
        if stored.gold is not None:
            added_at = self._connection.scalar(select(PACK.c.added_at).where(PACK.c.name == stored.pack))
            self._keep_gold(number, stored.gold, "published", added_at)

    def add_questions(self, pack: str, stored: Sequence[StoredQuestion]) -> None:
        """Keep questions of which the pack holds no version yet, many at a time."""
        items = [(item.question, _beside(item)) for item in stored]
        numbers = add_contents(self._connection, self._number(pack), items)
        self._footage.add_all((number, item.media) for number, item in zip(numbers, stored, strict=True))
        added_at = self._connection.scalar(select(PACK.c.added_at).where(PACK.c.name == pack))
        golds: list[Wanted] = [
            {"question": number, "answer": list(item.gold), "source": "published", "at": added_at}
            for number, item in zip(numbers, stored, strict=True)
            if item.gold is not None
        ]
        if golds:
            self._connection.execute(insert(GOLD), golds)

    def retire(self, pack: str, question_id: str) -> None:
        """Make no version of a question current any more."""
        mine = QUESTION.c.pack == self._number(pack), QUESTION.c.question_id == question_id, QUESTION.c.current
        self._connection.execute(update(QUESTION).where(*mine).values(current=False))

    def questions(self, pack: str) -> Iterator[StoredQuestion]:
        """The current questions of a pack in their order."""
        return read(self._connection, (PACK.c.name == pack, QUESTION.c.current))

    def sizes(self) -> Mapping[str, int]:
        """How many current questions each pack has."""
        return {row[0]: row[1] for row in self._connection.execute(_sizes())}

    def size(self, pack: str) -> int:
        """How many current questions a pack has."""
        return self._connection.scalar(_size(), {"of_pack": pack}) or 0

    def counts(self, pack: str) -> tuple[int, int, int]:
        """How many current questions and clips a pack has, and how many of its judgments are DONE."""
        clip, judgment = CLIP, JUDGMENT
        mine = QUESTION.c.pack == select(PACK.c.id).where(PACK.c.name == pack).scalar_subquery()
        questions = select(func.count()).where(mine, QUESTION.c.current)
        clips = select(func.count()).where(clip.c.question == QUESTION.c.id, mine, QUESTION.c.current)
        done = select(func.count()).where(
            judgment.c.question == QUESTION.c.id, mine, judgment.c.stage == Stage.DONE
        )  # fmt: skip
        found = self._connection.execute(
            select(questions.scalar_subquery(), clips.scalar_subquery(), done.scalar_subquery())
        ).one()
        return found[0], found[1], found[2]

    def question(self, pack: str, question_id: str, version: str | None = None) -> StoredQuestion | None:
        """A question in one version; the current one where none is named."""
        return one(self._connection, pack, question_id, version)

    def versions(self, question_id: str) -> tuple[StoredQuestion, ...]:
        """Every version of a question in every pack."""
        return tuple(read(self._connection, (QUESTION.c.question_id == question_id,)))

    def versions_of(self, question_ids: Iterable[str]) -> Mapping[str, tuple[StoredQuestion, ...]]:
        """Every version of each of these questions."""
        found: dict[str, list[StoredQuestion]] = {wanted: [] for wanted in question_ids}
        for part in in_parts(found, BATCH):
            for stored in read(self._connection, (QUESTION.c.question_id.in_(part),)):
                found[stored.question.question_id].append(stored)
        return {question_id: tuple(versions) for question_id, versions in found.items()}

    def gold(self, pack: str, question_id: str, version: str) -> Options | None:
        """The latest gold of a question version."""
        number = self._version(pack, question_id, version)
        return self._gold(number) if number is not None else None

    def set_gold(self, pack: str, question_id: str, version: str, answer: Options, source: str, at: datetime) -> None:
        """Keep gold for a question version beside what was there; NotFound where the version is not."""
        self._keep_gold(self._known(pack, question_id, version), answer, source, at)

    def set_media(self, pack: str, question_id: str, version: str, media: ClipMedia) -> None:
        """Keep where a clip lies now, or what decoding found of it; NotFound where the version is not there."""
        self._footage.set(self._known(pack, question_id, version), media)

    def paths_in_use(self, sha256: str) -> tuple[str, ...]:
        """Relative paths under which content is already kept."""
        return self._footage.paths_in_use(sha256)

    def _gold(self, question: int) -> Options | None:
        wanted = select(GOLD.c.answer).where(GOLD.c.question == question).order_by(GOLD.c.id.desc()).limit(1)
        answer = self._connection.scalar(wanted)
        return None if answer is None else tuple(answer)

    def _keep_gold(self, question: int, answer: Options, source: str, at: datetime | None) -> None:
        if self._gold(question) != answer:
            values: Wanted = {"question": question, "answer": list(answer), "source": source, "at": at}
            self._connection.execute(insert(GOLD).values(values))

    def _number(self, pack: str) -> int:
        number = self._connection.scalar(select(PACK.c.id).where(PACK.c.name == pack))
        if number is None:
            raise NotFound(_NO_PACK, pack=pack)
        return int(number)

    def _version(self, pack: str, question_id: str, version: str) -> int | None:
        return self._connection.scalar(
            select(QUESTION.c.id)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(PACK.c.name == pack, QUESTION.c.question_id == question_id, QUESTION.c.version == version)
        )

    def _known(self, pack: str, question_id: str, version: str) -> int:
        number = self._version(pack, question_id, version)
        if number is None:
            raise NotFound(_NO_QUESTION, question=question_id, pack=pack, version=version)
        return number


@cache
def _sizes() -> Select[Any]:
    return (
        select(PACK.c.name, func.count())
        .select_from(QUESTION)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(QUESTION.c.current)
        .group_by(PACK.c.name)
    )


@cache
def _size() -> Select[Any]:
    mine = QUESTION.c.pack == select(PACK.c.id).where(PACK.c.name == bindparam("of_pack")).scalar_subquery()
    return select(func.count()).select_from(QUESTION).where(mine, QUESTION.c.current == true())


@cache
def _get() -> Select[Any]:
    return select(PACK).where(PACK.c.name == bindparam("of_pack"))


def _beside(stored: StoredQuestion) -> dict[str, Any]:
    """What of a question does not belong to its text."""
    return {
        "place": stored.place,
        "current": stored.current,
        "machine_blind_hits": stored.machine_blind_hits,
        "explanations": dict(stored.explanations),
        "extra": dict(stored.extra),
    }


def _values(pack: Pack) -> dict[str, Any]:
    return {
        "name": pack.name,
        "title": dict(pack.title),
        "protocol": pack.protocol,
        "reveal_gold": pack.reveal_gold,
        "coverage": pack.coverage,
        "practice": pack.practice,
        "added_at": pack.added_at,
        "hidden_at": pack.hidden_at,
        "manifest": None if pack.manifest is None else dict(pack.manifest),
    }


def _pack(row: Any) -> Pack:
    return Pack(
        row.name, row.title, row.protocol, row.reveal_gold, row.coverage, row.practice,
        row.added_at, row.hidden_at, row.manifest,
    )  # fmt: skip
