"""What a judgment says revision by revision: marks, claims, evidence, final answer, verdicts."""

from sqlalchemy import Boolean, CheckConstraint, ForeignKey, ForeignKeyConstraint, Integer, Table, Text

from rbcheck.domain.marks import Mark, Scope
from rbcheck.store.tables.base import METADATA, Document, Serial, UtcDateTime, column, one_of

REVISION = Table(
    "revision",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("number", Integer, primary_key=True),
    column("opened_at", UtcDateTime),
    column("reason", Text),
    sqlite_with_rowid=False,
)
"""One pass through CHECK to DONE, and why it was opened."""

MARK = Table(
    "mark",
    METADATA,
    column("judgment", Serial, primary_key=True),
    column("revision", Integer, primary_key=True),
    column("key", Text, primary_key=True),
    column("mark", one_of(Mark), null=True),
    column("reason", Text),
    column("overridden", Boolean),
    ForeignKeyConstraint(["judgment", "revision"], ["revision.judgment", "revision.number"]),
    sqlite_with_rowid=False,
)
"""What a revision says of one option."""

CLAIM = Table(
    "claim",
    METADATA,
    column("judgment", Serial, primary_key=True),
    column("revision", Integer, primary_key=True),
    column("key", Text, primary_key=True),
    column("claim_id", Text, primary_key=True),
    column("place", Integer),
    column("text", Text),
    column("mark", one_of(Mark), null=True),
    column("scope", one_of(Scope), null=True),
    ForeignKeyConstraint(["judgment", "revision", "key"], ["mark.judgment", "mark.revision", "mark.key"]),
    sqlite_with_rowid=False,
)
"""One fact that an option asserts, and its mark."""

EVIDENCE = Table(
    "evidence",
    METADATA,
    column("judgment", Serial, primary_key=True),
    column("revision", Integer, primary_key=True),
    column("key", Text, primary_key=True),
    column("claim_id", Text, primary_key=True),
    column("place", Integer, primary_key=True),
    column("clip", Integer),
    column("from_ms", Integer),
    column("to_ms", Integer, null=True),
    ForeignKeyConstraint(["judgment", "revision", "key"], ["mark.judgment", "mark.revision", "mark.key"]),
    sqlite_with_rowid=False,
)
"""A moment or a span of a clip that shows a claim, or the option itself where `claim_id` is empty."""

FINAL_ANSWER = Table(
    "final_answer",
    METADATA,
    column("judgment", Serial, primary_key=True),
    column("revision", Integer, primary_key=True),
    column("options", Document),
    column("at", UtcDateTime),
    column("after_reveal", Boolean),
    ForeignKeyConstraint(["judgment", "revision"], ["revision.judgment", "revision.number"]),
    sqlite_with_rowid=False,
)
"""The options that a revision stands by."""

VERDICT = Table(
    "verdict",
    METADATA,
    column("judgment", Serial, primary_key=True),
    column("revision", Integer, primary_key=True),
    column("about", Text, primary_key=True),
    column("verdict", Text),
    column("notes", Text),
    column("at", UtcDateTime),
    column("after_reveal", Boolean),
    column("concession", Boolean),
    ForeignKeyConstraint(["judgment", "revision"], ["revision.judgment", "revision.number"]),
    CheckConstraint(
        "(about = 'question' AND verdict IN ('clear', 'ambiguous', 'cant_tell'))"
        " OR (about = 'gold' AND verdict IN ('correct', 'wrong_answer', 'ambiguous', 'cant_tell'))",
        name="vocabulary",
    ),
    sqlite_with_rowid=False,
)
"""The verdict of a revision: `about` the question, or the gold after the reveal."""
