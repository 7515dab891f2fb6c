"""The decoding of clips while people work: a thread of the least priority, and the desk that keeps it from peeking."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.judgment import Confidence
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.decoding import Decoding
from rbcheck.services.ports import UnitOfWorkFactory
from rbcheck.services.views import View

# The first screens come first; a pack that comes in meanwhile is found soon enough.
SETTLE_S, LOOK_AGAIN_S = 3.0, 20.0
_LEAST_PRIORITY = 19


class DecodingThread:
    """Decodes every clip of every pack that is shown, from `start` until the program ends."""

    def __init__(self, decoding: Decoding, open_work: UnitOfWorkFactory) -> None:
        self._decoding = decoding
        self._open_work = open_work
        self._over = threading.Event()
        self._wake = threading.Event()
        self._next: tuple[str, str] | None = None
        self._thread = threading.Thread(target=self._work, name="rbcheck-decoding", daemon=True)

    def start(self) -> None:
        """Begin, once."""
        self._thread.start()

    def stop(self) -> None:
        """Leave off, and wait until no file is open."""
        self._over.set()
        self._wake.set()
        self._thread.join()

    def wake(self) -> None:
        """Look again at once: more may be opened than before."""
        self._wake.set()

    def prefer(self, pack: str, question_id: str) -> None:
        """The clips of this question next, as soon as they may be opened."""
        self._next = (pack, question_id)

    def _work(self) -> None:
        if sys.platform == "linux":
            # Only there a thread has a priority of its own; decoding must not cost the picture a frame.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LEAST_PRIORITY)
        wait, looked = SETTLE_S, False
        while not self._over.is_set():
            if self._wake.wait(wait):
                self._wake.clear()
                if self._over.is_set():
                    return
            try:
                if not looked:
                    self._decoding.close_begun()
                    looked = True
                wait = 0.0 if self._one() else LOOK_AGAIN_S
            except RbcheckError:
                # A store that is away is told of by whoever needs it; here it is only tried again.
                wait = LOOK_AGAIN_S

    def _one(self) -> bool:
        with self._open_work(write=False) as work:
            packs = [pack.name for pack in work.packs.all()]
        at, first = self._next or ("", None)
        packs.sort(key=lambda name: name != at)
        return any(self._decoding.decode_next(name, first if name == at else None, self._over.is_set) for name in packs)


class QuietDesk(Annotating):
    """The annotator's desk beside a decoding thread: before the lock the program opens no clip, of no question."""

    decoding: Decoding
    thread: DecodingThread

    def open(self, annotator: str, pack: str, question_id: str) -> View:
        """Open a question, with every file closed while it stands before the lock."""
        self.decoding.rest()
        stage = None
        try:
            self.decoding.close_question(pack, question_id)
            self.thread.prefer(pack, question_id)
            view = super().open(annotator, pack, question_id)
            stage = view.header.stage
        finally:
            if stage is not Stage.BLIND:
                self._go_on()
        if stage is not Stage.BLIND:
            self.decoding.open_question(pack, question_id)
        return view

    def commit_blind(self, judgment_id: str, options: Iterable[str], confidence: Confidence | None = None) -> View:
        """Lock the blind guess; from then on the files may be decoded."""
        view = super().commit_blind(judgment_id, options, confidence)
        self.decoding.open_question(view.header.pack, view.header.question_id)
        self._go_on()
        return view

    def close(self) -> None:
        """Let go of every question; what stands before the lock stays closed, the rest is decoded."""
        super().close()
        self._go_on()

    def _go_on(self) -> None:
        self.decoding.go_on()
        self.thread.wake()
