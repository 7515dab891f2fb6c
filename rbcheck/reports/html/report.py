"""What a report is made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rbcheck.services.drawing import Drawn
from rbcheck.stats.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a campaign and what is drawn beside them."""

    campaign: Campaign
    drawn: Drawn
    made_at: datetime
