"""What is fuzzed: a file of any content, given to `pack add` whole, must end in a pack or in one sentence."""

from __future__ import annotations

import io
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

from rich.console import Console

from rbcheck.cli import pack_json, pack_output
from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.protocol import Protocol
from rbcheck.packs.files import Files
from rbcheck.services.intake import IntakeOptions
from rbcheck.services.packs import PackService
from rbcheck.services.ports import Role
from rbcheck.store.unit_of_work import open_store

SECONDS = 5.0
"""How much of the processor one file may take."""

CLIP = b"no video, but a file"
CLIPS = ("v.mp4", "clips/q1.mp4", "media/w1/CLIP_1_158_198.mp4", "rec1.mp4")
MOST_IN_A_LINE = 10_000
MOST_BYTES = 50_000_000
PLAIN = IntakeOptions(name="fuzzed", protocol=Protocol.BLIND_FIRST, keep_good=True, update=True)


class TooSlow(AssertionError):
    """A file that took longer than it may."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """TooSlow where what is done inside takes more time of the processor."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds} s of the processor")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Target:
    """A lead's store of its own, to which files are given."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = open_store(str(folder / "store.db"))
        with self._store() as work:
            work.people.set_role(Role.LEAD)
            work.commit()
        files = Files(folder / "media")
        self._packs = PackService(self._store, SystemClock(), DeviceFiles(folder / "device"), files)

    def close(self) -> None:
        """Let go of the store."""
        self._store.dispose()

    def give(self, name: str, content: bytes, write: bool = True) -> str:
        """What became of one file: a count of questions, or the sentence that refused it; a dry run is quicker."""
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            path = Path(place, name)
            path.write_bytes(content)
            for clip in CLIPS:
                Path(place, clip).parent.mkdir(parents=True, exist_ok=True)
                Path(place, clip).write_bytes(CLIP)
            options = replace(PLAIN, max_bytes=MOST_BYTES)
            if name.startswith("gold"):
                options = replace(PLAIN, gold=path)
                path = Path(place, "x.csv")
                path.write_text("id,question,a0,a1,a2,video\nq1,Select one?,x,y,z,v.mp4\n", encoding="utf-8")
            elif name.endswith(".toml"):
                options = replace(PLAIN, own_names=path)
                path = Path(place, "x.csv")
                path.write_text("frage,a0,a1,a2,video,gold\nWas?,x,y,z,v.mp4,0\n", encoding="utf-8")
            return self._add(path, options, write)

    def _add(self, path: Path, options: IntakeOptions, write: bool) -> str:
        try:
            answer = self._packs.add(path, options) if write else self._packs.look(path, options)
        except RbcheckError as refused:
            return _sentence(refused)
        said = io.StringIO()
        pack_output.say_added(answer, Console(file=said, soft_wrap=True))
        longest = max(map(len, said.getvalue().splitlines()))
        assert longest < MOST_IN_A_LINE, f"a line of {longest} characters"
        pack_json.printed(pack_json.added_json(answer)).encode("utf-8")
        if answer.why:
            return _sentence(answer.why)
        if write:
            self._packs.show(answer.pack)
        return f"{answer.understood.questions} questions"


def _sentence(error: RbcheckError) -> str:
    said = error.render()
    assert said.strip(), "a refusal that says nothing"
    assert len(said) < 2000, f"a sentence of {len(said)} characters"
    assert "\n" not in said, "a sentence of several lines"
    said.encode("utf-8")
    return said
