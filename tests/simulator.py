"""A crowd with known truth: questions that can be guessed or are wrongly keyed, annotators who err, peek, tire or copy.

An option is seen as normal evidence, higher by the annotator's skill less the question's difficulty where the option
belongs to the true set. Marks are that evidence cut in three; the final set is what weighs most. A seed gives the same
campaign each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.records import CANT_TELL, CLEAR, RULED_OUT, SUPPORTED, UNDECIDABLE, JudgmentRow, Reached

Truths = NDArray[np.bool_]
Reals = NDArray[np.float64]
Whole = NDArray[np.int64]

KEYS = "ABCDEFGH"
WIDTH = len(KEYS)
SHAPES = ((8, 3), (7, 3), (6, 3), (8, 2))
MORNING = datetime(2026, 3, 2, 8, tzinfo=UTC)
_ON_TIME, _SHIFT, _BREAK = 3.5, 25, 30.0
_CUT = 0.45
_ROWS_OF_MARKS = (RULED_OUT, UNDECIDABLE, SUPPORTED)


@dataclass(frozen=True, slots=True)
class Profile:
    """How somebody judges: skill in standard deviations of evidence (less what each minute costs), and vices.

    `peeks` and `copies` are shares of judgments; `watches` is how much of a clip is played; a `clicker` picks at random
    and calls everything clear.
    """

    skill: float
    tires: float = 0.0
    peeks: float = 0.0
    copies: float = 0.0
    watches: float = 1.0
    clicker: bool = False


EXPERT, AVERAGE, CARELESS = Profile(3.2), Profile(2.5), Profile(1.4, watches=0.7)
CLICKER = Profile(0.0, watches=0.2, clicker=True)
PEEKER, TIRED, COPYCAT = Profile(2.6, peeks=0.9), Profile(3.0, tires=0.035), Profile(2.4, copies=0.85)
HONEST = (*[EXPERT] * 4, *[AVERAGE] * 8)
MIXED = (*[EXPERT] * 3, *[AVERAGE] * 4, CARELESS, CLICKER, PEEKER, TIRED, COPYCAT)
COPIED = 3
"""Whom a copycat copies, by place in the crowd."""


@dataclass(frozen=True, slots=True)
class Source:
    """A part of the collection: how many of its questions give their gold away, and by what."""

    guessable: float
    longer: int = 0
    early: bool = False


SOURCES: Mapping[str, Source] = {
    "texty": Source(0.82, longer=22),
    "visual": Source(0.05),
    "mixed": Source(0.31, early=True),
}
GUESSED = 0.92
"""How often a question that gives its gold away is guessed."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Q questions and J judgments as arrays, with the truth that was put in; sets are truths over eight options."""

    profiles: tuple[Profile, ...]
    source: Whole
    k: Whole
    n: Whole
    truth: Truths
    gold: Truths
    wrong_gold: Truths
    guessable: Truths
    chars: Whole
    question: Whole
    annotator: Whole
    blind: Truths
    marks: Whole
    final: Truths
    sure: Truths
    minutes: Reals
    opened: Reals

    @property
    def right(self) -> Truths:
        """Whether each final set is the true one."""
        return np.asarray((self.final == self.truth[self.question]).all(axis=1))

    def names(self, kind: Profile) -> list[str]:
        """The annotators of one profile."""
        return [name(place) for place, profile in enumerate(self.profiles) if profile == kind]

    def rows(self) -> list[JudgmentRow]:
        """The judgments as records of a campaign."""
        return [self._row(place) for place in range(len(self.question))]

    def _row(self, place: int) -> JudgmentRow:
        asked, who = int(self.question[place]), int(self.annotator[place])
        profile, keys = self.profiles[who], KEYS[: self.k[asked]]
        opened = MORNING + timedelta(minutes=float(self.opened[place]))
        answered = opened + timedelta(minutes=_ON_TIME - 0.5)
        return JudgmentRow(
            annotator=name(who),
            question=f"q{asked:05}",
            options=tuple(keys),
            n=int(self.n[asked]),
            pack="crowd",
            unit="whole_video",
            question_type="event-order",
            source=list(SOURCES)[self.source[asked]],
            gold=_keys(self.gold[asked]),
            reached=Reached.VERDICT,
            blind=_keys(self.blind[place]),
            marks={key: _ROWS_OF_MARKS[mark] for key, mark in zip(keys, self.marks[place], strict=False)},
            final=_keys(self.final[place]),
            verdict=CLEAR if self.sure[place] else CANT_TELL,
            option_chars=tuple(self.chars[asked, : len(keys)].tolist()),
            clip_ms=(60_000,),
            opened_at=opened,
            answered_at=answered,
            at=answered,
            blind_seconds=22.0,
            judge_seconds=60.0,
            spans=((1, 0, round(60_000 * profile.watches), 1.0, True),),
        )


def name(place: int) -> str:
    """The annotator at a place of the crowd."""
    return f"a{place:03}"


def simulate(
    seed: int,
    profiles: Sequence[Profile] = MIXED,
    *,
    questions: int = 900,
    each: int = 3,
    wrong_gold: float = 0.08,
    ambiguous: float = 0.10,
) -> Crowd:
    """A campaign of these people, `each` of them on every question, with these shares of bad questions."""
    random = np.random.default_rng(seed)
    source = random.integers(0, len(SOURCES), questions)
    k, n = np.array(SHAPES)[random.choice(len(SHAPES), questions, p=[0.42, 0.26, 0.26, 0.06])].T
    early = np.array([part.early for part in SOURCES.values()])[source]
    outside = np.arange(WIDTH) >= k[:, None]
    truth = _most(random.random((questions, WIDTH)) - 0.12 * early[:, None] * np.arange(WIDTH) - 9.0 * outside, n)
    bad = random.random(questions) < wrong_gold
    gold = np.where(bad[:, None], _swapped(random, truth, outside), truth)
    guessable = random.random(questions) < np.array([part.guessable for part in SOURCES.values()])[source]
    longer = np.array([part.longer for part in SOURCES.values()])[source]
    chars = random.integers(30, 60, (questions, WIDTH)) + gold * longer[:, None]

    question = np.repeat(np.arange(questions), each)
    annotator = np.concatenate([np.sort(random.permutation(len(profiles))[:each]) for _ in range(questions)])
    minutes, opened = _diary(random, annotator)
    skill = np.array([profile.skill for profile in profiles]) + random.normal(0, 0.2, len(profiles))
    tires = np.array([profile.tires for profile in profiles])[annotator]
    able = skill[annotator] - tires * minutes - random.normal(0, 0.55, questions)[question]
    signal = truth.astype(np.float64)
    unclear = np.flatnonzero(random.random(questions) < ambiguous)
    signal[unclear, _one_of(random, ~truth[unclear] & ~outside[unclear])] = 0.5
    evidence = random.normal(0, 1, (len(question), WIDTH)) + (signal[question] - 0.5) * np.maximum(able, 0)[:, None]
    clicks = np.array([profile.clicker for profile in profiles])[annotator]
    evidence[clicks] = random.normal(0, 1, (int(clicks.sum()), WIDTH))
    evidence[outside[question]] = -np.inf
    final = _most(evidence, n[question])
    ordered = -np.sort(-evidence, axis=1)
    rows = np.arange(len(question))
    sure = clicks | (ordered[rows, n[question] - 1] - ordered[rows, n[question]] > 0.6)
    crowd = Crowd(
        profiles=tuple(profiles),
        source=source,
        k=k,
        n=n,
        truth=truth,
        gold=gold,
        wrong_gold=bad,
        guessable=guessable,
        chars=chars,
        question=question,
        annotator=annotator,
        blind=_guesses(random, question, n, outside, gold, guessable),
        marks=np.where(outside[question], -1, 1 + (evidence > _CUT) - (evidence < -_CUT)),
        final=final,
        sure=sure,
        minutes=minutes,
        opened=opened,
    )
    return _peeked(random, _copied(random, crowd))


def _guesses(
    random: np.random.Generator, question: Whole, n: Whole, outside: Truths, gold: Truths, guessable: Truths
) -> Truths:
    guess = _most(random.random((len(question), WIDTH)) - 9.0 * outside[question], n[question])
    known = guessable[question] & (random.random(len(question)) < GUESSED)
    return np.where(known[:, None], gold[question], guess)


def _copied(random: np.random.Generator, crowd: Crowd) -> Crowd:
    """A copycat's marks and answer are those of the one copied, on most questions that both judge."""
    copies = np.array([profile.copies for profile in crowd.profiles])[crowd.annotator]
    source = np.full(len(crowd.k), -1)
    models = crowd.annotator == COPIED
    source[crowd.question[models]] = np.flatnonzero(models)
    model = source[crowd.question]
    taken = (model >= 0) & (random.random(len(copies)) < copies)
    marks, final, opened = crowd.marks.copy(), crowd.final.copy(), crowd.opened.copy()
    marks[taken], final[taken] = marks[model[taken]], final[model[taken]]
    opened[copies > 0] += 60 * 24 * 30  # when the others are done
    return replace(crowd, marks=marks, final=final, opened=opened)


def _peeked(random: np.random.Generator, crowd: Crowd) -> Crowd:
    peeks = random.random(len(crowd.question)) < np.array([p.peeks for p in crowd.profiles])[crowd.annotator]
    return replace(crowd, blind=np.where(peeks[:, None], crowd.final, crowd.blind))


def _diary(random: np.random.Generator, annotator: Whole) -> tuple[Reals, Reals]:
    """Minutes since the last break, and minutes since the first morning, of each judgment; order is by chance."""
    minutes, opened = np.zeros((2, len(annotator)))
    for who in np.unique(annotator):
        own = random.permutation(np.flatnonzero(annotator == who))
        shift, within = np.divmod(np.arange(len(own)), _SHIFT)
        minutes[own] = within * _ON_TIME
        opened[own] = shift * (_SHIFT * _ON_TIME + _BREAK) + within * _ON_TIME
    return minutes, opened


def _most(weights: Reals, n: Whole) -> Truths:
    """The n options of each row that weigh most."""
    ranks = np.argsort(np.argsort(-weights, axis=1), axis=1)
    return np.asarray(ranks < n[:, None])


def _swapped(random: np.random.Generator, truth: Truths, outside: Truths) -> Truths:
    """Sets in which one option of the true one is replaced."""
    other, rows = truth.copy(), np.arange(len(truth))
    other[rows, _one_of(random, truth)] = False
    other[rows, _one_of(random, ~truth & ~outside)] = True
    return other


def _one_of(random: np.random.Generator, allowed: Truths) -> Whole:
    return np.asarray(np.where(allowed, random.random(allowed.shape), -1).argmax(axis=1))


def _keys(chosen: Truths) -> frozenset[str]:
    return frozenset(key for key, inside in zip(KEYS, chosen, strict=True) if inside)
