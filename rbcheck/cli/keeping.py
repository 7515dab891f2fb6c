"""`rbcheck backup` and `rbcheck restore`: the store copied while people work, and put back."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import click

from rbcheck.cli.progress import progress_bar
from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.wiring import Wiring

_NO_STREAM = N_("A backup is a file, and is not written to standard output: name a file or a folder with -o.")


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="A file or a folder; else the folder backups beside the store.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def backup(wiring: Wiring, output: Path | None, as_json: bool) -> None:
    """Copy the store into one file, while people work; an existing file is never overwritten.

    \b
    Examples:
      rbcheck backup
      rbcheck backup -o /mnt/stick/
    """
    if output is not None and str(output) == "-":
        raise RbcheckError(_NO_STREAM)
    keeping = wiring.keeping
    with progress_bar(_("Copying the store")) as on_progress:
        made = keeping.backup(output, on_progress)
    size = made.stat().st_size
    if as_json:
        click.echo(json.dumps({"schema": "rbcheck.backup/1", "file": str(made), "bytes": size}, ensure_ascii=False))
    else:
        click.echo(inert(str(made)))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def restore(wiring: Wiring, file: Path, as_json: bool) -> None:
    """Make the store what a backup is; the store of before is kept beside it.

    \b
    Example:
      rbcheck restore backups/rbcheck_2026-11-30T083012Z.db
    """
    keeping = wiring.keeping
    with progress_bar(_("Putting the backup back")) as on_progress:
        done = keeping.restore(file, on_progress)
    aside = str(done.aside) if done.aside else None
    if as_json:
        value = {
            "schema": "rbcheck.restore/1", "before": aside, "judgments": done.judgments, "events": done.events,
            "lost": done.lost,
        }  # fmt: skip
        click.echo(json.dumps(value, ensure_ascii=False))
        return
    judgments = ngettext("{count} judgment", "{count} judgments", done.judgments).format(count=done.judgments)
    events = ngettext("{count} event", "{count} events", done.events).format(count=done.events)
    click.echo(_("Put back: {judgments}, {events}.").format(judgments=judgments, events=events), err=True)
    if aside:
        said = _("The store of before lies at {path}.").format(path=inert(aside))
        if done.lost:
            said = _(
                "The events after the backup ({count}) are gone from this store, and `rbcheck verify` will name their "
                "chains as broken: before anybody goes on here, bring them back with `rbcheck merge {path}`."
            ).format(count=done.lost, path=inert(shlex.quote(aside)))
        click.echo(said, err=True)
