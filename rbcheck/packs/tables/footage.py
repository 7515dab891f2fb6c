"""The clips of a record: objects or bare paths, one or many, files or spans of recordings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from rbcheck.domain.question import MOST_CLIPS, Clip
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import BadField, Record, kind_of
from rbcheck.packs.recordings import ENDINGS, Members, Recordings, stem_of
from rbcheck.packs.tables.aliases import Aliases
from rbcheck.packs.tables.choices import LETTERS, unfolded
from rbcheck.packs.tables.layout import Layout, roles_in
from rbcheck.packs.wanting import Wanting
from rbcheck.services.intake import Footage, ReadClip

Span = tuple[int, int]

_CLOCK = r"(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2}(?:\.\d{1,6})?)"
_TWO_CLOCKS = re.compile(rf"\s*\[?\s*{_CLOCK}\s*(?:-|–|—|~|to|,)+\s*{_CLOCK}\s*\]?\s*")
_TWO_SECONDS = re.compile(r"\s*\[?\s*(\d{1,8}(?:\.\d{1,6})?)\s*(?:-|–|—|~|to|,)+\s*(\d{1,8}(?:\.\d{1,6})?)\s*s?\]?\s*")
_ONE_CLOCK = re.compile(rf"\s*{_CLOCK}\s*")
_SEPARATED = re.compile(r"[;|\n]")
_LONGEST_TIME = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """One clip as a record states it; a name that is no file of the pack is looked for among the recordings."""

    name: str
    label: str | None = None
    span: Span | None = None
    duration: int | None = None


class Clips:
    """Finds the clips of records: files of the pack first, else recordings by their stem."""

    def __init__(
        self, container: Container, recordings: Recordings | Members, aliases: Aliases, wanting: Wanting
    ) -> None:
        self._container = container
        self._recordings = recordings
        self._aliases = aliases
        self._wanting = wanting

    def stated(self, record: Record, layout: Layout, question_id: str) -> tuple[str, list[Shown]]:
        """The field that names the clips and what it says; the pack's own file of the id where none does."""
        span = _span_of(record, layout.roles)
        names = layout.roles.get("clips", ())
        for name in names:
            value = unfolded(record[name])
            if value in (None, "", []) or (len(names) > 1 and not _clip_like(value, self._aliases)):
                continue
            found = self._listed(name, value, span)
            if found:
                return name, found
        own = self._own(question_id)
        if own:
            return "clips", [Shown(own, None, span)]
        field = names[0] if names else "clips"
        raise BadField(field, _("nothing"), _("a clip"))

    def made(self, field: str, stated: list[Shown], question_id: str) -> tuple[tuple[Clip, ...], tuple[ReadClip, ...]]:
        """The clips of a question and the footage of those that are here; what is not here is noted as missing."""
        if len(stated) > MOST_CLIPS:
            found = _("{count} clips").format(count=len(stated))
            raise BadField(field, found, _("1 to {most} clips").format(most=MOST_CLIPS))
        clips, media = [], []
        for position, item in enumerate(stated, start=1):
            label = item.label or ("CLIP_1" if len(stated) == 1 else f"CLIP_{_letter(position)}")
            stem = stem_of(item.name)
            if item.span:
                clip = Clip(position, label, recording=stem, span_ms=item.span)
            else:
                clip = Clip(position, label, file=item.name, duration_ms=item.duration)
            footage = self._find(item.name, field)
            clips.append(clip)
            if footage is None:
                self._wanting.note(stem, question_id)
            else:
                start = item.span[0] if item.span else None
                media.append(ReadClip(position, footage, item.span, stem if item.span else None, start))
        return tuple(clips), tuple(media)

    def _find(self, name: str, field: str) -> Footage | None:
        return self._container.footage(name.removeprefix("./")) or self._recordings.find(name, field)

    def _own(self, question_id: str) -> str | None:
        """The file that a pack of single clips keeps for a question."""
        name = f"clips/{question_id}.mp4"
        return name if self._container.footage(name) else None

    def _listed(self, name: str, value: object, span: Span | None) -> list[Shown]:
        match value:
            case list():
                found = [self._one(name, unfolded(item), span) for item in value if item not in (None, "")]
            case dict() if roles_in(value, self._aliases.clip).get("file"):
                found = [self._one(name, value, span)]
            case dict():
                found = [self._one(name, item, span, str(label)) for label, item in value.items()
                         if item not in (None, "")]  # fmt: skip
            case str():
                found = [self._one(name, part, span) for part in _SEPARATED.split(value) if part.strip()]
            case _:
                found = [self._one(name, value, span)]
        return found

    def _one(self, name: str, value: object, span: Span | None, label: str | None = None) -> Shown:
        if isinstance(value, dict):
            return self._of_object(name, value, span, label)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value.strip():
            raise BadField(name, kind_of(value), _("the name of a video file"))
        return Shown(_short(name, value.strip()), label, span)

    def _of_object(self, name: str, value: Mapping[str, object], span: Span | None, label: str | None) -> Shown:
        roles = roles_in(value, self._aliases.clip)
        file = next((value[key] for key in roles.get("file", ()) if value[key] not in (None, "")), None)
        if isinstance(file, int) and not isinstance(file, bool):
            file = str(file)
        if not isinstance(file, str) or not file.strip():
            raise BadField(name, _("a clip whose file is {kind}").format(kind=kind_of(file)), _("a video's name"))
        stated = next((value[key] for key in roles.get("label", ()) if value[key] is not None), label)
        length = next((value[key] for key in roles.get("duration", ()) if value[key] is not None), None)
        return Shown(
            _short(name, file.strip()),
            None if stated is None else _short(name, str(stated)),
            _span_of(value, roles) or span,
            None if length is None else moment(length, name),
        )


def _clip_like(value: object, aliases: Aliases) -> bool:
    """Whether a value can be clips: `evidence` may also be what was written about each option."""
    match value:
        case dict():
            return bool(roles_in(value, aliases.clip).get("file")) or all(
                not isinstance(item, str) or PurePosixPath(item).suffix.lower() in ENDINGS for item in value.values()
            )
        case list():
            return all(item is None or isinstance(item, int) or _clip_like(item, aliases) for item in value)
        case str():
            return len(value) < 1000 and "\n" not in value.strip()
        case _:
            return isinstance(value, int)


def _span_of(record: Record, roles: Mapping[str, tuple[str, ...]]) -> Span | None:
    for name in roles.get("span", ()):
        if record[name] not in (None, ""):
            return _span(name, unfolded(record[name]))
    start = next((name for name in roles.get("start", ()) if record[name] not in (None, "")), None)
    end = next((name for name in roles.get("end", ()) if record[name] not in (None, "")), None)
    if start is None or end is None:
        return None
    return moment(record[start], start), moment(record[end], end)


def _span(name: str, value: object) -> Span:
    if isinstance(value, list) and len(value) == 2:
        return moment(value[0], name), moment(value[1], name)
    if isinstance(value, str) and len(value) <= _LONGEST_TIME:
        if clocks := _TWO_CLOCKS.fullmatch(value):
            parts = clocks.groups()
            return fields.milliseconds(_seconds(parts[:3]), name), fields.milliseconds(_seconds(parts[3:]), name)
        if seconds := _TWO_SECONDS.fullmatch(value):
            return fields.milliseconds(float(seconds[1]), name), fields.milliseconds(float(seconds[2]), name)
    raise BadField(name, kind_of(value), _("a start and an end in seconds, or as clock times"))


def moment(value: object, name: str) -> int:
    """Seconds, as a number or as text, or a clock time, as milliseconds."""
    if isinstance(value, str) and len(value) <= _LONGEST_TIME:
        if clock := _ONE_CLOCK.fullmatch(value):
            return fields.milliseconds(_seconds(clock.groups()), name)
        if re.fullmatch(r"\s*\d{1,8}(?:\.\d{1,6})?\s*s?\s*", value):
            return fields.milliseconds(float(value.strip().rstrip("s")), name)
    return fields.milliseconds(value, name)


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds = (float(part or 0) for part in parts)
    return (hours * 60 + minutes) * 60 + seconds


def _short(name: str, text: str) -> str:
    if len(text) > 1000 or any(ord(char) < 32 for char in text):
        raise BadField(name, _("a name of many characters or with control characters"), _("the name of a video file"))
    return text


def _letter(position: int) -> str:
    return LETTERS[position - 1] if position <= len(LETTERS) else str(position)
