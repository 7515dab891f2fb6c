"""What comes in with a pack, as values; and the ports behind which files are read, kept and tried."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol, runtime_checkable

from rbcheck.domain.canonical import Json
from rbcheck.domain.coverage import Span
from rbcheck.domain.judgment import Options
from rbcheck.domain.protocol import Protocol as JudgmentProtocol
from rbcheck.domain.question import Question
from rbcheck.sealing import PackKey
from rbcheck.services.playing import Probe

MOST_BYTES = 200 * 10**9
"""How large an archive may be once expanded, where nothing else is said."""


class Step(StrEnum):
    """What a long work is at."""

    READ = "read"
    HASH = "hash"
    COPY = "copy"
    TRY = "try"
    DECODE = "decode"
    WRITE = "write"
    BUILD = "build"


class Progress(Protocol):
    """Told how far a step is: bytes; clips for `TRY`, `DECODE` and `BUILD`, questions for `WRITE`."""

    def __call__(self, step: Step, done: int, total: int) -> None: ...


def silent(step: Step, done: int, total: int) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a line cannot be taken: where it stands, which field, what was found, what was expected."""

    file: str
    line: int | None
    id: str | None
    field: str
    found: str
    expected: str
    secret: bool = False
    """Whether `found` tells something of a gold, which is for the lead alone."""


@dataclass(frozen=True, slots=True)
class Footage:
    """One media file that a reader found: `relative` to the folder `root`, or a member of the archive `root`.

    `sha256` is what the pack declares of its content, where it does.
    """

    root: Path
    relative: str
    bytes: int
    archived: bool = False
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class ReadClip:
    """The footage of the clip at `position`; `start_ms` is where it begins in its recording, where known."""

    position: int
    footage: Footage
    span_ms: Span | None = None
    recording: str | None = None
    start_ms: int | None = None


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """One good question of a pack, where it was read, and its place among all that were read, from 1."""

    file: str
    line: int | None
    question: Question
    clips: tuple[ReadClip, ...]
    gold: Options | None = None
    extra: Mapping[str, Json] = field(default_factory=dict)
    explanations: Mapping[str, str] = field(default_factory=dict)
    machine_blind_hits: int | None = None
    place: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    """What the file calls the fields of a question, where it is not what rbcheck calls them."""

    def refused(self, name: str, found: str, expected: str) -> Refusal:
        """A refusal of this question; what was found of a gold is the lead's."""
        own = self.names.get(name, name)
        secret = name == "answer"
        return Refusal(self.file, self.line, self.question.question_id, own, found, expected, secret)


@dataclass(frozen=True, slots=True)
class MissingRecording:
    """A recording that was not found, and the ids of the questions that it takes with it."""

    recording: str
    questions: tuple[str, ...]


@runtime_checkable
class Filtering(Protocol):
    """Questions that are kept elsewhere than in memory, and can be picked from without being fetched all at once."""

    def where(self, good: Callable[[ReadQuestion], bool]) -> Sequence[ReadQuestion]: ...


@dataclass(frozen=True, slots=True)
class ReadPack:
    """A pack as it was understood; `notes` are sentences that say what was decided while reading.

    `lead_notes` say what of it would give golds away. `fields` counts, for each role, the fields that it was read from.
    """

    form: str
    path: Path
    name: str
    title: Mapping[str, str]
    protocol: JudgmentProtocol
    reveal_gold: bool
    coverage: float
    practice: bool
    manifest: Mapping[str, Json]
    questions: Sequence[ReadQuestion]
    refused: tuple[Refusal, ...]
    missing: tuple[MissingRecording, ...] = ()
    notes: tuple[str, ...] = ()
    lead_notes: tuple[str, ...] = ()
    fields: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def where(self, good: Callable[[ReadQuestion], bool]) -> Sequence[ReadQuestion]:
        """The questions that a condition is true of, kept as the reader keeps them."""
        if isinstance(self.questions, Filtering):
            return self.questions.where(good)
        return tuple(item for item in self.questions if good(item))


@dataclass(frozen=True, slots=True)
class IntakeOptions:
    """What the person asks for when a pack comes in; None where nothing was said."""

    video_root: Path | None = None
    name: str | None = None
    protocol: JudgmentProtocol | None = None
    reveal_gold: bool | None = None
    gold: Path | None = None
    keep_good: bool = False
    update: bool = False
    copy: bool = False
    max_bytes: int = MOST_BYTES
    own_names: Path | None = None
    """The file that says what the fields of a question file mean."""

    id_from: tuple[str, ...] = ()
    """The columns whose values together name a question."""
    passphrase: str | None = None
    without_footage: bool = False
    """Whether questions whose recordings are not there are wanted too, as for a look at their texts."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A media file as it is kept now; `fresh` where keeping it made a new file."""

    root: Path
    relative: str
    bytes: int
    sha256: str
    fresh: bool = False

    @property
    def path(self) -> Path:
        """The file on this device."""
        return self.root / self.relative


Kept = Mapping[Footage, KeptFile | str]
"""What became of each media file; a text says in a few words why one could not be read."""


Probing = Callable[[Path, int | None, int | None], Probe]
"""Try a file, or the span of it between two moments in milliseconds; raises nothing for bad files."""


ProbingSealed = Callable[[Path, int | None, int | None, PackKey], Probe]
"""The same for a sealed file, with its pack's key."""


class PackFiles(Protocol):
    """Packs and media as files on this device."""

    def read(self, path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
        """Understand a pack without writing anything; PackError where it cannot be understood at all."""

    def keep(
        self, footage: Sequence[Footage], copy: bool, known: Callable[[str], Sequence[str]], progress: Progress
    ) -> Kept:
        """Hash each file once; unpack archived ones, and copy all where `copy`, under random names.

        `known` gives the relative paths under which content of a hash is kept already.
        """

    def discard(self, kept: Kept) -> None:
        """Remove the files that `keep` made."""

    def finish(self, kept: Kept) -> None:
        """The files that `keep` made stay: nothing has to be gone on with."""

    def passing(self, archive: Path, members: frozenset[str]) -> Generator[tuple[str, Path], None, None]:
        """Each of these members of an archive by name, with a file that is there until the next is asked for."""

    def find(self, video_root: Path, wanted: Mapping[str, tuple[str, int]], progress: Progress) -> Mapping[str, Path]:
        """Files below a folder by content: from key to (name, bytes) wanted, to the key's file, by SHA-256 as key."""
