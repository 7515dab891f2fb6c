"""Q9: the same note on many questions, found without keeping the texts of all notes."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rbcheck.stats.table import Counts

MANY_QUESTIONS = 5
_SLOTS = 1 << 22
# What says nothing in a note, as its case does: space, punctuation, single letters, times. A copy has the same rest.
_SAME = re.compile(r"第?\d[\d:.]*\s*(?:s\b|sec\w*|秒)?|(?<![a-z])[a-z](?![a-z])|[\W_]+")


@dataclass(frozen=True, slots=True)
class CopiedNote:
    """A note that one annotator wrote on several questions, as first kept, with the codes of these."""

    annotator: int
    text: str
    questions: tuple[int, ...]


class NoteTally:
    """Counts notes by annotator. A text is kept only once its slot was met often enough to matter."""

    def __init__(self) -> None:
        self._met = bytearray(_SLOTS)
        self._texts: dict[int, str] = {}
        self._marks = array("q")
        self._judgments = array("q")

    def add(self, notes: Iterable[tuple[int, int, str]]) -> None:
        """Notes by the number of their judgment; one that says nothing but times and letters is passed over."""
        met, texts, mask = self._met, self._texts, _SLOTS - 1
        marks, judgments, same = self._marks.append, self._judgments.append, _SAME.sub
        for judgment, annotator, text in notes:
            short = same("", text.casefold())
            if not short:
                continue
            mark = hash((annotator, short))
            before = met[mark & mask]
            if before >= MANY_QUESTIONS - 1:
                texts.setdefault(mark, text)
            if before < MANY_QUESTIONS:
                met[mark & mask] = before + 1
            marks(mark)
            judgments(judgment)

    def copied(self, question: Counts, annotator: Counts) -> tuple[CopiedNote, ...]:
        """The notes on many questions of one annotator; the arrays hold codes by the number of a judgment."""
        marks = np.frombuffer(self._marks, dtype=np.int64) if self._marks else np.zeros(0, np.int64)
        kept = np.isin(marks, np.fromiter(self._texts, np.int64, len(self._texts)))
        judgments = np.frombuffer(self._judgments, dtype=np.int64)[kept] if kept.any() else np.zeros(0, np.int64)
        found = []
        for mark in np.unique(marks[kept]):
            own = judgments[marks[kept] == mark]
            questions = tuple(sorted({int(code) for code in question[own]}))
            if len(questions) >= MANY_QUESTIONS:
                found.append(CopiedNote(int(annotator[own[0]]), self._texts[int(mark)], questions))
        return tuple(sorted(found, key=lambda note: (note.annotator, -len(note.questions), note.text)))
