"""`rbcheck export` and `rbcheck import`: judgments out to files, and in from files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import click

from rbcheck.cli.people import print_people
from rbcheck.cli.progress import progress_bar
from rbcheck.domain.errors import N_, ExchangeError, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.exchange import FORMATS
from rbcheck.exchange.archives import files_in
from rbcheck.locale import _, ngettext
from rbcheck.services.exporting import ExportRequest
from rbcheck.services.interchange import Exported, Received
from rbcheck.wiring import Wiring

_NO_PARQUET = N_("parquet is not written by this version: take csv or jsonl, which hold the same.")
_NOT_A_TIME = N_("“{value}” is no time in ISO 8601, like 2026-11-29 or 2026-11-29T14:00:00Z.")
_PARQUET = "parquet"
EXIT_USAGE = 2
_SCHEMA = "rbcheck.import/1"
MOST_SAID = 40
MOST_NAMES = 12


class _FormatName(click.Choice[str]):
    """The formats there are; one that somebody may well ask for is let through, to be refused with what to do."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value if value == _PARQUET else super().convert(value, param, ctx)


@click.command()
@click.option(
    "--annotator",
    is_flag=False,
    flag_value="",
    metavar="NAME",
    help="Whose judgments (name or id); without a name: who there is, exit 2.",
)
@click.option("--all", "everybody", is_flag=True, help="Every annotator's: a file each, or one stream.")
@click.option("--pack", metavar="P", help="The judgments of one pack only.")
@click.option(
    "--format",
    "form",
    type=_FormatName(list(FORMATS)),
    default="full",
    show_default=True,
    help="The shape of the file.",
)
@click.option(
    "-o", "--output", "output", type=click.Path(), metavar="FILE", help="A file, a folder, or - for standard output."
)
@click.option("--since", metavar="T", help="Judgments last acted on at or after T (ISO 8601).")
@click.option("--complete", is_flag=True, help="Judgments that are done.")
@click.option("--pseudonyms", is_flag=True, help="Stable made-up names instead of people's.")
@click.option("--excel", is_flag=True, help="csv, tsv: for spreadsheets (BOM, no cell that runs as a formula).")
@click.pass_obj
def export(
    wiring: Wiring,
    annotator: str | None,
    everybody: bool,
    pack: str | None,
    form: str,
    output: str | None,
    since: str | None,
    complete: bool,
    pseudonyms: bool,
    excel: bool,
) -> int:
    """Write an annotator's judgments to a file; an existing file is never overwritten.

    \b
    Examples:
      rbcheck export --annotator Ann
      rbcheck export --annotator Ann --format csv --excel -o ann.csv
      rbcheck export --all --format jsonl -o - > all.jsonl
    """
    if form == _PARQUET:
        raise ExchangeError(_NO_PARQUET)
    if not annotator and not everybody:
        return _list(wiring)
    stream = _to_stdout if output == "-" else None
    request = ExportRequest(
        wiring.exchanging.formats[form],
        None if everybody else annotator,
        pack,
        None if output in (None, "-") else Path(output or ""),
        stream,
        _time(since),
        complete,
        pseudonyms,
        excel,
    )
    exported = wiring.exchanging.export(request)
    sys.stdout.flush()
    for done in exported:
        if done.path is not None:
            click.echo(inert(str(done.path.absolute())), err=True)
        click.echo(_held(done), err=True)
    return 0


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--as", "as_name", metavar="NAME", help="Whose judgments they are, where the file does not say.")
@click.option("--accept-broken", is_flag=True, help="Take files that contradict their ledger; they stay marked so.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def import_(wiring: Wiring, files: tuple[Path, ...], as_name: str | None, accept_broken: bool, as_json: bool) -> int:
    """Read judgments from files (full, jsonl, runningbench, cli-results) or archives of them (zip, tar).

    The same file twice changes nothing.

    \b
    Examples:
      rbcheck import annotation_Ann_2026-11-29.json
      rbcheck import "annotation___2026-09-15 (1).json" --as Ann
    """
    told = []
    for given in files:
        with files_in(given) as paths:
            for path in paths:
                received = _receive(wiring, path, as_name, accept_broken)
                told.append(received)
                if not as_json:
                    say_received(received)
    return ended(told, as_json)


def ended(told: Sequence[Received], as_json: bool) -> int:
    """The exit code of an import, which has told each file already or tells them all as JSON now."""
    if as_json:
        value = {"schema": _SCHEMA, "files": [_json(received) for received in told]}
        click.echo(json.dumps(value, ensure_ascii=False))
    return 1 if any(received.refused for received in told) else 0


def _receive(wiring: Wiring, path: Path, as_name: str | None, accept_broken: bool) -> Received:
    with progress_bar(_("Reading {file}").format(file=inert(path.name))) as on_progress:
        return wiring.exchanging.receive(
            path, as_name=as_name, accept_broken=accept_broken, on_progress=lambda done: on_progress(done, 0)
        )


def _json(told: Received) -> dict[str, object]:
    """What became of one file, as `import --json` prints it."""
    return {
        "file": told.file,
        "format": told.form,
        "new": told.new,
        "same": told.same,
        "older": told.older,
        "merged": told.merged,
        "refused": [{"id": refusal.id, "reason": refusal.reason} for refusal in told.refused],
        "quirks": told.quirks,
        "notes": told.notes,
        "chain": told.chain,
    }


def say_received(told: Received) -> None:
    """Tell a person what became of one file."""
    counts = _("{file}: {new} new, {same} the same, {older} older, {refused} refused.").format(
        file=inert(told.file), new=told.new, same=told.same, older=told.older, refused=len(told.refused)
    )
    click.echo(counts, err=True)
    if not (told.changed or told.refused):
        click.echo(_("Nothing has changed: all of it was here already."), err=True)
    both = _("{question}: two different judgments; both are kept, as revisions in order of time.")
    _say_first([both.format(question=inert(question)) for question in told.merged])
    _say_first(list(_refusals(told)))
    for words, count in sorted(told.quirks.items()):
        click.echo("  " + _("{name}: {what}").format(name=inert(words), what=count), err=True)
    for words in told.notes:
        click.echo(inert(words), err=True)
    if told.chain == "broken":
        click.echo(_("Its ledger is broken: these judgments stay marked so."), err=True)


def _refusals(told: Received) -> Iterator[str]:
    """A sentence a reason, with the questions that were refused for it."""
    reasons: dict[str, list[str]] = {}
    for refusal in told.refused:
        reasons.setdefault(inert(refusal.reason).rstrip(".。"), []).append(inert(refusal.id))
    for reason, names in reasons.items():
        said = ngettext(
            "{question} was refused: {reason}.", "{count} were refused: {reason} ({questions}).", len(names)
        )
        shown = in_a_row(names[:MOST_NAMES], _)
        if len(names) > MOST_NAMES:
            shown = _("{names} and {count} more: --json has all").format(names=shown, count=len(names) - MOST_NAMES)
        yield said.format(question=names[0], count=len(names), reason=reason, questions=shown)


def _say_first(sentences: Sequence[str]) -> None:
    """The first of these, and how many more there are: a file may have a million."""
    for sentence in sentences[:MOST_SAID]:
        click.echo(sentence, err=True)
    if len(sentences) > MOST_SAID:
        click.echo("  " + _("and {count} more: --json has all").format(count=len(sentences) - MOST_SAID), err=True)


def _list(wiring: Wiring) -> int:
    people = wiring.exchanging.annotators()
    if people:
        print_people([(inert(person.name), inert(person.annotator_id), str(count)) for person, count in people],
                     (_("name"), _("id"), _("judgments")))  # fmt: skip
    click.echo(
        _("Say whose judgments to export: --annotator NAME, or --all.")
        if people
        else _("No annotators yet: the first one signs in with `rbcheck`."),
        err=True,
    )
    return EXIT_USAGE


def _held(done: Exported) -> str:
    # Scripts read this line, so it is the same in every language.
    return (
        f"{done.judgments} judgments ({done.complete} complete, {done.incomplete} incomplete), "
        f"{done.withheld} fields withheld"
    )


def _to_stdout(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8"))


def _time(value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError as error:
        raise ExchangeError(_NOT_A_TIME, value=value) from error
    return found.astimezone()
