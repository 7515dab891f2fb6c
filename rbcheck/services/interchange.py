"""What goes out and comes in, as values; the ports behind which formats and files are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Event, Head
from rbcheck.domain.pace import KeptSession
from rbcheck.domain.protocol import Stage
from rbcheck.services.ports import Annotator, Kind, Pack, StoredQuestion
from rbcheck.signing import Signature


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One judgment on its way out. Where `withheld`, everything of the gold goes out as null.

    `minutes_since_break` is the work without a break at its opening; None where that is not known.
    """

    judgment: Judgment
    stored: StoredQuestion
    annotator: Annotator
    withheld: bool
    minutes_since_break: float | None = None

    @property
    def complete(self) -> bool:
        """Whether the judgment is DONE."""
        return self.judgment.stage is Stage.DONE


@dataclass(frozen=True, slots=True)
class Chain:
    """One chain of the ledger, and its head as whoever wrote it down noted it."""

    annotator: str
    device: str
    events: tuple[Event, ...]
    head: Head | None

    @classmethod
    def of(cls, annotator: str, device: str, events: Iterable[Event]) -> Chain:
        """A chain of the store, its head being its last event."""
        kept = tuple(events)
        return cls(annotator, device, kept, Head(kept[-1].n, kept[-1].hash) if kept else None)


@dataclass(frozen=True, slots=True)
class Shipment:
    """All that one file is written from; `judgments` can be gone through once; `sign` is the device's signature."""

    annotator: Annotator | None
    exported_at: datetime
    bundle: str
    judgments: Iterator[Outgoing]
    chains: tuple[Chain, ...] = ()
    excel: bool = False
    sign: Callable[[bytes], Signature] | None = None
    sessions: tuple[KeptSession, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A format of exports: its files' ending (no two alike), how it is written, how many fields of a judgment of gold.

    `streams`: many annotators can stand in one file. `bundled`: one pack only. `chained`: it carries the ledger.
    """

    name: str
    ending: str
    write: Callable[[Shipment], Iterator[str]]
    gold_fields: Callable[[Outgoing], int]
    streams: bool = True
    bundled: bool = False
    chained: bool = False


class Make(Protocol):
    """Makes the judgment of a file for a question of the store; ExchangeError where it cannot be one."""

    def __call__(self, stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment: ...


@dataclass(frozen=True, slots=True)
class Incoming:
    """One judgment of a file. What a file does not say of its question is None; `quirks` are oddities, in few words.

    `error`: the line could not be read; `question_id` is then the place where it stands. `as_it_stands` makes the
    judgment of an annotator without any question of a store to hold it against. `timed`: the file says when it was so.
    """

    question_id: str
    make: Make
    pack: str | None = None
    version: str | None = None
    stem: str | None = None
    options: Mapping[str, str] | None = None
    annotator: str | None = None
    kind: Kind = Kind.HUMAN
    family: str | None = None
    quirks: tuple[str, ...] = ()
    error: ExchangeError | None = None
    as_it_stands: Callable[[str], Judgment] | None = None
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file as it was read. `annotator` is known by id (`full`), `name` by name alone; None where each line says it.

    `whole`: its judgments are complete, with ids and times of their own; others say a part of one, as of `exported_at`.
    `statement` is what `signature` should have signed; None where what the file holds cannot have been signed.
    """

    file: str
    form: str
    judgments: Iterable[Incoming]
    exported_at: datetime | None = None
    annotator: Annotator | None = None
    name: str | None = None
    whole: bool = False
    chains: tuple[Chain, ...] = ()
    bundle: str | None = None
    signature: Signature | None = None
    statement: bytes | None = None
    sessions: tuple[KeptSession, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A judgment that was not taken, and why, in one sentence."""

    id: str
    reason: str


@dataclass(slots=True)
class Received:
    """What became of one file: `older` were kept as earlier revisions or known in a later state.

    `changed`: something was written.
    """

    file: str
    form: str
    new: int = 0
    same: int = 0
    older: int = 0
    merged: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    chain: str = "none"
    changed: bool = False

    def quirk(self, words: str) -> None:
        """Count an oddity."""
        self.quirks[words] = self.quirks.get(words, 0) + 1


@dataclass(frozen=True, slots=True)
class Exported:
    """What one export held. `path` is None where it went to a stream."""

    path: Path | None
    judgments: int
    complete: int
    withheld: int

    @property
    def incomplete(self) -> int:
        """The judgments that are not DONE."""
        return self.judgments - self.complete
