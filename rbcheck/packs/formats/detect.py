"""Which reader a path is for, told from what lies there and never from its name alone."""

from __future__ import annotations

from os.path import exists, isdir, isfile
from pathlib import Path

from rbcheck.domain.errors import N_, Missing, PackError
from rbcheck.domain.inert import brief, inert, shows_nothing
from rbcheck.packs import archives
from rbcheck.packs.containers import Archive, Container, Folder, listed
from rbcheck.packs.formats import cli_pack, clips_pack, native, question_file, web_bundle
from rbcheck.packs.lines import lines
from rbcheck.packs.tables.sources import ENDINGS, Source
from rbcheck.services.intake import IntakeOptions, Progress, ReadPack, Refusal

_MANIFEST = "pack.json"
_MARKS = (_MANIFEST, cli_pack.FILE, web_bundle.PAGE, web_bundle.LIST, clips_pack.LIST)

LONGEST_NAME = 80

_NOT_THERE = N_("There is nothing at {path}: check the path.")
_NO_FILE = N_("{path} is a pipe, a socket or a device: give the path of a file or of a folder.")
_FOREIGN = N_(
    "{path} holds nothing that is read here: no pack.json, no page of a bundle and no question file (JSON, JSON Lines, "
    "CSV or TSV)."
)
_SEVERAL = N_("{path} holds several question files ({names}): add one of them.")
_INDEX = N_("{path} lists archives and holds no question: add the archives that it names ({names}).")
_NAME = N_("{name} cannot be a pack's name: choose another of at most 80 characters, without slashes, by --name.")


def read(path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
    """Understand what lies at a path; Missing where nothing does, PackError where it cannot be understood."""
    pack = _read(path, options, progress)
    name = pack.name
    steers = inert(name) != name or "/" in name or "\\" in name or name in (".", "..")
    if steers or shows_nothing(name) or len(name) > LONGEST_NAME:
        raise PackError(_NAME, name=inert(name[:LONGEST_NAME]))
    return pack


def _read(path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
    if isdir(path):
        return _contained(_with_marks(path), options, progress)
    if exists(path) and not isfile(path):
        raise PackError(_NO_FILE, path=inert(str(path)))
    if not isfile(path):
        raise Missing(_NOT_THERE, path=inert(str(path)))
    if path.name in (_MANIFEST, web_bundle.PAGE):
        return _contained(Folder(path.parent), options, progress)
    if archives.is_archive(path):
        return _contained(Archive.scanned(path, options.max_bytes, progress), options, progress)
    _refuse_index(path)
    source, folder = Source.at(path), Folder(path.resolve().parent)
    if path.name == web_bundle.LIST and web_bundle.is_list(folder.content(path.name)):
        return web_bundle.read(folder, options)
    if path.name in (clips_pack.LIST, clips_pack.PAGE) and clips_pack.holds(folder):
        return clips_pack.read(folder, options, progress)
    if (path.name == cli_pack.FILE or _is_cli_pack(source)) and not _by_own_names(options):
        return cli_pack.read(source, folder, options)
    return question_file.read(source, folder, options, _stem(source.name))


def _contained(container: Container, options: IntakeOptions, progress: Progress) -> ReadPack:
    if container.holds(_MANIFEST):
        return native.read(container, options)
    if container.holds(cli_pack.FILE) and not _by_own_names(options):
        return cli_pack.read(Source.of(container, cli_pack.FILE), container, options)
    if container.holds(web_bundle.PAGE):
        return web_bundle.read(container, options)
    if clips_pack.holds(container):
        return clips_pack.read(container, options, progress)
    if container.holds(web_bundle.LIST) and web_bundle.is_list(container.content(web_bundle.LIST)):
        return web_bundle.read(container, options)
    return _question_file_in(container, options)


def _question_file_in(container: Container, options: IntakeOptions) -> ReadPack:
    """The one question file of a folder or an archive."""
    shown = inert(str(container.path))
    names = container.likely()
    if container.folder and set(names) <= {clips_pack.INDEX}:
        _refuse_index(container.folder / clips_pack.INDEX)
    sources = [Source.of(container, name) for name in names[: archives.MOST_LIKELY]]
    found = sources if len(sources) == 1 else [source for source in sources if question_file.is_question_file(source)]
    if not found:
        raise PackError(_FOREIGN, path=shown)
    if len(found) > 1:
        raise PackError(_SEVERAL, path=shown, names=", ".join(brief(source.name) for source in found[:20]))
    return question_file.read(found[0], container, options, container.name)


def _refuse_index(path: Path) -> None:
    """Say which archives to add, where a path is the list of them; PackError."""
    if path.name == clips_pack.INDEX and (names := clips_pack.archives_of(path)):
        raise PackError(_INDEX, path=inert(str(path)), names=", ".join(map(brief, names)))


def _by_own_names(options: IntakeOptions) -> bool:
    """Whether a person says what fields mean, which only the reader of question files asks for."""
    return options.own_names is not None or bool(options.id_from)


def _with_marks(path: Path) -> Folder:
    """The folder, or the one folder in it, that holds a describing file."""
    here = Folder(path)
    inner = [Path(path, name) for name in listed(path) if isdir(Path(path, name))]
    if len(inner) == 1 and not any(here.holds(mark) for mark in _MARKS) and not here.likely():
        return Folder(inner[0])
    return here


def _stem(name: str) -> str:
    ending = next((ending for ending in ENDINGS if name.lower().endswith(ending) and len(name) > len(ending)), "")
    return name[: len(name) - len(ending)]


def _is_cli_pack(source: Source) -> bool:
    with source.open() as file:
        head = file.readline(2**20)
    first = next(iter(lines(head, cli_pack.FILE)), None)
    if first is None or isinstance(first, Refusal):
        return False
    value = first[1]
    return isinstance(value, dict) and {"review_id", "evidence", "answer"} <= value.keys() and _of_clips(value)


def _of_clips(record: dict[str, object]) -> bool:
    evidence = record["evidence"]
    return isinstance(evidence, list) and all(isinstance(item, dict) and "span_sec" in item for item in evidence)
