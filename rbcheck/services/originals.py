"""Judgments as the figures count them: what was said of a built question counts for the one that it was made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rbcheck.domain.judgment import Judgment, Options
from rbcheck.services.ports import BuiltVersion, Pack, StoredQuestion, UnitOfWork

Where = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """A judgment in the letters and positions of the original; `hidden` where its own pack is out of sight.

    `check` is the answer that the lead knows of a check question.
    """

    judgment: Judgment
    stored: StoredQuestion
    pack: Pack
    hidden: bool
    check: Options | None = None


def counted(work: UnitOfWork, pack: str | None = None, annotator: str | None = None) -> Iterator[Counted]:
    """The judgments of the store, of a pack with all that was built of it, or of an annotator.

    One annotator counts once for a question: who judged it in two packs counts with the pack that came first.
    """
    known = _Known(work)
    names = (None,) if pack is None else (pack, *(name for name in work.built.made_of(pack) if name != pack))
    once: set[tuple[str, Where]] = set()
    for name in names:
        for judgment in work.judgments.each(annotator=annotator, pack=name):
            where = (judgment.pack, judgment.question_id, judgment.version)
            built = known.built(where)
            stored, held = known.question(built.original if built else where), known.pack(judgment.pack)
            if stored is None or held is None or (pack is not None and name != pack and stored.pack != pack):
                continue
            of = known.pack(stored.pack)
            assert of is not None, "a stored question has its pack"
            hidden = held.hidden_at is not None or of.hidden_at is not None
            if built is None:
                found = Counted(judgment, stored, of, hidden)
            else:
                mapped = built.permutation.judgment(judgment, stored.question, stored.pack)
                check = built.permutation.keys(built.check) if built.check is not None else None
                found = Counted(mapped, stored, of, hidden, check)
            if built is not None or known.has_builds(stored.pack):
                key = (judgment.annotator, (stored.pack, stored.question.question_id, stored.question.version))
                if key in once:
                    continue
                once.add(key)
            yield found


class _Known:
    """Questions, packs and built versions, each looked up once."""

    def __init__(self, work: UnitOfWork) -> None:
        self._work = work
        self._questions: dict[Where, StoredQuestion | None] = {}
        self._packs: dict[str, Pack | None] = {}
        self._built: dict[Where, BuiltVersion | None] = {}
        self._builds: dict[str, bool] = {}
        self._built_packs: frozenset[str] | None = None

    def question(self, where: Where) -> StoredQuestion | None:
        if where not in self._questions:
            self._questions[where] = self._work.packs.question(*where)
        return self._questions[where]

    def pack(self, name: str) -> Pack | None:
        if name not in self._packs:
            self._packs[name] = self._work.packs.get(name)
        return self._packs[name]

    def built(self, where: Where) -> BuiltVersion | None:
        if self._built_packs is None:
            self._built_packs = self._work.built.packs()
        if where[0] not in self._built_packs:
            return None
        if where not in self._built:
            self._built[where] = self._work.built.of(*where)
        return self._built[where]

    def has_builds(self, pack: str) -> bool:
        if pack not in self._builds:
            self._builds[pack] = bool(self._work.built.made_of(pack))
        return self._builds[pack]
