"""A pack into the store, inside the transaction of a use case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from rbcheck.domain.canonical import Json, ListHash
from rbcheck.services.intake import MissingRecording, Progress, ReadPack, ReadQuestion, Step
from rbcheck.services.pack_comparing import ADDED, FOOTAGE, GOLD, REMOVED, Difference, Media
from rbcheck.services.pack_reports import Relinked
from rbcheck.services.ports import ClipMedia, Pack, StoredQuestion, UnitOfWork

_BATCH = 500

Where = tuple[str, str, str]
"""Pack, question and version."""


def write(
    work: UnitOfWork,
    pack: ReadPack,
    media: Media,
    difference: Difference,
    before: Pack | None,
    now: datetime,
    progress: Progress,
) -> str:
    """Write what differs; judgments stay with the version that they were made on. Gives the hash of it all."""
    content = ListHash()
    values = Pack(
        pack.name, pack.title, pack.protocol, pack.reveal_gold, pack.coverage, pack.practice,
        before.added_at if before else now, manifest=pack.manifest,
    )  # fmt: skip
    if before is None:
        work.packs.add(values)
    else:
        work.packs.replace(values)
    if before is None:
        _write_all(work, pack, media, content, progress)
        return content.sha256()
    for done, item in enumerate(pack.questions, start=1):
        progress(Step.WRITE, done, len(pack.questions))
        content.add(_described(item, media(item)))
        what = difference.questions.get(item.question.question_id)
        if what is None:
            continue
        if what == ADDED or set(what) - {GOLD, FOOTAGE}:
            work.packs.add_question(_stored(pack, item, media))
        _replace_parts(work, pack.name, item, media, what, now)
    for name, what in difference.questions.items():
        if what == REMOVED:
            work.packs.retire(pack.name, name)
    return content.sha256()


def _described(item: ReadQuestion, media: Iterable[ClipMedia]) -> list[Json]:
    """What of a question stands in the ledger, as a part of one hash."""
    return [item.question.question_id, item.question.version, [clip.sha256 for clip in media]]


def _write_all(work: UnitOfWork, pack: ReadPack, media: Media, content: ListHash, progress: Progress) -> None:
    """The questions of a pack that the store did not hold, many at a time."""
    batch: list[StoredQuestion] = []
    for done, item in enumerate(pack.questions, start=1):
        stored = _stored(pack, item, media)
        content.add(_described(item, stored.media))
        batch.append(stored)
        if len(batch) == _BATCH:
            work.packs.add_questions(pack.name, batch)
            batch.clear()
            progress(Step.WRITE, done, len(pack.questions))
    if batch:
        work.packs.add_questions(pack.name, batch)
    progress(Step.WRITE, len(pack.questions), len(pack.questions))


def _stored(pack: ReadPack, item: ReadQuestion, media: Media) -> StoredQuestion:
    return StoredQuestion(
        pack.name, item.place, item.question, True, media(item), item.gold, item.extra,
        item.explanations, item.machine_blind_hits,
    )  # fmt: skip


def _replace_parts(
    work: UnitOfWork, pack: str, item: ReadQuestion, media: Media, what: tuple[str, ...], now: datetime
) -> None:
    question = item.question
    if GOLD in what and item.gold is not None:
        work.packs.set_gold(pack, question.question_id, question.version, item.gold, "published", now)
    if FOOTAGE in what:
        for clip in media(item):
            work.packs.set_media(pack, question.question_id, question.version, clip)


class Moves:
    """Footage that is no longer where it was kept, or was `copied` in, noted while a pack's questions are read."""

    def __init__(self, pack: ReadPack, media: Media, copied: bool) -> None:
        self._pack, self._media, self._copied = pack, media, copied
        self._places = {item.question.question_id: place for place, item in enumerate(pack.questions)}
        self._noted: list[tuple[Where, ClipMedia, ClipMedia]] = []

    def passing(self, held: Iterable[StoredQuestion]) -> Iterator[StoredQuestion]:
        """The same questions, each looked at: reading all of a large pack once more would take its time."""
        for stored in held:
            place = self._places.get(stored.question.question_id)
            new = {} if place is None else {item.position: item for item in self._media(self._pack.questions[place])}
            for old in stored.media:
                now = new.get(old.position)
                if now and now.path != old.path and (self._copied or not old.path.is_file()):
                    self._noted.append((_where(stored), old, now))
            yield stored

    def keep(self, work: UnitOfWork) -> int:
        """Keep the new places; how many clips have one."""
        for where, old, now in self._noted:
            _move(work, where, old, now.root, now.relative)
        return len(self._noted)


def relink(work: UnitOfWork, pack: str, root: Path, places: Mapping[str, Path]) -> Relinked:
    """Use the files that were found by their content from now on; name those that are nowhere."""
    found = kept = 0
    missing: dict[str, dict[str, None]] = {}
    for stored in tuple(work.packs.questions(pack)):
        for old in stored.media:
            place = places.get(old.sha256)
            if place is not None and place != old.path:
                _move(work, _where(stored), old, root, place.relative_to(root).as_posix())
                found += 1
            elif place is not None or _stands(old, root):
                kept += 1
            else:
                name = old.recording or PurePosixPath(old.relative).name
                missing.setdefault(name, {})[stored.question.question_id] = None
    gone = tuple(MissingRecording(name, tuple(ids)) for name, ids in sorted(missing.items()))
    return Relinked(pack, found, kept, gone)


def _stands(old: ClipMedia, root: Path) -> bool:
    """Whether a clip's file is where it was, as its size tells; what lies below `root` was read, and is another."""
    try:
        return not old.path.is_relative_to(root) and old.path.is_file() and old.path.stat().st_size == old.bytes
    except OSError:
        return False


def _where(stored: StoredQuestion) -> Where:
    return stored.pack, stored.question.question_id, stored.question.version


def _move(work: UnitOfWork, where: Where, old: ClipMedia, root: Path, relative: str) -> None:
    work.packs.set_media(*where, replace(old, root=root, relative=relative))
