"""Every table of the store, by family."""

from rbcheck.store.tables.base import Base, insert_one, table_of
from rbcheck.store.tables.judgments import (
    BlindGuessRow,
    ClipOrderRow,
    JudgmentRow,
    NoteRow,
    ReportRow,
    WatchSpanRow,
)
from rbcheck.store.tables.leading import (
    AssignmentRow,
    CommentRow,
    DecisionRow,
    QualificationTryRow,
    VoidRow,
)
from rbcheck.store.tables.ledger import ClipOpeningRow, EventRow, LeaseRow
from rbcheck.store.tables.packs import (
    BuiltVersionRow,
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
    "AssignmentRow",
    "Base",
    "BlindGuessRow",
    "BuiltVersionRow",
    "ClaimRow",
    "ClipMediaRow",
    "ClipOpeningRow",
    "ClipOrderRow",
    "ClipRow",
    "CommentRow",
    "DecisionRow",
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
    "QualificationTryRow",
    "QuestionRow",
    "ReportRow",
    "RevisionRow",
    "SettingRow",
    "VerdictRow",
    "VoidRow",
    "WatchSpanRow",
    "WorkSessionRow",
    "insert_one",
    "table_of",
]
