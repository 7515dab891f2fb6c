"""News that screens send up to the application."""

from __future__ import annotations

from enum import StrEnum

from textual.message import Message

from rbcheck.domain.protocol import Stage


class Leaving(StrEnum):
    """Where somebody wants to go from the workbench: its result when it is dismissed."""

    QUEUE = "queue"
    SEARCH = "search"
    NEXT = "next"


class ExportWanted(Message):
    """Somebody wants to export, from the screen of one pack."""

    def __init__(self, pack: str) -> None:
        super().__init__()
        self.pack = pack


class StageEntered(Message):
    """A judgment on the screen reached a stage: what the manual is to open at."""

    def __init__(self, question_id: str, question_type: str, stage: Stage) -> None:
        super().__init__()
        self.question_id = question_id
        self.question_type = question_type
        self.stage = stage
