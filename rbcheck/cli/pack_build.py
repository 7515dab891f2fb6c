"""`rbcheck pack build`: distributable packs out of a checked one."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rbcheck.cli import pack_json as shapes
from rbcheck.cli.kinds import Number
from rbcheck.cli.pack_output import named
from rbcheck.cli.pack_progress import bars
from rbcheck.cli.passphrases import OPTION, new_passphrase
from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.packs import schemas
from rbcheck.services.building_values import BuildOptions, Built
from rbcheck.services.intake import IntakeOptions, Progress, Step
from rbcheck.wiring import Wiring

_SHARE = Number(0, 0.9)


@click.command()
@click.argument("name", metavar="PACK|PATH")
@click.option("-o", "out", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder to write the packs and the lead's key into.")  # fmt: skip
@click.option("--bundles", type=click.IntRange(1, 99), metavar="N", help="Deal the questions to so many packs.")
@click.option("--overlap", type=click.IntRange(min=1), metavar="M", help="How many of the packs get each question.")
@click.option("--anchors", type=_SHARE, metavar="SHARE",
              help="The share of each pack that all packs hold (0.12 where no question goes to two).")  # fmt: skip
@click.option("--checks", type=click.Path(path_type=Path), metavar="FILE",
              help="JSON Lines of {id, answer}: questions with known answers, mixed in.")  # fmt: skip
@click.option("--check-share", type=_SHARE, metavar="R", help="The share of each pack that checks are (0.05).")
@click.option("--keep-extra", default="", metavar="KEYS", help="Further fields to keep, with commas between.")
@click.option("--seed", metavar="S", help="What chance follows; else one is drawn. It stays in the key.")
@click.option("--seal", is_flag=True, help="Encrypt the clips under a passphrase.")
@OPTION
@click.option("--cut", is_flag=True, help="Encode clips anew: cut to their spans, 480 lines, H.264.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def build(
    wiring: Wiring,
    name: str,
    out: Path,
    bundles: int | None,
    overlap: int | None,
    anchors: float | None,
    checks: Path | None,
    check_share: float | None,
    keep_extra: str,
    seed: str | None,
    seal: bool,
    passphrase_file: Path | None,
    cut: bool,
    as_json: bool,
) -> None:
    """Make packs that can be given out: names, order, letters and metadata tell nothing.

    The lead's store keeps what stands for what, so that votes on them count; the key file is the lead's alone.

    \b
    Examples:
      rbcheck pack build cli-1285 -o bundles --bundles 10 --anchors 0.12 --cut
      rbcheck pack build cli-1285 -o sealed --seal --passphrase-file secret.txt
    """
    if (overlap or anchors) and bundles is None:
        raise click.UsageError(_("--overlap and --anchors are for several packs: say how many with --bundles."))
    if check_share is not None and checks is None:
        raise click.UsageError(_("--check-share is the share of check questions: name their file with --checks."))
    if passphrase_file is not None and not seal:
        raise click.UsageError(_("--passphrase-file is for a sealed pack: add --seal."))
    passphrase = new_passphrase(passphrase_file) if seal else None
    kept = tuple(key.strip() for key in keep_extra.split(",") if key.strip())
    options = BuildOptions(out, bundles, overlap, anchors, checks, check_share, kept, seed, passphrase, cut)
    console = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    with bars(console) as progress:
        pack = _brought_in(wiring, name, progress)
        built = wiring.building.build(pack, options, lambda done, total: progress(Step.BUILD, done, total))
    _say(built)
    if as_json:
        click.echo(shapes.printed(_json(built)))


def _brought_in(wiring: Wiring, name: str, progress: Progress) -> str:
    """The pack of the store by that name; one that lies at that path comes in first."""
    if not wiring.packs.holds(name) and Path(name).exists():
        answer = wiring.packs.add(Path(name), IntakeOptions(), progress)
        if answer.why:
            raise answer.why
        return answer.pack
    return name


def _say(built: Built) -> None:
    for pack in built.packs:
        parts = [
            ngettext("{count} question", "{count} questions", pack.questions).format(count=pack.questions),
            ngettext("{count} clip", "{count} clips", pack.clips).format(count=pack.clips),
        ]
        if pack.anchors:
            parts.append(
                ngettext("{count} in every pack", "{count} in every pack", pack.anchors).format(count=pack.anchors)
            )
        if pack.checks:
            parts.append(ngettext("{count} check", "{count} checks", pack.checks).format(count=pack.checks))
        click.echo(named(inert(str(pack.folder)), in_a_row(parts, _)), err=True)
    stay = ngettext(
        "Letters that stay as they were, because a text names them: options of {options}, clips of {clips} question.",
        "Letters that stay as they were, because a text names them: options of {options}, clips of {clips} questions.",
        built.kept_labels,
    )
    if built.kept_letters or built.kept_labels:
        click.echo(stay.format(options=built.kept_letters, clips=built.kept_labels), err=True)
    if built.unused:
        unused = ngettext(
            "{count} question of --checks stands in no pack, nobody judges it: raise --check-share, or list fewer.",
            "{count} questions of --checks stand in no pack, nobody judges them: raise --check-share, or list fewer.",
            built.unused,
        )
        click.echo(unused.format(count=built.unused), err=True)
    key = _("The key, for you alone: {path} (seed {seed}).")
    click.echo(key.format(path=inert(str(built.key)), seed=inert(built.seed)), err=True)


def _json(built: Built) -> dict[str, Json]:
    return {
        "schema": schemas.BUILD, "pack": built.pack, "seed": built.seed, "key": str(built.key),
        "built": [
            {
                "pack": pack.name, "folder": str(pack.folder), "questions": pack.questions, "clips": pack.clips,
                "anchors": pack.anchors, "checks": pack.checks,
            }
            for pack in built.packs
        ],
        "extra_left_out": built.left_out, "letters_kept": built.kept_letters, "labels_kept": built.kept_labels,
        "checks_unused": built.unused,
    }  # fmt: skip
