"""A lead opens footage: that it was opened is a record before anything is shown, as for everybody else."""

from __future__ import annotations

from collections.abc import Callable

from rbcheck.domain.errors import N_, Missing
from rbcheck.domain.ledger import Entry
from rbcheck.sealing import PackKey
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.playing import ClipSource
from rbcheck.services.ports import Clock, Device, Pack, StoredQuestion, UnitOfWorkFactory
from rbcheck.services.seeing import opening_of
from rbcheck.services.unlocking import Locked, seal_of

_REPLACED = N_(
    "The file of {label} is not the one that was added: bring that one back, or run `rbcheck pack relink {pack}`."
)
_NO_FOOTAGE = N_("{label} is not on this device: bring its file back, or run `rbcheck pack relink {pack}`.")


class FootageOpening:
    """Opens clips for the command `by`; `key_of` gives the key of a sealed pack, where it is known."""

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        clock: Clock,
        device: Device,
        by: str,
        key_of: Callable[[Pack | None], PackKey | None] = lambda pack: None,
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._by = by
        self._key_of = key_of

    def clip_source(self, stored: StoredQuestion, clip: int) -> ClipSource:
        """Where a clip of a question is played from; Missing where its footage is not there or is another one.

        Locked where it is sealed and its key not known: nothing is recorded then, since nothing can be seen.
        """
        label = stored.question.clips[clip - 1].label
        media = next((media for media in stored.media if media.position == clip), None)
        if media is None:
            raise Missing(_NO_FOOTAGE, label=label, pack=stored.pack)
        content = self._device.content_of(media.path)
        if content is not None and content != media.sha256:
            raise Missing(_REPLACED, label=label, pack=stored.pack)
        with self._open_work(write=False) as work:
            pack = work.packs.get(stored.pack)
        key = self._key_of(pack)
        if key is None and seal_of(pack) is not None:
            raise Locked(stored.pack)
        now = self._clock.now()
        opening = opening_of(media, None, self._device.device_id, now, self._by)
        self._device.note_opening(opening)
        with self._open_work() as work:
            work.openings.add(opening)
            said = Entry("clip_opened", {
                "pack": stored.pack, "question": stored.question.question_id, "version": stored.question.version,
                "clip": clip, "sha256": media.sha256, "by": self._by,
                "span_ms": list(media.span_ms) if media.span_ms else None,
            })  # fmt: skip
            event = append_in_store(work, self._clock, self._device, said, now)
            work.commit()
        self._device.note_event(event)
        from_ms, to_ms = media.span_ms or (None, None)
        return ClipSource(media.path, label, from_ms, to_ms, key)
