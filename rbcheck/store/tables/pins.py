"""What imports hold later ones to: heads of chains and keys of devices as they first came in."""

from sqlalchemy import CheckConstraint, Integer, Table, Text, UniqueConstraint

from rbcheck.store.tables.base import METADATA, Serial, UtcDateTime, column

PINNED_HEAD = Table(
    "pinned_head",
    METADATA,
    column("id", Serial, primary_key=True),
    column("annotator", Text),
    column("device", Text),
    column("n", Integer),
    column("hash", Text),
    column("exported_at", UtcDateTime),
    column("pinned_at", UtcDateTime),
    UniqueConstraint("annotator", "device", "n"),
    CheckConstraint("n >= 1", name="n"),
    CheckConstraint("length(hash) = 64", name="hash"),
)
"""How far a chain had come when an import brought it in."""

PINNED_KEY = Table(
    "pinned_key",
    METADATA,
    column("annotator", Text, primary_key=True),
    column("device", Text, primary_key=True),
    column("key", Text),
    column("pinned_at", UtcDateTime),
    CheckConstraint("length(key) = 64", name="key"),
)
"""The key that an annotator's exports from a device are signed with."""
