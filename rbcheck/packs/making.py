"""Clips made ready for built packs: each once, several at a time, and kept until the build is over.

What is made lies in a hidden folder beside the packs, so that a build that was interrupted goes on from there.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import threading
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path

from av import __version__, library_versions

from rbcheck.domain.coverage import Span
from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs.recoding import fits, recode
from rbcheck.packs.stripping import Unwritable, ending_for, strip
from rbcheck.services.building_values import BuildStep
from rbcheck.services.ports import ClipMedia

Made = tuple[Path, Span | None]
"""A file without sound and metadata, and the span of it that is shown."""

_RECIPE = 2
"""Raised when the same source would be made into other bytes."""

_MOST_AT_ONCE = 8
_BAD_CLIP = N_("The file of a clip, {path}, cannot be built from ({why}): mend it, or leave its question out.")


class Workshop:
    """The clips of one build; `cut` encodes them anew, else their packets are copied."""

    def __init__(self, folder: Path, cut: bool) -> None:
        self._folder = folder
        self._cut = cut
        self._made: dict[str, Made] = {}
        self._stop = threading.Event()

    def make(self, sources: Iterable[ClipMedia], step: BuildStep) -> None:
        """Make what is not made yet; PackError names the first file that no clip can be made of."""
        wanted = {self._name(source): source for source in sources}
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in wanted:
            if (known := self._noted(name)) is not None:
                self._made[name] = known
        waiting = [(name, source) for name, source in wanted.items() if name not in self._made]
        step(len(self._made), len(wanted))
        with ThreadPoolExecutor(min(os.cpu_count() or 1, _MOST_AT_ONCE), "clips") as hands, ExitStack() as undo:
            undo.callback(hands.shutdown, cancel_futures=True)
            undo.callback(self._stop.set)
            running = {hands.submit(self._make_one, name, source): name for name, source in waiting}
            while running:
                for finished in wait(running, return_when=FIRST_COMPLETED).done:
                    self._made[running.pop(finished)] = finished.result()
                step(len(self._made), len(wanted))
            undo.pop_all()

    def made(self, source: ClipMedia) -> Made:
        """What was made of a clip's source."""
        return self._made[self._name(source)]

    def clear(self) -> None:
        """The build is over: nothing has to go on from here."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _name(self, source: ClipMedia) -> str:
        recipe = (
            source.sha256, source.span_ms, self._cut, _RECIPE, __version__, sorted(library_versions.items()),
        )  # fmt: skip
        return hashlib.sha256(repr(recipe).encode("ascii")).hexdigest()

    def _make_one(self, name: str, source: ClipMedia) -> Made:
        span: Span | None = None
        part = self._folder / f".{secrets.token_hex(8)}"
        try:
            anew = self._cut and not (source.span_ms is None and fits(source.path))
            ending = ".mp4" if anew else ending_for(source.path)
            part, target = part.with_suffix(ending), self._folder / f"{name}{ending}"
            if anew:
                recode(source.path, part, source.span_ms, self._stop)
            else:
                span = strip(source.path, part, source.span_ms, self._stop)
            os.replace(part, target)
            # The note comes last: what it names is whole.
            part.write_text(json.dumps([target.name, span]), encoding="utf-8")
            os.replace(part, self._folder / f"{name}.json")
        except Unwritable as error:
            raise PackError(_BAD_CLIP, path=inert(str(source.path)), why=str(error)) from error
        finally:
            part.unlink(missing_ok=True)
        return target, span

    def _noted(self, name: str) -> Made | None:
        """What an interrupted build has made; None where it has not."""
        try:
            file, span = json.loads((self._folder / f"{name}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        target = self._folder / file
        return (target, None if span is None else (span[0], span[1])) if target.is_file() else None
