"""Which judgments count where, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from rbcheck.stats.records import CANT_TELL, CLEAR, Excluded, JudgmentRow


def outside(row: JudgmentRow) -> Excluded | None:
    """Why the whole judgment stays outside the headline, or None."""
    reasons = (
        (row.practice, Excluded.PRACTICE),
        (row.qualification, Excluded.QUALIFICATION),
        (row.check, Excluded.CHECK),
        (row.void, Excluded.VOID),
        (row.kind == "model", Excluded.MODEL),
    )
    return next((reason for holds, reason in reasons if holds), None)


def informative(row: JudgmentRow) -> bool:
    """Whether an answer could be wrong at all: neither none nor all of the options are asked for."""
    return 0 < row.n < row.k


def not_final(row: JudgmentRow) -> Excluded | None:
    """Why a final answer that was given is no member of FINAL, or None."""
    if row.final is None or len(row.final) == row.n:
        return None
    return Excluded.INVALID_FINAL


def not_free(row: JudgmentRow) -> Excluded | None:
    """Why a member of FINAL is no member of FREE, or None."""
    reasons = (
        (row.after_reveal, Excluded.AFTER_REVEAL),
        (row.after_return, Excluded.AFTER_RETURN),
        (row.gold_open, Excluded.GOLD_OPEN),
        (row.unplayable_report, Excluded.UNPLAYABLE_REPORT),
    )
    return next((reason for holds, reason in reasons if holds), None)


def not_lock(row: JudgmentRow) -> Excluded | None:
    """Why a blind guess that was made is no member of LOCK, or None."""
    if row.blind is None:
        return None
    reasons = (
        (len(row.blind) != row.n, Excluded.INVALID_BLIND),
        (not row.locked_before_play, Excluded.PLAYED_BEFORE),
        (row.seen, Excluded.SEEN),
    )
    return next((reason for holds, reason in reasons if holds), None)


def in_lock(row: JudgmentRow) -> bool:
    """LOCK: a blind set of exactly n options, locked before the first play, on footage not seen."""
    return row.blind is not None and not_lock(row) is None


def in_final(row: JudgmentRow) -> bool:
    """FINAL: a final answer of exactly n options."""
    return row.final is not None and not_final(row) is None


def in_free(row: JudgmentRow) -> bool:
    """FREE: FINAL, and nothing of the gold could be known."""
    return in_final(row) and not_free(row) is None


def in_answered(row: JudgmentRow) -> bool:
    """ANSWERED: FREE, and the verdict is not `cant_tell`."""
    return in_free(row) and row.verdict != CANT_TELL


def in_clear(row: JudgmentRow) -> bool:
    """CLEAR: FREE, and the verdict is `clear`."""
    return in_free(row) and row.verdict == CLEAR


def in_revealed(row: JudgmentRow) -> bool:
    """REVEALED: a verdict was given on the gold itself."""
    return row.gold_verdict is not None


def once_each(rows: Iterable[JudgmentRow]) -> tuple[list[JudgmentRow], int]:
    """One row for each question version and annotator, and how many were folded into another.

    The newest says the answer; the oldest guess of LOCK says the blind guess.
    """
    pairs: dict[tuple[str, str, str, Excluded | None], list[JudgmentRow]] = {}
    total = 0
    for row in rows:
        total += 1
        pairs.setdefault((row.annotator, row.question, row.version, outside(row)), []).append(row)
    kept = [same[0] if len(same) == 1 else _folded(same) for same in pairs.values()]
    return kept, total - len(kept)


def _folded(rows: list[JudgmentRow]) -> JudgmentRow:
    """The newest of several rows of one pair, with the oldest blind guess that counts."""
    dawn = datetime.min.replace(tzinfo=UTC)
    rows = sorted(
        rows, key=lambda row: (row.at or dawn, in_free(row), sorted(row.final or ()), sorted(row.blind or ()))
    )
    newest = rows[-1]
    guess = next((row for row in rows if in_lock(row)), newest)
    return replace(
        newest,
        blind=guess.blind,
        locked_before_play=guess.locked_before_play,
        seen=guess.seen,
        recording_seen=guess.recording_seen,
        reached=max(row.reached for row in rows),
        withheld=any(row.withheld for row in rows),
    )
