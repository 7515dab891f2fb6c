"""The gate `leak`: words that give away how a question was made, or which recording it is of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from rbcheck.domain.canonical import Json
from rbcheck.domain.taxonomy import taxonomy
from rbcheck.locale import _, ngettext
from rbcheck.packs.gates.finding_words import Words
from rbcheck.packs.gates.saying import error, shown, warning
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Skip

NAME = "leak"
_FILE = re.compile(r"[\w.\-]+\.(?:mp4|mov|m4v|mkv|webm|avi|mpe?g|wmv|insv|lrv)(?![A-Za-z0-9])", re.IGNORECASE)
_UNIT_OF_TIME = r"(?:s|secs?|seconds?|mins?|minutes?)(?![A-Za-z])"
_TIMESTAMP = re.compile(
    r"(?<![\d:.])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:\.\d+)?(?![\d:])"
    r"|(?<![A-Za-z])(?:at|after|before|by|until|till|from|to|around|approximately|roughly|between|and|first|last)\s+"
    r"(?:about\s+|approximately\s+|around\s+)?\d+(?:\.\d+)?[\s-]?" + _UNIT_OF_TIME +
    r"|(?<![A-Za-z])(?:second|minute)\s+\d+(?!\d)|(?<!\d)\d+(?:\.\d+)?[\s-]?second\s+mark(?![A-Za-z])"
    r"|第\s*\d+(?:\.\d+)?\s*(?:秒|分)|\d+\s*分\s*\d+(?:\.\d+)?\s*秒|\d+(?:\.\d+)?\s*(?:秒|分钟)\s*(?:处|时|前|后|之前|之后|左右|起)",
    re.IGNORECASE,
)  # fmt: skip
# Types that ask for times: a time is what their options are about.
_OF_TIMES = frozenset({"temporal-grounding"})
# Parts of file names that are words of any text.
_LEAST_PART = 3
_TELLING_FIELDS = re.compile(
    r"caption|rationale|reason|explan|answer|gold|order|evidence|solution|correct|label|transcript|truth|script"
    r"|字幕|答案|理由|解释|描述|顺序",
    re.IGNORECASE,
)
_LEAST_COPY = 25


def leak(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """File names and their parts, recording ids, words of the making, times, in every text; what `extra` would tell."""
    words = Words(pack.words.get(NAME, ()))
    telling: Counter[str] = Counter()
    for item in pack.questions:
        names, parts = _names(item)
        for option, text in item.texts:
            yield from _words(item, option, text, words, names, parts)
        yield from _copies(item)
        telling.update(key for key in item.extra if _TELLING_FIELDS.search(key))
    for key, count in sorted(telling.items()):
        said = ngettext(
            "the field {field} of {count} question gives the answer away: "
            "it stays with the lead, and `rbcheck pack build` leaves it out",
            "the field {field} of {count} questions gives the answer away: "
            "it stays with the lead, and `rbcheck pack build` leaves it out",
            count,
        )
        yield warning(NAME, said.format(field=shown(key), count=count), why="extra", field=key, questions=count)


def _words(
    item: CheckedQuestion, option: str | None, text: str, words: Words, names: Words, parts: Words
) -> Iterator[Finding]:
    taken: list[tuple[int, int]] = []

    def finding(why: str, said: str, match: str, start: int, end: int) -> Iterator[Finding]:
        # One place is told once, by what says most of it.
        if any(start < last and first < end for first, last in taken):
            return
        taken.append((start, end))
        place = _("the stem") if option is None else option
        told = said.format(place=place, found=f"“{shown(match)}”")
        yield error(NAME, told, item, option, why=why, found=match, at=[start, end])

    for match, start, end in names.found_in(text):
        yield from finding(
            "recording", _("{place} names a file or recording of the question: {found}"), match, start, end
        )
    for file in _FILE.finditer(text):
        yield from finding("file_name", _("{place} holds a file name: {found}"), file[0], file.start(), file.end())
    for match, start, end in parts.found_in(text):
        said = _("{place} holds a part of the name of a file or recording: {found}")
        yield from finding("name_part", said, match, start, end)
    for match, start, end in words.found_in(text):
        yield from finding("word", _("{place} tells how the question was made: {found}"), match, start, end)
    kind = taxonomy().type_of(item.question.question_type)
    if kind is None or kind.name not in _OF_TIMES:
        for moment in _TIMESTAMP.finditer(text):
            said = _("{place} holds a time of the video: {found}")
            yield from finding("timestamp", said, moment[0], moment.start(), moment.end())


def _names(item: CheckedQuestion) -> tuple[Words, Words]:
    """The names of the question's files and recordings, and the parts of those that no other text would hold."""
    names: set[str] = set()
    for clip in item.clips:
        names |= {clip.recording or "", PurePosixPath(clip.name.replace("\\", "/")).stem}
    for value in _strings(item.extra):
        if re.fullmatch(r"[\w.\-]{4,80}", value) and re.search(r"\d", value) and re.search(r"[A-Za-z]", value):
            names.add(value)
    own = {clip.label.casefold() for clip in item.clips} | {item.id.casefold()}
    names = {name for name in names if len(name) >= _LEAST_PART and name.casefold() not in own and not name.isdigit()}
    parts = {part for name in names for part in re.split(r"[_\-.\s]+", name) if _distinct(part)}
    # A part that is a label's (CLIP_1 in CLIP_1_158_198) tells nothing.
    plain = {word for label in own for word in re.split(r"[_\-.\s]+", label)}
    whole = {name for name in names if re.search(r"[\d_\-]", name)}
    return Words(whole), Words(part for part in parts - names if part.casefold() not in plain)


def _distinct(part: str) -> bool:
    return len(part) >= _LEAST_PART and bool(re.search(r"\d", part)) and bool(re.search(r"[A-Za-z]", part))


def _copies(item: CheckedQuestion) -> Iterator[Finding]:
    """Options that stand word by word in what the pack keeps beside a question, where others do not."""
    texts = [(option.key, _plain(option.text)) for option in item.question.options]
    for field, value in item.extra.items():
        kept = _plain(" ".join(_strings({field: value})))
        copied = [key for key, text in texts if len(text) >= _LEAST_COPY and text in kept]
        if not 0 < len(copied) < len(texts):
            continue
        for key in copied:
            said = _("{key} stands word by word in the field {field}").format(key=key, field=shown(field))
            yield error(NAME, said, item, key, why="copied", field=field)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _strings(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _strings(part)
        case list() | tuple():
            for part in value:
                yield from _strings(part)
