"""Figures of a campaign on plain arrays and mappings; numpy is loaded with the first function that is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbcheck.stats.agreement_people import (
        cohen_kappa,
        fleiss_kappa,
        gwet_ac1,
        krippendorff_alpha,
        masi,
        rating_table,
    )
    from rbcheck.stats.campaign import Campaign, Settings, measure
    from rbcheck.stats.chance import exact_hit_test, overlap_pmf, overlap_test
    from rbcheck.stats.exact import holm, mcnemar_exact
    from rbcheck.stats.figure import Figure, Interval, Reason
    from rbcheck.stats.intervals import clustered_proportion, two_way_proportion, wilson
    from rbcheck.stats.output import campaign_json
    from rbcheck.stats.permutation import permutation_test
    from rbcheck.stats.positions import position_bias
    from rbcheck.stats.records import JudgmentRow, Reached
    from rbcheck.stats.recovery import recover_gold
    from rbcheck.stats.schema import STATS_SCHEMA
    from rbcheck.stats.sets import consensus, set_agreement

__all__ = [
    "STATS_SCHEMA",
    "Campaign",
    "Figure",
    "Interval",
    "JudgmentRow",
    "Reached",
    "Reason",
    "Settings",
    "campaign_json",
    "clustered_proportion",
    "cohen_kappa",
    "consensus",
    "exact_hit_test",
    "fleiss_kappa",
    "gwet_ac1",
    "holm",
    "krippendorff_alpha",
    "masi",
    "mcnemar_exact",
    "measure",
    "overlap_pmf",
    "overlap_test",
    "permutation_test",
    "position_bias",
    "rating_table",
    "recover_gold",
    "set_agreement",
    "two_way_proportion",
    "wilson",
]

_HOMES = {
    "agreement_people": ("cohen_kappa", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "masi", "rating_table"),
    "campaign": ("Campaign", "Settings", "measure"),
    "chance": ("exact_hit_test", "overlap_pmf", "overlap_test"),
    "exact": ("holm", "mcnemar_exact"),
    "figure": ("Figure", "Interval", "Reason"),
    "intervals": ("clustered_proportion", "two_way_proportion", "wilson"),
    "output": ("campaign_json",),
    "permutation": ("permutation_test",),
    "positions": ("position_bias",),
    "records": ("JudgmentRow", "Reached"),
    "recovery": ("recover_gold",),
    "sets": ("consensus", "set_agreement"),
    "schema": ("STATS_SCHEMA",),
}


def __getattr__(name: str) -> object:
    """Load the module that holds a public name when the name is first asked for."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"rbcheck.stats.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
