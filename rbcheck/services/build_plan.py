"""What a build will make, before a file is touched: who gets which question, in which order, under which names."""

from __future__ import annotations

import hashlib
import math
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rbcheck.domain.dealing import Card, deal, sample
from rbcheck.domain.dice import Dice
from rbcheck.domain.judgment import Options
from rbcheck.domain.mentions import names_clips, names_options, names_places_of_clips
from rbcheck.domain.permutation import Permutation
from rbcheck.domain.question import Option, Question
from rbcheck.services.building_values import PlannedClip, PlannedPack, PlannedQuestion
from rbcheck.services.ports import ClipMedia, Pack, StoredQuestion

_LETTERED = re.compile(r"(CLIP|VIDEO)_[A-Z]")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_TRIES = 64


@dataclass(frozen=True, slots=True)
class Shares:
    """How questions are dealt: to how many packs, how many of them get each, which share all get and which checks."""

    bundles: int
    overlap: int
    anchors: float
    checks: float


@dataclass(frozen=True, slots=True)
class Check:
    """A check question and its answer."""

    stored: StoredQuestion
    answer: Options


@dataclass(frozen=True, slots=True)
class Plan:
    """The packs to be written; `anchors` is how many questions each holds, `unused` how many checks none does."""

    packs: tuple[PlannedPack, ...]
    anchors: int
    unused: int


def plan(
    pack: Pack,
    questions: Sequence[StoredQuestion],
    checks: Sequence[Check],
    shares: Shares,
    dice: Dice,
    *,
    single: bool,
) -> Plan:
    """The packs that a build makes of a pack's questions; the same questions and seed give the same plan."""
    by_id = {stored.question.question_id: stored for stored in questions}
    seeded = {check.stored.question.question_id for check in checks if check.stored.pack == pack.name}
    cards = [_card(stored) for stored in questions if stored.question.question_id not in seeded]
    names = (
        [f"{pack.name}_built"] if single else [f"{pack.name}_{number:02d}" for number in range(1, shares.bundles + 1)]
    )
    anchors = sample(cards, _anchors(len(cards), shares), dice, "anchors") if shares.anchors else ()
    held = {card.name for card in anchors}
    hands = deal([card for card in cards if card.name not in held], names, shares.overlap, dice, "hands")
    known = {_check_name(check): check for check in checks}
    unused = set(known)
    made = []
    for number, name in enumerate(names, start=1):
        chosen = [(by_id[card.name], None) for card in (*anchors, *hands[name])]
        wanted = math.ceil(len(chosen) * shares.checks / (1 - shares.checks)) if checks else 0
        drawn = dice.shuffled(known, str, "checks", name)[:wanted]
        unused.difference_update(drawn)
        mixed: list[tuple[StoredQuestion, Options | None]] = [
            *chosen,
            *((known[key].stored, known[key].answer) for key in drawn),
        ]
        ordered = _apart(dice.shuffled(mixed, _named, "order", name))
        title = {lang: text if single else f"{text} {number:02d}" for lang, text in pack.title.items()}
        made.append(
            PlannedPack(name, title, tuple(_question(stored, answer, name, dice) for stored, answer in ordered))
        )
    return Plan(tuple(made), len(anchors), len(unused))


def _anchors(count: int, shares: Shares) -> int:
    """How many anchors make up their share of every bundle: they stand in each one, the others in `overlap` of all."""
    rest = shares.overlap / shares.bundles
    share = shares.anchors
    return min(count, max(1, round(share * rest * count / (1 - share + share * rest))))


def _card(stored: StoredQuestion) -> Card:
    question = stored.question
    return Card(question.question_id, (question.source, question.unit))


def _check_name(check: Check) -> str:
    return f"{check.stored.pack}/{check.stored.question.question_id}"


def _named(item: tuple[StoredQuestion, Options | None]) -> list[str]:
    return [item[0].pack, item[0].question.question_id]


def _apart(items: Sequence[tuple[StoredQuestion, Options | None]]) -> list[tuple[StoredQuestion, Options | None]]:
    """The items in their order, but none behind one that shares a recording with it, as far as that can be."""
    waiting = deque(items)
    ordered: list[tuple[StoredQuestion, Options | None]] = []
    before: frozenset[str] = frozenset()
    while waiting:
        for _ in range(min(len(waiting), _MOST_TRIES)):
            if not before & recordings(waiting[0][0]):
                break
            waiting.rotate(-1)
        item = waiting.popleft()
        ordered.append(item)
        before = recordings(item[0])
    return ordered


def recordings(stored: StoredQuestion) -> frozenset[str]:
    """What the clips of a question were cut from, as far as it is known."""
    return frozenset(_recording(media) for media in stored.media)


def _recording(media: ClipMedia) -> str:
    return media.recording or media.sha256


def _question(stored: StoredQuestion, check: Options | None, pack: str, dice: Dice) -> PlannedQuestion:
    question = stored.question
    name = [pack, stored.pack, question.question_id]
    options, to_options = _options(question, dice)
    order = _presentation(stored, dice, name)
    labels = _labels(question, order)
    media = {item.position: item for item in stored.media}
    clips = tuple(
        PlannedClip(place, label, dice.word(20, "clip", *name, position, media[position].sha256),
                    replace(media[position], position=place))
        for place, (position, label) in enumerate(zip(order, labels, strict=True), start=1)
    )  # fmt: skip
    permutation = Permutation(to_options, dict(enumerate(order, start=1)))
    return PlannedQuestion(
        stored, dice.word(16, "question", *name), options, clips, permutation,
        None if check is None else permutation.shown(check),
    )  # fmt: skip


def letters_stay(question: Question) -> bool:
    """Whether a text of the question names an option by its letter or its place."""
    return names_options(_texts(question), question.keys)


def labels_stay(question: Question) -> bool:
    """Whether a text of the question names a clip by its letter."""
    return names_clips(_texts(question), [clip.label for clip in question.clips])


def _texts(question: Question) -> list[str]:
    return [question.stem, *(option.text for option in question.options)]


def _options(question: Question, dice: Dice) -> tuple[tuple[Option, ...], Mapping[str, str]]:
    if letters_stay(question):
        return question.options, {key: key for key in question.keys}
    stem = hashlib.sha256(question.stem.encode("utf-8")).hexdigest()
    # By the statements too: many questions of a pack have one stem, and would all be turned alike.
    dealt = dice.shuffled(question.options, lambda option: option.text, "options", stem)
    shown = tuple(Option(key, option.text) for key, option in zip(question.keys, dealt, strict=True))
    return shown, {key: option.key for key, option in zip(question.keys, dealt, strict=True)}


def _presentation(stored: StoredQuestion, dice: Dice, name: Sequence[str]) -> list[int]:
    """The positions of the clips in the order in which they will be shown."""
    clips = stored.question.clips
    positions = [clip.position for clip in clips]
    lettered = all(_LETTERED.fullmatch(clip.label) for clip in clips)
    if not lettered or names_places_of_clips(_texts(stored.question)):
        return positions
    of = {item.position: _recording(item) for item in stored.media}
    for attempt in range(_MOST_TRIES):
        order = dice.shuffled(positions, int, "clips", *name, attempt)
        if not _clustered([of[position] for position in order]):
            return order
    return order


def _clustered(names: Sequence[str]) -> bool:
    """Whether each recording's clips stand side by side, where they need not."""
    runs = 1 + sum(one != two for one, two in pairwise(names))
    distinct = len(set(names))
    return 1 < distinct < len(names) and runs == distinct


def _labels(question: Question, order: Sequence[int]) -> list[str]:
    """The labels in the order of presentation: dealt anew where no text names one; equal ones stay equal."""
    shown = [question.clips[position - 1].label for position in order]
    if not all(_LETTERED.fullmatch(label) for label in shown) or labels_stay(question):
        return shown
    dealt: dict[str, str] = {}
    for label in shown:
        dealt.setdefault(label, f"{label.partition('_')[0]}_{_LETTERS[len(dealt)]}")
    return [dealt[label] for label in shown]
