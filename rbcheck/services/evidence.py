"""What is known of one question for adjudication: who saw what, what was guessed blind, what was decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from rbcheck.domain.decision import Decision, Source, settled_key
from rbcheck.domain.judgment import Judgment, Options
from rbcheck.services.ports import StoredQuestion
from rbcheck.stats.records import RULED_OUT, SUPPORTED

if TYPE_CHECKING:
    from rbcheck.stats.blind import DropRule

MACHINE_HITS = 2
"""How many hits of machines, of the three guesses that upstream made, tell that a question can be guessed."""
TELLING = 3
"""From how many views on what all of them make probable tells more than the word of one or two."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """One judgment as evidence, under a code. `group` is shared by those whose answers are not independent.

    `counts`: it may speak for an answer at all; `free`: it watched without knowing the gold; `trusted`: more than luck
    stands behind the annotator's answers; `proven`: the same of the answers with the verdict `clear`.
    """

    code: str
    group: str
    human: bool
    source: Source
    final: Options | None
    marks: Mapping[str, str]
    verdict: str | None
    free: bool
    counts: bool
    trusted: bool
    proven: bool
    judgment: Judgment

    def rules_out(self, key: Options) -> bool:
        """Whether an option of this answer is marked ✗."""
        return any(self.marks.get(option) == RULED_OUT for option in key)

    @property
    def supported(self) -> int:
        """How many options are marked ✓."""
        return sum(mark == SUPPORTED for mark in self.marks.values())


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the judgments together make probable: of the gold, of the best set, of each option."""

    gold: float | None
    best: Options
    p: float
    options: Mapping[str, float]
    annotators: int
    weak: bool

    @property
    def few(self) -> bool:
        """Whether one or two views are all that is behind it: their word, which says little of how sure it is."""
        return self.annotators < TELLING


@dataclass(frozen=True, slots=True)
class Dossier:
    """All evidence on one question version; `guesses` are the blind guesses of people that count."""

    stored: StoredQuestion
    decisions: tuple[Decision, ...]
    viewers: tuple[Viewer, ...]
    guesses: tuple[frozenset[str], ...]
    drop: DropRule
    posterior: Posterior | None = None

    @property
    def key(self) -> Options | None:
        """The answer that holds now."""
        return settled_key(self.stored.gold, self.decisions)

    @property
    def decision(self) -> Decision | None:
        """The decision that stands."""
        return self.decisions[-1] if self.decisions else None

    @property
    def fully_marked(self) -> tuple[Viewer, ...]:
        """People's views with a mark on every option."""
        keys = set(self.stored.question.keys)
        return tuple(viewer for viewer in self.people if keys <= set(viewer.marks))

    @property
    def people(self) -> tuple[Viewer, ...]:
        """The people whose view counts, one of each group."""
        first: dict[str, Viewer] = {}
        for viewer in self.viewers:
            if viewer.human and viewer.counts:
                first.setdefault(viewer.group, viewer)
        return tuple(first.values())

    def hits(self, key: Options | None) -> int:
        """How many blind guesses are this answer."""
        return sum(guess == frozenset(key or ()) for guess in self.guesses)

    def guessable(self, key: Options | None) -> bool:
        """Whether this answer was guessed too often; the hits of machines were counted against the gold alone."""
        question = self.stored.question
        if key is None or comb(question.k, question.n) < 2:
            return False
        if self.guesses and self.drop.status(self.hits(key), len(self.guesses)) == "dropped":
            return True
        return key == self.stored.gold and (self.stored.machine_blind_hits or 0) >= MACHINE_HITS

    def people_for(self, answer: Options) -> int:
        """How many independent people ended on this answer, having watched without knowing the gold."""
        return sum(viewer.free and viewer.final == answer for viewer in self.people)

    def families_for(self, answer: Options) -> int:
        """How many families of models ended on this answer, each by its most frequent vote."""
        return sum(vote == answer for vote in self.family_votes.values())

    @property
    def family_votes(self) -> dict[str, Options | None]:
        """The vote of each family of models: its most frequent one, none where two are as frequent."""
        votes: dict[str, Counter[Options]] = {}
        for viewer in self.viewers:
            if not viewer.human and viewer.final is not None:
                votes.setdefault(viewer.group, Counter())[viewer.final] += 1
        return {family: _plurality(counted) for family, counted in votes.items()}

    @property
    def answers(self) -> tuple[Options, ...]:
        """Every answer that anybody ended on, those of most people first."""
        found = {viewer.final for viewer in self.people if viewer.free and viewer.final is not None}
        found |= {vote for vote in self.family_votes.values() if vote is not None}
        return tuple(sorted(found, key=lambda answer: (-self.people_for(answer), -self.families_for(answer), answer)))


def _plurality(counted: Counter[Options]) -> Options | None:
    (first, most), *others = counted.most_common()
    return None if others and others[0][1] == most else first
