"""The gold of judgments without a verdict, opened for the figures."""

from __future__ import annotations

from dataclasses import replace

from rbcheck.domain import moves
from rbcheck.domain.ledger import Event
from rbcheck.domain.protocol import Stage
from rbcheck.services.ports import Clock, Device, UnitOfWorkFactory
from rbcheck.services.withholding import Withholding


class GoldOpening:
    """Opens gold."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def open(self, pack: str | None = None) -> int:
        """Open the gold of judgments without a verdict, for good: each is an event, and leaves the free figures.

        Judgments that still wait for their blind guess stay closed. How many were opened.
        """
        now, opened = self._clock.now(), 0
        last: dict[str, Event] = {}
        with self._open_work() as work:
            withholding = Withholding(work)
            for judgment in list(work.judgments.each(pack=pack)):
                stored = work.packs.question(judgment.pack, judgment.question_id, judgment.version)
                held = withholding.pack(judgment.pack)
                if stored is None or judgment.stage is Stage.BLIND or not (held and held.reveals(judgment.question_id)):
                    continue
                if judgment.chain != "verified" or not withholding.withholds(judgment, stored):
                    continue
                work.judgments.save(judgment, replace(judgment, gold_open=True))
                said = moves.entry(judgment, "gold_opened", stage=judgment.stage)
                last[judgment.annotator] = work.ledger.append(
                    judgment.annotator, self._device.device_id, said, now, self._clock.mono_ns()
                )  # fmt: skip
                opened += 1
            work.commit()
        for event in last.values():
            self._device.note_event(event)
        return opened
