"""Files coming in: which format they are of, by their content, and what they say."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from rbcheck.domain.errors import N_, ExchangeError, Missing
from rbcheck.domain.judgment import Judgment
from rbcheck.exchange import cli_results, full, jsonl, model_votes, runningbench
from rbcheck.exchange.nodes import Node, parse
from rbcheck.services.interchange import Arrival, Incoming
from rbcheck.services.ports import Pack, StoredQuestion

_NOT_THERE = N_("{path} cannot be read ({why}): give the path of an export.")
_UNKNOWN = N_(
    "{file} is none of the formats that can be imported (full, jsonl, runningbench, cli-results, model votes): it has "
    "the schema {schema}."
)
_NO_FILE = N_("{path} is a folder, a pipe or a device: give the path of a file.")
_NOT_TEXT = N_("{file} is no text in UTF-8: give an export as it was written.")
_UNREAD = N_("the line could not be read")
_TABLE = N_("{file} is a table, which holds no chain and no times: export it as `--format full`, and bring that in.")
_EMPTY = N_("{file} is empty: export it anew.")

_LINES: tuple[tuple[str, Callable[[object], bool], Callable[[Node, datetime], Incoming]], ...] = (
    ("jsonl", jsonl.is_line, jsonl.incoming),
    ("cli-results", cli_results.is_line, cli_results.incoming),
    ("model-votes", model_votes.is_line, model_votes.incoming),
)


def read_file(path: Path, now: datetime) -> Arrival:
    """A file as it was read; lines are read when they are asked for. `now` is the time of what has none."""
    first = next(lines_of(path), None)
    if first is None:
        raise ExchangeError(_EMPTY, file=path.name)
    value = _maybe(first[1])
    for form, known, incoming in _LINES:
        if known(value):
            return Arrival(path.name, form, _each(path, incoming, now))
    return _document(path, now)


def _document(path: Path, now: datetime) -> Arrival:
    if path.suffix.lower() in (".csv", ".tsv"):
        raise ExchangeError(_TABLE, file=path.name)
    value = parse("".join(text for _, text in lines_of(path, whole=True)), path.name)
    schema = value.get("schema") if isinstance(value, dict) else None
    if schema == full.SCHEMA:
        return full.read(value, path.name, now)
    if schema == runningbench.SCHEMA or (isinstance(value, dict) and isinstance(value.get("reviews"), list)):
        return runningbench.read(value, path.name, now)
    shown = schema if isinstance(schema, str) else "—"
    raise ExchangeError(_UNKNOWN, file=path.name, schema=shown)


def _each(path: Path, incoming: Callable[[Node, datetime], Incoming], now: datetime) -> Iterator[Incoming]:
    for number, text in lines_of(path):
        where = f"{path.name}:{number}"
        try:
            yield incoming(Node(parse(text, where), where), now)
        except ExchangeError as error:
            yield Incoming(where, _unmade, error=error)


def _unmade(stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
    raise ExchangeError(_UNREAD)


def _maybe(text: str) -> object:
    try:
        return parse(text, "")
    except ExchangeError:
        return None


def lines_of(path: Path, *, whole: bool = False) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, without the byte order mark; empty ones only where `whole`."""
    try:
        # A pipe would be waited for as it opens, a device read without end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise ExchangeError(_NO_FILE, path=path)
        with path.open("r", encoding="utf-8-sig", newline="\n") as file:
            yield from ((number, text) for number, text in enumerate(file, start=1) if whole or text.strip())
    except UnicodeDecodeError as error:
        raise ExchangeError(_NOT_TEXT, file=path.name) from error
    except OSError as error:
        raise Missing(_NOT_THERE, path=path, why=error.strerror) from error
