"""Recordings that were not found, and the questions that each takes with it."""

from __future__ import annotations

from collections.abc import Sequence

from rbcheck.packs.shelf import where
from rbcheck.services.intake import MissingRecording, ReadQuestion


class Wanting:
    """Notes what is missing while lines are read."""

    def __init__(self) -> None:
        self._ids: dict[str, dict[str, None]] = {}

    def note(self, recording: str, question_id: str) -> None:
        """A question needs a recording that is not there."""
        self._ids.setdefault(recording, {})[question_id] = None

    def split(
        self, questions: Sequence[ReadQuestion], keep: bool = False
    ) -> tuple[Sequence[ReadQuestion], tuple[MissingRecording, ...]]:
        """The questions that have all their footage (all of them, where `keep`), and what is missing."""
        if not self._ids:
            return questions, ()
        lost = {question_id for ids in self._ids.values() for question_id in ids}
        whole = questions if keep else where(questions, lambda item: item.question.question_id not in lost)
        return whole, tuple(MissingRecording(name, tuple(ids)) for name, ids in sorted(self._ids.items()))
