"""Who judges, on which device, in which sitting, and the store's own settings."""

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, Table, Text

from rbcheck.services.ports import Kind
from rbcheck.store.tables.base import METADATA, Serial, UtcDateTime, column, one_of

SETTING = Table(
    "setting",
    METADATA,
    column("name", Text, primary_key=True),
    column("value", Text),
    CheckConstraint("name <> 'role' OR value IN ('annotator', 'lead')", name="role"),
)
"""One setting of the store itself: its role."""

ANNOTATOR = Table(
    "annotator",
    METADATA,
    column("annotator_id", Text, primary_key=True),
    column("name", Text),
    column("kind", one_of(Kind)),
    column("lang", Text),
    column("created_at", UtcDateTime),
    column("family", Text, null=True),
    Index("ix_annotator_name", "name"),
)
"""A person or a model, known by a random id; the name is a label."""

DEVICE = Table(
    "device",
    METADATA,
    column("device_id", Text, primary_key=True),
    column("first_seen_at", UtcDateTime),
)
"""A device on which acts of this store were done."""

WORK_SESSION = Table(
    "work_session",
    METADATA,
    column("id", Serial, primary_key=True),
    column("annotator", Text, ForeignKey("annotator.annotator_id")),
    column("device", Text),
    column("began_at", UtcDateTime),
    column("last_act_at", UtcDateTime),
    column("breaks_offered", Integer),
    column("breaks_taken", Integer),
    column("breaks_dismissed", Integer),
    Index("ix_work_session_annotator_began_at", "annotator", "began_at"),
)
"""A sitting, and how often a break was offered, taken, dismissed."""
