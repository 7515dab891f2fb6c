"""What a build is asked for, what is planned of it, and the port behind which its files are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rbcheck.domain.canonical import Json
from rbcheck.domain.coverage import Span
from rbcheck.domain.judgment import Options
from rbcheck.domain.permutation import Permutation
from rbcheck.domain.question import Option
from rbcheck.services.ports import ClipMedia, StoredQuestion

ANCHOR_SHARE = 0.12
"""The share of each bundle that every bundle holds, where nothing is said and no question goes to two annotators."""
CHECK_SHARE = 0.05
"""The share of each bundle that check questions are, where a list of them is given and no share is."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What the person asks for; None where nothing was said. `seed` None: one is drawn, and kept with the lead."""

    out: Path
    bundles: int | None = None
    overlap: int | None = None
    anchors: float | None = None
    checks: Path | None = None
    check_share: float | None = None
    keep_extra: tuple[str, ...] = ()
    seed: str | None = None
    passphrase: str | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class PlannedClip:
    """A clip as it will stand: `name` is what its file is called, without an ending."""

    position: int
    label: str
    name: str
    source: ClipMedia


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question as it will stand, beside the one that it is made of; `check` holds the answer of a check question."""

    original: StoredQuestion
    question_id: str
    options: tuple[Option, ...]
    clips: tuple[PlannedClip, ...]
    permutation: Permutation
    check: Options | None = None


@dataclass(frozen=True, slots=True)
class PlannedPack:
    """One pack to be written, its questions in their order."""

    name: str
    title: Mapping[str, str]
    questions: tuple[PlannedQuestion, ...]


@dataclass(frozen=True, slots=True)
class Making:
    """How clips are made: re-encoded and cut to their spans, or packets as they are; sealed under what passphrase."""

    cut: bool
    passphrase: str | None
    salt: bytes


@dataclass(frozen=True, slots=True)
class WrittenClip:
    """A clip's file as it was written: `span_ms` of it is shown, or all of it where None."""

    file: str
    bytes: int
    sha256: str
    span_ms: Span | None


class BuildStep(Protocol):
    """Told how many clips of all are made."""

    def __call__(self, done: int, total: int) -> None: ...


class PackFolder(Protocol):
    """One pack's folder being written; nothing of it is at its place before `finish`."""

    def clip(self, source: ClipMedia, name: str) -> WrittenClip:
        """Write one clip that was prepared, without sound and metadata."""

    def seal_stated(self) -> Json:
        """What `pack.json` states of the seal; None for an open pack."""

    def finish(self, manifest: Mapping[str, Json], questions: Iterable[Mapping[str, Json]]) -> Path:
        """Write what describes the pack, and move it to its place; where that is."""

    def discard(self) -> None:
        """Remove the pack, at its place or on the way there."""


class PackWriter(Protocol):
    """Writes the packs of one build below a folder."""

    def prepare(self, names: Sequence[str], sources: Iterable[ClipMedia], step: BuildStep) -> None:
        """Make the clips of packs of these names; what is made stays until `clear`, also where this is interrupted.

        PackError where a place is taken, a clip's file cannot be read, or nothing can be written.
        """

    def begin(self, name: str) -> PackFolder:
        """Begin a pack; PackError where its place cannot be written."""

    def write_key(self, key: Mapping[str, Json]) -> Path:
        """Write the lead's key file, which its owner alone may read; where it is."""

    def clear(self) -> None:
        """Remove what was kept for going on: every pack stands at its place."""


OpenWriter = Callable[[Path, str, Making], PackWriter]
"""A writer for the packs built of a pack of that name, below a folder."""


ReadChecks = Callable[[Path], Sequence[tuple[str, Options]]]
"""The ids of check questions with their answers (empty where the file gives none)."""


@dataclass(frozen=True, slots=True)
class BuiltPack:
    """A pack that was written, in counts."""

    name: str
    folder: Path
    questions: int
    clips: int
    anchors: int
    checks: int


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made; `unused` is how many check questions of the list stand in none of the packs."""

    pack: str
    seed: str
    key: Path
    packs: tuple[BuiltPack, ...]
    left_out: int
    kept_letters: int
    kept_labels: int
    unused: int
