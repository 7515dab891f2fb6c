"""What an import looks at before a line is written: chains, whose judgments, of which questions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.ledger import Event, Head, How, verify_chain
from rbcheck.services.interchange import Arrival, Chain, Incoming
from rbcheck.services.pinning import Pinned
from rbcheck.services.ports import Annotator, Device, Kind, Opening, StoredQuestion, UnitOfWork
from rbcheck.services.testimony import Testimony, payload, span_said

_NEEDS_NAME = N_("{file} names no annotator that can be read: say whose it is with --as NAME.")
_MODELS = N_("{file} holds votes of models, which bear their own names: import it without --as.")
_TWO = N_("{count} annotators are named {name}: say which with --as and the id ({ids}).")
_NOT_HELD = N_("the store holds no such question: add its pack first with `rbcheck pack add PATH`")
_NOT_HELD_OF = N_("the store holds no such question: add the pack {pack} that it is of with `rbcheck pack add PATH`")
_NO_PRACTICE = N_("the store holds no such question: make the practice pack {pack} first with `{command}`")
_PRACTICE = re.compile(r"practice(?:-(\d+))?")
"""The names of the packs that `rbcheck demo` makes, each with its seed."""
_NO_VERSION = N_("the store holds {question} in another version: {difference}")
_OTHER_PACK = N_("the store holds {question} in {here}, not in {pack}")
_MANY_PACKS = N_("{question} is in {packs}, and the file does not say which")
_OTHER_TEXT = N_("its text is another one here: {difference}")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a chain: of which device, at which event, how."""

    device: str
    n: int
    how: How


def chain_troubles(arrival: Arrival, work: UnitOfWork, device: Device, pinned: Pinned) -> list[Trouble]:
    """What is wrong with the chains of a file: by themselves, beside the store's, beside what was noted or pinned."""
    found = []
    devices: set[str] = set()
    for chain in arrival.chains:
        whose = arrival.annotator.annotator_id if arrival.annotator else ""
        heads = [*([chain.head] if chain.head else []), *pinned.heads_of(chain)]
        if chain.device == device.device_id:
            heads += [head for head in device.heads(chain.annotator) if head.n <= len(chain.events)]
        report = verify_chain(chain.events, heads)
        if not report.ok and report.first_bad:
            n, how = report.first_bad
            if how is How.FORKED:
                # A head that differs says that something before it does; the events here say which.
                n = min(fork_of(chain, work) or n, n)
            found.append(Trouble(chain.device, n, how))
        elif chain.annotator != whose or chain.device in devices:
            found.append(Trouble(chain.device, 1, How.INSERTED))
        elif chain.head is None and chain.events:
            found.append(Trouble(chain.device, len(chain.events), How.REMOVED))
        elif (fork := fork_of(chain, work)) is not None:
            found.append(Trouble(chain.device, fork, How.FORKED))
        elif chain.device == device.device_id and (made_up := _unheard_of(chain, work, device)) is not None:
            found.append(Trouble(chain.device, made_up, How.INSERTED))
        devices.add(chain.device)
    return found


def fork_of(chain: Chain, work: UnitOfWork) -> int | None:
    """The number of the first event that the store holds otherwise, None where one continues the other."""
    for kept, event in zip(work.ledger.events(chain.annotator, chain.device), chain.events, strict=False):
        if kept.hash != event.hash:
            return event.n
    return None


def _unheard_of(chain: Chain, work: UnitOfWork, device: Device) -> int | None:
    """The number of the first event of this device's own chain that is neither in the store nor ever happened here."""
    last = work.ledger.head(chain.annotator, chain.device)
    known = max([last.n if last else 0, *(head.n for head in device.heads(chain.annotator))])
    return known + 1 if len(chain.events) > known else None


def testimony_of(arrival: Arrival) -> Testimony:
    """What the chains of a file testify."""
    testimony = Testimony()
    for chain in arrival.chains:
        testimony.take(chain.events)
    return testimony


def keep_chain(chain: Chain, trouble: Trouble | None, work: UnitOfWork) -> tuple[Head | None, list[Event]]:
    """Keep the sound part of a chain: its last event that was kept, and the events that are new here."""
    last = work.ledger.head(chain.annotator, chain.device)
    sound = chain.events if trouble is None else chain.events[: trouble.n - 1]
    fresh = [event for event in sound if last is None or event.n > last.n]
    if trouble is None or trouble.how is not How.FORKED:
        work.ledger.keep(fresh)
    else:
        fresh = []
    return (Head(sound[-1].n, sound[-1].hash) if sound else None), fresh


def openings_of(events: Iterable[Event], work: UnitOfWork) -> None:
    """Keep the openings of clips that events from elsewhere tell of: footage seen there was seen by this person."""
    for event in events:
        if event.kind != "clip_opened":
            continue
        said = payload(event)
        stored = work.packs.question(str(said.get("pack")), str(said.get("question")), str(said.get("version")))
        media = next((item for item in stored.media if item.position == said.get("clip")), None) if stored else None
        recording = media.recording if media else None
        work.openings.add(
            Opening(
                str(said.get("sha256")),
                span_said(said.get("span_ms")),
                recording,
                event.annotator,
                event.device,
                event.at,
                "import",
            )
        )


def owner(arrival: Arrival, said: Incoming, as_name: str | None, work: UnitOfWork, now: datetime) -> Annotator:
    """Whose a judgment is: by id where the file has one, else by name; where nobody is known, somebody new."""
    if arrival.annotator is not None:
        return arrival.annotator
    if said.kind is Kind.MODEL and as_name is not None:
        raise ExchangeError(_MODELS, file=arrival.file)
    name = as_name or said.annotator or arrival.name
    if name is None or not any(char.isalnum() for char in name):
        raise ExchangeError(_NEEDS_NAME, file=arrival.file)
    plain = " ".join(name.split())
    if as_name is not None and (known := work.people.get(as_name)):
        return known
    found = [person for person in work.people.named(plain) if person.kind is said.kind]
    if len(found) > 1:
        raise ExchangeError(
            _TWO, count=len(found), name=plain, ids=", ".join(sorted(person.annotator_id for person in found))
        )
    if found:
        return found[0]
    return Annotator(secrets.token_hex(16), plain, said.kind, "en", now, said.family)


def find(arrival: Arrival, said: Incoming, versions: Sequence[StoredQuestion]) -> StoredQuestion:
    """Which of a question's versions in the store a judgment is of; ExchangeError saying why it is none."""
    if not versions:
        raise _not_held(said.pack)
    if said.version is not None:
        fitting = [stored for stored in versions if stored.question.version == said.version]
        if not fitting:
            newest = versions[-1]
            difference = _difference(said, newest) or f"“{said.version}” ≠ “{newest.question.version}”"
            raise ExchangeError(_NO_VERSION, question=said.question_id, difference=difference)
    else:
        fitting = [stored for stored in versions if stored.current]
    if said.pack is not None:
        named = [stored for stored in fitting if stored.pack == said.pack]
        if fitting and not named:
            here = ", ".join(sorted({stored.pack for stored in fitting}))
            raise ExchangeError(_OTHER_PACK, question=said.question_id, here=here, pack=said.pack)
        fitting = named
    elif len(fitting) > 1:
        fitting = [stored for stored in fitting if stored.pack == arrival.bundle] or fitting
    if not fitting:
        raise _not_held(said.pack)
    if len(fitting) > 1:
        packs = ", ".join(sorted(stored.pack for stored in fitting))
        raise ExchangeError(_MANY_PACKS, question=said.question_id, packs=packs)
    if said.options is not None and (difference := _difference(said, fitting[0])):
        raise ExchangeError(_OTHER_TEXT, difference=difference)
    return fitting[0]


def _not_held(pack: str | None) -> ExchangeError:
    """What brings a pack in: a practice pack is made, not sent about."""
    if pack is None:
        return ExchangeError(_NOT_HELD)
    if (practice := _PRACTICE.fullmatch(pack)) is None:
        return ExchangeError(_NOT_HELD_OF, pack=pack)
    seed = f" --seed {practice[1]}" if practice[1] else ""
    return ExchangeError(_NO_PRACTICE, pack=pack, command=f"rbcheck demo{seed} --no-open")


def _difference(said: Incoming, stored: StoredQuestion) -> str:
    """The first text that differs, there and here; empty where no text that the file holds does."""
    if said.stem is not None and said.stem != stored.question.stem:
        return f"stem: “{said.stem}” ≠ “{stored.question.stem}”"
    here = {option.key: option.text for option in stored.question.options}
    for key, text in sorted((said.options or {}).items()):
        if here.get(key) != text:
            return f"{key}: “{text}” ≠ “{here.get(key, '—')}”"
    return ""
