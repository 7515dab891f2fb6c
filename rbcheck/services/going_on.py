"""What a file's chains go on with behind what the store holds of them: work of this very device, put back since."""

from __future__ import annotations

from collections.abc import Iterable

from rbcheck.domain.errors import N_, ExchangeError, RbcheckError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Event
from rbcheck.services.ports import Device, UnitOfWork
from rbcheck.services.testimony import payload

_HELD_UP = N_(
    "{file} goes on with {question}, which cannot be taken ({why}): put that right and bring the file in again; "
    "nothing was written."
)


class GoingOn:
    """The judgments that this device's own chain goes on with in events that are new to the store."""

    def __init__(self, fresh: Iterable[Event], device: Device) -> None:
        """`fresh` are the events of sound chains that the store did not hold."""
        events = list(fresh)
        here = [event for event in events if event.device == device.device_id]
        noted = {head.n for event in here[-1:] for head in device.heads(event.annotator)}
        # An event that the device never noted did not happen here, whatever its hash says.
        vouched = max((n for n in noted if n <= here[-1].n), default=0)
        self._questions: dict[str, set[str]] = {}
        for event in here:
            if event.n <= vouched:
                said = payload(event)
                self._questions.setdefault(str(said.get("question")), set()).add(str(said.get("judgment")))
        self._elsewhere = {payload(event).get("judgment") for event in events if event.device != device.device_id}

    def with_own(self, local: Judgment, incoming: Judgment) -> bool:
        """Whether a judgment is what the store's became on this device: each lock was passed here, as it should be."""
        told = self._questions.get(local.question_id, set())
        same = incoming.judgment_id == local.judgment_id and incoming.judgment_id in told
        return same and incoming.chain == "verified" and incoming.judgment_id not in self._elsewhere

    def refuse(self, work: UnitOfWork, file: str, question_id: str, error: RbcheckError) -> None:
        """Refuse the whole file (ExchangeError) where its chain would contradict the judgment that the store keeps."""
        told = self._questions.get(question_id, set())
        if any(work.judgments.get(judgment_id) is not None for judgment_id in told):
            raise ExchangeError(_HELD_UP, file=file, question=question_id, why=error)
