"""What imports hold later ones to: heads of chains and keys of devices as they first came in."""

from datetime import datetime

from sqlalchemy import CheckConstraint, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.store.tables.base import Base, Key


class PinnedHeadRow(Base):
    """How far a chain had come when an import brought it in."""

    __tablename__ = "pinned_head"

    id: Mapped[Key]
    annotator: Mapped[str]
    device: Mapped[str]
    n: Mapped[int]
    hash: Mapped[str]
    exported_at: Mapped[datetime]
    pinned_at: Mapped[datetime]

    __table_args__ = (
        UniqueConstraint("annotator", "device", "n"),
        CheckConstraint("n >= 1", name="n"),
        CheckConstraint("length(hash) = 64", name="hash"),
    )


class PinnedKeyRow(Base):
    """The key that an annotator's exports from a device are signed with."""

    __tablename__ = "pinned_key"

    annotator: Mapped[str] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str]
    pinned_at: Mapped[datetime]

    __table_args__ = (CheckConstraint("length(key) = 64", name="key"),)
