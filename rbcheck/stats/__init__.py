"""The functions behind the figures, on plain arrays and mappings, for scripts and notebooks without a store.

numpy is loaded with the first function that is used. Rates are shares between 0 and 1; each function's docstring says
the shapes that it takes. Values with parts and intervals are `rbcheck.stats.figure.Figure`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbcheck.stats.agreement_people import cohen_kappa, fleiss_kappa, gwet_ac1, krippendorff_alpha, masi
    from rbcheck.stats.chance import exact_hit_test, overlap_pmf, overlap_test
    from rbcheck.stats.exact import holm, mcnemar_exact
    from rbcheck.stats.intervals import clustered_proportion, two_way_proportion, wilson
    from rbcheck.stats.latent_classes import dawid_skene
    from rbcheck.stats.permutation import permutation_test
    from rbcheck.stats.positions import position_bias
    from rbcheck.stats.recovery import recover_gold
    from rbcheck.stats.sets import consensus, set_agreement

__all__ = [
    "clustered_proportion",
    "cohen_kappa",
    "consensus",
    "dawid_skene",
    "exact_hit_test",
    "fleiss_kappa",
    "gwet_ac1",
    "holm",
    "krippendorff_alpha",
    "masi",
    "mcnemar_exact",
    "overlap_pmf",
    "overlap_test",
    "permutation_test",
    "position_bias",
    "recover_gold",
    "set_agreement",
    "two_way_proportion",
    "wilson",
]

_HOMES = {
    "agreement_people": (
        "cohen_kappa",
        "fleiss_kappa",
        "gwet_ac1",
        "krippendorff_alpha",
        "masi",
    ),
    "chance": (
        "exact_hit_test",
        "overlap_pmf",
        "overlap_test",
    ),
    "exact": (
        "holm",
        "mcnemar_exact",
    ),
    "intervals": (
        "clustered_proportion",
        "two_way_proportion",
        "wilson",
    ),
    "latent_classes": ("dawid_skene",),
    "permutation": ("permutation_test",),
    "positions": ("position_bias",),
    "recovery": ("recover_gold",),
    "sets": (
        "consensus",
        "set_agreement",
    ),
}


def __getattr__(name: str) -> object:
    """Load the module that holds a public name when the name is first asked for."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"rbcheck.stats.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
