"""`rbcheck demo`: the practice pack, made here and opened."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from rbcheck.cli.progress import progress_bar
from rbcheck.locale import _
from rbcheck.wiring import Wiring


@click.command()
@click.option("--questions", type=click.IntRange(min=1), metavar="N", help="Make a smaller pack of N questions.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed makes other routes.")
@click.option("--dir", "folder", type=click.Path(file_okay=False, path_type=Path), help="Where to make the pack.")
@click.option("--no-open", is_flag=True, help="Only make it; do not open the interface.")
@click.pass_obj
def demo(wiring: Wiring, questions: int | None, seed: int, folder: Path | None, no_open: bool) -> None:
    """Make the practice pack with its videos (under a minute, no download) and open it.

    \b
    Examples:
      rbcheck demo
      rbcheck demo --questions 6 --no-open
    """
    target = folder or wiring.settings.practice_dir
    with progress_bar(_("Drawing the practice pack")) as on_progress:
        made = wiring.practice_pack(target, questions, seed, lambda step: on_progress(step.done, step.total))
    added = wiring.packs.add_practice(made)
    click.echo(_("The practice pack stands in {folder}: {count} questions.").format(folder=made, count=added), err=True)
    if no_open or not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(_("Open it in a terminal with: rbcheck --pack practice"), err=True)
        return
    wiring.open_work.dispose()
    # A fresh process: the one that drew the videos holds codecs and their threads.
    globals_ = ["--lang", wiring.lang, *(["--db", wiring.settings.db] if wiring.settings.db else [])]
    os.execv(sys.executable, [sys.executable, "-m", "rbcheck", *globals_, "--pack", "practice"])
