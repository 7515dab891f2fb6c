"""The JSON value of a campaign."""

from __future__ import annotations

import numpy as np

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.campaign import SCHEMA, Campaign, lines
from rbcheck.stats.cautions import Warned
from rbcheck.stats.people import AnnotatorPart, Flag


def campaign_json(
    campaign: Campaign, *, annotator: str | None = None, question: str | None = None
) -> dict[str, object]:
    """Plain dicts and lists, as `STATS_SCHEMA` describes them.

    With `annotator` (an id) or `question` (an id) the lists tell of that one alone; the figures stay those of all.
    """
    settings = campaign.settings
    return {
        "schema": SCHEMA,
        "seed": settings.seed,
        "settings": {
            "line": settings.line,
            "blind_line": settings.blind_line,
            "drop": [settings.drop.hits, settings.drop.guesses],
            "consensus": list(settings.consensus),
            "draws": settings.draws,
            "resamples": settings.resamples,
        },
        "packs": list(campaign.packs),
        "funnel": campaign.funnel,
        "excluded": campaign.excluded,
        "withheld": campaign.withheld,
        "figures": _figures(campaign.figures),
        "lines": lines(campaign),
        "by": {
            group: {value: _figures(figures) for value, figures in values.items()}
            for group, values in campaign.by.items()
        },
        "strata": {stratum: _figures(figures) for stratum, figures in campaign.strata.items()},
        "annotators": [_annotator(part) for part in campaign.annotators if annotator in (None, part.annotator)],
        "pairs": [
            {"pair": [pair.first, pair.second], "agreement": pair.agreement.to_json(), "kappa": pair.kappa.to_json()}
            for pair in campaign.pairs
            if annotator in (None, pair.first, pair.second)
        ],
        "questions": [part.to_json() for part in campaign.questions if question in (None, part.question)],
        "flags": [_flag(flag) for flag in campaign.flags if annotator in (None, flag.annotator, *(flag.pair or ()))],
        "warnings": [_warning(warned) for warned in campaign.cautions],
        "versions": {"numpy": np.__version__},
    }


def _annotator(part: AnnotatorPart) -> dict[str, object]:
    return {
        "id": part.annotator,
        "name": part.name,
        "kind": part.kind,
        "judgments": part.judgments,
        "figures": _figures(part.figures),
        "tier": str(part.tier),
        "chance": {"outcome": str(part.chance.luck), "p": part.chance.p, "p_holm": part.chance.p_holm},
        "flags": list(part.flags),
    }


def _flag(flag: Flag) -> dict[str, object]:
    return {
        "kind": flag.kind,
        "annotator": flag.annotator,
        "pair": None if flag.pair is None else list(flag.pair),
        "p": flag.p,
        "p_holm": flag.p_holm,
        "family": flag.family,
        "data": {**{name: figure.to_json() for name, figure in flag.data.items()}, **flag.told},
    }


def _warning(warned: Warned) -> dict[str, object]:
    return {
        "kind": str(warned.kind),
        "data": _figures(dict(warned.data)),
        "flips": [
            {"ahead": flip.ahead, "behind": flip.behind, "raw": list(flip.raw), "standardised": list(flip.standardised)}
            for flip in warned.flips
        ],
    }


def _figures(figures: Figures) -> dict[str, object]:
    return {name: figure.to_json() for name, figure in figures.items()}
