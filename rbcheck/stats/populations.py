"""Which judgments count where, and why the others do not; every function takes and gives whole columns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.records import CANT_TELL, CLEAR, VERDICTS, Excluded
from rbcheck.stats.table import NONE, Counts, Mask, Records, bits

REASONS = tuple(Excluded)
"""What a code of exclusion stands for; `NONE` stands for none."""

_CLEAR, _CANT_TELL = VERDICTS.index(CLEAR), VERDICTS.index(CANT_TELL)


def outside(records: Records) -> NDArray[np.int8]:
    """Why the whole judgment stays outside the headline, as codes of `REASONS`; the first reason counts."""
    return _first(
        records,
        (records.practice, Excluded.PRACTICE),
        (records.qualification, Excluded.QUALIFICATION),
        (records.check, Excluded.CHECK),
        (records.void, Excluded.VOID),
        (records.model, Excluded.MODEL),
    )


def informative(records: Records) -> Mask:
    """Whether an answer could be wrong at all: neither none nor all of the options are asked for."""
    choice: Mask = (records.n > 0) & (records.n < records.k)
    return choice


def not_final(records: Records) -> NDArray[np.int8]:
    """Why a final answer that was given is no member of FINAL."""
    return _first(
        records, ((records.answer != NONE) & (bits(records.answer) != records.n), Excluded.INVALID_FINAL)
    )  # fmt: skip


def not_free(records: Records) -> NDArray[np.int8]:
    """Why a member of FINAL is no member of FREE."""
    return _first(
        records,
        (records.after_reveal, Excluded.AFTER_REVEAL),
        (records.after_return, Excluded.AFTER_RETURN),
        (records.gold_open, Excluded.GOLD_OPEN),
        (records.unplayable, Excluded.UNPLAYABLE_REPORT),
    )


def not_lock(records: Records) -> NDArray[np.int8]:
    """Why a blind guess that was made is no member of LOCK."""
    made = records.blind != NONE
    return _first(
        records,
        (made & (bits(records.blind) != records.n), Excluded.INVALID_BLIND),
        (made & ~records.locked, Excluded.PLAYED_BEFORE),
        (made & records.seen, Excluded.SEEN),
    )


def in_lock(records: Records) -> Mask:
    """LOCK: a blind set of exactly n options, locked before the first play, on footage not seen."""
    mask: Mask = (records.blind != NONE) & (not_lock(records) == NONE)
    return mask


def in_final(records: Records) -> Mask:
    """FINAL: a final answer of exactly n options."""
    mask: Mask = (records.answer != NONE) & (not_final(records) == NONE)
    return mask


def in_free(records: Records) -> Mask:
    """FREE: FINAL, and nothing of the gold could be known."""
    mask: Mask = in_final(records) & (not_free(records) == NONE)
    return mask


def in_answered(records: Records) -> Mask:
    """ANSWERED: FREE, and the verdict is not `cant_tell`."""
    mask: Mask = in_free(records) & (records.verdict != _CANT_TELL)
    return mask


def in_clear(records: Records) -> Mask:
    """CLEAR: FREE, and the verdict is `clear`."""
    mask: Mask = in_free(records) & (records.verdict == _CLEAR)
    return mask


def in_revealed(records: Records) -> Mask:
    """REVEALED: a verdict was given on the gold itself."""
    mask: Mask = records.gold_verdict != NONE
    return mask


@dataclass(frozen=True, slots=True)
class Retests:
    """A7: pairs of answers of one annotator to one question, the earlier first, and whether the gold lay between."""

    question: Counts
    annotator: Counts
    n: Counts
    first: Counts
    second: Counts
    revealed: Mask


def once_each(records: Records) -> tuple[Records, Records]:
    """One judgment for each question version and annotator, and the ones that were folded into another.

    The newest says the answer; the oldest guess of LOCK says the blind guess.
    """
    kinds = outside(records)
    order = np.lexsort(
        (
            np.maximum(records.blind, 0), np.maximum(records.answer, 0), in_free(records), records.at, kinds,
            records.annotator, records.question,
        )
    )  # fmt: skip
    if (np.diff(order) != 1).any():
        records, kinds = records.at_places(order), kinds[order]
    new = np.ones(records.size, np.bool_)
    new[1:] = (
        (records.question[1:] != records.question[:-1])
        | (records.annotator[1:] != records.annotator[:-1])
        | (kinds[1:] != kinds[:-1])
    )
    starts = np.flatnonzero(new)
    ends = np.append(starts[1:], records.size) - 1
    if len(starts) == records.size:
        return records, records.at_places(np.zeros(0, np.int64))
    kept = records.at_places(ends)
    guess = ends.copy()
    lock = in_lock(records)
    reached, withheld = kept.reached.copy(), kept.withheld.copy()
    for place in np.flatnonzero(ends > starts):
        own = np.arange(starts[place], ends[place] + 1)
        locked = own[lock[own]]
        guess[place] = locked[0] if len(locked) else ends[place]
        reached[place] = records.reached[own].max()
        withheld[place] = records.withheld[own].any()
    folded = replace(
        kept,
        reached=reached,
        withheld=withheld,
        **{name: getattr(records, name)[guess] for name in ("blind", "locked", "seen", "recording_seen")},
    )
    older = np.ones(records.size, np.bool_)
    older[ends] = False
    return folded, records.at_places(older)


def without_withheld_gold(records: Records) -> tuple[Records, int]:
    """The records with nothing of the gold of questions withheld in any of them; how many those are beside practice."""
    hidden = np.unique(records.question[records.withheld])
    bare = np.isin(records.question, hidden)
    told = len(np.unique(records.question[records.withheld & ~records.practice]))
    if not bare.any():
        return records, told
    return (
        replace(
            records,
            golden=records.golden & ~bare,
            gold=np.where(bare, NONE, records.gold),
            gold_verdict=np.where(bare, NONE, records.gold_verdict),
        ),
        told,
    )


def _first(records: Records, *reasons: tuple[Mask, Excluded]) -> NDArray[np.int8]:
    codes = np.full(records.size, NONE, np.int8)
    for holds, reason in reversed(reasons):
        codes[holds] = REASONS.index(reason)
    return codes
