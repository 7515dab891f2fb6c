"""What decodes: every picture of each clip once, clip after clip, never of a question that is judged unseen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from rbcheck.domain.coverage import Span, union
from rbcheck.sealing import PackKey
from rbcheck.services.playing import DecodeReport
from rbcheck.services.ports import ClipMedia, Pack, StoredQuestion, UnitOfWorkFactory


class Decoder(Protocol):
    """Decodes a file, or a span of it, until it is done or asked to stop."""

    def __call__(
        self,
        path: Path,
        from_ms: int | None,
        to_ms: int | None,
        should_stop: Callable[[], bool],
        key: PackKey | None = None,
    ) -> DecodeReport: ...


class Decoding:
    """Decodes what a pack's clips hold, one at a time, and keeps what was found; what is done is not done again.

    One thread decodes; any thread may say which content is to stay closed, or that nothing is to be opened at all.
    Sealed clips wait for `key_of` their pack.
    """

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        decode: Decoder,
        key_of: Callable[[Pack | None], PackKey | None] = lambda pack: None,
    ) -> None:
        self._open_work = open_work
        self._decode = decode
        self._key_of = key_of
        self._change = threading.Condition()
        self._blind: dict[tuple[str, str], frozenset[str]] = {}
        self._closed: frozenset[str] = frozenset()
        self._resting = False
        self._at_work_on: str | None = None
        self._cannot: set[tuple[str, Span | None]] = set()

    def close_question(self, pack: str, question_id: str) -> None:
        """From a question's display on no file of its content is opened; returns once none is."""
        with self._open_work(write=False) as work:
            stored = work.packs.question(pack, question_id)
        hashes = frozenset(media.sha256 for media in stored.media) if stored is not None else frozenset()
        with self._change:
            self._blind[pack, question_id] = hashes
            self._closed = frozenset().union(*self._blind.values())
            while self._at_work_on in self._closed:
                self._change.wait()

    def rest(self) -> None:
        """From now on no file is opened at all; returns once none is."""
        with self._change:
            self._resting = True
            while self._at_work_on is not None:
                self._change.wait()

    def go_on(self) -> None:
        """Files may be opened again."""
        with self._change:
            self._resting = False

    def open_question(self, pack: str, question_id: str) -> None:
        """Its blind guess is locked: its files may be opened again."""
        with self._change:
            self._blind.pop((pack, question_id), None)
            self._closed = frozenset().union(*self._blind.values())

    def close_begun(self) -> None:
        """Questions that somebody displayed and did not lock, in whatever session, stay closed until they are."""
        with self._open_work(write=False) as work:
            begun = work.judgments.begun_blind()
        for pack, question_id in begun:
            self.close_question(pack, question_id)

    @property
    def closed(self) -> frozenset[str]:
        """The content, by hash, that is not opened now."""
        return self._closed

    def left(self, pack: str) -> int:
        """How many clips of a pack are still to be decoded."""
        with self._open_work(write=False) as work:
            return sum(1 for _ in self._waiting(work.packs.questions(pack)))

    def decode_next(self, pack: str, first: str | None = None, should_stop: Callable[[], bool] = lambda: False) -> bool:
        """Decode one clip, of the question `first` or of the first that waits; False where none can be now."""
        with self._open_work(write=False) as work:
            held = work.packs.get(pack)
            waiting = list(self._waiting(work.packs.questions(pack)))
        key = self._key_of(held)
        if key is None and held is not None and (held.manifest or {}).get("seal") is not None:
            return False
        waiting.sort(key=lambda pair: pair[0].question.question_id != first)
        for _, media in waiting:
            with self._change:
                if self._resting:
                    return False
                if media.sha256 in self._closed:
                    continue
                self._at_work_on = media.sha256
            try:
                report = self._look(media, should_stop, key)
            finally:
                with self._change:
                    self._at_work_on = None
                    self._change.notify_all()
            if report.finished and not report.pictures:
                # A file that is away, or holds nothing, is not tried at every turn.
                self._cannot.add((media.sha256, media.span_ms))
            if report.finished:
                self._keep(pack, media, report)
                return True
            if self._resting or should_stop():
                return False
        return False

    def finish(
        self, pack: str, progress: Callable[[int, int], None], should_stop: Callable[[], bool] = lambda: False
    ) -> None:
        """Decode all that is left of a pack, telling how many clips are done of how many."""
        total = self.left(pack)
        progress(0, total)
        while not should_stop() and self.decode_next(pack, should_stop=should_stop):
            progress(total - self.left(pack), total)

    def _waiting(self, questions: Iterable[StoredQuestion]) -> Iterator[tuple[StoredQuestion, ClipMedia]]:
        for stored in questions:
            for media in stored.media:
                plays = media.problem is None or media.duration_ms is not None
                if media.decoded_ms is None and plays and (media.sha256, media.span_ms) not in self._cannot:
                    yield stored, media

    def _look(self, media: ClipMedia, should_stop: Callable[[], bool], key: PackKey | None) -> DecodeReport:
        # A bare look at the set: it is replaced whole, and asked for at every picture.
        def stops() -> bool:
            return self._resting or media.sha256 in self._closed or should_stop()

        from_ms, to_ms = media.span_ms or (None, None)
        return self._decode(media.path, from_ms, to_ms, stops, key)

    def _keep(self, pack: str, media: ClipMedia, report: DecodeReport) -> None:
        if not report.pictures:
            return
        damaged = union((*report.corrupt_spans, *report.holes))
        # A large pack takes a while to be read, in which nobody is to wait for a write.
        with self._open_work(write=False) as work:
            same = [
                (stored.question, replace(clip, decoded_ms=report.decoded_ms, damaged=damaged))
                for stored in work.packs.questions(pack)
                for clip in stored.media
                if (clip.sha256, clip.span_ms) == (media.sha256, media.span_ms)
            ]
        with self._open_work() as work:
            for question, found in same:
                work.packs.set_media(pack, question.question_id, question.version, found)
            work.commit()
