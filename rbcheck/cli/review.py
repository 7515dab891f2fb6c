"""`rbcheck review`: an annotator's judgments read and commented on a screen, or listed with their comments."""

from __future__ import annotations

import json
import sys

import click

from rbcheck.domain.errors import N_
from rbcheck.locale import _
from rbcheck.services.reviewing import REVIEWER
from rbcheck.wiring import Wiring

_NO_TERMINAL = N_("rbcheck: The review needs a terminal; `rbcheck review --json` lists the judgments without one.")
EXIT_NO_TERMINAL = 2


@click.command()
@click.option("--annotator", metavar="NAME", help="One annotator's judgments only (name or id).")
@click.option("--by", "who", metavar="NAME", default=REVIEWER, show_default=True, help="Whose comments they are.")
@click.option("--json", "as_json", is_flag=True, help="List the judgments with their comments as one JSON value.")
@click.pass_obj
def review(wiring: Wiring, annotator: str | None, who: str, as_json: bool) -> int:
    """Read judgments with their evidence, comment on them, return them.

    \b
    Examples:
      rbcheck review --annotator Ann --by Lea
      rbcheck review --json
    """
    if as_json:
        from rbcheck.exchange.reviews import review_json

        reviewing = wiring.reviewing
        found = review_json((row, reviewing.open(row)) for row in reviewing.rows(annotator))
        click.echo(json.dumps(found, ensure_ascii=False))
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(_(_NO_TERMINAL), err=True)
        return EXIT_NO_TERMINAL
    from rbcheck.cli.interface import run_app
    from rbcheck.tui.terminal import run_guarded

    wiring.reviewing.rows(annotator)  # what is refused is refused before the screen opens
    wiring.open_work.dispose()
    log = wiring.settings.log_file
    return run_guarded(lambda: run_app(log, lambda: wiring.make_review_app(annotator, who)))
