"""Packs come in, are looked at, put out of sight, and found again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, NotFound, PackError, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import Entry
from rbcheck.sealing import read_seal
from rbcheck.services.intake import (
    IntakeOptions,
    Kept,
    KeptFile,
    PackFiles,
    Probing,
    ProbingSealed,
    Progress,
    ReadPack,
    Refusal,
    silent,
)
from rbcheck.services.lead_rows import golds_now
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.pack_comparing import Difference, Media, compare
from rbcheck.services.pack_footage import Trying, unusable, without
from rbcheck.services.pack_guarding import guard
from rbcheck.services.pack_overview import Overview, overview
from rbcheck.services.pack_reports import Added, MediaProblem, PackRow, Relinked, Shown
from rbcheck.services.pack_showing import row_of, shown
from rbcheck.services.pack_writing import Moves, relink, write
from rbcheck.services.ports import Clock, Device, Role, StoredQuestion, UnitOfWork, UnitOfWorkFactory

_EMPTY = N_("{path} holds no question: add a pack that has some.")
_ALL_BAD = N_("No question of {path} can be taken: see what was refused.")
_ALL_MISSING = N_(
    "No recording of {path} was found: name the folder that holds them by --video-root (see which ones are missing)."
)
_SOME_BAD = N_("Nothing was taken: mend what was refused, or take the good questions with --keep-good.")
_CHANGED = N_("The store holds another pack named {pack}: take the changes with --update, or choose a --name.")
_NO_PACK = N_("The store holds no pack {pack}: see `rbcheck pack list`.")

WITHHELD = N_("withheld")
_ANSWERS = frozenset({"answer", "gold", "machine_blind_hits"})


class PackService:
    """The use cases of packs; `probe` tries clips, `probe_sealed` sealed ones, and None leaves them untried."""

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        clock: Clock,
        device: Device,
        files: PackFiles,
        probe: Probing | None = None,
        probe_sealed: ProbingSealed | None = None,
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._files = files
        self._probe = probe
        self._probe_sealed = probe_sealed

    def look(self, path: Path, options: IntakeOptions, progress: Progress = silent) -> Added:
        """What `add` would do, as far as it can be told without reading the media; nothing is written."""
        pack = self._read(path, options, progress)
        role, difference, why = self._held_against(pack, options)
        seen = overview(pack)
        problems = Trying(self._probing(pack, options), seen).here(pack, progress)
        return _answer(pack, seen, difference, role, problems, why=why)

    def add(
        self,
        path: Path,
        options: IntakeOptions,
        progress: Progress = silent,
        understood: Callable[[Added], None] = lambda answer: None,
    ) -> Added:
        """Bring a pack in; nothing is written where a question is refused and `keep_good` is not set.

        `understood` is told what would be done before media are read and anything is written.
        """
        pack = self._read(path, options, progress)
        role, difference, why = self._held_against(pack, options)
        seen = overview(pack)
        told = _answer(pack, seen, difference, role, why=why)
        understood(told)
        if why:
            return told
        kept = self._files.keep(tuple(seen.footage), options.copy, self._known, progress)
        try:
            if refused := unusable(pack, kept):
                pack = without(pack, refused)
                seen = overview(pack)
            media, problems = Trying(self._probing(pack, options), seen).kept(pack, kept, progress)
            answer = self._write(pack, seen, media, problems, options, progress)
        except RbcheckError:
            # Where a person stopped it instead, what was brought in stays, and the next time goes on from there.
            self._files.discard(kept)
            raise
        used = frozenset(file.path for item in seen.footage if isinstance(file := kept[item], KeptFile))
        self._files.discard(_left(kept, used if answer.written else frozenset()))
        self._files.finish(kept)
        return answer

    def add_practice(self, folder: Path, name: str | None = None) -> int:
        """Bring a practice pack in, in whatever state it was made last; how many questions it has."""
        answer = self.add(folder, IntakeOptions(name=name, update=True))
        if answer.why:
            raise answer.why
        return answer.understood.questions

    def holds(self, name: str) -> bool:
        """Whether the store has a pack of that name."""
        with self._open_work(write=False) as work:
            return work.packs.get(name) is not None

    def list(self) -> tuple[PackRow, ...]:
        """The packs that are not hidden, in the order in which they were added."""
        with self._open_work(write=False) as work:
            return tuple(row_of(work, pack) for pack in work.packs.all())

    def show(self, name: str, annotator: str | None = None) -> Shown:
        """A pack's questions, with the stage of one annotator's judgments (of the only one where none is named)."""
        with self._open_work(write=False) as work:
            pack = work.packs.get(name)
            if pack is None:
                raise NotFound(_NO_PACK, pack=inert(name))
            return shown(work, pack, annotator)

    def remove(self, name: str) -> None:
        """Put a pack out of sight; nothing of it is deleted."""
        now = self._clock.now()
        with self._open_work() as work:
            pack = work.packs.get(name)
            if pack is None or pack.hidden_at is not None:
                raise NotFound(_NO_PACK, pack=inert(name))
            work.packs.replace(replace(pack, hidden_at=now))
            self._record(work, Entry("pack_removed", {"pack": name}), now)

    def relink(self, name: str, video_root: Path, progress: Progress = silent) -> Relinked:
        """Find a pack's media below a folder, by content; what was found is used from there on."""
        now = self._clock.now()
        with self._open_work(write=False) as work:
            if work.packs.get(name) is None:
                raise NotFound(_NO_PACK, pack=inert(name))
            media = [item for stored in work.packs.questions(name) for item in stored.media]
        wanted = {item.sha256: (item.relative, item.bytes) for item in media}
        places = self._files.find(video_root, wanted, progress)
        with self._open_work() as work:
            answer = relink(work, name, video_root.resolve(), places)
            if answer.found:
                said: dict[str, Json] = {"pack": name, "clips": answer.found}
                self._record(work, Entry("pack_relinked", said), now)
        return answer

    def _probing(self, pack: ReadPack, options: IntakeOptions) -> Probing | None:
        """How clips are tried; sealed ones only with their passphrase. WrongPassphrase where it is not theirs."""
        stated = pack.manifest.get("seal")
        if stated is None:
            return self._probe
        seal, try_sealed = read_seal(stated), self._probe_sealed
        if options.passphrase is None or try_sealed is None:
            return None
        key = seal.key(options.passphrase)
        return lambda path, from_ms, to_ms: try_sealed(path, from_ms, to_ms, key)

    def _read(self, path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
        pack = self._files.read(path, options, progress)
        if not (pack.questions or pack.refused or pack.missing):
            raise PackError(_EMPTY, path=inert(str(path)))
        return pack

    def _held_against(self, pack: ReadPack, options: IntakeOptions) -> tuple[Role, Difference, PackError | None]:
        """The store's role, how the pack differs from what it holds, and why it would be refused."""
        with self._open_work(write=False) as work:
            role = work.people.role()
            difference = self._compare(work, pack, None)
            guard(work, pack, None, difference)
            exists = work.packs.get(pack.name) is not None
        return role, difference, _refusal(pack, difference, exists, options)

    def _compare(self, work: UnitOfWork, pack: ReadPack, media: Media | None, moves: Moves | None = None) -> Difference:
        before = work.packs.get(pack.name)
        held: Iterable[StoredQuestion] = work.packs.questions(pack.name) if before else ()
        held = moves.passing(held) if moves else held
        role = work.people.role()
        return compare(pack, media, before, held, lambda name: work.packs.question(pack.name, name), role)

    def _known(self, sha256: str) -> Sequence[str]:
        with self._open_work(write=False) as work:
            return work.packs.paths_in_use(sha256)

    def _write(
        self,
        pack: ReadPack,
        seen: Overview,
        media: Media,
        problems: tuple[MediaProblem, ...],
        options: IntakeOptions,
        progress: Progress,
    ) -> Added:
        now = self._clock.now()
        with self._open_work() as work:
            role = work.people.role()
            before = work.packs.get(pack.name)
            moves = Moves(pack, media, options.copy)
            difference = self._compare(work, pack, media, moves)
            guard(work, pack, media, difference)
            if why := _refusal(pack, difference, before is not None, options):
                return _answer(pack, seen, difference, role, problems, why=why)
            if difference.nothing and before is not None:
                if relocated := moves.keep(work):
                    self._record(work, Entry("pack_relinked", {"pack": pack.name, "clips": relocated}), now)
            else:
                content = write(work, pack, media, difference, before, now, progress)
                golds = golds_now(work, (pack.name,))
                self._record(work, _entry(pack, content, golds, difference, before is not None), now)
        return replace(_answer(pack, seen, difference, role, problems), written=True)

    def _record(self, work: UnitOfWork, entry: Entry, now: datetime) -> None:
        """Write into the store's own chain and commit; the chain's head is then remembered by this device."""
        event = append_in_store(work, self._clock, self._device, entry, now)
        work.commit()
        self._device.note_event(event)


def _refusal(pack: ReadPack, difference: Difference, exists: bool, options: IntakeOptions) -> PackError | None:
    if not pack.questions:
        if pack.missing and not pack.refused:
            return PackError(_ALL_MISSING, path=inert(str(pack.path)))
        return PackError(_ALL_BAD, path=inert(str(pack.path)))
    if (pack.refused or pack.missing) and not options.keep_good:
        return PackError(_SOME_BAD)
    if exists and not difference.nothing and not options.update:
        return PackError(_CHANGED, pack=inert(pack.name))
    return None


def _answer(
    pack: ReadPack,
    seen: Overview,
    difference: Difference,
    role: Role,
    problems: tuple[MediaProblem, ...] = (),
    why: PackError | None = None,
) -> Added:
    return Added(
        pack=pack.name,
        understood=seen.understood(pack, role),
        added=difference.count(("added",)),
        unchanged=difference.unchanged,
        changed=difference.changed,
        removed=difference.count(("removed",)),
        refused=tuple(_told(refusal, role) for refusal in pack.refused),
        found=len(seen.footage),
        missing=pack.missing,
        problems=problems,
        changes=difference.shown(),
        left=difference.left,
        why=why,
    )


def _told(refusal: Refusal, role: Role) -> Refusal:
    """A refusal as this store may tell it: what was found where an answer stands is the lead's alone."""
    if role is Role.LEAD or not (refusal.secret or refusal.field in _ANSWERS):
        return refusal
    return replace(refusal, found=WITHHELD)


def _entry(
    pack: ReadPack, content: str, golds: dict[str, Json], difference: Difference, again: bool
) -> Entry:  # fmt: skip
    payload: dict[str, Json] = {
        "pack": pack.name, "protocol": pack.protocol.value, "reveal_gold": pack.reveal_gold,
        "questions": len(pack.questions), "added": difference.count(("added",)), "changed": difference.changed,
        "removed": difference.count(("removed",)), "content": content, "golds": golds,
    }  # fmt: skip
    return Entry("pack_updated" if again else "pack_added", payload)


def _left(kept: Kept, used: frozenset[Path]) -> Kept:
    return {item: file for item, file in kept.items() if isinstance(file, str) or file.path not in used}
