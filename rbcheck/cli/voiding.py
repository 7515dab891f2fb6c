"""`rbcheck annotator void` and `unvoid`: whose judgments the figures leave out."""

from __future__ import annotations

import json

import click

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.wiring import Wiring

SCHEMA = "rbcheck.void/1"


@click.command("void")
@click.argument("name", metavar="NAME")
@click.option("--pack", metavar="PACK", help="Only what was judged in this pack.")
@click.option("--reason", metavar="TEXT", required=True, help="Why; it is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def void(wiring: Wiring, name: str, pack: str | None, reason: str, as_json: bool) -> None:
    """Leave somebody's judgments out of every figure; nothing is deleted, and `unvoid` counts them again.

    \b
    Examples:
      rbcheck annotator void Ann --reason "played nothing, as she says herself"
      rbcheck annotator void Ann --pack cli-1285-03 --reason "judged with the answers beside her"
    """
    person = wiring.voiding.void(name, reason, pack)
    said = (
        _("{name} is left out of the figures.") if pack is None else _("{name} is left out of the figures of {pack}.")
    )
    click.echo(said.format(name=inert(person.name), pack=inert(pack or "")), err=True)
    _print(as_json, person.annotator_id, (pack,), left_out=True)


@click.command("unvoid")
@click.argument("name", metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def unvoid(wiring: Wiring, name: str, as_json: bool) -> None:
    """Count somebody's judgments again, in all packs; that they were left out stays on record.

    \b
    Example:
      rbcheck annotator unvoid Ann
    """
    person, packs = wiring.voiding.unvoid(name)
    click.echo(_("{name} counts again.").format(name=inert(person.name)), err=True)
    _print(as_json, person.annotator_id, packs, left_out=False)


def _print(as_json: bool, annotator: str, packs: tuple[str | None, ...], *, left_out: bool) -> None:
    if as_json:
        found = {"schema": SCHEMA, "annotator": annotator, "packs": list(packs), "left_out": left_out}
        click.echo(json.dumps(found, ensure_ascii=False))
