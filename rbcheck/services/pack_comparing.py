"""A pack as it was read against what the store holds under its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rbcheck.domain.canonical import Json
from rbcheck.domain.question import Question
from rbcheck.services.intake import ReadPack, ReadQuestion
from rbcheck.services.pack_reports import Change
from rbcheck.services.pack_telling import MOST_DETAILED, gold_told, pack_told, told
from rbcheck.services.ports import ClipMedia, Pack, Role, StoredQuestion

ADDED, REMOVED = ("added",), ("removed",)
FOOTAGE, GOLD, EXTRA = "footage", "gold", "extra"
_TEXTS = ("stem", "options", "n", "unit", "source", "question_type", "lang", "clips")

Media = Callable[[ReadQuestion], tuple[ClipMedia, ...]]
"""The footage of a question as it would be kept."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between a pack that was read and the pack in the store; `new` where there is none."""

    pack: tuple[str, ...]
    questions: Mapping[str, tuple[str, ...]]
    unchanged: int
    new: bool = False
    coming: int = 0
    """How many questions a new pack has, which are not named one by one."""

    details: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What differs in words."""

    pack_details: tuple[str, ...] = ()
    """What differs in the pack itself, in words."""

    left: bool = False
    """Whether golds and further fields of questions that are held came and were left aside."""

    @property
    def nothing(self) -> bool:
        """Whether the store holds exactly this."""
        return not self.pack and not self.questions and not self.coming

    def count(self, what: tuple[str, ...]) -> int:
        """How many questions come, or go."""
        if self.new and what == ADDED:
            return self.coming
        return sum(found == what for found in self.questions.values())

    @property
    def changed(self) -> int:
        """How many questions stay with a change."""
        return 0 if self.new else len(self.questions) - self.count(ADDED) - self.count(REMOVED)

    def shown(self) -> tuple[Change, ...]:
        """The changes question by question."""
        if self.new:
            return ()
        pack = [Change(None, self.pack, self.pack_details)] if self.pack else []
        return (
            *pack,
            *(Change(name, what, self.details.get(name, ())) for name, what in self.questions.items()),
        )


def compare(
    pack: ReadPack,
    media: Media | None,
    before: Pack | None,
    held: Iterable[StoredQuestion],
    stored: Callable[[str], StoredQuestion | None],
    role: Role,
) -> Difference:
    """What differs; footage is compared where `media` is given. Questions that were refused do not count as gone.

    In an annotator's store the gold and the further fields of a question that it holds are not compared, and others
    not taken: a guessed gold that is told apart from the gold, or written only where it is another, would tell it.
    `held` goes once through what the store holds, of which digests alone are kept; `stored` gives one of it by id.
    """
    if before is None:
        return Difference((), {}, 0, new=True, coming=len(pack.questions))
    digests = {item.question.question_id: _digest_of(item) for item in held}
    found: dict[str, tuple[str, ...]] = {}
    details: dict[str, tuple[str, ...]] = {}
    unchanged, lead, left = 0, role is Role.LEAD, False
    named: set[str | None] = {refusal.id for refusal in pack.refused}
    named |= {name for missing in pack.missing for name in missing.questions}
    for item in pack.questions:
        name = item.question.question_id
        clips = media(item) if media is not None else None
        known = digests.pop(name, None)
        if known is None:
            found[name] = ADDED
            continue
        left = left or (not lead and ((item.gold is not None and known.gold is not None) or _further(item)))
        if known == _digest(item, clips, known, lead):
            unchanged += 1
        else:
            old = stored(name)
            what = _differing(old, item, clips, lead) if old else ADDED
            if what:
                found[name] = what
                if old and len(details) < MOST_DETAILED:
                    details[name] = told(old, item) + (gold_told(old, item) if lead or old.gold is None else ())
            else:
                unchanged += 1
    found |= {name: REMOVED for name in digests if name not in named}
    apart = pack_told(before, pack)
    return Difference(tuple(apart), found, unchanged, details=details, left=left, pack_details=tuple(apart.values()))


def _further(item: ReadQuestion) -> bool:
    return bool(item.extra or item.explanations or item.machine_blind_hits is not None)


def _differing(
    old: StoredQuestion, new: ReadQuestion, media: tuple[ClipMedia, ...] | None, lead: bool
) -> tuple[str, ...]:
    what = [name for name in _TEXTS if _part(old.question, name) != _part(new.question, name)]
    if media is not None and _content(old.media) != _content(media):
        what.append(FOOTAGE)
    # A gold that came later than the pack, by `gold add` or an adjudication, is no difference to a pack without one.
    if new.gold is not None and (old.gold is None or (lead and set(new.gold) != set(old.gold))):
        what.append(GOLD)
    if lead and (dict(old.extra), dict(old.explanations), old.machine_blind_hits) != (
        dict(new.extra), dict(new.explanations), new.machine_blind_hits,
    ):  # fmt: skip
        what.append(EXTRA)
    return tuple(what)


@dataclass(frozen=True, slots=True)
class _Digest:
    """What a question is compared by, in few bytes."""

    text: str
    footage: int
    gold: str | None
    beside: int


def _digest_of(stored: StoredQuestion) -> _Digest:
    gold = None if stored.gold is None else "".join(sorted(stored.gold))
    beside = _beside(stored.extra, stored.explanations, stored.machine_blind_hits)
    return _Digest(stored.question.version, hash(tuple(_content(stored.media))), gold, beside)


def _digest(item: ReadQuestion, media: tuple[ClipMedia, ...] | None, known: _Digest, lead: bool) -> _Digest:
    """The digest of a question that was read; where nothing is said of footage or gold it is what is known."""
    told = item.gold is not None and (lead or known.gold is None)
    gold = "".join(sorted(item.gold or ())) if told else known.gold
    footage = known.footage if media is None else hash(tuple(_content(media)))
    beside = _beside(item.extra, item.explanations, item.machine_blind_hits) if lead else known.beside
    return _Digest(item.question.version, footage, gold, beside)


def _beside(extra: Mapping[str, Json], explanations: Mapping[str, str], hits: int | None) -> int:
    if not extra and not explanations:
        return hash(hits)
    return hash(json.dumps([extra, explanations, hits], sort_keys=True))


def _part(question: Question, name: str) -> object:
    return getattr(question, name)


def _content(media: Iterable[ClipMedia]) -> list[tuple[int, str, object]]:
    return [(item.position, item.sha256, item.span_ms) for item in media]
