"""Where a command gets a passphrase from: a file, or the person at the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _

_UNREADABLE = N_("The passphrase file {path} cannot be read ({why}): check its name and permissions.")
_EMPTY = N_("The passphrase file {path} holds no passphrase: write it into the first line.")
_NEEDED = N_("A passphrase is needed: name a file that holds it with --passphrase-file.")
_OTHER = N_("The two passphrases are not the same: type the command again.")

OPTION = click.option(
    "--passphrase-file", type=click.Path(path_type=Path), metavar="FILE",
    help="A file whose first line is the passphrase of the sealed pack.",
)  # fmt: skip


def read_passphrase(path: Path) -> str:
    """The first line of a file; RbcheckError where there is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no UTF-8"
        raise RbcheckError(_UNREADABLE, path=inert(str(path)), why=why) from error
    if not lines or not lines[0]:
        raise RbcheckError(_EMPTY, path=inert(str(path)))
    return lines[0]


def new_passphrase(path: Path | None) -> str:
    """A passphrase to seal with: from a file, or typed twice at a terminal."""
    if path is not None:
        return read_passphrase(path)
    if not sys.stdin.isatty():
        raise RbcheckError(_NEEDED)
    typed: str = click.prompt(_("Passphrase to seal with"), hide_input=True, err=True)
    if typed != click.prompt(_("The same once more"), hide_input=True, err=True):
        raise RbcheckError(_OTHER)
    return typed
