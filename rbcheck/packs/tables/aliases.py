"""Which field of a record means what: one table of names, which a person can extend by a file of their own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from rbcheck.domain.errors import N_, Missing, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs.containers import read_text

Names = Mapping[str, tuple[str, ...]]
"""For each role the plain names that fields of it have, most telling first."""

GOLD_FORMS = ("letters", "index0", "index1", "text")

_SEPARATORS = re.compile(r"[\s_.\-]+")
_DEFAULTS = frozenset({"n", "source", "unit", "question_type", "lang"})

_NOT_THERE = N_("There is no file {path}: name the file that says what your fields mean by --map.")
_NO_TOML = N_('{path} cannot be read ({why}): write [fields] and lines like `stem = "frage"`.')
_UNKNOWN = N_("{path} says something of `{name}`, which nothing is named: {known} can be said.")
_VALUE = N_("`{name}` in {path} is not {expected}.")


def plain(name: str) -> str:
    """A field's name as it is compared."""
    return _SEPARATORS.sub("", name).casefold()


@dataclass(frozen=True, slots=True)
class Aliases:
    """The table, with what a person's own file adds to it."""

    fields: Names
    clip: Names
    option: Names
    option_columns: tuple[str, ...]
    columns: tuple[str, ...] = ()
    """The option columns that a person's file names, in order."""

    defaults: Mapping[str, str | int] = field(default_factory=dict)
    gold_form: str | None = None
    """How golds are to be read where a person's file says it: one of GOLD_FORMS."""


def load(own: Path | None = None) -> Aliases:
    """The table of the package, and before it the names in a person's own file; PackError where that says nonsense."""
    table = tomllib.loads(files("rbcheck.packs.tables").joinpath("aliases.toml").read_text(encoding="utf-8"))
    usual = Aliases(
        _names(table["fields"]), _names(table["clip"]), _names(table["option"]), tuple(table["columns"]["options"])
    )
    return usual if own is None else _extended(usual, own)


def _names(table: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {role: tuple(plain(name) for name in names) for role, names in table.items()}


def _extended(usual: Aliases, own: Path) -> Aliases:
    said = _read(own)
    shown = inert(str(own))
    _only(said, ("fields", "clip", "option", "defaults", "gold_as"), shown)
    added = {part: _strings(said.get(part, {}), getattr(usual, part), shown) for part in ("fields", "clip", "option")}
    options = added["fields"].get("options", ())
    several = len(options) > 1
    if several:
        added["fields"].pop("options")
    form = said.get("gold_as")
    if form not in (None, *GOLD_FORMS):
        raise PackError(_VALUE, name="gold_as", path=shown, expected=", ".join(GOLD_FORMS))
    return Aliases(
        _before(added["fields"], usual.fields), _before(added["clip"], usual.clip),
        _before(added["option"], usual.option), usual.option_columns, options if several else (),
        _defaults(said.get("defaults", {}), shown), form,
    )  # fmt: skip


def _read(own: Path) -> dict[str, object]:
    try:
        if not own.is_file():
            raise Missing(_NOT_THERE, path=inert(str(own)))
        return tomllib.loads(read_text(own).decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise PackError(_NO_TOML, path=inert(str(own)), why=inert(str(error)[:200])) from error


def _strings(said: object, roles: Names, path: str) -> dict[str, tuple[str, ...]]:
    """Names by role, each a text or a list of texts."""
    if not isinstance(said, dict):
        raise PackError(_VALUE, name="fields", path=path, expected='a table of names, like `stem = "frage"`')
    _only(said, roles, path)
    found: dict[str, tuple[str, ...]] = {}
    for role, names in said.items():
        listed = [names] if isinstance(names, str) else names
        if not isinstance(listed, list) or not listed or not all(isinstance(name, str) for name in listed):
            raise PackError(_VALUE, name=role, path=path, expected="a name or a list of names")
        found[role] = tuple(plain(name) for name in listed)
    return found


def _defaults(said: object, path: str) -> dict[str, str | int]:
    if not isinstance(said, dict):
        raise PackError(_VALUE, name="defaults", path=path, expected="a table of values, like `n = 1`")
    _only(said, _DEFAULTS, path)
    for name, value in said.items():
        kind, words = (int, "a whole number") if name == "n" else (str, "a text")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise PackError(_VALUE, name=name, path=path, expected=words)
    return dict(said)


def _only(said: Mapping[str, object], known: Iterable[str], path: str) -> None:
    names = tuple(sorted(known))
    for name in said:
        if name not in names:
            raise PackError(_UNKNOWN, path=path, name=inert(name[:40]), known=", ".join(names))


def _before(own: Names, usual: Names) -> Names:
    return {role: (*own.get(role, ()), *names) for role, names in usual.items()}
