"""`rbcheck annotator` and `rbcheck store`: who is in the store, and whose it is."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.cells import cell_len, set_cell_size

from rbcheck.cli.release import release
from rbcheck.cli.voiding import unvoid, void
from rbcheck.domain.errors import N_
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import timestamp
from rbcheck.locale import _
from rbcheck.services.own_chain import set_role
from rbcheck.services.ports import Role
from rbcheck.services.releasing import standing
from rbcheck.services.voiding import left_out
from rbcheck.wiring import Wiring

_OPENS = N_(
    "This store now shows the published answers of every question: nobody should judge in it from here on. That it was "
    "made a lead's stays in its ledger, and `rbcheck verify` says so."
)


def print_people(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> None:
    """A table on standard output, its columns aligned in cells of the terminal."""
    widths = [max(cell_len(cell) for cell in column) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        padded = (set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())


@click.group()
def annotator() -> None:
    """Who judges in this store."""


@annotator.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def annotator_list(wiring: Wiring, as_json: bool) -> None:
    """List the annotators: name, id, kind, judgments; a lead's store says their check questions, too.

    \b
    Example:
      rbcheck annotator list --json
    """
    with wiring.open_work(write=False) as work:
        people = [
            (
                person, work.judgments.count(person.annotator_id), *standing(work, person.annotator_id),
                left_out(work, person.annotator_id),
            )
            for person in work.people.all()
        ]  # fmt: skip
    if as_json:
        rows = [
            {
                "id": person.annotator_id, "name": person.name, "kind": person.kind, "lang": person.lang,
                "created_at": timestamp(person.created_at), "judgments": count,
                "checks": None if checks is None else {"right": checks.right, "asked": checks.asked},
                "held_back": sorted(held), "left_out": list(out),
            }
            for person, count, checks, held, out in people
        ]  # fmt: skip
        click.echo(json.dumps({"schema": "rbcheck.annotators/1", "annotators": rows}, ensure_ascii=False))
        return
    if people:
        heads = (
            _("name"), _("id"), _("kind"), _("judgments"), _("checks right"), _("held back in"), _("left out in")
        )  # fmt: skip
        shown = [
            (
                inert(person.name), inert(person.annotator_id), person.kind, str(count),
                f"{checks.right}/{checks.asked}" if checks and checks.asked else "", inert(" ".join(sorted(held))),
                inert(" ".join(_("all packs") if pack is None else pack for pack in out)),
            )
            for person, count, checks, held, out in people
        ]  # fmt: skip
        # The last three are empty wherever nobody is checked or left out.
        kept = [at for at in range(len(heads)) if at < 4 or any(row[at] for row in shown)]
        print_people([[row[at] for at in kept] for row in shown], [heads[at] for at in kept])
    else:
        click.echo(_("No annotators yet: the first one signs in with `rbcheck`."), err=True)


annotator.add_command(release)
annotator.add_command(void)
annotator.add_command(unvoid)


@click.group()
def store() -> None:
    """Whose store this is."""


@store.command("role")
@click.argument("role", type=click.Choice([role.value for role in Role]), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def store_role(wiring: Wiring, role: str | None, as_json: bool) -> None:
    """Say, or set, whose store it is: an annotator's (gold is withheld) or a lead's.

    \b
    Examples:
      rbcheck store role
      rbcheck store role lead
    """
    with wiring.open_work(write=role is not None) as work:
        if role is not None and Role(role) is not work.people.role():
            event = set_role(work, wiring.clock, wiring.device, Role(role))
            work.commit()
            if event is not None:
                wiring.device.note_event(event)
            if Role(role) is Role.LEAD:
                click.echo(_(_OPENS), err=True)
        current = work.people.role()
    click.echo(json.dumps({"schema": "rbcheck.store_role/1", "role": current}) if as_json else current.value)
