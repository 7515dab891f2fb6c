"""`rbcheck pack`: packs come in, are listed and shown, put out of sight, and found again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click
from rich.console import Console

from rbcheck.cli import pack_json as shapes
from rbcheck.cli import pack_output as output
from rbcheck.cli.pack_build import build
from rbcheck.cli.pack_check import check
from rbcheck.cli.pack_export import export
from rbcheck.cli.pack_progress import bars
from rbcheck.cli.passphrases import OPTION, read_passphrase
from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import in_a_row
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.protocol import Protocol
from rbcheck.locale import _
from rbcheck.packs import schemas
from rbcheck.services.intake import MOST_BYTES, IntakeOptions, Progress
from rbcheck.services.pack_reports import Added
from rbcheck.wiring import Wiring

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")


@click.group()
def pack() -> None:
    """Add, list and show packs."""


pack.add_command(build)
pack.add_command(check)
pack.add_command(export)


@pack.command("add")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--video-root", type=click.Path(path_type=Path), help="The folder that holds the recordings.")
@click.option("--name", help="What the pack is called in this store.")
@click.option("--protocol", type=click.Choice([item.value for item in Protocol]), help="The order of stages.")
@click.option("--reveal-gold/--no-reveal-gold", default=None, help="Show the gold after the verdict, or never.")
@click.option("--gold", type=click.Path(path_type=Path), help="A file with the golds, by id.")
@click.option("--map", "own_names", type=click.Path(path_type=Path), metavar="FILE",
              help="A TOML file that says what your fields mean.")  # fmt: skip
@click.option("--id-from", metavar="COLS", help="The columns that together name a question: video,qid.")
@click.option("--keep-good", is_flag=True, help="Take the good questions where others are refused.")
@click.option("--update", is_flag=True, help="Take the changes of a pack that the store holds.")
@click.option("--copy", is_flag=True, help="Copy the media in, instead of using them where they are.")
@click.option("--dry-run", is_flag=True, help="Say what was understood; write nothing.")
@click.option("--max-bytes", type=click.IntRange(min=1), default=MOST_BYTES, show_default=True, metavar="N",
              help="How large an archive may be once unpacked.")  # fmt: skip
@OPTION
@_JSON
@click.pass_obj
def add(
    wiring: Wiring,
    paths: tuple[Path, ...],
    video_root: Path | None,
    name: str | None,
    protocol: str | None,
    reveal_gold: bool | None,
    gold: Path | None,
    own_names: Path | None,
    id_from: str | None,
    keep_good: bool,
    update: bool,
    copy: bool,
    dry_run: bool,
    max_bytes: int,
    passphrase_file: Path | None,
    as_json: bool,
) -> int:
    """Read packs into the store, after saying what was understood.

    \b
    Examples:
      rbcheck pack add bundle_04.tar
      rbcheck pack add review_set.jsonl --video-root /data/recordings --dry-run
      rbcheck pack add val.csv --video-root videos --id-from video,qid --map map.toml
    """
    if name is not None and len(paths) > 1:
        raise click.UsageError(_("--name is for one pack: add the packs one by one."))
    options = IntakeOptions(
        video_root,
        name,
        Protocol(protocol) if protocol else None,
        reveal_gold,
        gold,
        keep_good,
        update,
        copy,
        max_bytes,
        own_names,
        tuple(name for part in (id_from or "").split(",") if (name := part.strip())),
        passphrase=read_passphrase(passphrase_file) if passphrase_file else None,
    )
    console = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    answers = []
    for path in paths:
        with bars(console) as progress:
            answer = (
                _look(wiring, path, options, progress, console)
                if dry_run
                else _add(wiring, path, options, progress, console)
            )
        answers.append(answer)
        click.echo(_outcome(answer, dry_run), err=True)
    if as_json:
        found = [shapes.added_json(answer) for answer in answers]
        click.echo(shapes.printed(found[0] if len(found) == 1 else found))
    return 1 if any(answer.why for answer in answers) else 0


@pack.command("list")
@_JSON
@click.pass_obj
def list_(wiring: Wiring, as_json: bool) -> None:
    """List the packs of the store.

    \b
    Example:
      rbcheck pack list --json
    """
    packs = wiring.packs.list()
    if as_json:
        _print(shapes.listed_json(packs))
    elif packs:
        _said(lambda console: output.say_listed(packs, console))
    if not packs:
        click.echo(_("No packs yet: add one with `rbcheck pack add PATH`, or make one with `rbcheck demo`."), err=True)


@pack.command("show")
@click.argument("name", metavar="PACK")
@click.option("--annotator", metavar="NAME", help="Whose judgments the stages are of.")
@_JSON
@click.pass_obj
def show(wiring: Wiring, name: str, annotator: str | None, as_json: bool) -> None:
    """Show the questions of a pack.

    \b
    Example:
      rbcheck pack show bundle_04
    """
    shown = wiring.packs.show(name, annotator)
    if as_json:
        _print(shapes.shown_json(shown))
    else:
        _said(lambda console: output.say_shown(shown, console))
    if shown.withheld.any:
        click.echo(output.withheld_sentence(shown.withheld), err=True)


@pack.command("remove")
@click.argument("name", metavar="PACK")
@_JSON
@click.pass_obj
def remove(wiring: Wiring, name: str, as_json: bool) -> None:
    """Put a pack out of sight; nothing judged is ever deleted.

    \b
    Example:
      rbcheck pack remove bundle_04
    """
    wiring.packs.remove(name)
    if as_json:
        _print({"schema": schemas.REMOVE, "pack": name})
    said = _("{pack} is out of sight; adding it again with --update brings it back, with everything judged.")
    click.echo(said.format(pack=inert(name)), err=True)


@pack.command("relink")
@click.argument("name", metavar="PACK")
@click.option("--video-root", type=click.Path(path_type=Path), required=True, help="The folder that holds the media.")
@_JSON
@click.pass_obj
def relink(wiring: Wiring, name: str, video_root: Path, as_json: bool) -> int:
    """Find the media of a pack again after they were moved, and check that they are the same.

    \b
    Example:
      rbcheck pack relink cli-1285 --video-root /mnt/recordings
    """
    console = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    with bars(console) as progress:
        answer = wiring.packs.relink(name, video_root, progress)
    output.say_relinked(answer, console)
    if as_json:
        _print(shapes.relinked_json(answer))
    return 1 if answer.missing else 0


def _look(wiring: Wiring, path: Path, options: IntakeOptions, progress: Progress, console: Console) -> Added:
    answer = wiring.packs.look(path, options, progress)
    output.say_added(answer, console)
    return answer


def _add(wiring: Wiring, path: Path, options: IntakeOptions, progress: Progress, console: Console) -> Added:
    """Say what was understood, and then do it."""
    before: list[Added] = []

    def understood(told: Added) -> None:
        before.append(told)
        output.say_added(told, console)

    answer = wiring.packs.add(path, options, progress, understood)
    output.say_found_later(answer, before[0], console)
    return answer


def _outcome(answer: Added, dry_run: bool) -> str:
    if answer.why:
        return f"rbcheck: {inert(answer.why.render(_))}"
    counts = _("{added} added, {changed} changed, {removed} gone, {unchanged} as they were").format(
        added=answer.added, changed=answer.changed, removed=answer.removed, unchanged=answer.unchanged
    )
    for change in answer.changes:
        if change.question_id is None:
            counts += _("; of the pack itself {fields}").format(fields=in_a_row(map(brief, change.what), _))
    return _("Nothing was written; it would be: {counts}.").format(counts=counts) if dry_run else f"{counts}."


def _said(say: Callable[[Console], None]) -> None:
    """Print a table as wide as the terminal."""
    from rbcheck.reports.printing import without_ends

    console = Console(highlight=False, emoji=False)
    with console.capture() as captured:
        say(console)
    click.echo(without_ends(captured.get()), nl=False)


def _print(value: Mapping[str, Json]) -> None:
    click.echo(shapes.printed(value))
