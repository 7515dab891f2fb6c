"""Q9: the same note on many questions, found without keeping the texts of all notes."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass

import numpy as np

from rbcheck.stats.table import Counts

MANY_QUESTIONS = 5
_SLOTS = 1 << 22
_SAME = re.compile(r"第?\d[\d:.]*\s*(?:s\b|sec\w*|秒)?|(?<![a-z])[a-z](?![a-z])|[\W_]+")


@dataclass(frozen=True, slots=True)
class CopiedNote:
    """A note that one annotator wrote on several questions, as first kept, with the codes of these."""

    annotator: int
    text: str
    questions: tuple[int, ...]


def folded(text: str) -> str:
    """The note without case, space, punctuation, single letters and times: what is the same in a copy."""
    return _SAME.sub("", text.casefold())


class NoteTally:
    """Counts notes by annotator. A text is kept only once its slot was met often enough to matter."""

    def __init__(self) -> None:
        self._met = bytearray(_SLOTS)
        self._texts: dict[int, str] = {}
        self._marks = array("q")
        self._judgments = array("q")

    def add(self, judgment: int, annotator: int, text: str) -> None:
        """A note of the judgment with this number; one that says nothing but times and letters is passed over."""
        short = folded(text)
        if not short:
            return
        mark = hash((annotator, short))
        slot = mark & (_SLOTS - 1)
        met = self._met[slot]
        if met >= MANY_QUESTIONS - 1:
            self._texts.setdefault(mark, text)
        if met < MANY_QUESTIONS:
            self._met[slot] = met + 1
        self._marks.append(mark)
        self._judgments.append(judgment)

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
