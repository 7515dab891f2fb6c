"""Packs against the gates: a pack of the store, or one on disk that is checked without writing a thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os.path import exists
from pathlib import Path

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.inert import inert
from rbcheck.sealing import PackKey, Seal, read_seal
from rbcheck.services.decoding import Decoding
from rbcheck.services.gate_looking import look_at, with_hashes
from rbcheck.services.gate_store import stored_pack
from rbcheck.services.gate_unpacking import look_in_archives
from rbcheck.services.gate_values import (
    BadLine,
    CheckedClip,
    CheckedPack,
    CheckedQuestion,
    Finding,
    Gate,
    Member,
    Severity,
    Skip,
)
from rbcheck.services.health import Inspector
from rbcheck.services.intake import (
    IntakeOptions,
    PackFiles,
    Progress,
    ReadClip,
    ReadPack,
    ReadQuestion,
    Step,
    silent,
)
from rbcheck.services.ports import Role, UnitOfWorkFactory
from rbcheck.services.unlocking import Keys, seal_of

CLIPS, DUPLICATES = "clips", "duplicates"
# The gates that look into no file.
OF_TEXTS = ("structure", "leak", "scene", "labels", "cues", "negation", "turnaround", "guessable", "unsupported")
_ANSWERS = frozenset({"answer", "gold", "machine_blind_hits"})
_NEITHER = N_("The store holds no pack {name}, and no such path is there: see `rbcheck pack list`.")
_NO_GATE = N_("There is no gate {name}: the gates are {names}.")


Findings = Mapping[tuple[str, str], tuple[Finding, ...]]
"""What the gates found, by pack and question."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the gates found of a pack, in their order; `withheld` counts the questions that have something held back."""

    pack: str
    questions: int
    findings: tuple[Finding, ...]
    skipped: tuple[Skip, ...]
    withheld: int
    gates: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        """How many findings stand in the way of the pack."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)


class PackChecking:
    """Runs the gates. `open_work` is None where no store was made yet: then it is nobody's, as an annotator's is."""

    def __init__(
        self,
        open_work: Callable[[], UnitOfWorkFactory | None],
        files: PackFiles,
        gates: Mapping[str, Gate],
        inspector: Callable[[], Inspector],
        decoding: Callable[[], Decoding],
        keys: Keys,
    ) -> None:
        self._open_work = open_work
        self._files = files
        self._gates = gates
        self._inspector = inspector
        self._decoding = decoding
        self._keys = keys

    def check(
        self,
        target: str,
        names: Sequence[str] = (),
        options: IntakeOptions = IntakeOptions(),  # noqa: B008 - a frozen value
        words: Mapping[str, tuple[str, ...]] | None = None,
        progress: Progress = silent,
    ) -> Checked:
        """Run these gates (all, where none is named) on a pack of the store, else on the pack at that path."""
        for name in names:
            if name not in self._gates:
                raise NotFound(_NO_GATE, name=inert(name), names=", ".join(self._gates))
        chosen = [name for name in self._gates if not names or name in names]
        pack = self._pack(target, options, words or {}, CLIPS in chosen, progress)
        inspector = self._inspector() if CLIPS in chosen and (pack.key is not None or not pack.sealed) else None
        if DUPLICATES in chosen or inspector is not None:
            questions = look_in_archives(pack.questions, self._files.passing, inspector, progress, pack.key)
            pack = replace(pack, questions=questions)
        if DUPLICATES in chosen:
            pack = replace(pack, questions=with_hashes(pack.questions, progress))
        if inspector is not None:
            pack = replace(pack, questions=look_at(pack.questions, inspector, progress, pack.key))
        findings: list[Finding] = []
        skipped: list[Skip] = []
        for name in chosen:
            for told in self._gates[name](pack):
                if isinstance(told, Skip):
                    skipped.append(told)
                else:
                    findings.append(told)
        return Checked(pack.name, len(pack.questions), tuple(findings), tuple(skipped), pack.withheld, tuple(chosen))

    def by_question(self, packs: Iterable[str]) -> Findings:
        """What the gates that look into no file find of the questions of these packs of the store."""
        found: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for pack in sorted(packs):
            for finding in self.check(pack, OF_TEXTS).findings:
                if finding.question is not None and finding.severity is not Severity.NOTE:
                    found[pack, finding.question].append(finding)
        return {where: tuple(told) for where, told in found.items()}

    def _pack(
        self, target: str, options: IntakeOptions, words: Mapping[str, tuple[str, ...]], clips: bool, progress: Progress
    ) -> CheckedPack:
        role = Role.ANNOTATOR
        if factory := self._open_work():
            with factory(write=False) as work:
                role = work.people.role()
                held = work.packs.get(target)
            if held is not None and held.hidden_at is None:
                key = self._key(seal_of(held), options)
                closed = self._decoded(held.name, progress) if clips else frozenset()
                with factory(write=False) as work:
                    return replace(stored_pack(work, held, words, closed), key=key)
        path = Path(target)
        if not exists(path):
            raise NotFound(_NEITHER, name=inert(target))
        read = self._files.read(path, replace(options, without_footage=True), progress)
        stated = read.manifest.get("seal")
        key = self._key(read_seal(stated), options) if stated is not None else None
        return replace(read_pack(read, words, role), key=key)

    def _key(self, seal: Seal | None, options: IntakeOptions) -> PackKey | None:
        """The key of a sealed pack: by the passphrase, else as it is kept; WrongPassphrase where it is not its own."""
        if seal is None:
            return None
        if options.passphrase is not None:
            self._keys.hold(seal, seal.key(options.passphrase))
        return self._keys.of_seal(seal)

    def _decoded(self, pack: str, progress: Progress) -> frozenset[str]:
        """Wait until all of a pack is decoded that may be opened, and keep what was found; what stays closed."""
        decoding = self._decoding()
        decoding.close_begun()
        decoding.finish(pack, lambda done, total: progress(Step.DECODE, done, total))
        return decoding.closed


def read_pack(pack: ReadPack, words: Mapping[str, tuple[str, ...]], role: Role) -> CheckedPack:
    """A pack on disk as the gates see it; what an annotator's store would not tell stays out."""
    lead = role is Role.LEAD
    questions = tuple(_question(item, lead) for item in pack.questions)
    withheld = 0 if lead else sum(_tells(item) for item in pack.questions)
    bad = tuple(
        BadLine(item.file, item.line, item.id, item.field,
                item.found if lead or not (item.secret or item.field in _ANSWERS) else "…", item.expected)
        for item in pack.refused
    )  # fmt: skip
    missing = tuple((item.recording, item.questions) for item in pack.missing)
    return CheckedPack(pack.name, questions, pack.manifest, words, bad, missing, withheld)


def _tells(item: ReadQuestion) -> bool:
    return item.gold is not None or item.machine_blind_hits is not None or bool(item.extra)


def _question(item: ReadQuestion, lead: bool) -> CheckedQuestion:
    clips = tuple(_clips(item))
    if not lead:
        return CheckedQuestion(item.question, clips)
    return CheckedQuestion(item.question, clips, item.gold, item.extra, item.machine_blind_hits)


def _clips(item: ReadQuestion) -> Iterator[CheckedClip]:
    media: dict[int, ReadClip] = {clip.position: clip for clip in item.clips}
    for clip in item.question.clips:
        found = media.get(clip.position)
        if found is None:
            yield CheckedClip(clip.position, clip.label, clip.file or "", recording=clip.recording,
                              span_ms=clip.span_ms, length_ms=clip.length_ms)  # fmt: skip
            continue
        footage = found.footage
        packed = Member(footage.root, footage.relative, footage.bytes) if footage.archived else None
        path = None if footage.archived else footage.root / footage.relative
        yield CheckedClip(
            clip.position, clip.label, footage.relative.rpartition("/")[2], path, footage.sha256,
            found.recording or clip.recording, found.span_ms, found.start_ms, clip.length_ms, member=packed,
        )  # fmt: skip
