"""A pack of the store as the gates see it, with what people guessed and marked; what is withheld stays out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rbcheck.domain.judgment import Judgment
from rbcheck.services.gate_values import CheckedClip, CheckedPack, CheckedQuestion, Decoded
from rbcheck.services.judgment_records import row_of
from rbcheck.services.originals import counted
from rbcheck.services.ports import ClipMedia, Kind, Pack, Role, StoredQuestion, UnitOfWork
from rbcheck.services.withholding import Withholding

Where = tuple[str, str]


@dataclass(slots=True)
class _Said:
    """What people said of one question version."""

    guesses: list[frozenset[str]] = field(default_factory=list)
    marks: list[Mapping[str, str]] = field(default_factory=list)
    opened_for: set[str] = field(default_factory=set)


def stored_pack(
    work: UnitOfWork, pack: Pack, words: Mapping[str, tuple[str, ...]], closed: frozenset[str] = frozenset()
) -> CheckedPack:
    """A pack of the store; `closed` is the content, by hash, that may not be opened now.

    In an annotator's store the gold of a question is open once everybody there may know it.
    """
    questions = tuple(work.packs.questions(pack.name))
    said = _said(work, pack, {(item.question.question_id, item.question.version): item for item in questions})
    lead = work.people.role() is Role.LEAD
    everybody = {person.annotator_id for person in work.people.all() if person.kind == Kind.HUMAN}
    checked, withheld = [], 0
    for item in questions:
        of = said.get((item.question.question_id, item.question.version), _Said())
        known = lead or (bool(everybody) and everybody <= of.opened_for)
        withheld += not known and (item.gold is not None or item.machine_blind_hits is not None or bool(item.extra))
        checked.append(_question(work, item, of, known, closed))
    return CheckedPack(pack.name, tuple(checked), pack.manifest or {}, words, withheld=withheld)


def _said(work: UnitOfWork, pack: Pack, known: Mapping[Where, StoredQuestion]) -> dict[Where, _Said]:
    """What people guessed and marked on these very versions; on others their letters stood for other options."""
    from rbcheck.stats.row_populations import in_free, in_lock

    people = {person.annotator_id: person for person in work.people.all()}
    withholding = Withholding(work)
    found: dict[Where, _Said] = defaultdict(_Said)
    for judgment, where in _votes(work, pack.name):
        stored = known.get(where)
        if stored is None:
            continue
        if not withholding.withholds(judgment, stored):
            found[where].opened_for.add(judgment.annotator)
        row = row_of(judgment, stored, pack, people.get(judgment.annotator), named=True)
        if row.kind == Kind.MODEL or row.void:
            continue
        if row.blind is not None and in_lock(row):
            found[where].guesses.append(row.blind)
        if row.marks and in_free(row):
            found[where].marks.append(row.marks)
    return found


def _votes(work: UnitOfWork, pack: str) -> Iterator[tuple[Judgment, Where]]:
    """The judgments of a pack, and of what was built of it in the letters of the originals; not of check questions."""
    if pack in work.built.packs():
        for judgment in work.judgments.each(pack=pack):
            yield judgment, (judgment.question_id, judgment.version)
        return
    for item in counted(work, pack):
        if item.check is None and item.stored.pack == pack:
            yield item.judgment, (item.stored.question.question_id, item.stored.question.version)


def _question(
    work: UnitOfWork, item: StoredQuestion, said: _Said, known: bool, closed: frozenset[str]
) -> CheckedQuestion:
    media = {one.position: one for one in item.media}
    places = range(1, len(item.question.clips) + 1)
    clips = tuple(_clip(item, position, media.get(position), closed) for position in places)
    if not known:
        return CheckedQuestion(item.question, clips)
    hits = item.machine_blind_hits
    if hits is not None and _shuffled_since(work, item):
        hits = None
    return CheckedQuestion(item.question, clips, item.gold, item.extra, hits, tuple(said.guesses), tuple(said.marks))


def _clip(item: StoredQuestion, position: int, media: ClipMedia | None, closed: frozenset[str]) -> CheckedClip:
    clip = item.question.clips[position - 1]
    if media is None:
        return CheckedClip(position, clip.label, clip.file or "", recording=clip.recording, span_ms=clip.span_ms,
                           length_ms=clip.length_ms)  # fmt: skip
    return CheckedClip(
        position, clip.label, media.path.name, media.path, media.sha256, media.recording or clip.recording,
        media.span_ms, media.start_ms, clip.length_ms,
        None if media.decoded_ms is None else Decoded(media.bytes, media.decoded_ms, media.damaged),
        media.sha256 in closed,
    )  # fmt: skip


def _shuffled_since(work: UnitOfWork, item: StoredQuestion) -> bool:
    """Whether the hits of machines were counted on an earlier version with the options in another order."""
    now = [option.text for option in item.question.options]
    for other in work.packs.versions(item.question.question_id):
        before = [option.text for option in other.question.options]
        if (
            other.pack == item.pack
            and not other.current
            and other.machine_blind_hits == item.machine_blind_hits
            and before != now
            and sorted(before) == sorted(now)
        ):
            return True
    return False
