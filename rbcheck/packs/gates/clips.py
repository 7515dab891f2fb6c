"""The gate `clips`: files that are missing, cannot be read, or are not what the pack and their containers claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.packs.gates.saying import error, shown, warning
from rbcheck.services.gate_values import CheckedClip, CheckedPack, CheckedQuestion, ClipLook, Finding, Skip

NAME = "clips"
SHORTEST_MS = 10_000
LONGEST_MS = {"whole_video": None}
"""How long a clip of a unit may be; the window of the other units is `WINDOW_MS`."""
WINDOW_MS = 120_000
OFF_MS = 500
LEAST_LINES = 480
_RANDOM = re.compile(r"[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_TELLING = re.compile(
    r"(?<![a-z])(?:traj|trial|run|running|walk|walking|fastwalk|slowwalk|jog|jogging|night|day|dusk|dawn|morning|evening|"
    r"p\d{1,3}|clip|video|start|end|gopro|gx\d+|gh\d+|img|vid|dji)(?![a-z])|(?:^|_)\d+_\d+$|\d{4}-?[01]\d-?[0-3]\d"
    r"|夜|白天|跑|走|轨迹|片段|视频",
    re.IGNORECASE,
)


def clips(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """What is wrong with the footage: of each clip its place and length, of each file once what the file has."""
    for recording, questions in pack.missing:
        said = _("the file or recording {name} was not found").format(name=shown(recording))
        for question in questions:
            yield Finding(
                NAME, error(NAME, said).severity, said, question, data={"why": "missing", "recording": recording}
            )
    told: set[tuple[str, str]] = set()
    unseen = closed = 0
    for item in pack.questions:
        for clip in item.clips:
            yield from _named(item, clip, told)
            if clip.look is None:
                # A clip without a place is of a recording that was told to be missing.
                closed += clip.unseen
                unseen += not clip.unseen and (pack.sealed or clip.path is not None or clip.member is not None)
            else:
                yield from _looked(item, clip, clip.look, told)
    if closed:
        why = ngettext(
            "{count} clip stays closed: a question on it is open before its blind guess",
            "{count} clips stay closed: a question on them is open before its blind guess",
            closed,
        )
        yield Skip(NAME, why.format(count=closed))
    if unseen and pack.sealed:
        why = ngettext(
            "{count} clip is sealed and was not decoded: name the file of its passphrase by --passphrase-file",
            "{count} clips are sealed and were not decoded: name the file of their passphrase by --passphrase-file",
            unseen,
        )
        yield Skip(NAME, why.format(count=unseen))
    elif unseen:
        why = ngettext(
            "{count} clip was not decoded: nothing here reads video",
            "{count} clips were not decoded: nothing here reads video",
            unseen,
        )
        yield Skip(NAME, why.format(count=unseen))


def _looked(item: CheckedQuestion, clip: CheckedClip, look: ClipLook, told: set[tuple[str, str]]) -> Iterator[Finding]:
    label = shown(clip.label)
    if look.missing or look.reason is not None:
        said = _("{label} cannot be read: {reason}").format(label=label, reason=inert(look.reason or ""))
        why = "missing" if look.missing else "unreadable"
        yield error(NAME, said, item, clip=clip.position, why=why, reason=look.reason)
        return
    yield from _length(item, clip, look)
    if look.damaged:
        seconds = sum(end - begin for begin, end in look.damaged) / 1000
        said = _("{label}: pictures are damaged or missing in {places} places, {seconds:g} s together").format(
            label=label, places=len(look.damaged), seconds=seconds
        )
        yield warning(
            NAME, said, item, clip=clip.position, why="damaged", spans_ms=[list(span) for span in look.damaged]
        )
    if look.lines is not None and look.lines < LEAST_LINES and _first(clip, "lines", told):
        said = _("{label} has {lines} lines, under {least}: what is written on signs cannot be read")
        yield warning(NAME, said.format(label=label, lines=look.lines, least=LEAST_LINES), item, clip=clip.position,
                      why="lines", lines=look.lines)  # fmt: skip
    if look.sound and _first(clip, "sound", told):
        said = _("the file of {label} has sound, which gives the runner away").format(label=label)
        yield warning(NAME, said, item, clip=clip.position, why="sound")
    if look.private and _first(clip, "metadata", told):
        said = _("the file of {label} tells place or camera in its metadata: {fields}").format(
            label=label, fields=", ".join(map(shown, look.private))
        )
        yield warning(NAME, said, item, clip=clip.position, why="metadata", fields=list(look.private))


def _length(item: CheckedQuestion, clip: CheckedClip, look: ClipLook) -> Iterator[Finding]:
    label, found = shown(clip.label), look.decoded_ms
    if found <= 0:
        yield error(NAME, _("{label} has no length").format(label=label), item, clip=clip.position, why="zero")
        return
    if found < SHORTEST_MS:
        said = _("{label} lasts {seconds:g} s, under {least:g}: too little to ask about")
        yield warning(NAME, said.format(label=label, seconds=found / 1000, least=SHORTEST_MS / 1000), item,
                      clip=clip.position, why="short", decoded_ms=found)  # fmt: skip
    most = LONGEST_MS.get(item.question.unit, WINDOW_MS)
    if most is not None and found > most + OFF_MS:
        said = _("{label} lasts {seconds:g} s, over the {most:g} of its unit")
        yield warning(NAME, said.format(label=label, seconds=found / 1000, most=most / 1000), item,
                      clip=clip.position, why="long", decoded_ms=found)  # fmt: skip
    for why, declared in (("declared", clip.length_ms), ("container", look.declared_ms)):
        if declared is not None and abs(declared - found) > OFF_MS:
            said = (
                _("{label} lasts {found:g} s by decoding, and the pack says {declared:g}")
                if why == "declared"
                else _("{label} lasts {found:g} s by decoding, and its container says {declared:g}")
            )
            yield warning(NAME, said.format(label=label, found=found / 1000, declared=declared / 1000), item,
                          clip=clip.position, why=why, decoded_ms=found, declared_ms=declared)  # fmt: skip


def _named(item: CheckedQuestion, clip: CheckedClip, told: set[tuple[str, str]]) -> Iterator[Finding]:
    """Whether what a clip is called on disk tells its recording, its place in it, or what it shows."""
    stem = PurePosixPath(clip.name.replace("\\", "/")).stem
    if not stem or _RANDOM.fullmatch(stem):
        return
    names = {name.casefold() for name in (clip.recording, clip.label, item.id) if name}
    telling = any(name in stem.casefold() for name in names) or _TELLING.search(stem)
    if telling and _first(clip, "name", told):
        said = _("the name of the file of {label} tells something: {name}").format(
            label=shown(clip.label), name=shown(PurePosixPath(clip.name).name)
        )
        yield warning(NAME, said, item, clip=clip.position, why="name", name=clip.name)


def _first(clip: CheckedClip, what: str, told: set[tuple[str, str]]) -> bool:
    """Whether something is told of a file for the first time: a recording is the file of many clips."""
    key = (clip.place, what)
    if key in told:
        return False
    told.add(key)
    return True
