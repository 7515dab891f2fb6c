"""`rbcheck stats` and `rbcheck gold`: the figures, and the published answers that they are measured against."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click

from rbcheck.cli.kinds import Number, Seed
from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.measuring import Measured
from rbcheck.wiring import Wiring

GROUPS = ("unit", "type", "dimension", "source", "pack", "annotator", "verdict")
_BAD_DROP = N_("“{value}” is no drop rule: write hits/guesses, like 2/3.")


@click.command()
@click.option("--pack", metavar="P", help="One pack only; the only way to see a practice pack.")
@click.option("--by", "by", multiple=True, type=click.Choice(GROUPS), help="A table by this group (repeatable).")
@click.option("--annotator", metavar="NAME", help="One annotator's judgments only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--seed", type=Seed(), default=0, show_default=True, help="Of the permutation tests.")
@click.option("--line", type=Number(0, 1), default=0.90, show_default=True, help="Agreement wanted.")
@click.option("--blind-line", type=Number(0, 1), default=0.15, show_default=True, help="Blind hits allowed.")
@click.option("--drop", metavar="H/B", default="2/3", show_default=True, help="Guessable: H of B blind hits.")
@click.option("--html", "html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write a report with plots, which any browser opens.")  # fmt: skip
@click.option("--open-gold", is_flag=True, help="Open the gold of judgments without a verdict, for good.")
@click.pass_obj
def stats(
    wiring: Wiring,
    pack: str | None,
    by: tuple[str, ...],
    annotator: str | None,
    as_json: bool,
    seed: int,
    line: float,
    blind_line: float,
    drop: str,
    html: Path | None,
    open_gold: bool,
) -> None:
    """Which questions are guessable, which answers are wrong, whom to trust.

    \b
    Examples:
      rbcheck stats
      rbcheck stats --by unit --by source
      rbcheck stats --json --seed 7
      rbcheck stats --html report.html
    """
    from rbcheck.stats.blind import DropRule
    from rbcheck.stats.campaign import Settings

    hits, guesses = _drop(drop)
    groups = GROUPS if as_json else tuple(dict.fromkeys((*by, "type"))) if html else by
    settings = Settings(seed, line, blind_line, DropRule(hits, guesses), groups=tuple(groups))
    if open_gold:
        opened = wiring.measuring.open_gold(pack)
        click.echo(_("The gold of {count} judgments is open now, for good.").format(count=opened), err=True)
    measured = wiring.measuring.measure(settings, pack, annotator)
    if as_json:
        from rbcheck.stats.output import campaign_json

        click.echo(json.dumps(campaign_json(measured.campaign), ensure_ascii=False, allow_nan=False))
    elif html is None:
        _print(measured, by)
    if html is not None:
        written = wiring.write_report(html, measured.campaign, pack, annotator)
        click.echo(_("The report is in {path}: open it in a browser.").format(path=inert(str(written))), err=True)
    if measured.withheld_judgments:
        words = _("{count} judgments without a verdict: figures computed from their gold are withheld.")
        click.echo(words.format(count=measured.withheld_judgments), err=True)


def _print(measured: Measured, by: tuple[str, ...]) -> None:
    from rich.console import Console

    from rbcheck.reports.terminal import stats_page

    width = max(shutil.get_terminal_size((80, 24)).columns, 40)
    for pack in measured.practice:
        click.echo(_("{pack} is a practice pack: it counts in no other figures.").format(pack=inert(pack)))
    Console(width=width, markup=False, highlight=False, emoji=False).print(
        stats_page(measured.campaign, by=by, width=width)
    )


def _drop(value: str) -> tuple[int, int]:
    hits, _slash, guesses = value.partition("/")
    if not (hits.isdecimal() and guesses.isdecimal() and 0 < int(hits) <= int(guesses)):
        raise RbcheckError(_BAD_DROP, value=value)
    return int(hits), int(guesses)


@click.group()
def gold() -> None:
    """The published answers."""


@gold.command("add")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--pack", metavar="P", help="Of this pack only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def gold_add(wiring: Wiring, file: Path, pack: str | None, as_json: bool) -> int:
    """Bring golds into a lead's store: JSON Lines {"id": …, "answer": [keys]}. All of them, or none.

    \b
    Example:
      rbcheck gold add gold.jsonl --pack cli-1285
    """
    told = wiring.golding.add(file, pack)
    refused = [
        {"file": part.file, "line": part.line, "id": part.id, "found": part.found, "expected": part.expected}
        for part in told.refused
    ]
    if as_json:
        value = {"schema": "rbcheck.gold_add/1", "added": told.added, "same": told.same, "refused": refused}
        click.echo(json.dumps(value, ensure_ascii=False))
    else:
        for part in told.refused:
            words = _("{file}, line {line}, {id}: found {found}, expected {expected}.")
            said = words.format(
                file=part.file, line=part.line, id=part.id or "—", found=part.found, expected=part.expected
            )
            click.echo(inert(said), err=True)
        if told.refused:
            click.echo(_("Nothing was taken: mend these lines first."), err=True)
        else:
            click.echo(
                _("{added} golds added, {same} there already.").format(added=told.added, same=told.same), err=True
            )
    return 1 if told.refused else 0
