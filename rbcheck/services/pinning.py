"""What an import holds a file to: the signature of its device, and what earlier imports pinned of its chains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rbcheck import signing
from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.ledger import Head, timestamp
from rbcheck.locale import _
from rbcheck.services.interchange import Arrival, Chain
from rbcheck.services.pins import PinnedHead, PinnedKey
from rbcheck.services.ports import Device, UnitOfWork

_CHANGED = N_(
    "{file} is not what device {device} signed: something in it was changed since. Ask for the export anew, or take it "
    "with --accept-broken; nothing was written."
)
_UNSIGNED = N_(
    "{file} bears no signature, and device {device} signed what this annotator handed in before. Ask for the export "
    "anew, or take it with --accept-broken; nothing was written."
)
_OTHER_KEY = N_(
    "{file} is signed with another key than the one that device {device} signed with before. Ask the annotator in "
    "person, or take it with --accept-broken; nothing was written."
)
_NEW_DEVICE = N_(
    "{name} hands in from a device that is not known here ({device}, key {key}): ask whether it is theirs; from now on "
    "it is held to that key."
)
_NEW_UNSIGNED = N_(
    "{name} hands in from a device that is not known here, without a signature: ask whether the file is theirs."
)
_SHORTER = N_(
    "{file} was written after what was handed in before and ends earlier, at event {n} of {pinned} of device {device}: "
    "its store was put back to an earlier state, or its clock was."
)
SHOWN_KEY = 16


class Fault(StrEnum):
    """What is wrong with the signature of a file."""

    CHANGED = "changed"
    UNSIGNED = "unsigned"
    OTHER_KEY = "other_key"


_SENTENCES = {Fault.CHANGED: _CHANGED, Fault.UNSIGNED: _UNSIGNED, Fault.OTHER_KEY: _OTHER_KEY}


@dataclass(frozen=True, slots=True)
class Pinned:
    """What is pinned of one annotator: heads of chains in the order of imports, keys by device."""

    heads: tuple[PinnedHead, ...] = ()
    keys: tuple[PinnedKey, ...] = ()

    @classmethod
    def of(cls, annotator: str | None, work: UnitOfWork) -> Pinned:
        """What a store has pinned of an annotator."""
        if annotator is None:
            return cls()
        return cls(work.pins.heads(annotator), work.pins.every_key(annotator))

    def heads_of(self, chain: Chain) -> list[Head]:
        """The pinned heads that a chain is long enough to hold."""
        return [pin.head for pin in self.heads if pin.device == chain.device and pin.head.n <= len(chain.events)]

    def last_of(self, device: str) -> PinnedHead | None:
        """The furthest that a chain was handed in."""
        return max((pin for pin in self.heads if pin.device == device), key=lambda pin: pin.head.n, default=None)

    def key_of(self, device: str) -> str | None:
        """The key that a device signed with before."""
        return next((pin.key for pin in self.keys if pin.device == device), None)


def expected_key(signer: str, pinned: Pinned, device: Device) -> str | None:
    """The key that a device should sign with; this one knows its own also where nothing was imported."""
    return pinned.key_of(signer) or (device.public_key if signer == device.device_id else None)


def fault_of(arrival: Arrival, pinned: Pinned, device: Device) -> tuple[Fault, str] | None:
    """What is wrong with the signature of a file, and of which device; None for one that holds, or was never due."""
    signature = arrival.signature
    if signature is None:
        known = next((chain.device for chain in arrival.chains if pinned.key_of(chain.device)), None)
        return None if known is None else (Fault.UNSIGNED, known)
    if arrival.statement is None or not signing.holds(signature, arrival.statement):
        return Fault.CHANGED, signature.device
    expected = expected_key(signature.device, pinned, device)
    return (Fault.OTHER_KEY, signature.device) if expected not in (None, signature.key) else None


def refusal(arrival: Arrival, fault: tuple[Fault, str]) -> ExchangeError:
    """The error that refuses a file for its signature."""
    return ExchangeError(_SENTENCES[fault[0]], file=arrival.file, device=fault[1])


def warnings(arrival: Arrival, pinned: Pinned, device: Device) -> Iterator[str]:
    """What is said of a file that is taken: a device that nobody knew, a chain that ends before what was handed in."""
    signature, person = arrival.signature, arrival.annotator
    known = {pin.device for pin in pinned.heads} | {pin.device for pin in pinned.keys}
    if person is None or not known:
        return
    if signature is not None and signature.device not in {*known, device.device_id}:
        yield _(_NEW_DEVICE).format(name=person.name, device=signature.device, key=signature.key[:SHOWN_KEY])
    elif signature is None and not known & {chain.device for chain in arrival.chains}:
        yield _(_NEW_UNSIGNED).format(name=person.name)
    for chain in arrival.chains:
        last = pinned.last_of(chain.device)
        if last is None or signature is None or signature.device != chain.device or arrival.exported_at is None:
            continue
        if len(chain.events) < last.head.n and arrival.exported_at > last.exported_at:
            yield _(_SHORTER).format(
                file=arrival.file, n=len(chain.events), pinned=last.head.n, device=chain.device
            )  # fmt: skip


def pin(arrival: Arrival, pinned: Pinned, work: UnitOfWork, now: datetime) -> dict[str, Json] | None:
    """Pin what is new of a sound file; the part of the event that says so, None where all was pinned before."""
    person = arrival.annotator
    if person is None or arrival.exported_at is None:
        return None
    heads: list[Json] = []
    for chain in arrival.chains:
        last = pinned.last_of(chain.device)
        if chain.head is not None and (last is None or chain.head.n > last.head.n):
            work.pins.add_head(PinnedHead(chain.annotator, chain.device, chain.head, arrival.exported_at, now))
            heads.append(
                {"annotator": chain.annotator, "device": chain.device, "n": chain.head.n, "hash": chain.head.hash}
            )
    key: Json = None
    signature = arrival.signature
    if signature is not None and pinned.key_of(signature.device) is None:
        work.pins.add_key(PinnedKey(person.annotator_id, signature.device, signature.key, now))
        key = {"annotator": person.annotator_id, "device": signature.device, "key": signature.key}
    if not heads and not key:
        return None
    return {"heads": heads, "key": key, "exported_at": timestamp(arrival.exported_at)}
