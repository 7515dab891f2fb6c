"""A pack into the store, inside the transaction of a use case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from rbcheck.services.intake import MissingRecording, Progress, ReadPack, ReadQuestion, Step
from rbcheck.services.pack_comparing import ADDED, FOOTAGE, GOLD, REMOVED, Difference, Media
from rbcheck.services.pack_reports import Relinked
from rbcheck.services.ports import ClipMedia, Pack, StoredQuestion, UnitOfWork


def write(
    work: UnitOfWork,
    pack: ReadPack,
    media: Media,
    difference: Difference,
    before: Pack | None,
    now: datetime,
    progress: Progress,
) -> None:
    """Write what differs; judgments stay with the version that they were made on."""
    values = Pack(
        pack.name, pack.title, pack.protocol, pack.reveal_gold, pack.coverage, pack.practice,
        before.added_at if before else now, manifest=pack.manifest,
    )  # fmt: skip
    if before is None:
        work.packs.add(values)
    else:
        work.packs.replace(values)
    for done, item in enumerate(pack.questions, start=1):
        progress(Step.WRITE, done, len(pack.questions))
        what = difference.questions.get(item.question.question_id)
        if what is None:
            continue
        if what == ADDED or set(what) - {GOLD, FOOTAGE}:
            work.packs.add_question(_stored(pack, item, media))
        _replace_parts(work, pack.name, item, media, what, now)
    for name, what in difference.questions.items():
        if what == REMOVED:
            work.packs.retire(pack.name, name)


def _stored(pack: ReadPack, item: ReadQuestion, media: Media) -> StoredQuestion:
    return StoredQuestion(
        pack.name, item.place, item.question, True, media[item.question.question_id], item.gold, item.extra,
        item.explanations, item.machine_blind_hits,
    )  # fmt: skip


def _replace_parts(
    work: UnitOfWork, pack: str, item: ReadQuestion, media: Media, what: tuple[str, ...], now: datetime
) -> None:
    question = item.question
    if GOLD in what and item.gold is not None:
        work.packs.set_gold(pack, question.question_id, question.version, item.gold, "published", now)
    if FOOTAGE in what:
        for clip in media[question.question_id]:
            work.packs.set_media(pack, question.question_id, question.version, clip)


def moved(work: UnitOfWork, pack: ReadPack, media: Media, copied: bool) -> int:
    """Where footage is no longer where it was kept, or was `copied` in, keep its new place; how many clips."""
    count = 0
    for stored in work.packs.questions(pack.name):
        new = {item.position: item for item in media.get(stored.question.question_id, ())}
        for old in stored.media:
            now = new.get(old.position)
            if now and now.path != old.path and (copied or not old.path.is_file()):
                _move(work, stored, old, now.root, now.relative)
                count += 1
    return count


def relink(work: UnitOfWork, pack: str, root: Path, places: Mapping[str, Path]) -> Relinked:
    """Use the files that were found by their content from now on; name those that are nowhere."""
    found = kept = 0
    missing: dict[str, dict[str, None]] = {}
    for stored in tuple(work.packs.questions(pack)):
        for old in stored.media:
            place = places.get(old.sha256)
            if place is not None and place != old.path:
                _move(work, stored, old, root, place.relative_to(root).as_posix())
                found += 1
            elif old.path.is_file():
                kept += 1
            else:
                name = old.recording or PurePosixPath(old.relative).name
                missing.setdefault(name, {})[stored.question.question_id] = None
    gone = tuple(MissingRecording(name, tuple(ids)) for name, ids in sorted(missing.items()))
    return Relinked(pack, found, kept, gone)


def _move(work: UnitOfWork, stored: StoredQuestion, old: ClipMedia, root: Path, relative: str) -> None:
    question = stored.question
    work.packs.set_media(
        stored.pack, question.question_id, question.version, replace(old, root=root, relative=relative)
    )
