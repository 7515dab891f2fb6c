"""What imports hold later ones to, as values; and the port behind which it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rbcheck.domain.ledger import Head


@dataclass(frozen=True, slots=True)
class PinnedHead:
    """How far a chain had come when an import brought it in, and when the file said that it was written."""

    annotator: str
    device: str
    head: Head
    exported_at: datetime
    pinned_at: datetime


@dataclass(frozen=True, slots=True)
class PinnedKey:
    """The key that the first signed file of an annotator's device was signed with."""

    annotator: str
    device: str
    key: str
    pinned_at: datetime


class Pins(Protocol):
    """What imports hold later ones to; nothing of it is ever changed."""

    def heads(self, annotator: str | None = None) -> tuple[PinnedHead, ...]:
        """Every pinned head, or those of an annotator's chains, in the order in which they were pinned."""

    def every_key(self, annotator: str | None = None) -> tuple[PinnedKey, ...]:
        """Every pinned key, or those of an annotator's devices."""

    def add_head(self, pinned: PinnedHead) -> None:
        """Pin a head that is not pinned yet."""

    def add_key(self, pinned: PinnedKey) -> None:
        """Pin the key of a device that has none yet."""
