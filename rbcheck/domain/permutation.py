"""How a built question stands to the one that it was made of, and what was said of it in the letters of that one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from rbcheck.domain.footage import ClipOrder
from rbcheck.domain.judgment import Draft, Judgment, Options, Revision
from rbcheck.domain.marks import Claim, Evidence, OptionMark
from rbcheck.domain.question import Question

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Permutation:
    """From the keys and the positions that an annotator of the built question sees, to those of its original."""

    options: Mapping[str, str]
    clips: Mapping[int, int]

    def keys(self, shown: Iterable[str]) -> Options:
        """Option keys in the letters of the original, in the order of the alphabet."""
        return tuple(sorted(self.options[key] for key in shown))

    def shown(self, keys: Iterable[str]) -> Options:
        """The original's option keys in the letters of the built question."""
        back = {key: shown for shown, key in self.options.items()}
        return tuple(sorted(back[key] for key in keys))

    def judgment(self, judgment: Judgment, original: Question, pack: str) -> Judgment:
        """What was judged of the built question as a judgment of its original; texts that were typed stay as they are.

        Their letters are those that the annotator saw.
        """
        lengths = tuple(clip.length_ms for clip in original.clips)
        return replace(
            judgment,
            pack=pack,
            question_id=original.question_id,
            version=original.version,
            frame=replace(judgment.frame, keys=original.keys, durations_ms=lengths),
            blind=judgment.blind and replace(judgment.blind, options=self.keys(judgment.blind.options)),
            spans=tuple(replace(span, clip=self.clips[span.clip]) for span in judgment.spans),
            notes=tuple(replace(note, clip=self.clips[note.clip]) for note in judgment.notes),
            order=judgment.order and self._order(judgment.order),
            reports=tuple(replace(report, clip=self.clips[report.clip]) for report in judgment.reports),
            revisions=tuple(self._revision(revision) for revision in judgment.revisions),
            draft=Draft(),
        )

    def _order(self, order: ClipOrder) -> ClipOrder:
        return replace(order, groups=tuple(tuple(self.clips[clip] for clip in group) for group in order.groups))

    def _revision(self, revision: Revision) -> Revision:
        marks = sorted((self._mark(mark) for mark in revision.marks), key=lambda mark: mark.key)
        final = revision.final and replace(revision.final, options=self.keys(revision.final.options))
        return replace(revision, marks=tuple(marks), final=final)

    def _mark(self, mark: OptionMark) -> OptionMark:
        claims = tuple(self._claim(claim) for claim in mark.claims)
        return replace(mark, key=self.options[mark.key], claims=claims, evidence=self._evidence(mark.evidence))

    def _claim(self, claim: Claim) -> Claim:
        return replace(claim, evidence=self._evidence(claim.evidence))

    def _evidence(self, found: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(replace(item, clip=self.clips[item.clip]) for item in found)
