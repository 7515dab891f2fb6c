"""Looks at the ledger: every chain, whether the tables say what it says, and whether each guess was blind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from itertools import chain as chained
from pathlib import Path

from rbcheck.domain.coverage import Span, overlaps
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Event, Head, verify_chain
from rbcheck.services.interchange import Arrival
from rbcheck.services.opening_faults import forgotten
from rbcheck.services.own_chain import own_chain
from rbcheck.services.pin_faults import pin_faults
from rbcheck.services.pinning import Pinned
from rbcheck.services.ports import Clock, Device, Opening, Role, StoredQuestion, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.put_back import put_backs
from rbcheck.services.row_faults import row_faults
from rbcheck.services.testimony import Testimony, Where, blind_first, contradictions, payload
from rbcheck.services.verified import Contradiction, QuestionReport, Verified
from rbcheck.services.verifying_files import look_at, signature_report

_NO_LEDGER = N_("{file} is of the format {form}, which carries no ledger: only full exports can be verified.")
Footage = tuple[tuple[str, Span | None], ...]


class Verifying:
    """Verifies the store, and exports."""

    def __init__(
        self,
        open_work: Callable[[], UnitOfWorkFactory],
        clock: Clock,
        device: Device,
        read: Callable[[Path, datetime], Arrival],
        known: Callable[[], UnitOfWorkFactory | None] | None = None,
    ) -> None:
        """`known` is the store that knows what was handed in before, for a look at files; None where there is none."""
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._read = read
        self._known = known or open_work

    def store(self) -> Verified:
        """Look at every chain of the store, against the heads kept outside of it, and at every judgment."""
        found = Verified()
        with self._open_work()(write=False) as work:
            own = own_chain(work.people.store_id())
            chains = {chain: tuple(work.ledger.events(*chain)) for chain in work.ledger.chains()}
            of_store = [events for (annotator, _), events in chains.items() if annotator == own]
            noted = _noted_heads(of_store, work)
            found.lead_since = next(
                (event.at for event in chained.from_iterable(of_store) if _made_a_leads(event)), None
            )
            found.other_stores = self._device.other_stores(work.people.store_id())
            found.put_back += put_backs(chained.from_iterable(of_store))
            found.pins += pin_faults(work, chained.from_iterable(of_store))
            found.rows += row_faults(work, list(chained.from_iterable(of_store)))
            found.names = {person.annotator_id: person.name for person in work.people.all()}
            for annotator in (own, *found.names):
                chains.setdefault((annotator, self._device.device_id), ())
            for chain in noted:
                chains.setdefault(chain, ())
            testimonies: dict[str, Testimony] = {}
            for (annotator, device), events in sorted(chains.items()):
                heads = self._heads(annotator, device, events, noted)
                if events or heads:
                    report = replace(verify_chain(events, heads), annotator=annotator, device=device)
                    found.chains.append(report)
                testimonies.setdefault(annotator, Testimony()).take(events)
                # Programs of before kept no openings of the store's own chain when a store was put back.
                if annotator != own or not found.put_back:
                    lost = forgotten(events, None if annotator == own else annotator, device, work)
                    found.contradictions += [
                        Contradiction(one, annotator, ("clip_opened",)) for one in dict.fromkeys(lost)
                    ]
            imports = frozenset(event.at for event in chained.from_iterable(of_store) if event.kind == "imported")
            self._judgments(work, testimonies, noted, found, imports)
        return found

    def file(self, path: Path) -> Verified:
        """Look at the chains of an export, their heads, and its judgments."""
        arrival = self._read(path, self._clock.now())
        if not arrival.whole or arrival.annotator is None:
            raise ExchangeError(_NO_LEDGER, file=arrival.file, form=arrival.form)
        whose = arrival.annotator.annotator_id
        found, testimony = Verified(names={whose: arrival.annotator.name}), Testimony()
        known = self._known()
        with known(write=False) if known else nullcontext() as work:
            pinned = Pinned.of(whose, work) if work else Pinned()
            signature = signature_report(arrival, whose, pinned, self._device)
            found.signatures.append(signature)
            signed = signature.key is not None and signature.how is None
            devices: set[str] = set()
            for chain in arrival.chains:
                found.chains.append(look_at(chain, whose, pinned, work, signed, chain.device in devices))
                devices.add(chain.device)
                testimony.take(chain.events)
        for said in arrival.judgments:
            if said.as_it_stands is not None:
                home = arrival.signature.device if arrival.signature else None
                _judge(said.as_it_stands(whose), testimony, (), found, home)
        return found

    def _heads(
        self, annotator: str, device: str, events: Sequence[Event], noted: dict[tuple[str, str], list[tuple[str, Head]]]
    ) -> list[Head]:
        """The heads that are known outside of a chain; for one that came by import, up to where it came."""
        known = noted.get((annotator, device), [])
        heads = [head for _, head in known]
        if device != self._device.device_id:
            return heads
        imported = any(kind == "imported" and head.n == len(events) for kind, head in known)
        own = [head for head in self._device.heads(annotator) if not imported or head.n <= len(events)]
        return [*heads, *own]

    def _judgments(
        self, work: UnitOfWork, testimonies: dict[str, Testimony],
        noted: dict[tuple[str, str], list[tuple[str, Head]]], found: Verified,
        imports: frozenset[datetime],
    ) -> None:  # fmt: skip
        """`imports`: when something came in; lines without a ledger can have joined a judgment then."""
        lines = bool(imports or found.put_back)
        there: dict[str, set[Where]] = {}
        looks = _Looks(work, self._device)
        for judgment in work.judgments.each():
            where = (judgment.pack, judgment.question_id, judgment.version)
            there.setdefault(judgment.annotator, set()).add(where)
            testimony = testimonies.get(judgment.annotator, Testimony())
            seen = looks.before_guess(judgment, where)
            _judge(judgment, testimony, looks.footage(where), found, self._device.device_id, seen_otherwise=seen)
            # Lines come in batch by batch, and the event behind them: whoever was stopped between has none.
            late = judgment.chain == "verified" and judgment.imported_at not in {None, *imports}
            if (judgment.chain == "none" and not lines) or late:
                found.contradictions.append(Contradiction(judgment.question_id, judgment.annotator, ("imported",)))
        for annotator, testimony in sorted(testimonies.items()):
            known = noted.get((annotator, self._device.device_id), [])
            live = all(kind != "imported" for kind, _ in known)
            for where, acts in testimony.acts.items():
                gone = where not in there.get(annotator, set()) and any(
                    act.event.kind == "opened" and act.event.device == self._device.device_id for act in acts
                )
                if live and gone:
                    found.contradictions.append(Contradiction(where[1], annotator, ("opened",)))


class _Looks:
    """Openings of footage by any command, as the store and this device remember them; each question is asked once."""

    def __init__(self, work: UnitOfWork, device: Device) -> None:
        self._work = work
        self._footage: dict[Where, Footage] = {}
        for pack in work.packs.all(hidden=True):
            for stored in work.packs.questions(pack.name):
                self._footage[(pack.name, stored.question.question_id, stored.question.version)] = _footage_of(stored)
        hashes = sorted({sha256 for footage in self._footage.values() for sha256, _ in footage})
        self._here: dict[str, list[Opening]] = {}
        for opening in device.openings(hashes, ()):
            self._here.setdefault(opening.sha256, []).append(opening)
        self._openings: dict[Where, tuple[Opening, ...]] = {}

    def footage(self, where: Where) -> Footage:
        """The content of a question's clips."""
        if where not in self._footage:
            stored = self._work.packs.question(*where)
            self._footage[where] = _footage_of(stored) if stored else ()
        return self._footage[where]

    def before_guess(self, judgment: Judgment, where: Where) -> bool:
        """Whether this person or the guess's device opened the footage before the guess."""
        blind, footage = judgment.blind, self.footage(where)
        if blind is None or not footage:
            return False
        if where not in self._openings:
            hashes = sorted({sha256 for sha256, _ in footage})
            here = [opening for sha256 in hashes for opening in self._here.get(sha256, ())]
            self._openings[where] = (*self._work.openings.of_footage(hashes, ()), *here)
        return any(
            opening.at < blind.at
            and (opening.annotator == judgment.annotator or opening.device == blind.device)
            and _same(opening, footage)
            for opening in self._openings[where]
        )


def _footage_of(stored: StoredQuestion) -> Footage:
    return tuple((item.sha256, item.span_ms) for item in stored.media)


def _judge(
    judgment: Judgment, testimony: Testimony, footage: Footage, found: Verified, home: str | None,
    *, seen_otherwise: bool = False,
) -> None:  # fmt: skip
    found.unledgered += judgment.chain == "none"
    if judgment.chain != "broken":
        acts = tuple(dict.fromkeys(contradictions(judgment, testimony, home)))
        if acts:
            found.contradictions.append(Contradiction(judgment.question_id, judgment.annotator, acts))
    else:
        found.contradictions.append(Contradiction(judgment.question_id, judgment.annotator, ("accepted_broken",)))
    first = blind_first(judgment, testimony, footage)
    if judgment.blind is not None or first is not None:
        seen = bool(judgment.blind and judgment.blind.seen)
        blind = first and not seen_otherwise
        found.questions.append(QuestionReport(judgment.question_id, judgment.annotator, blind, seen))


def _same(opening: Opening, footage: Footage) -> bool:
    return any(
        opening.sha256 == sha256 and (span is None or opening.span_ms is None or overlaps(span, opening.span_ms))
        for sha256, span in footage
    )


def _made_a_leads(event: Event) -> bool:
    return event.kind == "role_set" and payload(event).get("role") == Role.LEAD


def _noted_heads(chains: Iterable[Sequence[Event]], work: UnitOfWork) -> dict[tuple[str, str], list[tuple[str, Head]]]:
    """The heads that the store's own chain or its pins noted of annotators' chains, each with the kind of its event."""
    noted: dict[tuple[str, str], list[tuple[str, Head]]] = {}
    for pin in work.pins.heads():
        noted.setdefault((pin.annotator, pin.device), []).append(("pinned", pin.head))
    for events in chains:
        for event in events:
            for annotator, device, head in _heads_in(event):
                noted.setdefault((annotator, device), []).append((event.kind, head))
    return noted


def _heads_in(event: Event) -> Iterator[tuple[str, str, Head]]:
    heads = payload(event).get("heads")
    for head in heads if isinstance(heads, list) else ():
        if isinstance(head, dict) and isinstance(head.get("n"), int):
            yield str(head.get("annotator")), str(head.get("device")), Head(head["n"], str(head.get("hash")))
