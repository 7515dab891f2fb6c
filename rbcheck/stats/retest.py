"""A7: whether an annotator who answers a question twice answers the same."""

from __future__ import annotations

import numpy as np

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import runs_of
from rbcheck.stats.intervals import clustered_proportion
from rbcheck.stats.populations import Retests, in_final
from rbcheck.stats.table import NONE, Mask, Names, Records, bits


def retests(kept: Records, folded: Records) -> Retests:
    """The pairs: a repeated judgment beside the one that counts, and a counted answer beside its later revision."""
    later = kept.at_places(np.flatnonzero(in_final(kept) & (kept.later != NONE) & (bits(kept.later) == kept.n)))
    older = folded.at_places(np.flatnonzero(in_final(folded)))
    final = in_final(kept)
    people = len(kept.names.people)
    code = kept.question[final].astype(np.int64) * people + kept.annotator[final]
    wanted = older.question.astype(np.int64) * people + older.annotator
    at = np.searchsorted(code, wanted)
    found = np.flatnonzero((at < len(code)) & (code[np.minimum(at, len(code) - 1)] == wanted)) if len(code) else at[:0]
    newer = kept.at_places(np.flatnonzero(final)[at[found]])
    older = older.at_places(found)
    return Retests(
        np.concatenate([later.question, older.question]),
        np.concatenate([later.annotator, older.annotator]),
        np.concatenate([later.n, older.n]),
        np.concatenate([later.answer, older.answer]),
        np.concatenate([later.later, newer.answer]),
        np.concatenate([later.gold_verdict != NONE, np.zeros(older.size, np.bool_)]),
    )


def consistency(pairs: Retests, mask: Mask | None = None) -> Figures:
    """A7: the share of second answers that are the same set, the overlap, and the first without revealed gold."""
    mask = np.ones(len(pairs.first), np.bool_) if mask is None else mask
    return {
        "A7": _share(pairs, mask, pairs.first == pairs.second),
        "A7.overlap": _share(pairs, mask, bits(pairs.first & pairs.second), pairs.n),
        "A7.unrevealed": _share(pairs, mask & ~pairs.revealed, pairs.first == pairs.second),
    }


def retest(pairs: Retests, names: Names) -> dict[str, Figures]:
    """A7 of each annotator; of those who answered nothing twice, null."""
    found = {person.annotator: consistency(pairs, np.zeros(len(pairs.first), np.bool_)) for person in names.people}
    for code, places in runs_of(pairs.annotator):
        mask = np.zeros(len(pairs.first), np.bool_)
        mask[places] = True
        found[names.people[code].annotator] = consistency(pairs, mask)
    return found


def _share(pairs: Retests, mask: Mask, hits: np.ndarray, sizes: np.ndarray | None = None) -> Figure:
    trials = np.ones(len(mask), np.int64) if sizes is None else sizes.astype(np.int64)
    figure = clustered_proportion(hits[mask], trials[mask], pairs.question[mask])
    return missing(Reason.NO_DATA) if figure.value is None else figure
