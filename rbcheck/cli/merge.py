"""`rbcheck merge`: other stores brought in by the rules of an import."""

from __future__ import annotations

import click

from rbcheck.cli.exchange import ended, say_received
from rbcheck.cli.progress import progress_bar
from rbcheck.locale import _
from rbcheck.wiring import Wiring


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.UNPROCESSED, metavar="STORE...")
@click.option("--accept-broken", is_flag=True, help="Take judgments that contradict their ledger; they stay marked so.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def merge(wiring: Wiring, stores: tuple[str, ...], accept_broken: bool, as_json: bool) -> int:
    """Bring the judgments of other stores in, by the rules of an import; those stores stay as they are.

    \b
    Examples:
      rbcheck merge /mnt/laptop/rbcheck.db
      rbcheck merge rbcheck.db.before-restore-of-2026-11-30T083012Z --json
    """
    told = []
    for store in stores:
        with progress_bar(_("Reading the store")) as on_progress:
            for received in wiring.uniting.merge(
                store, accept_broken=accept_broken, on_progress=lambda done: on_progress(done, 0)
            ):
                told.append(received)
                if not as_json:
                    say_received(received)
    if not told and not as_json:
        click.echo(_("Nobody judged anything there."), err=True)
    return ended(told, as_json)
