"""The footage of a pack on its way in: which file is kept where, what of it cannot be played, what must be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rbcheck.domain.coverage import Span
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
from rbcheck.services.pack_overview import Overview
from rbcheck.services.pack_reports import MediaProblem
from rbcheck.services.ports import ClipMedia

BEYOND_MS = 500
"""How far a span may reach beyond what its recording holds before it is said: containers round their lengths."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a look at one clip found."""

    duration_ms: int | None
    problem: str | None


def unusable(pack: ReadPack, kept: Kept) -> tuple[Refusal, ...]:
    """The questions whose footage cannot be read, or is not what the pack declares."""
    if all(_sound(footage, file) for footage, file in kept.items()):
        return ()
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


def _sound(footage: Footage, file: KeptFile | str) -> bool:
    return not isinstance(file, str) and footage.sha256 in (None, file.sha256)


def without(pack: ReadPack, refused: Sequence[Refusal]) -> ReadPack:
    """The pack without the questions that these refusals are about, which it then carries too."""
    names = {refusal.id for refusal in refused}
    left = pack.where(lambda item: item.question.question_id not in names)
    return replace(pack, questions=left, refused=(*pack.refused, *refused))


class Trying:
    """Opens and demuxes clips; each file, or span of one, once.

    A recording whose spans are together longer than itself is looked at once and whole.
    """

    def __init__(self, probe: Probing | None, overview: Overview) -> None:
        self._probe = probe
        self._overview = overview
        self._tried: dict[tuple[Footage, Span | None], Tried] = {}

    def here(self, pack: ReadPack, progress: Progress) -> tuple[MediaProblem, ...]:
        """The problems of the clips that lie open on this device; those still in an archive are not tried."""
        found = []
        for item, clip in self._counted(pack, progress):
            if not clip.footage.archived:
                file = KeptFile(clip.footage.root, clip.footage.relative, clip.footage.bytes, "")
                found += _problem(item, clip, self._try(file, clip))
        return tuple(found)

    def kept(
        self, pack: ReadPack, kept: Kept, progress: Progress
    ) -> tuple[Callable[[ReadQuestion], tuple[ClipMedia, ...]], tuple[MediaProblem, ...]]:
        """Where each question's footage is kept, with its length, and what cannot be played."""
        problems: list[MediaProblem] = []
        for item, clip in self._counted(pack, progress):
            file = kept[clip.footage]
            if not isinstance(file, str):
                problems += _problem(item, clip, self._try(file, clip))

        def media(item: ReadQuestion) -> tuple[ClipMedia, ...]:
            files = ((clip, kept[clip.footage]) for clip in item.clips)
            return tuple(self._media(clip, file) for clip, file in files if not isinstance(file, str))

        return media, tuple(problems)

    def _media(self, clip: ReadClip, file: KeptFile) -> ClipMedia:
        tried = self._try(file, clip)
        return ClipMedia(
            clip.position, file.root, file.relative, file.bytes, file.sha256, clip.span_ms, clip.recording,
            clip.start_ms, duration_ms=tried.duration_ms, problem=tried.problem,
        )  # fmt: skip

    def _counted(self, pack: ReadPack, progress: Progress) -> Iterator[tuple[ReadQuestion, ReadClip]]:
        """Each clip with its question."""
        done = 0
        for item in pack.questions:
            for clip in item.clips:
                yield item, clip
                done += 1
                progress(Step.TRY, done, self._overview.media)

    def _try(self, file: KeptFile, clip: ReadClip) -> Tried:
        span = clip.span_ms
        if self._probe is None:
            return Tried(span[1] - span[0] if span else None, None)
        if span and self._overview.asked.get(clip.footage, 0) > self._overview.reach.get(clip.footage, 0):
            return _part_of(self._once(clip.footage, file, None), span)
        return self._once(clip.footage, file, span)

    def _once(self, footage: Footage, file: KeptFile, span: Span | None) -> Tried:
        key = (footage, span)
        if key not in self._tried:
            self._tried[key] = self._look(file, span)
        return self._tried[key]

    def _look(self, file: KeptFile, span: Span | None) -> Tried:
        assert self._probe is not None
        look = self._probe(file.path, *(span or (None, None)))
        if not look.playable:
            return Tried(None, look.reason or _("cannot be played"))
        if span and look.duration_ms + BEYOND_MS < span[1] - span[0]:
            return _beyond(look.duration_ms, span)
        if look.truncated:
            early = _("ends after {seconds:g} s, earlier than the file declares")
            return Tried(look.duration_ms, early.format(seconds=look.duration_ms / 1000))
        return Tried(look.duration_ms, None)


def _part_of(whole: Tried, span: Span) -> Tried:
    """What a look at a whole recording tells of a span of it."""
    if whole.duration_ms is None:
        return whole
    held = max(min(whole.duration_ms, span[1]) - span[0], 0)
    if held + BEYOND_MS < span[1] - span[0]:
        return _beyond(held, span)
    return Tried(held, None)


def _beyond(held_ms: int, span: Span) -> Tried:
    held, asked = held_ms / 1000, (span[1] - span[0]) / 1000
    told = _("the span reaches beyond the recording: {held:g} of {asked:g} s are there")
    return Tried(held_ms, told.format(held=held, asked=asked))


def _problem(item: ReadQuestion, clip: ReadClip, tried: Tried) -> list[MediaProblem]:
    if tried.problem is None:
        return []
    label = item.question.clips[clip.position - 1].label
    return [MediaProblem(item.question.question_id, clip.position, label, tried.problem)]
