"""Which reader a path is for, told from what lies there and never from its name alone."""

from __future__ import annotations

from os.path import isdir, isfile
from pathlib import Path

from rbcheck.domain.errors import N_, Missing, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs import archives
from rbcheck.packs.containers import Archive, Container, Folder, listed, read_text
from rbcheck.packs.formats import cli_pack, native, web_bundle
from rbcheck.packs.lines import lines
from rbcheck.services.intake import IntakeOptions, Progress, ReadPack, Refusal

_MANIFEST = "pack.json"
_MARKS = (_MANIFEST, cli_pack.FILE, web_bundle.PAGE, web_bundle.LIST)

_NOT_THERE = N_("There is nothing at {path}: check the path.")
_FOREIGN = N_(
    "{path} is not in a form that is read here: add an rbcheck pack, a web bundle (bundle_NN.tar) or the CLI pack "
    "(review_set.jsonl with --video-root)."
)
_NAME = N_("{name} cannot be a pack's name: choose another of at most 80 characters, without slashes, by --name.")


def read(path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
    """Understand what lies at a path; Missing where nothing does, PackError where it cannot be understood."""
    pack = _read(path, options, progress)
    name = pack.name
    if not name.strip() or len(name) > 80 or inert(name) != name or "/" in name or "\\" in name or name in (".", ".."):
        raise PackError(_NAME, name=inert(name[:80]))
    return pack


def _read(path: Path, options: IntakeOptions, progress: Progress) -> ReadPack:
    if isdir(path):
        return _contained(_with_marks(path), options)
    if not isfile(path):
        raise Missing(_NOT_THERE, path=inert(str(path)))
    if path.name in (_MANIFEST, web_bundle.PAGE, web_bundle.LIST):
        return _contained(Folder(path.parent), options)
    if archives.is_archive(path):
        return _contained(Archive.scanned(path, options.max_bytes, progress), options)
    content = read_text(path)
    if path.name == cli_pack.FILE or _is_cli_pack(content):
        return cli_pack.read(content, path.resolve(), path.resolve().parent, options)
    raise PackError(_FOREIGN, path=inert(str(path)))


def _contained(container: Container, options: IntakeOptions) -> ReadPack:
    if container.holds(_MANIFEST):
        return native.read(container, options)
    if container.holds(cli_pack.FILE):
        return cli_pack.read(container.content(cli_pack.FILE), container.path, container.folder, options)
    if container.holds(web_bundle.PAGE) or container.holds(web_bundle.LIST):
        return web_bundle.read(container, options)
    raise PackError(_FOREIGN, path=inert(str(container.path)))


def _with_marks(path: Path) -> Folder:
    """The folder, or the one folder in it, that holds a describing file."""
    here = Folder(path)
    inner = [Path(path, name) for name in listed(path) if isdir(Path(path, name))]
    if len(inner) == 1 and not any(here.holds(mark) for mark in _MARKS):
        return Folder(inner[0])
    return here


def _is_cli_pack(content: bytes) -> bool:
    first = next(iter(lines(content[: 2**20].split(b"\n", 1)[0], cli_pack.FILE)), None)
    if first is None or isinstance(first, Refusal):
        return False
    value = first[1]
    return isinstance(value, dict) and {"review_id", "evidence"} <= value.keys()
