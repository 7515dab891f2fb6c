"""What no pack changes in an annotator's store: the order of stages, and the gold of what was judged."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

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

_JUDGED = N_(
    "{question} is judged in this store already, and the pack brings another gold for it: only a lead's store can take "
    "that. Add the pack without it."
)

Clips = frozenset[tuple[str, object]]


def guard(work: UnitOfWork, pack: ReadPack, media: Media | None, difference: Difference) -> None:
    """PackError where an annotator's store would be given what a lead's alone may take.

    That is a gold for a question that was judged, and a direct pack with a question that stands as blind-first. The
    same question is one of the same text, however spaced, cased and ordered, or on the same clips.
    """
    if work.people.role() is Role.LEAD:
        return
    _guard_gold(work, pack, difference)
    coming = _coming(pack, difference)
    if not coming or pack.protocol is not Protocol.DIRECT:
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
        found = texts.get(_text(item.question)) or (clips.get(_clips(media[name])) if media is not None else None)
        if found:
            raise PackError(_BLIND_FIRST, question=inert(name), pack=inert(found))


def _guard_gold(work: UnitOfWork, pack: ReadPack, difference: Difference) -> None:
    before = work.packs.get(pack.name)
    # The practice pack is made anew by each release, and measures nobody.
    if before is None or before.practice:
        return
    golds = {
        (item.question.question_id, item.question.version): frozenset(item.gold)
        for item in pack.questions
        if item.gold is not None and item.question.question_id in difference.questions
    }
    others = {key for key, gold in golds.items() if gold != _gold(work, pack.name, *key)}
    for judgment in work.judgments.each(pack=pack.name) if others else ():
        if (judgment.question_id, judgment.version) in others:
            raise PackError(_JUDGED, question=inert(judgment.question_id))


def _gold(work: UnitOfWork, pack: str, question_id: str, version: str) -> frozenset[str]:
    return frozenset(work.packs.gold(pack, question_id, version) or ())


def _coming(pack: ReadPack, difference: Difference) -> tuple[ReadQuestion, ...]:
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
