"""The tables that the repositories read and write, by family; those of a lead's work stand in `leading`."""

from rbcheck.store.tables.base import Base, insert_one, table_of
from rbcheck.store.tables.judgments import (
    BlindGuessRow,
    ClipOrderRow,
    CommentRow,
    JudgmentRow,
    NoteRow,
    ReportRow,
    WatchSpanRow,
)
from rbcheck.store.tables.ledger import ClipOpeningRow, EventRow, LeaseRow
from rbcheck.store.tables.packs import (
    ClipMediaRow,
    ClipRow,
    GoldRow,
    MediaRootRow,
    OptionRow,
    PackRow,
    QuestionRow,
)
from rbcheck.store.tables.people import AnnotatorRow, DeviceRow, SettingRow, WorkSessionRow
from rbcheck.store.tables.revisions import (
    ClaimRow,
    EvidenceRow,
    FinalAnswerRow,
    MarkRow,
    RevisionRow,
    VerdictRow,
)

__all__ = [
    "AnnotatorRow",
    "Base",
    "BlindGuessRow",
    "ClaimRow",
    "ClipMediaRow",
    "ClipOpeningRow",
    "ClipOrderRow",
    "ClipRow",
    "CommentRow",
    "DeviceRow",
    "EventRow",
    "EvidenceRow",
    "FinalAnswerRow",
    "GoldRow",
    "JudgmentRow",
    "LeaseRow",
    "MarkRow",
    "MediaRootRow",
    "NoteRow",
    "OptionRow",
    "PackRow",
    "QuestionRow",
    "ReportRow",
    "RevisionRow",
    "SettingRow",
    "VerdictRow",
    "WatchSpanRow",
    "WorkSessionRow",
    "insert_one",
    "table_of",
]
