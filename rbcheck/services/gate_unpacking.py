"""Looking at clips that lie in archives: each member passes by once, is hashed, and decoded for every use of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import file_digest
from pathlib import Path

from rbcheck.domain.coverage import Span
from rbcheck.locale import _
from rbcheck.sealing import PackKey
from rbcheck.services.gate_looking import decoded
from rbcheck.services.gate_values import CheckedClip, CheckedQuestion, ClipLook, Member
from rbcheck.services.health import Inspector
from rbcheck.services.intake import Progress, Step

Passing = Callable[[Path, frozenset[str]], Generator[tuple[str, Path], None, None]]
"""The members of an archive by name, each with a file that is there until the next one is asked for."""


def look_in_archives(
    questions: Sequence[CheckedQuestion],
    passing: Passing,
    inspector: Inspector | None,
    progress: Progress,
    key: PackKey | None = None,
) -> tuple[CheckedQuestion, ...]:
    """The questions with the content of members that may be equal; with an `inspector`, decoded too."""
    uses: dict[Member, dict[Span | None, ClipLook | None]] = defaultdict(dict)
    for clip in (clip for item in questions for clip in item.clips):
        if clip.member is not None:
            uses[clip.member][clip.span_ms] = None
    counts = Counter(member.bytes for member in uses)
    wanted = [member for member in uses if inspector is not None or counts[member.bytes] > 1]
    hashes: dict[Member, str] = {}
    for archive in dict.fromkeys(member.archive for member in wanted):
        names = {member.name: member for member in wanted if member.archive == archive}
        with closing(passing(archive, frozenset(names))) as files:
            for name, path in files:
                member = names[name]
                with path.open("rb") as file:
                    hashes[member] = file_digest(file, "sha256").hexdigest()
                for span in uses[member] if inspector is not None else ():
                    assert inspector is not None
                    uses[member][span] = decoded(path, span, inspector, key, None)
                progress(Step.TRY if inspector else Step.HASH, len(hashes), len(wanted))
    gone = ClipLook(_("the file is missing"), missing=True)

    def found(clip: CheckedClip) -> CheckedClip:
        if clip.member is None:
            return clip
        look = uses[clip.member][clip.span_ms] or gone
        return replace(clip, sha256=clip.sha256 or hashes.get(clip.member), look=look if inspector else None)

    return tuple(replace(item, clips=tuple(map(found, item.clips))) for item in questions)
