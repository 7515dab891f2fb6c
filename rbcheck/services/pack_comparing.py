"""A pack as it was read against what the store holds under its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rbcheck.domain.question import Question
from rbcheck.services.intake import ReadPack, ReadQuestion
from rbcheck.services.pack_reports import Change
from rbcheck.services.ports import ClipMedia, Pack, Role, StoredQuestion

ADDED, REMOVED = ("added",), ("removed",)
FOOTAGE, GOLD, EXTRA = "footage", "gold", "extra"
_TEXTS = ("stem", "options", "n", "unit", "source", "question_type", "lang", "clips")
_FOR_THE_LEAD = frozenset({GOLD, EXTRA})

Media = Mapping[str, tuple[ClipMedia, ...]]
"""The footage of each question as it would be kept, by id."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between a pack that was read and the pack in the store; `new` where there is none."""

    pack: tuple[str, ...]
    questions: Mapping[str, tuple[str, ...]]
    unchanged: int
    new: bool = False

    @property
    def nothing(self) -> bool:
        """Whether the store holds exactly this."""
        return not self.pack and not self.questions

    def count(self, what: tuple[str, ...]) -> int:
        """How many questions come, or go."""
        return sum(found == what for found in self.questions.values())

    @property
    def changed(self) -> int:
        """How many questions stay with a change."""
        return len(self.questions) - self.count(ADDED) - self.count(REMOVED)

    def shown(self, role: Role) -> tuple[Change, ...]:
        """The changes question by question; an annotator's store does not tell what of it concerns the gold."""
        if self.new:
            return ()
        pack = [Change(None, self.pack)] if self.pack else []
        return (*pack, *(Change(name, _shown(what, role)) for name, what in self.questions.items()))


def _shown(what: tuple[str, ...], role: Role) -> tuple[str, ...]:
    if role is Role.LEAD or not _FOR_THE_LEAD & set(what):
        return what
    return (*(field for field in what if field not in _FOR_THE_LEAD), "withheld")


def compare(pack: ReadPack, media: Media | None, before: Pack | None, held: Iterable[StoredQuestion]) -> Difference:
    """What differs; footage is compared where `media` is given. Questions that were refused do not count as gone."""
    stored = {item.question.question_id: item for item in held}
    found: dict[str, tuple[str, ...]] = {}
    unchanged = 0
    for item in pack.questions:
        name = item.question.question_id
        old = stored.get(name)
        what = ADDED if old is None else _differing(old, item, media[name] if media is not None else None)
        if what:
            found[name] = what
        else:
            unchanged += 1
    named = {item.question.question_id for item in pack.questions} | {refusal.id for refusal in pack.refused}
    named |= {name for missing in pack.missing for name in missing.questions}
    found |= {name: REMOVED for name in stored if name not in named}
    return Difference(_pack_differs(before, pack) if before else (), found, unchanged, new=before is None)


def _differing(old: StoredQuestion, new: ReadQuestion, media: tuple[ClipMedia, ...] | None) -> tuple[str, ...]:
    what = [name for name in _TEXTS if _part(old.question, name) != _part(new.question, name)]
    if media is not None and _content(old.media) != _content(media):
        what.append(FOOTAGE)
    # A gold that came later than the pack, by `gold add` or an adjudication, is no difference to a pack without one.
    if new.gold is not None and (old.gold is None or set(new.gold) != set(old.gold)):
        what.append(GOLD)
    if (dict(old.extra), dict(old.explanations), old.machine_blind_hits) != (
        dict(new.extra), dict(new.explanations), new.machine_blind_hits,
    ):  # fmt: skip
        what.append(EXTRA)
    return tuple(what)


def _part(question: Question, name: str) -> object:
    return getattr(question, name)


def _content(media: Iterable[ClipMedia]) -> list[tuple[int, str, object]]:
    return [(item.position, item.sha256, item.span_ms) for item in media]


def _pack_differs(before: Pack, pack: ReadPack) -> tuple[str, ...]:
    was = {
        "title": dict(before.title), "protocol": before.protocol, "reveal_gold": before.reveal_gold,
        "coverage": before.coverage, "practice": before.practice, "manifest": dict(before.manifest or {}),
        "hidden": before.hidden_at is not None,
    }  # fmt: skip
    now = {
        "title": dict(pack.title), "protocol": pack.protocol, "reveal_gold": pack.reveal_gold,
        "coverage": pack.coverage, "practice": pack.practice, "manifest": dict(pack.manifest), "hidden": False,
    }  # fmt: skip
    return tuple(name for name in was if was[name] != now[name])
