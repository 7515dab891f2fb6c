"""The manifest of a native pack, `pack.json`: each field is what the specification says it may be, or is refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from rbcheck.domain.canonical import Json
from rbcheck.domain.coverage import DEFAULT_COVERAGE
from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.protocol import Protocol
from rbcheck.domain.qualification import declared
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import BadField, Record, written
from rbcheck.packs.formats.manifest_shapes import SHAPES, is_share, is_whole, says
from rbcheck.packs.strict_json import Unreadable, decode
from rbcheck.sealing import read_seal
from rbcheck.services.intake import Refusal

FILE = "pack.json"
VERSION = 1
_TAKEN = frozenset({"format", "version", "name", "title", "protocol", "reveal_gold", "coverage", "practice", "files"})
_MORE = frozenset({"options", "types", "scene", "turnarounds", "qualification", "seal", "made"})
"""What else a manifest may hold; under `made` a practice pack says what it was made from."""

_SHA256 = re.compile("[0-9a-fA-F]{64}")

_BAD = N_("pack.json in {path} cannot be read ({why}): mend it and add the pack again.")
_FIELD = N_("`{field}` in pack.json of {path} holds {found}; expected {expected}.")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest says of its pack; `files` by path are hashes, `rest` what gates and store use.

    `sizes` are bytes, of those files of which it says how many.
    """

    name: str
    title: Mapping[str, str]
    protocol: Protocol
    reveal_gold: bool
    coverage: float
    practice: bool
    files: Mapping[str, str]
    sizes: Mapping[str, int]
    rest: Mapping[str, Json]

    def unknown(self) -> tuple[str, ...]:
        """The names of fields that mean nothing here."""
        return tuple(name for name in self.rest if name not in _MORE)


def read(container: Container) -> Manifest:
    """The manifest of a pack; PackError that names the field where one cannot be used."""
    path = inert(str(container.path))
    try:
        row = fields.record(decode(container.content(FILE).decode("utf-8-sig")), FILE)
        _expect(row, "format", "rbcheck.pack")
        _expect(row, "version", VERSION)
        if row.get("seal") is not None:
            read_seal(row["seal"])
        for name, (sound, expected) in SHAPES.items():
            if row.get(name) is not None and not sound(row[name]):
                raise BadField(name, written(row[name]), _(expected))
        files, sizes = _files(row)
        return Manifest(
            name=fields.text(row, "name"),
            title=_title(row),
            protocol=_protocol(row),
            reveal_gold=_flag(row, "reveal_gold"),
            coverage=_share(row, "coverage"),
            practice=_flag(row, "practice"),
            files=files,
            sizes=sizes,
            rest=fields.rest(row, _TAKEN),
        )
    except (Unreadable, UnicodeDecodeError) as error:
        raise PackError(_BAD, path=path, why=str(error)) from error
    except BadField as bad:
        raise PackError(_FIELD, field=bad.field, path=path, found=bad.found, expected=bad.expected) from bad


def strangers(manifest: Manifest, ids: Collection[str]) -> Iterator[Refusal]:
    """The questions that a pack asks for its qualification and does not hold; `ids` are those that it holds."""
    asked = declared(manifest.rest)
    for name in chain.from_iterable(asked.tries) if asked else ():
        if name not in ids:
            yield Refusal(FILE, None, None, "qualification", brief(name), _("the id of a question of the pack"))


def _expect(row: Record, name: str, value: str | int) -> None:
    found = row.get(name)
    if found != value or type(found) is not type(value):
        raise BadField(name, written(found), str(value))


def _title(row: Record) -> dict[str, str]:
    value = row.get("title")
    if value is None:
        return {"en": fields.text(row, "name")}
    titles = {"en": value} if isinstance(value, str) else value
    if not isinstance(titles, dict) or not titles or not all(says(title) for title in titles.values()):
        raise BadField("title", written(value), _("a text for each language"))
    return titles


def _protocol(row: Record) -> Protocol:
    stated = row.get("protocol")
    if stated not in tuple(Protocol):
        raise BadField("protocol", written(stated), _("blind-first or direct"))
    return Protocol(str(stated))


def _flag(row: Record, name: str) -> bool:
    value = row.get(name, False)
    if not isinstance(value, bool):
        raise BadField(name, written(value), _("true or false"))
    return value


def _share(row: Record, name: str) -> float:
    value = row.get(name, DEFAULT_COVERAGE)
    if not is_share(value):
        raise BadField(name, written(value), _("a number over 0, at most 1"))
    return float(value)


def _files(row: Record) -> tuple[dict[str, str], dict[str, int]]:
    stated = row.get("files", {})
    if not isinstance(stated, dict):
        raise BadField("files", written(stated), _("an object of files by path"))
    found, sizes = dict[str, str](), dict[str, int]()
    for path, said in stated.items():
        size, sha256 = (said.get("bytes"), said.get("sha256")) if isinstance(said, dict) else (None, None)
        sized = size is None or (is_whole(size) and size >= 0)
        if not sized or not isinstance(sha256, str) or not _SHA256.fullmatch(sha256):
            raise BadField("files", f"{brief(path)}: {written(said)}", _("`bytes` and `sha256` for each file"))
        found[path] = sha256.lower()
        if size is not None:
            sizes[path] = size
    return found, sizes
