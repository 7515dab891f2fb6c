"""Openings of clips that the ledger tells of and the table of openings does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rbcheck.domain.ledger import Event
from rbcheck.services.ports import UnitOfWork
from rbcheck.services.testimony import payload, span_said


def forgotten(events: Iterable[Event], annotator: str | None, device: str, work: UnitOfWork) -> Iterator[str]:
    """The question of each opening in one chain that is not kept; `annotator` is None for the store's own chain."""
    opened = [event for event in events if event.kind == "clip_opened"]
    if not opened:
        return
    kept = {(one.sha256, one.span_ms, one.at) for one in work.openings.of_chain(annotator, device)}
    for event in opened:
        said = payload(event)
        if (str(said.get("sha256")), span_said(said.get("span_ms")), event.at) not in kept:
            yield str(said.get("question"))
