"""What is looked at of an export: its signature, and its chains beside what was handed in before."""

from __future__ import annotations

from dataclasses import replace

from rbcheck.domain.ledger import ChainReport, How, verify_chain
from rbcheck.services.interchange import Arrival, Chain
from rbcheck.services.pinning import Pinned, expected_key, fault_of
from rbcheck.services.ports import Device, UnitOfWork
from rbcheck.services.receiving import fork_of
from rbcheck.services.verified import SignatureReport


def signature_report(arrival: Arrival, whose: str, pinned: Pinned, device: Device) -> SignatureReport:
    """Who signed a file, and whether that is as it should be."""
    made = arrival.signature
    how, by = fault_of(arrival, pinned, device) or (None, made.device if made else None)
    known = made is not None and expected_key(made.device, pinned, device) == made.key
    return SignatureReport(arrival.file, whose, by, made.key if made else None, how, known)


def look_at(
    chain: Chain, whose: str, pinned: Pinned, work: UnitOfWork | None, signed: bool, twice: bool
) -> ChainReport:
    """One chain of a file: its own head vouches for it where it is signed, else only what was handed in before.

    `twice`: the file holds another chain of this device already.
    """
    heads = [chain.head] if chain.head else []
    handed_in = pinned.heads_of(chain)
    report = verify_chain(chain.events, [*heads, *handed_in])
    bad, anchored = report.first_bad, report.anchored
    fork = fork_of(chain, work) if work and report.ok else None
    if bad is not None and bad[1] is How.FORKED and work:
        fork = min(fork_of(chain, work) or bad[0], bad[0])
    if fork is not None:
        bad, anchored = (fork, How.FORKED), min(anchored, fork - 1)
    if chain.annotator != whose or twice:
        bad = (1, How.INSERTED)
    elif chain.head is None and chain.events:
        bad = (len(chain.events), How.REMOVED)
    ok = report.ok and (bad is None or bad[1] is How.CLOCK_SET_BACK)
    if not signed:
        anchored = min(anchored, max((head.n for head in handed_in), default=0))
    return replace(report, annotator=chain.annotator, device=chain.device, ok=ok, first_bad=bad, anchored=anchored)
