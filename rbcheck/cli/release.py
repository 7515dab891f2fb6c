"""`rbcheck annotator release`: whoever was held back by check questions goes on."""

from __future__ import annotations

import json

import click

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.pausing import Checked
from rbcheck.wiring import Wiring

SCHEMA = "rbcheck.release/1"


def say_held(name: str, pack: str, counted: Checked) -> None:
    """Say on standard error whom a pack gives nothing new."""
    said = _("{name} gets no new questions of {pack}: {right} of {asked} check questions right.")
    shown = said.format(name=inert(name), pack=inert(pack), right=counted.right, asked=counted.asked)
    click.echo(shown, err=True)


@click.command("release")
@click.argument("name", metavar="NAME")
@click.option("--pack", metavar="PACK", help="Only in this pack.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def release(wiring: Wiring, name: str, pack: str | None, as_json: bool) -> None:
    """Let somebody have new questions again; the check questions so far no longer hold them back.

    \b
    Examples:
      rbcheck annotator release Ann
      rbcheck annotator release Ann --pack cli-1285-03
    """
    person, packs = wiring.releasing.release(name, pack)
    for one in packs:
        said = _("{name} gets new questions of {pack} again.")
        click.echo(said.format(name=inert(person.name), pack=inert(one)), err=True)
    if as_json:
        found = {"schema": SCHEMA, "annotator": person.annotator_id, "packs": list(packs)}
        click.echo(json.dumps(found, ensure_ascii=False))
