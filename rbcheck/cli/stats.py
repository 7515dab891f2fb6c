"""`rbcheck stats` and `rbcheck gold`: the figures, and the published answers that they are measured against."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rbcheck.cli.kinds import Number, Seed
from rbcheck.cli.options import DROP, drop_rule
from rbcheck.cli.stats_page import Shown
from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.wiring import Wiring

GROUPS = ("unit", "type", "dimension", "source", "pack", "annotator", "verdict")
_BAD_PANEL = N_("“{value}” is no consensus: write M/N with M more than half of N, like 6/9.")


@click.command()
@click.option("--pack", metavar="P", help="One pack only; the only way to see a practice pack.")
@click.option("--by", "by", multiple=True, type=click.Choice(GROUPS), help="A table by this group (repeatable).")
@click.option("--annotator", metavar="NAME", help="Everything on one annotator.")
@click.option("--question", metavar="ID", help="Everything on one question.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--watch", is_flag=True, help="Print the page anew whenever the figures change, until interrupted.")
@click.option("--seed", type=Seed(), default=0, show_default=True, help="Of the permutation tests and the resampling.")
@click.option("--line", type=Number(0, 1), default=0.90, show_default=True, help="Agreement wanted.")
@click.option("--blind-line", type=Number(0, 1), default=0.15, show_default=True, help="Blind hits allowed.")
@DROP
@click.option("--consensus", metavar="M/N", default="6/9", show_default=True, help="A panel agrees: M of N.")
@click.option("--html", "html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write a report with plots, which any browser opens.")  # fmt: skip
@click.option("--open-gold", is_flag=True, help="Open the gold of judgments without a verdict, for good.")
@click.pass_obj
def stats(
    wiring: Wiring,
    pack: str | None,
    by: tuple[str, ...],
    annotator: str | None,
    question: str | None,
    as_json: bool,
    watch: bool,
    seed: int,
    line: float,
    blind_line: float,
    drop: str,
    consensus: str,
    html: Path | None,
    open_gold: bool,
) -> None:
    """Which questions are guessable, which answers are wrong, whom to trust.

    \b
    Examples:
      rbcheck stats
      rbcheck stats --by unit --by source
      rbcheck stats --annotator Ann
      rbcheck stats --question fv-000123
      rbcheck stats --json --seed 7
      rbcheck stats --html report.html
    """
    from rbcheck.stats.campaign import Settings

    groups = GROUPS if as_json else tuple(dict.fromkeys((*by, "type"))) if html else by
    settings = Settings(
        seed, line, blind_line, drop_rule(drop), _panel(consensus), tuple(groups),
        detail=bool(as_json or html or by or annotator),
    )  # fmt: skip
    if open_gold:
        opened = wiring.gold_opening.open(pack)
        words = ngettext(
            "The gold of {count} judgment is open now, for good.",
            "The gold of {count} judgments is open now, for good.",
            opened,
        )
        click.echo(words.format(count=opened), err=True)
    shown = Shown(wiring, settings, pack, by, annotator, question)
    if watch:
        shown.watch()
        return
    measured = shown.measured()
    if as_json:
        from rbcheck.stats.output import campaign_json

        value = campaign_json(measured.campaign, annotator=measured.annotator, question=question)
        click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False))
    elif html is None:
        shown.page(measured)
    if html is not None:
        written = wiring.write_report(html, measured.campaign, pack, annotator)
        if written != html:
            kept = _("{path} was there already and stays as it was: the new report has another name.")
            click.echo(kept.format(path=inert(str(html))), err=True)
        place = inert(str(written.absolute()))
        click.echo(_("The report is in {path}: open it in a browser.").format(path=place), err=True)
    if measured.withheld_judgments:
        words = ngettext(
            "{count} judgment without a verdict: figures computed from its gold are withheld.",
            "{count} judgments without a verdict: figures computed from their gold are withheld.",
            measured.withheld_judgments,
        )
        click.echo(words.format(count=measured.withheld_judgments), err=True)


def _panel(value: str) -> tuple[int, int]:
    needed, _slash, panel = value.partition("/")
    if not (
        needed.isdecimal() and panel.isdecimal() and 0 < int(panel) < 2 * int(needed) and int(needed) <= int(panel)
    ):
        raise RbcheckError(_BAD_PANEL, value=value)
    return int(needed), int(panel)


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
                ngettext(
                    "{count} gold added, {same} there already.",
                    "{count} golds added, {same} there already.",
                    told.added,
                ).format(count=told.added, same=told.same),
                err=True,
            )
    return 1 if told.refused else 0
