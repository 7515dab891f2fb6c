"""What the store knows of a file that comes in: people, packs, versions of questions, each asked for once."""

from __future__ import annotations

from datetime import datetime

from rbcheck.services import receiving
from rbcheck.services.interchange import Arrival, Incoming
from rbcheck.services.ports import Annotator, Pack, StoredQuestion, UnitOfWork

MOST_QUESTIONS = 5000
"""How many questions are held in memory while judgments come in."""


class Known:
    """Remembered from one transaction of a file to the next."""

    def __init__(self, arrival: Arrival, as_name: str | None, now: datetime) -> None:
        self._arrival = arrival
        self._as_name = as_name
        self._now = now
        self._people: dict[tuple[str | None, str], Annotator] = {}
        self._packs: dict[str, Pack] = {}
        self._versions: dict[str, tuple[StoredQuestion, ...]] = {}

    def person(self, work: UnitOfWork, said: Incoming) -> Annotator:
        """Whose judgment it is."""
        key = (said.annotator, said.kind)
        if key not in self._people:
            self._people[key] = receiving.owner(self._arrival, said, self._as_name, work, self._now)
        return self._people[key]

    def versions(self, work: UnitOfWork, question_id: str) -> tuple[StoredQuestion, ...]:
        """Every version of a question that the store holds."""
        if question_id not in self._versions:
            self.learn(work, {question_id})
        return self._versions[question_id]

    def learn(self, work: UnitOfWork, question_ids: set[str]) -> None:
        """Read what the store holds of these questions at once; of questions that come no more it is let go."""
        if len(self._versions) > MOST_QUESTIONS:
            self._versions = {known: self._versions[known] for known in question_ids & self._versions.keys()}
        self._versions.update(work.packs.versions_of(question_ids - self._versions.keys()))

    def pack(self, work: UnitOfWork, name: str) -> Pack:
        """The pack of a question that the store holds."""
        if name not in self._packs:
            pack = work.packs.get(name)
            assert pack is not None, "a stored question has its pack"
            self._packs[name] = pack
        return self._packs[name]
