"""`rbcheck adjudicate`: the questions that wait for a lead's decision, as a list or as a screen."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import click

from rbcheck.cli.kinds import Seed
from rbcheck.cli.options import DROP, drop_rule
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.deciding import LEAD, Applied
from rbcheck.wiring import Wiring

LISTED = 20


@click.command()
@click.option("--pack", metavar="P", help="One pack only.")
@click.option("--json", "as_json", is_flag=True, help="List the proposals as one JSON value.")
@click.option("--list", "as_list", is_flag=True, help="List the proposals; the screen does not open.")
@click.option(
    "--apply", "file", type=click.Path(path_type=Path), metavar="FILE",
    help="Record the decisions of a file: that list, or lines {question, version, decision, answer, note}.",
)  # fmt: skip
@click.option("--by", "who", metavar="NAME", default=LEAD, show_default=True, help="Whose decisions they are.")
@DROP
@click.option("--seed", type=Seed(), default=0, show_default=True, help="Of the tests that say whom to trust.")
@click.pass_obj
def adjudicate(
    wiring: Wiring, pack: str | None, as_json: bool, as_list: bool, file: Path | None, who: str, drop: str, seed: int
) -> int:
    """Settle what the judgments leave open; in a terminal, on a screen.

    \b
    Examples:
      rbcheck adjudicate --pack cli-1285
      rbcheck adjudicate --json > proposals.json
      rbcheck adjudicate --apply proposals.json --by Lea
    """
    from rbcheck.exchange.decisions import APPLIED, adjudication_json
    from rbcheck.stats.campaign import Settings

    if file is not None:
        told = wiring.deciding.apply(file, pack, who)
        if as_json:
            refused = [
                {"line": part.line, "id": part.id, "found": part.found, "expected": part.expected}
                for part in told.refused
            ]
            value = {
                "schema": APPLIED, "decided": told.decided, "same": told.same, "open": told.open, "refused": refused,
            }  # fmt: skip
            click.echo(json.dumps(value, ensure_ascii=False))
        _say(told)
        return 1 if told.refused else 0
    settings = Settings(seed, drop=drop_rule(drop), groups=(), detail=False)
    if not (as_json or as_list) and sys.stdin.isatty() and sys.stdout.isatty():
        from rbcheck.cli.interface import run_app
        from rbcheck.tui.terminal import run_guarded

        wiring.adjudicating.look(pack)
        wiring.open_work.dispose()
        log = wiring.settings.log_file
        return run_guarded(lambda: run_app(log, lambda: wiring.make_adjudicate_app(settings, pack, who)))
    found = wiring.adjudicating.adjudication(settings, pack)
    if as_json:
        click.echo(json.dumps(adjudication_json(found, _), ensure_ascii=False, allow_nan=False))
        return 0
    from rbcheck.reports.adjudication import adjudication_page
    from rbcheck.reports.printing import printed

    width = max(shutil.get_terminal_size((80, 24)).columns, 40)
    click.echo(printed(adjudication_page(found, None if as_list else LISTED), width), nl=False)
    return 0


def _say(told: Applied) -> None:
    for part in told.refused:
        words = _("Line {line}, {id}: found {found}, expected {expected}.")
        said = words.format(line=part.line, id=part.id or "—", found=part.found, expected=part.expected)
        click.echo(inert(said), err=True)
    if told.refused:
        click.echo(_("Nothing was decided: mend these lines first."), err=True)
        return
    words = _("{decided} decided, {same} decided so already, {open} without a decision.")
    click.echo(words.format(decided=told.decided, same=told.same, open=told.open), err=True)
