"""RunningBench's packs of single clips: `manifest.json` without gold, `clips/<id>.mp4`, and a page that shows them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.protocol import Protocol
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container, read_text
from rbcheck.packs.fields import BadField
from rbcheck.packs.formats import question_file
from rbcheck.packs.recordings import sha256_of_file
from rbcheck.packs.strict_json import Unreadable, decode, decoder, raw
from rbcheck.packs.tables.sources import Source
from rbcheck.services.intake import IntakeOptions, Progress, ReadPack, Step

LIST, PAGE, INDEX = "manifest.json", "index.html", "index.json"

_DATA = re.compile(r"\b(?:const|let|var)\s+[A-Za-z_$][\w$]{0,60}\s*=\s*(?=[\[{])")
_MOST_DATA = 64
_NAMED = 20

_OTHER = N_("{path} is not the archive that {index} beside it describes ({found}; expected {expected}): get it again.")
_INDEX = N_("{path} cannot be read ({why}): get it again, or take it away.")
_NO_QUESTIONS = N_("{path} holds a page and no questions, neither in manifest.json nor in index.html: get it again.")


@dataclass(frozen=True, slots=True)
class Part:
    """What the list beside an archive says of it, and the archives of other parts that are not there."""

    bundle: str | None
    questions: int | None
    absent: tuple[str, ...] = ()


def holds(container: Container) -> bool:
    """Whether a container looks like a pack of single clips."""
    return container.holds(LIST) and container.holds(PAGE)


def read(container: Container, options: IntakeOptions, progress: Progress) -> ReadPack:
    """A pack of single clips, checked against the list beside its archive where there is one."""
    part = None if container.folder else described(container.path, progress)
    source = Source.of(container, LIST)
    if not question_file.is_question_file(source):
        source = _page(container)
    name = part.bundle if part and part.bundle else container.name
    direct = replace(options, protocol=options.protocol or Protocol.DIRECT)
    pack = question_file.read(source, container, direct, name)
    notes = pack.notes
    if part:
        notes = (*notes, _("the archive is the one that {index} describes").format(index=INDEX))
        if part.absent:
            said = _("{index} names parts that are not here: {names}")
            notes = (*notes, said.format(index=INDEX, names=", ".join(map(brief, part.absent))))
        count = len(pack.questions) + len({refusal.line for refusal in pack.refused})
        if part.questions not in (None, count):
            said = _("{index} says {stated} questions, and there are {count}")
            notes = (*notes, said.format(index=INDEX, stated=part.questions, count=count))
    return replace(pack, form=N_("pack of single clips"), path=container.path, notes=notes)


def archives_of(index: Path) -> tuple[str, ...]:
    """The archives that an `index.json` lists; none where there is no such file, or it is something else."""
    try:
        said = decode(read_text(index).decode("utf-8-sig")) if index.is_file() else None
    except (Unreadable, UnicodeDecodeError):
        return ()
    parts = said.get("parts") if isinstance(said, dict) else None
    rows = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return tuple(name for row in rows if isinstance(name := row.get("archive"), str))[:_NAMED]


def described(archive: Path, progress: Progress) -> Part | None:
    """What `index.json` beside an archive says of it; None where there is none. PackError where it is another one."""
    index = archive.parent / INDEX
    if not index.is_file():
        return None
    try:
        said = decode(read_text(index).decode("utf-8-sig"))
        parts = said.get("parts") if isinstance(said, dict) else None
        rows = [fields.record(item) for item in parts] if isinstance(parts, list) else []
        mine = next((row for row in rows if row.get("archive") == archive.name), None)
        if mine is None:
            return None
        _check(archive, fields.whole(mine, "bytes"), fields.text(mine, "sha256").lower(), progress)
        count = mine.get("questions")
        bundle = mine.get("bundle")
        others = (name for row in rows if isinstance(name := row.get("archive"), str))
        absent = tuple(name for name in others if not (archive.parent / PurePosixPath(name).name).exists())
        return Part(
            bundle if isinstance(bundle, str) else None, count if isinstance(count, int) else None, absent[:_NAMED]
        )  # fmt: skip
    except (Unreadable, UnicodeDecodeError) as error:
        raise PackError(_INDEX, path=inert(str(index)), why=brief(str(error), 200)) from error
    except BadField as bad:
        why = f"`{bad.field}`: {bad.found}"
        raise PackError(_INDEX, path=inert(str(index)), why=why) from bad


def _check(archive: Path, size: int, sha256: str, progress: Progress) -> None:
    there = archive.stat().st_size
    shown = {"path": inert(str(archive)), "index": INDEX}
    if there != size:
        raise PackError(_OTHER, **shown, found=_("{count} bytes").format(count=there), expected=str(size))
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        progress(Step.HASH, done, size)

    found = sha256_of_file(archive, tick)
    if found != sha256:
        raise PackError(_OTHER, **shown, found=f"SHA-256 {found[:12]}…", expected=f"{inert(sha256[:12])}…")


def _page(container: Container) -> Source:
    """The questions that the page holds as data; its script is never run."""
    text = container.content(PAGE).decode("utf-8", "replace")
    reader = decoder()
    for count, found in enumerate(_DATA.finditer(text)):
        if count == _MOST_DATA:
            break
        try:
            _value, end = raw(reader, text, found.end())
        except Unreadable:
            continue
        # Empty lines before it keep the line numbers those of the page.
        data = "\n" * text.count("\n", 0, found.end()) + text[found.end() : end]
        source = Source(PAGE, container.path, data.encode("utf-8", "replace"))
        if question_file.is_question_file(source):
            return source
    raise PackError(_NO_QUESTIONS, path=inert(str(container.path)))
