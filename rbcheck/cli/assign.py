"""`rbcheck assign`: who judges what."""

from __future__ import annotations

import json
import re

import click

from rbcheck.cli.kinds import Number
from rbcheck.cli.release import say_held
from rbcheck.domain.inert import inert
from rbcheck.domain.percent import wanted
from rbcheck.locale import _, ngettext
from rbcheck.services.assigning import Assigned, AssignRequest
from rbcheck.wiring import Wiring

SCHEMA = "rbcheck.assign/1"
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})")


@click.command()
@click.argument("name", metavar="PACK")
@click.argument("more", nargs=-1, metavar="")
@click.option("--to", "people", multiple=True, metavar="NAME...", help="Who is to judge.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N",
              help="So many of the questions, each source and unit in proportion.")  # fmt: skip
@click.option("--source", metavar="S", help="Only the questions of this source.")
@click.option("--range", "places", metavar="A-B", help="Only the questions from place A to place B of the pack.")
@click.option("--overlap", type=click.IntRange(min=1), default=1, show_default=True, metavar="M",
              help="How many of them get each question.")  # fmt: skip
@click.option("--seed", default="0", show_default=True, metavar="S", help="What chance follows.")
@click.option("--pause-below", type=Number(0, 1), metavar="SHARE",
              help="Hold new questions back from whoever has fewer checks right (0: from nobody).")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def assign(
    wiring: Wiring,
    name: str,
    more: tuple[str, ...],
    people: tuple[str, ...],
    sample: int | None,
    source: str | None,
    places: str | None,
    overlap: int,
    seed: str,
    pause_below: float | None,
    as_json: bool,
) -> None:
    """Give the questions of a pack to annotators; their queues then show theirs alone.

    \b
    Examples:
      rbcheck assign cli-1285 --to Ann --sample 120
      rbcheck assign cli-1285 --to Ann Ben Cy --overlap 2 --seed 7
      rbcheck assign cli-1285 --pause-below 0.9
    """
    if not people and pause_below is None:
        raise click.UsageError(_("Say who is to judge with --to, or hold new questions back with --pause-below."))
    if not people and (more or sample or places or source):
        raise click.UsageError(_("Say with --to who is to be given these questions."))
    between = None
    if places is not None:
        match = _RANGE.fullmatch(places)
        if match is None:
            raise click.UsageError(_("--range is two places with a line between, like 1-200."))
        between = int(match[1]), int(match[2])
    given: tuple[Assigned, ...] = ()
    if people:
        given = wiring.assigning.assign(AssignRequest(name, (*people, *more), sample, source, between, overlap, seed))
    if pause_below is not None:
        _pause(wiring, name, pause_below)
    for one in given:
        said = ngettext("{name}: {count} question", "{name}: {count} questions", len(one.questions))
        click.echo(said.format(name=inert(one.annotator), count=len(one.questions)), err=True)
        if one.made:
            new = _("{name} was not known here before: they find their questions when they sign in by that name.")
            click.echo(new.format(name=inert(one.annotator)), err=True)
    if as_json:
        rows = [{"annotator": one.annotator, "questions": list(one.questions)} for one in given]
        click.echo(json.dumps({"schema": SCHEMA, "assigned": rows}, ensure_ascii=False))


def _pause(wiring: Wiring, pack: str, below: float) -> None:
    """Hold new questions back from now on, and say whom it holds back."""
    checks = wiring.releasing.pause_below(pack, below)
    if below == 0:
        click.echo(_("Nobody is held back in {pack} any more.").format(pack=inert(pack)), err=True)
        return
    said = _("New questions of {pack} are held back below {share} of check questions right.")
    click.echo(said.format(pack=inert(pack), share=wanted(below)), err=True)
    if not checks:
        click.echo(
            _("No pack of this store has check questions yet: `rbcheck pack build --checks` adds them."), err=True
        )
    for person, counted in wiring.releasing.held_in(pack):
        say_held(person.name, pack, counted)
