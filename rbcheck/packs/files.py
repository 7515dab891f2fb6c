"""Packs and media as files: what the use cases of `services.packs` are given."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from rbcheck.packs.formats import detect
from rbcheck.packs.media import Known, Media, found_by_content
from rbcheck.packs.recordings import Recordings, video_files
from rbcheck.packs.unpacking import passing
from rbcheck.services.intake import Footage, IntakeOptions, Kept, Progress, ReadPack


class Files:
    """The files of this device; `media_dir` is where unpacked and copied clips are kept."""

    def __init__(self, media_dir: Path) -> None:
        self._media = Media(media_dir)

    def read(self, path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
        """Understand a pack without writing anything; PackError where it cannot be understood at all."""
        return detect.read(path, options, progress)

    def keep(self, footage: Sequence[Footage], copy: bool, known: Known, progress: Progress) -> Kept:
        """Hash each file once; unpack archived ones, and copy all where `copy`, under random names."""
        return self._media.keep(footage, copy, known, progress)

    def discard(self, kept: Kept) -> None:
        """Remove the files that `keep` made."""
        self._media.discard(kept)

    def finish(self, kept: Kept) -> None:
        """Those files stay; an interrupted work on them has no more to go on from."""
        self._media.finish(kept)

    def passing(self, archive: Path, members: frozenset[str]) -> Generator[tuple[str, Path], None, None]:
        """Each of these members of an archive by name, with a file that is there until the next is asked for."""
        return passing(archive, members)

    def find(self, video_root: Path, wanted: Mapping[str, tuple[str, int]], progress: Progress) -> Mapping[str, Path]:
        """For each SHA-256 wanted, with the name and size of its file: the file below a folder with that content."""
        return found_by_content(video_files(Recordings(video_root).root), wanted, progress)
