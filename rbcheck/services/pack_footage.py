"""The footage of a pack on its way in: which file is kept where, what of it cannot be played, what must be refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rbcheck.locale import _
from rbcheck.services.intake import (
    Footage,
    Kept,
    KeptFile,
    Probing,
    Progress,
    ReadClip,
    ReadPack,
    ReadQuestion,
    Refusal,
    Step,
)
from rbcheck.services.pack_reports import MediaProblem
from rbcheck.services.ports import ClipMedia

BEYOND_MS = 500
"""How far a span may reach beyond what its recording holds before it is said: containers round their lengths."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a look at one clip found."""

    duration_ms: int | None
    problem: str | None


def footage_of(pack: ReadPack) -> tuple[Footage, ...]:
    """Every media file of a pack once."""
    return tuple(dict.fromkeys(clip.footage for item in pack.questions for clip in item.clips))


def unusable(pack: ReadPack, kept: Kept) -> tuple[Refusal, ...]:
    """The questions whose footage cannot be read, or is not what the pack declares."""
    found = []
    for item in pack.questions:
        for clip in item.clips:
            label = item.question.clips[clip.position - 1].label
            name = _("clip {clip}, {label}").format(clip=clip.position, label=label)
            match kept[clip.footage]:
                case KeptFile(sha256=sha256) if clip.footage.sha256 not in (None, sha256):
                    found.append(
                        item.refused(
                            "clips",
                            _("another content of {clip}").format(clip=name),
                            _("the file that pack.json describes"),
                        )
                    )
                case str() as why:
                    found.append(item.refused("clips", f"{name}: {why}", _("a file that can be read")))
                case _:
                    pass
    return tuple(found)


def without(pack: ReadPack, refused: Sequence[Refusal]) -> ReadPack:
    """The pack without the questions that these refusals are about, which it then carries too."""
    names = {refusal.id for refusal in refused}
    left = tuple(item for item in pack.questions if item.question.question_id not in names)
    return replace(pack, questions=left, refused=(*pack.refused, *refused))


class Trying:
    """Opens and demuxes clips; each file, or span of one, once."""

    def __init__(self, probe: Probing | None) -> None:
        self._probe = probe
        self._tried: dict[tuple[str, object], Tried] = {}

    def here(self, pack: ReadPack, progress: Progress) -> tuple[MediaProblem, ...]:
        """The problems of the clips that lie open on this device; those still in an archive are not tried."""
        found = []
        for item, clip in _counted(pack, progress):
            if not clip.footage.archived:
                file = KeptFile(clip.footage.root, clip.footage.relative, clip.footage.bytes, "")
                found += _problem(item, clip, self._try(file, clip))
        return tuple(found)

    def kept(
        self, pack: ReadPack, kept: Kept, progress: Progress
    ) -> tuple[dict[str, tuple[ClipMedia, ...]], tuple[MediaProblem, ...]]:
        """Where each question's footage is kept, with its length, and what cannot be played."""
        media: dict[str, list[ClipMedia]] = {item.question.question_id: [] for item in pack.questions}
        problems: list[MediaProblem] = []
        for item, clip in _counted(pack, progress):
            file = kept[clip.footage]
            if isinstance(file, str):
                continue
            tried = self._try(file, clip)
            problems += _problem(item, clip, tried)
            media[item.question.question_id].append(
                ClipMedia(
                    clip.position,
                    file.root,
                    file.relative,
                    file.bytes,
                    file.sha256,
                    clip.span_ms,
                    clip.recording,
                    clip.start_ms,
                    duration_ms=tried.duration_ms,
                    problem=tried.problem,
                )
            )
        return {name: tuple(found) for name, found in media.items()}, tuple(problems)

    def _try(self, file: KeptFile, clip: ReadClip) -> Tried:
        key = (str(file.path), clip.span_ms)
        if key not in self._tried:
            self._tried[key] = self._look(file, clip)
        return self._tried[key]

    def _look(self, file: KeptFile, clip: ReadClip) -> Tried:
        span = clip.span_ms
        if self._probe is None:
            return Tried(span[1] - span[0] if span else None, None)
        look = self._probe(file.path, *(span or (None, None)))
        if not look.playable:
            return Tried(None, look.reason or "cannot be played")
        if span and look.duration_ms + BEYOND_MS < span[1] - span[0]:
            held, asked = look.duration_ms / 1000, (span[1] - span[0]) / 1000
            return Tried(look.duration_ms, f"the span reaches beyond the recording: {held:g} of {asked:g} s are there")
        if look.truncated:
            return Tried(look.duration_ms, f"ends after {look.duration_ms / 1000:g} s, earlier than the file declares")
        return Tried(look.duration_ms, None)


def _counted(pack: ReadPack, progress: Progress) -> Iterable[tuple[ReadQuestion, ReadClip]]:
    clips = [(item, clip) for item in pack.questions for clip in item.clips]
    for done, pair in enumerate(clips, start=1):
        yield pair
        progress(Step.TRY, done, len(clips))


def _problem(item: ReadQuestion, clip: ReadClip, tried: Tried) -> list[MediaProblem]:
    if tried.problem is None:
        return []
    label = item.question.clips[clip.position - 1].label
    return [MediaProblem(item.question.question_id, clip.position, label, tried.problem)]
