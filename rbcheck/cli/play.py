"""`rbcheck play`: one file in the player, to try a terminal. What it opens is remembered like any other footage."""

from __future__ import annotations

import hashlib
import sys
from os.path import isfile
from pathlib import Path

import click

from rbcheck.cli.kinds import Number
from rbcheck.cli.showing import MODES, SHOW_HELP, with_show
from rbcheck.domain.errors import N_, Missing, RbcheckError
from rbcheck.domain.ledger import Entry
from rbcheck.locale import _
from rbcheck.sealing import is_sealed
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.playing import ClipSource
from rbcheck.services.ports import Opening
from rbcheck.wiring import Wiring

_NO_FILE = N_("There is no file {path}: give the path of a video.")
_SEALED = N_(
    "{path} is a sealed clip, which plays only in its pack, after the blind guess: open the pack with `rbcheck`."
)
_NO_TERMINAL = N_("rbcheck: Playing needs a terminal.")
_BLOCK = 1 << 20
_LATEST = 10**7


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--from", "from_s", type=Number(0, _LATEST), metavar="S", help="Begin at this second.")
@click.option("--to", "to_s", type=Number(0, _LATEST), metavar="S", help="End at this second.")
@click.option("--show", type=click.Choice(MODES), metavar="MODE", help=SHOW_HELP)
@click.pass_obj
def play(wiring: Wiring, file: Path, from_s: float | None, to_s: float | None, show: str | None) -> int:
    """Play one FILE in the terminal.

    \b
    Examples:
      rbcheck play clip.mp4 --from 12 --to 30
      rbcheck play clip.mp4 --show sixel
    """
    if not isfile(file):
        raise Missing(_NO_FILE, path=file)
    if _sealed(file):
        raise RbcheckError(_SEALED, path=file)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(_(_NO_TERMINAL), err=True)
        return 2
    span = None if from_s is None and to_s is None else (_ms(from_s) or 0, _ms(to_s))
    _remember(wiring, file, (span[0], span[1]) if span and span[1] is not None else None)
    source = ClipSource(file.resolve(), file.name, span[0] if span else None, span[1] if span else None)
    from rbcheck.cli.interface import run_app
    from rbcheck.tui.terminal import run_guarded

    wiring.open_work.dispose()
    settings = with_show(wiring.settings, show)
    return run_guarded(lambda: run_app(settings.log_file, lambda: wiring.make_play_app(source, settings.show)))


def _sealed(file: Path) -> bool:
    try:
        return is_sealed(file)
    except OSError:
        return False  # the player says what hinders it


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _remember(wiring: Wiring, file: Path, span_ms: tuple[int, int] | None) -> None:
    """Write the opening into the device's memory and the store's ledger, before anything is shown."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    now, device = wiring.clock.now(), wiring.device
    opening = Opening(digest.hexdigest(), span_ms, file.stem, None, device.device_id, now, "play")
    device.note_opening(opening)
    with wiring.open_work() as work:
        work.openings.add(opening)
        said = Entry("clip_opened", {"sha256": opening.sha256, "span_ms": list(span_ms) if span_ms else None})
        event = append_in_store(work, wiring.clock, device, said, now)
        work.commit()
    device.note_event(event)
