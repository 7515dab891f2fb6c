"""Who gets no new questions for now, since too few of their check questions were right: asked of the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rbcheck.domain.errors import N_, NotAllowed
from rbcheck.locale import _
from rbcheck.services.pauses import CheckAnswer
from rbcheck.services.ports import UnitOfWork
from rbcheck.services.views import QueueRow

LEAST = 5
"""So many check questions must be answered before their share holds anybody back."""

_HELD = N_("New questions of {pack} are held back from you: finish what you began, and ask the lead.")


@dataclass(frozen=True, slots=True)
class Checked:
    """How many check questions somebody answered, and how many of them right."""

    right: int
    asked: int

    def below(self, line: float) -> bool:
        """Whether these are enough to say so, and too few of them right."""
        return self.asked >= LEAST and self.right / self.asked < line


def checked(answers: Sequence[CheckAnswer], since: datetime | None = None) -> Checked:
    """The answers to check questions, counted; those given after `since`."""
    counted = [answer.right for answer in answers if since is None or answer.at > since]
    return Checked(sum(counted), len(counted))


def held_back(work: UnitOfWork, annotator: str) -> Mapping[str, Checked]:
    """The packs that give somebody nothing new, with the checks that say why: those since they were let go on."""
    lines = work.pauses.lines()
    if not lines:
        return {}
    answers, released = work.pauses.answers(annotator), work.pauses.released(annotator)
    counted = {pack: checked(answers, released.get(pack)) for pack in lines}
    return {pack: checks for pack, checks in counted.items() if checks.below(lines[pack])}


def check_open(work: UnitOfWork, pack: str, annotator: str) -> None:
    """Refuse (NotAllowed) a new question of a pack that gives somebody nothing new."""
    if pack in held_back(work, annotator):
        raise NotAllowed(_HELD, pack=pack)


def open_rows(work: UnitOfWork, rows: Sequence[QueueRow], annotator: str) -> tuple[tuple[QueueRow, ...], str]:
    """The rows of a queue without the new ones that are held back, and what is to be said of that."""
    held = held_back(work, annotator)
    shown = tuple(row for row in rows if row.stage is not None or row.pack not in held)
    return shown, _("new questions are held back: ask the lead") if len(shown) < len(rows) else ""
