"""`rbcheck demo`: the practice pack, made here and opened."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from rbcheck.cli.kinds import Seed
from rbcheck.cli.progress import progress_bar
from rbcheck.locale import _, ngettext
from rbcheck.settings import Settings
from rbcheck.wiring import PRACTICE, Wiring


@click.command()
@click.option("--questions", type=click.IntRange(min=1), metavar="N", help="At least the first N questions.")
@click.option("--seed", type=Seed(), default=0, show_default=True, help="Another seed: another pack.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where to make the pack.")
@click.option("--no-open", is_flag=True, help="Only make it; do not open the interface.")
@click.pass_obj
def demo(wiring: Wiring, questions: int | None, seed: int, folder: Path | None, no_open: bool) -> None:
    """Make the practice pack with its videos (one to two minutes, once; no download) and open it.

    What stands already is used again. The pack of seed 0 is called practice, that of seed 7 practice-7.

    \b
    Examples:
      rbcheck demo
      rbcheck demo --questions 6 --no-open
      rbcheck demo --seed 7 --dir /data/practice-7
    """
    name = PRACTICE if seed == 0 else f"{PRACTICE}-{seed}"
    target = (folder or wiring.settings.practice_dir.with_name(name)).absolute()
    wiring.open_work  # noqa: B018 - a store that cannot be opened is said before a minute of drawing
    with progress_bar(_("Drawing the practice pack")) as on_progress:
        made = wiring.practice_pack(target, questions, seed, lambda step: on_progress(step.done, step.total))
    added = wiring.packs.add_practice(made, name)
    words = ngettext(
        "The practice pack stands in {folder}: {count} question.",
        "The practice pack stands in {folder}: {count} questions.",
        added,
    )
    click.echo(words.format(folder=made, count=added), err=True)
    if no_open or not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(_("Open it in a terminal with: {command}").format(command=f"rbcheck --pack {name}"), err=True)
        return
    wiring.open_work.dispose()
    # A fresh process: the one that drew the videos holds codecs and their threads.
    os.execv(sys.executable, [sys.executable, "-m", "rbcheck", *interface_arguments(wiring.settings, name)])


def interface_arguments(settings: Settings, pack: str) -> list[str]:
    """What opens the interface on a pack with what was said on this command line; the environment goes along."""
    lang = ["--lang", settings.lang] if settings.lang_chosen else []
    return [*lang, *(["--db", settings.db] if settings.db else []), "--pack", pack]
