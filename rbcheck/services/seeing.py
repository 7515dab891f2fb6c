"""Footage seen before: what an opening of a clip is, and whether a blind guess comes after one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rbcheck.domain.coverage import overlaps
from rbcheck.services.ports import ClipMedia, Device, Opening, StoredQuestion, UnitOfWork


def opening_of(media: ClipMedia, annotator: str | None, device: str, at: datetime, by: str) -> Opening:
    """The record of a clip being opened by the command `by`."""
    return Opening(media.sha256, media.span_ms, media.recording, annotator, device, at, by)


def seen_before(work: UnitOfWork, device: Device, annotator: str, stored: StoredQuestion) -> tuple[bool, bool]:
    """Whether this person or this device opened the question's footage before, and whether its recordings only."""
    footage = [*stored.media, *_kin(work, stored)]
    hashes = sorted({media.sha256 for media in footage})
    recordings = sorted({media.recording for media in footage if media.recording})
    known = [
        opening
        for opening in (*work.openings.of_footage(hashes, recordings), *device.openings(hashes, recordings))
        if opening.annotator == annotator or opening.device == device.device_id
    ]
    seen = any(_same_footage(media, opening) for media in footage for opening in known)
    same_recording = any(_same_recording(media, opening) for media in footage for opening in known)
    return seen, same_recording and not seen


def _kin(work: UnitOfWork, stored: StoredQuestion) -> Iterator[ClipMedia]:
    """The same footage under other hashes: of what the question was built of, and of all that was built of that."""
    question = stored.question
    for where in work.built.kin(stored.pack, question.question_id, question.version):
        held = work.packs.question(*where)
        if held is not None:
            yield from held.media


def _same_footage(media: ClipMedia, opening: Opening) -> bool:
    if opening.sha256 != media.sha256:
        return False
    if opening.span_ms is None or media.span_ms is None:
        return True
    return overlaps(opening.span_ms, media.span_ms)


def _same_recording(media: ClipMedia, opening: Opening) -> bool:
    return opening.sha256 == media.sha256 or (media.recording is not None and opening.recording == media.recording)
