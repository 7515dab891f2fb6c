"""`rbcheck pack export`: the questions of a pack as they stand, for evaluators and for repair."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rbcheck.cli.options import DROP, drop_rule
from rbcheck.domain.errors import CLAUSES, N_, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.wiring import Wiring

_WHY = {
    "open": N_("open"),
    "confirmed": N_("confirmed"),
    "rekeyed": N_("rekeyed"),
    "repair": N_("to be repaired"),
    "dropped": N_("dropped"),
    "guessable": N_("guessable"),
}


@click.command()
@click.argument("name", metavar="PACK")
@click.option("-o", "folder", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder to write into; what lies there stays as it is.")  # fmt: skip
@click.option("--settled", is_flag=True, help="Only what is confirmed or rekeyed, and not guessable.")
@click.option(
    "--split-group", type=click.Choice(["recording"]), help="Say which questions belong on one side of a split."
)
@click.option("--for-repair", is_flag=True, help="Only what is to be repaired, with the reasons.")
@DROP
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def export(
    wiring: Wiring,
    name: str,
    folder: Path,
    settled: bool,
    split_group: str | None,
    for_repair: bool,
    drop: str,
    as_json: bool,
) -> None:
    """Write questions.jsonl and questions.csv: the questions as they stand after adjudication.

    \b
    Examples:
      rbcheck pack export cli-1285 -o release --settled --split-group recording
      rbcheck pack export cli-1285 -o repair --for-repair
    """
    from rbcheck.exchange.publication import EXPORTED
    from rbcheck.services.publishing import PublishRequest
    from rbcheck.stats.campaign import Settings

    if settled and for_repair:
        raise click.UsageError(_("--settled and --for-repair exclude each other: name one of them."))
    request = PublishRequest(name, folder, settled, split_group is not None, for_repair)
    told = wiring.publishing.publish(request, Settings(drop=drop_rule(drop), groups=(), detail=False))
    if as_json:
        value = {
            "schema": EXPORTED, "pack": name, "files": [str(path) for path in told.files],
            "questions": told.questions, "withheld": told.withheld, "left_out": told.left_out,
        }  # fmt: skip
        click.echo(json.dumps(value, ensure_ascii=False))
    files = in_a_row((inert(str(path)) for path in told.files), _)
    words = ngettext("{count} question in {files}.", "{count} questions in {files}.", told.questions)
    click.echo(words.format(count=told.questions, files=files), err=True)
    if told.left_out:
        reasons = in_a_row((f"{_(_WHY[why])} {count}" for why, count in sorted(told.left_out.items())), _, CLAUSES)
        click.echo(_("Left out: {reasons}.").format(reasons=reasons), err=True)
    if told.withheld:
        words = ngettext(
            "Withheld, as this is an annotator's store: gold and status of {count} question.",
            "Withheld, as this is an annotator's store: gold and status of {count} questions.",
            told.withheld,
        )
        click.echo(words.format(count=told.withheld), err=True)
