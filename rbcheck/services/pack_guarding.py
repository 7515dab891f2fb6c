"""The lock from outside: what stands in an annotator's store as blind-first cannot come in again as direct."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Protocol
from rbcheck.domain.question import Question
from rbcheck.services.intake import ReadPack, ReadQuestion
from rbcheck.services.pack_comparing import Difference, Media
from rbcheck.services.ports import ClipMedia, Role, StoredQuestion, UnitOfWork

_BLIND_FIRST = N_(
    "{question} stands in this store as blind-first, in the pack {pack}, and cannot be added as direct: "
    "add the pack as blind-first."
)

Clips = frozenset[tuple[str, object]]


def guard(work: UnitOfWork, pack: ReadPack, media: Media | None, difference: Difference) -> None:
    """PackError where a direct pack would bring in a question that this annotator's store knows as blind-first.

    The same question is one of the same text, however spaced, cased and ordered, or on the same clips.
    """
    coming = _coming(pack, difference)
    if not coming or pack.protocol is not Protocol.DIRECT or work.people.role() is Role.LEAD:
        return
    texts: dict[str, str] = {}
    clips: dict[Clips, str] = {}
    for stored in _blind_first(work, (item.question.question_id for item in coming)):
        texts.setdefault(_text(stored.question), stored.pack)
        if stored.media:
            clips.setdefault(_clips(stored.media), stored.pack)
    if not texts:
        return
    for item in coming:
        name = item.question.question_id
        found = texts.get(_text(item.question)) or (clips.get(_clips(media(item))) if media is not None else None)
        if found:
            raise PackError(_BLIND_FIRST, question=inert(name), pack=inert(found))


def _coming(pack: ReadPack, difference: Difference) -> Sequence[ReadQuestion]:
    """The questions that the store does not hold as they are; all of them where the pack's protocol is another."""
    if difference.new or "protocol" in difference.pack:
        return pack.questions
    return tuple(item for item in pack.questions if item.question.question_id in difference.questions)


def _blind_first(work: UnitOfWork, ids: Iterable[str]) -> Iterator[StoredQuestion]:
    """Every question that stands as blind-first, hidden packs among them, and earlier versions of these ids."""
    packs = {pack.name for pack in work.packs.all(hidden=True) if pack.protocol is Protocol.BLIND_FIRST}
    if not packs:
        return
    for name in sorted(packs):
        yield from work.packs.questions(name)
    for question_id in ids:
        yield from (stored for stored in work.packs.versions(question_id) if stored.pack in packs)


def _text(question: Question) -> str:
    statements = sorted(_letters(option.text) for option in question.options)
    return "\n".join([_letters(question.stem), *statements])


def _letters(text: str) -> str:
    """The letters and digits of a text alone, so that no change of look makes it another one."""
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def _clips(media: Iterable[ClipMedia]) -> Clips:
    return frozenset((item.sha256, item.span_ms) for item in media)
