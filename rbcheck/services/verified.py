"""What a look at the ledger found, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rbcheck.domain.ledger import ChainReport
from rbcheck.services.lead_rows import RowFault
from rbcheck.services.pin_faults import PinFault
from rbcheck.services.pinning import Fault
from rbcheck.services.put_back import PutBack


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """One guess: whether it was blind, whether it says itself that the footage was seen; None: no ledger tells."""

    question: str
    annotator: str
    blind_first: bool | None
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A judgment that says other than its ledger, and the acts in which it does."""

    question: str
    annotator: str
    acts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignatureReport:
    """Who signed a file (None: nobody), what is wrong with that, and whether its key is known here."""

    file: str
    annotator: str
    device: str | None
    key: str | None
    how: Fault | None
    pinned: bool


@dataclass(slots=True)
class Verified:
    """What a look found; `names` are those of the annotators, by id, `unledgered` how many judgments carry no ledger.

    `lead_since`: when the store was first made a lead's, which opens its golds; `other_stores`: of how many stores but
    this one the device remembers heads.
    """

    chains: list[ChainReport] = field(default_factory=list)
    questions: list[QuestionReport] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
    signatures: list[SignatureReport] = field(default_factory=list)
    pins: list[PinFault] = field(default_factory=list)
    rows: list[RowFault] = field(default_factory=list)
    put_back: list[PutBack] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    unledgered: int = 0
    lead_since: datetime | None = None
    other_stores: int = 0

    def cause(self, chain: ChainReport) -> PutBack | None:
        """When the store was put back, where that is why a chain is broken; the time that took most of it away."""
        causes = [one for one in self.put_back if one.explains(chain)]
        return max(causes, key=lambda one: max((part.last for part in one.lost or ()), default=0), default=None)

    @property
    def ok(self) -> bool:
        """Whether all of it holds, nothing contradicts it, and every guess that claims to be blind was."""
        blind = all(report.blind_first is not False or report.seen for report in self.questions)
        sound = all(chain.ok for chain in self.chains) and all(report.how is None for report in self.signatures)
        return blind and sound and not (self.contradictions or self.pins or self.rows)
