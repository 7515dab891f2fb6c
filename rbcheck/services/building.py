"""Distributable packs out of a checked one: made, described, and registered so that their votes come back."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from rbcheck.domain.canonical import Json
from rbcheck.domain.dice import Dice
from rbcheck.domain.errors import N_, NotFound, PackError
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options
from rbcheck.domain.ledger import Entry
from rbcheck.domain.question import Question
from rbcheck.services.build_plan import Check, Plan, Shares, labels_stay, letters_stay, plan
from rbcheck.services.building_values import (
    ANCHOR_SHARE,
    CHECK_SHARE,
    BuildOptions,
    BuildStep,
    Built,
    Making,
    OpenWriter,
    PackFolder,
    PackWriter,
    PlannedQuestion,
    ReadChecks,
    WrittenClip,
)
from rbcheck.services.built_rows import (
    KEPT_IN_MANIFEST,
    Written,
    built_question,
    counted,
    key_of,
    manifest_of,
    question_row,
)
from rbcheck.services.lead_rows import golds_now
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.ports import (
    BuiltVersion,
    ClipMedia,
    Clock,
    Device,
    Pack,
    Role,
    StoredQuestion,
    UnitOfWork,
    UnitOfWorkFactory,
)

_NO_PACK = N_("The store holds no pack {pack}: see `rbcheck pack list`.")
_NOT_LEAD = N_(
    "Packs are built in a lead's store, where their votes come back to: run `rbcheck store role lead` first."
)
_NOTHING = N_("The pack {pack} holds no question to build from: see `rbcheck pack show {pack}`.")
_NO_FILE = N_("{label} of {question} has no file here: bring it back, or run `rbcheck pack relink {pack}`.")
_BUILT_OF_BUILT = N_("{pack} was built itself: build from the pack that it was made of, {original}.")
_UNKNOWN_CHECK = N_("The check question {question} is in no pack of the store: add its pack first.")
_NO_ANSWER = N_("The check question {question} has no answer, neither in the list nor as a gold: give it one.")
_BAD_ANSWER = N_("The answer {answer} of the check question {question} is not {n} of its options: mend the list.")
_OVERLAP = N_("A question cannot go to {overlap} of {bundles} packs: choose --overlap from 1 to --bundles.")
_SEALED_SOURCE = N_("The pack {pack} is sealed: build from the open pack that it was made of.")


class Building:
    """Builds packs; what `open_writer` gives writes their files, `read_checks` reads a list of check questions."""

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        clock: Clock,
        device: Device,
        open_writer: OpenWriter,
        read_checks: ReadChecks,
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._open_writer = open_writer
        self._read_checks = read_checks

    def build(self, name: str, options: BuildOptions, progress: BuildStep = lambda done, total: None) -> Built:
        """Write the packs and register them; no pack stays where one of them cannot be written.

        The clips that an interrupted build has made stay: the next one goes on from them.
        """
        seed = options.seed if options.seed is not None else secrets.token_hex(16)
        shares = _shares(options)
        listed = self._read_checks(options.checks) if options.checks else ()
        with self._open_work(write=False) as work:
            pack, questions = self._source(work, name)
            checks = tuple(_check(work, name, question_id, answer) for question_id, answer in listed)
        dice = Dice(seed)
        planned = plan(pack, questions, checks, shares, dice, single=options.bundles is None)
        for item in (question for made in planned.packs for question in made.questions):
            _has_files(item.original)
        salt = dice.digest("salt", name, sorted(question.question.version for question in questions))[:16]
        making = Making(options.cut, options.passphrase, salt)
        writer = self._open_writer(options.out, name, making)
        clips = [clip.source for made in planned.packs for question in made.questions for clip in question.clips]
        writer.prepare([made.name for made in planned.packs], clips, progress)
        written = _write(writer, planned, pack, options, making)
        key = key_of(pack, seed, written)
        try:
            path = writer.write_key(key)
        except PackError:
            for made in written:
                made.remove()
            raise
        self._register(pack, seed, written, options)
        writer.clear()
        return Built(
            name, seed, path, tuple(counted(made, planned.anchors) for made in written),
            sum(bool(set(stored.extra) - set(options.keep_extra)) for stored in questions),
            sum(letters_stay(stored.question) for stored in questions),
            sum(labels_stay(stored.question) for stored in questions), planned.unused,
        )  # fmt: skip

    def _source(self, work: UnitOfWork, name: str) -> tuple[Pack, tuple[StoredQuestion, ...]]:
        pack = work.packs.get(name)
        if pack is None:
            raise NotFound(_NO_PACK, pack=inert(name))
        if work.people.role() is not Role.LEAD:
            raise PackError(_NOT_LEAD)
        questions = tuple(work.packs.questions(name))
        if not questions:
            raise PackError(_NOTHING, pack=inert(name))
        first = questions[0].question
        if (built := work.built.of(name, first.question_id, first.version)) is not None:
            raise PackError(_BUILT_OF_BUILT, pack=inert(name), original=inert(built.original[0]))
        if (pack.manifest or {}).get("seal"):
            raise PackError(_SEALED_SOURCE, pack=inert(name))
        return pack, questions

    def _register(self, pack: Pack, seed: str, written: list[Written], options: BuildOptions) -> None:
        """Keep every built question with its permutation, in one transaction with the event that says so."""
        now = self._clock.now()
        with self._open_work() as work:
            for made in written:
                _keep_pack(work, made, pack, now)
                for place, (planned, built, clips) in enumerate(made.questions, start=1):
                    _keep_question(work, made, place, planned, built, clips, options.keep_extra)
                    original = planned.original
                    where = (original.pack, original.question.question_id, original.question.version)
                    work.built.add(
                        BuiltVersion(made.planned.name, built.question_id, built.version, where, planned.permutation,
                                     seed, now, planned.check)
                    )  # fmt: skip
            said: dict[str, Json] = {
                "pack": pack.name, "built": [made.planned.name for made in written],
                "questions": [len(made.questions) for made in written],
                "seed": hashlib.sha256(seed.encode("utf-8")).hexdigest(),
                "golds": golds_now(work, [made.planned.name for made in written]),
            }  # fmt: skip
            event = append_in_store(work, self._clock, self._device, Entry("pack_built", said), now)
            work.commit()
        self._device.note_event(event)


def _write(writer: PackWriter, planned: Plan, pack: Pack, options: BuildOptions, making: Making) -> list[Written]:
    """Every pack at its place; none stays where one of them cannot be written."""
    finished = False
    written: list[Written] = []
    folders: list[PackFolder] = []
    try:
        for made in planned.packs:
            folder = writer.begin(made.name)
            folders.append(folder)
            pairs = []
            for question in made.questions:
                clips = [folder.clip(clip.source, clip.name) for clip in question.clips]
                pairs.append((question, built_question(question, clips), tuple(clips)))
            rows = [question_row(planned_one, built, options.keep_extra) for planned_one, built, _ in pairs]
            manifest = manifest_of(made, pack)
            place = folder.finish(manifest, rows)
            stated = {**manifest, "seal": folder.seal_stated()} if making.passphrase is not None else manifest
            written.append(Written(made, place, tuple(pairs), stated, folder.discard))
        finished = True
    finally:
        if not finished:
            for folder in folders:
                folder.discard()
    return written


def _shares(options: BuildOptions) -> Shares:
    bundles = options.bundles or 1
    overlap = options.overlap or 1
    if not 1 <= overlap <= bundles:
        raise PackError(_OVERLAP, overlap=overlap, bundles=bundles)
    anchors = options.anchors
    if anchors is None:
        # Without a question that two people share, how far they agree could not be computed at all.
        anchors = ANCHOR_SHARE if bundles > 1 and overlap == 1 else 0.0
    checks = options.check_share if options.check_share is not None else CHECK_SHARE
    return Shares(bundles, overlap, anchors if bundles > 1 else 0.0, checks if options.checks else 0.0)


def _check(work: UnitOfWork, pack: str, question_id: str, answer: Options) -> Check:
    """A check question: of the pack itself, else of another one."""
    found = sorted(
        (stored for stored in work.packs.versions(question_id) if stored.current),
        key=lambda stored: (stored.pack != pack, stored.pack),
    )
    if not found:
        raise PackError(_UNKNOWN_CHECK, question=inert(question_id))
    stored = found[0]
    known = answer or stored.gold
    if not known:
        raise PackError(_NO_ANSWER, question=inert(question_id))
    right = tuple(sorted(set(known)))
    if len(right) != stored.question.n or not set(right) <= set(stored.question.keys):
        raise PackError(
            _BAD_ANSWER, answer=inert(", ".join(known)), question=inert(question_id), n=stored.question.n
        )  # fmt: skip
    return Check(stored, right)


def _has_files(stored: StoredQuestion) -> None:
    there = {item.position for item in stored.media if item.path.is_file()}
    for clip in stored.question.clips:
        if clip.position not in there:
            raise PackError(
                _NO_FILE, label=inert(clip.label), question=inert(stored.question.question_id), pack=inert(stored.pack)
            )  # fmt: skip


def _keep_pack(work: UnitOfWork, made: Written, pack: Pack, now: datetime) -> None:
    before = work.packs.get(made.planned.name)
    rest = {name: value for name, value in made.manifest.items() if name in (*KEPT_IN_MANIFEST, "seal")}
    kept = Pack(
        made.planned.name, made.planned.title, pack.protocol, False, pack.coverage, False,
        before.added_at if before else now, manifest=rest,
    )  # fmt: skip
    if before is None:
        work.packs.add(kept)
        return
    work.packs.replace(kept)
    for stored in tuple(work.packs.questions(kept.name)):
        work.packs.retire(kept.name, stored.question.question_id)


def _keep_question(
    work: UnitOfWork, made: Written, place: int, planned: PlannedQuestion, built: Question,
    clips: tuple[WrittenClip, ...], keep_extra: tuple[str, ...],
) -> None:  # fmt: skip
    media = tuple(
        _media(made, clip.position, clip.source, written)
        for clip, written in zip(planned.clips, clips, strict=True)
    )  # fmt: skip
    original, gold = planned.original, planned.original.gold
    shown = planned.check or (planned.permutation.shown(gold) if gold else None)
    extra = {name: original.extra[name] for name in keep_extra if name in original.extra}
    work.packs.add_question(StoredQuestion(made.planned.name, place, built, True, media, shown, extra, {}))


def _media(made: Written, position: int, source: ClipMedia, written: WrittenClip) -> ClipMedia:
    """Where a built clip lies, with what the lead's store knows of the footage that it was made of."""
    start = source.start_ms if source.start_ms is not None else (source.span_ms or (None, None))[0]
    return ClipMedia(
        position, made.place, written.file, written.bytes, written.sha256, written.span_ms,
        source.recording, start, duration_ms=source.duration_ms,
    )  # fmt: skip
