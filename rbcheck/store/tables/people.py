"""Who judges, on which device, in which sitting, and the store's own settings."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.services.ports import Kind
from rbcheck.store.tables.base import Base, Key, one_of


class SettingRow(Base):
    """One setting of the store itself: its role."""

    __tablename__ = "setting"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]

    __table_args__ = (CheckConstraint("name <> 'role' OR value IN ('annotator', 'lead')", name="role"),)


class AnnotatorRow(Base):
    """A person or a model, known by a random id; the name is a label."""

    __tablename__ = "annotator"

    annotator_id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    kind: Mapped[Kind] = mapped_column(one_of(Kind))
    lang: Mapped[str]
    created_at: Mapped[datetime]
    family: Mapped[str | None]

    __table_args__ = (Index("ix_annotator_name", "name"),)


class DeviceRow(Base):
    """A device on which acts of this store were done."""

    __tablename__ = "device"

    device_id: Mapped[str] = mapped_column(primary_key=True)
    first_seen_at: Mapped[datetime]


class WorkSessionRow(Base):
    """A sitting, and how often a break was offered, taken, dismissed."""

    __tablename__ = "work_session"

    id: Mapped[Key]
    annotator: Mapped[str] = mapped_column(ForeignKey("annotator.annotator_id"))
    device: Mapped[str]
    began_at: Mapped[datetime]
    last_act_at: Mapped[datetime]
    breaks_offered: Mapped[int]
    breaks_taken: Mapped[int]
    breaks_dismissed: Mapped[int]

    __table_args__ = (Index("ix_work_session_annotator_began_at", "annotator", "began_at"),)
