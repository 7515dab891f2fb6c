"""Looking at clips for the gates: each is opened and every picture of it decoded, once however often it is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from os.path import exists, isfile
from pathlib import Path

from rbcheck.domain.coverage import Span, union
from rbcheck.locale import _
from rbcheck.sealing import PackKey
from rbcheck.services.gate_values import CheckedClip, CheckedQuestion, ClipLook, Decoded
from rbcheck.services.health import Inspector
from rbcheck.services.intake import Progress, Step

_CHUNK = 2**20

Looked = dict[tuple[Path, Span | None], ClipLook]


def look_at(
    questions: Sequence[CheckedQuestion], inspector: Inspector, progress: Progress, key: PackKey | None = None
) -> tuple[CheckedQuestion, ...]:
    """The questions with what decoding found of their clips; clips without a path, or closed, are left unseen."""
    looked: Looked = {}
    total, done = sum(len(item.clips) for item in questions), 0
    found = []
    for item in questions:
        clips = []
        for clip in item.clips:
            closed = clip.path is None or clip.unseen
            clips.append(clip if closed else replace(clip, look=_look(clip, inspector, looked, key)))
            done += 1
            progress(Step.TRY, done, total)
        found.append(replace(item, clips=tuple(clips)))
    return tuple(found)


def with_hashes(questions: Sequence[CheckedQuestion], progress: Progress) -> tuple[CheckedQuestion, ...]:
    """The questions with the content of files that may be the same as another: of equal length, not known yet.

    Of a file that cannot be read nothing is known here: that it cannot is what the gate `clips` finds.
    """
    unknown = {clip.path for item in questions for clip in item.clips if clip.path and clip.sha256 is None}
    sizes: dict[Path, int] = {}
    for path in filter(isfile, unknown):
        with suppress(OSError):
            sizes[path] = path.stat().st_size
    counts = Counter(sizes.values())
    alike = sorted(path for path, size in sizes.items() if counts[size] > 1)
    hashes, done, total = dict[Path, str](), 0, sum(sizes[path] for path in alike)
    for path in alike:
        with suppress(OSError):
            digest = sha256()
            with path.open("rb") as file:
                while piece := file.read(_CHUNK):
                    digest.update(piece)
                    done += len(piece)
                    progress(Step.HASH, done, total)
            hashes[path] = digest.hexdigest()
    if not hashes:
        return tuple(questions)
    return tuple(
        replace(item, clips=tuple(
            replace(clip, sha256=clip.sha256 or (hashes.get(clip.path) if clip.path else None)) for clip in item.clips
        ))
        for item in questions
    )  # fmt: skip


def _look(clip: CheckedClip, inspector: Inspector, looked: Looked, key: PackKey | None) -> ClipLook:
    assert clip.path is not None
    what = (clip.path, clip.span_ms)
    if what not in looked:
        looked[what] = decoded(clip.path, clip.span_ms, inspector, key, clip.decoded)
    return looked[what]


def decoded(
    path: Path, span: Span | None, inspector: Inspector, key: PackKey | None, known: Decoded | None
) -> ClipLook:
    """What is found of a file, or of a span of it; what is `known` of a file of this size is not done again."""
    if not exists(path):
        return ClipLook(_("the file is missing"), missing=True)
    if not isfile(path):
        # A pipe or a device would be waited for, or read, without end.
        return ClipLook(_("it is a pipe or a device, not a file"))
    begin, end = span or (None, None)
    probe = inspector.probe(path, begin, end, key)
    if not probe.playable:
        return ClipLook(probe.reason or _("it cannot be played"))
    if known is not None and known.bytes == path.stat().st_size:
        decoded_ms, damaged = known.decoded_ms, known.damaged
    else:
        report = inspector.full_decode(path, begin, end, key=key)
        if not report.pictures:
            return ClipLook(report.reason or _("no picture of it can be decoded"))
        decoded_ms, damaged = report.decoded_ms, union((*report.corrupt_spans, *report.holes))
    lines = probe.width if probe.rotation % 180 else probe.height
    return ClipLook(
        None, False, None if span else probe.declared_ms, decoded_ms, damaged, lines, probe.has_sound,
        probe.private_keys,
    )  # fmt: skip
