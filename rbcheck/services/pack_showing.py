"""What a store tells of its packs; an annotator's store does not tell what gives answers away."""

from __future__ import annotations

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.services.pack_reports import PackRow, QuestionRow, Shown, Withheld
from rbcheck.services.ports import Pack, Role, StoredQuestion, UnitOfWork
from rbcheck.services.viewing import durations

_NOBODY = N_("The store knows no annotator {name}: see `rbcheck annotator list`.")


def row_of(work: UnitOfWork, pack: Pack) -> PackRow:
    """One pack with its counts."""
    questions, clips, judged = work.packs.counts(pack.name)
    return PackRow(pack.name, pack.title, pack.protocol, pack.reveal_gold, questions, clips, judged, work.people.role())


def shown(work: UnitOfWork, pack: Pack, annotator: str | None) -> Shown:
    """A pack's questions; how many of them have something withheld is counted."""
    stages = _stages(work, pack, annotator)
    lead = work.people.role() is Role.LEAD
    rows, gold, hits, extra = [], 0, 0, 0
    for stored in work.packs.questions(pack.name):
        rows.append(_question(stored, stages.get(stored.question.question_id), lead))
        gold += not lead and stored.gold is not None
        hits += not lead and stored.machine_blind_hits is not None
        extra += not lead and bool(stored.extra)
    return Shown(row_of(work, pack), tuple(rows), Withheld(gold, hits, extra))


def _question(stored: StoredQuestion, stage: Stage | None, lead: bool) -> QuestionRow:
    question, lengths = stored.question, durations(stored)
    clips = tuple((clip.label, lengths[clip.position]) for clip in question.clips)
    return QuestionRow(
        question.question_id, question.source, question.unit, question.question_type, question.k, question.n, clips,
        stage, stored.gold if lead else None,
    )  # fmt: skip


def _stages(work: UnitOfWork, pack: Pack, name: str | None) -> dict[str, Stage | None]:
    people = work.people.named(name) if name is not None else work.people.all()
    if name is not None and not people:
        raise NotFound(_NOBODY, name=inert(name))
    if len(people) != 1:
        return {}
    return {row.question_id: row.stage for row in work.judgments.queue(people[0].annotator_id, pack.name)}
