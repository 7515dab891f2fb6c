"""The figures of a store, or of one pack of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rbcheck.domain.errors import N_, NotFound
from rbcheck.services.persons import person_named
from rbcheck.services.ports import Role, UnitOfWorkFactory
from rbcheck.services.unswept import unswept

if TYPE_CHECKING:
    from rbcheck.stats.campaign import Campaign, Settings

_NO_PACK = N_("No pack is named {pack}: see `rbcheck pack list`.")


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures, how many of their judgments had their gold withheld, and which practice packs were named.

    `held` are the other packs that could be judged, `annotator` is the id of the person who was asked for, `lead`
    whether it is a lead's store.
    """

    campaign: Campaign
    withheld_judgments: int
    practice: tuple[str, ...]
    held: tuple[str, ...]
    annotator: str | None = None
    lead: bool = False


class Measuring:
    """Computes the figures."""

    def __init__(self, open_work: UnitOfWorkFactory) -> None:
        self._open_work = open_work

    def measure(self, settings: Settings, pack: str | None = None, annotator: str | None = None) -> Measured:
        """All figures of the store, or of one pack; an `annotator` must be there, and changes none of them."""
        from rbcheck.services.figure_feed import Feed
        from rbcheck.stats.campaign import measure_records

        with unswept(), self._open_work(write=False) as work:
            if pack is not None and work.packs.get(pack) is None:
                raise NotFound(_NO_PACK, pack=pack)
            person = person_named(work, annotator).annotator_id if annotator else None
            feed = Feed(work, named=pack is not None)
            records = feed.records(pack)
            held = tuple(kept.name for kept in work.packs.all() if not kept.practice and pack in (None, kept.name))
            lead = work.people.role() is Role.LEAD
        with unswept():
            campaign = measure_records(records, settings)
        practice = tuple(sorted(feed.packs)) if pack and self._is_practice(pack) else ()
        return Measured(campaign, feed.withheld, practice, held, person, lead)

    def _is_practice(self, pack: str) -> bool:
        with self._open_work(write=False) as work:
            held = work.packs.get(pack)
        return bool(held and held.practice)
