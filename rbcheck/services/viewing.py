"""From a judgment and its question to what a screen may be given at that stage."""

from __future__ import annotations

from datetime import datetime
from types import MappingProxyType

from rbcheck.domain import coverage as cover
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Stage
from rbcheck.domain.taxonomy import sides_swap
from rbcheck.domain.watching import seek_limit_ms
from rbcheck.services.ports import StoredQuestion, UnitOfWork
from rbcheck.services.views import BlindView, ClipLabel, FreeView, Header, RevealView, Track, View, WatchView


def labels(stored: StoredQuestion) -> dict[int, str]:
    """Each clip's label, by position."""
    return {clip.position: clip.label for clip in stored.question.clips}


def durations(stored: StoredQuestion) -> dict[int, int | None]:
    """Each clip's length in milliseconds by position: as decoded, else as its file says, else as declared."""
    media = {item.position: item for item in stored.media}
    lengths: dict[int, int | None] = {}
    for clip in stored.question.clips:
        item = media.get(clip.position)
        found = (item.decoded_ms or item.duration_ms) if item else None
        lengths[clip.position] = found or clip.length_ms
    return lengths


def view_of(judgment: Judgment, stored: StoredQuestion, work: UnitOfWork, now: datetime) -> View:
    """What the stage of a judgment shows of it."""
    header = _header(judgment, stored, work, now)
    question = stored.question
    match judgment.stage:
        case Stage.BLIND:
            lengths = durations(stored)
            clips = tuple(ClipLabel(clip.position, clip.label, lengths[clip.position]) for clip in question.clips)
            return BlindView(header, question.stem, question.options, clips)
        case Stage.WATCH:
            return WatchView(
                header, question.stem, _tracks(judgment, stored), judgment.live_notes, judgment.frame.order_asked,
                judgment.order, judgment.frame.coverage,
            )  # fmt: skip
        case _:
            free = FreeView(
                header, question.stem, question.options, _tracks(judgment, stored), judgment.live_notes, judgment.order,
                judgment.blind, judgment.revisions, judgment.revision.reason, judgment.comments,
            )  # fmt: skip
            shown = judgment.stage is Stage.REVEAL or (
                judgment.stage is Stage.DONE and judgment.revealed_at is not None
            )
            if shown and stored.gold:
                return RevealView(free, stored.gold, stored.explanations)
            return free


def _header(judgment: Judgment, stored: StoredQuestion, work: UnitOfWork, now: datetime) -> Header:
    pack = work.packs.get(judgment.pack)
    question = stored.question
    return Header(
        judgment.judgment_id, judgment.pack, question.question_id, question.unit, question.question_type, question.lang,
        question.n, judgment.protocol, judgment.stage,
        bool(pack and pack.reveals(question.question_id) and stored.gold),
        stored.place, work.packs.size(judgment.pack), now, judgment.later, judgment.flagged, judgment.returned,
        MappingProxyType(dict(judgment.active_ms)), judgment.draft,
        sides_swap(question.question_type, pack.manifest if pack else None),
    )  # fmt: skip


def _tracks(judgment: Judgment, stored: StoredQuestion) -> tuple[Track, ...]:
    media = {item.position: item for item in stored.media}
    reports = {made.clip: made for made in judgment.reports}
    lengths = durations(stored)
    tracks = []
    for clip in stored.question.clips:
        covered = cover.union(judgment.covering_spans(clip.position))
        length = lengths[clip.position]
        item = media.get(clip.position)
        share = cover.coverage(covered, length or 0)
        limit, made = seek_limit_ms(judgment, clip.position), reports.get(clip.position)
        damaged = item.damaged if item else ()
        tracks.append(Track(clip.position, clip.label, length, covered, share, limit, made, damaged))
    return tuple(tracks)
