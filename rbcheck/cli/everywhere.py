"""The options that every command takes, wherever in the line they stand."""

from __future__ import annotations

from dataclasses import replace

import click

from rbcheck.cli.kinds import be_strict
from rbcheck.settings import LANGUAGES


def give_options(command: click.Command) -> click.Command:
    """The command, and all below it, with `--db` and `--lang`; what stands nearest to the command's name wins."""
    if isinstance(command, click.Group):
        for below in command.commands.values():
            give_options(below)
    be_strict(command)
    if not any(parameter.name in _OURS for parameter in command.params):
        command.params += _options()
    return command


_OURS = frozenset({"_db", "_lang"})


def _options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--db", "_db"], type=click.UNPROCESSED, metavar="URL", expose_value=False, callback=_db,
            help="The store (else RBCHECK_DB, else a file in RBCHECK_HOME).",
        ),
        click.Option(
            ["--lang", "_lang"], type=click.Choice(LANGUAGES), expose_value=False, callback=_lang,
            help="The language (else RBCHECK_LANG, else the locale).",
        ),
    ]  # fmt: skip


def _db(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        _change(ctx, db=value)


def _lang(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        _change(ctx, lang=value, lang_chosen=True)


def _change(ctx: click.Context, **values: str | bool) -> None:
    from rbcheck.wiring import Wiring

    # Where a shell completes a line, nothing was wired.
    if isinstance(ctx.obj, Wiring):
        ctx.obj = Wiring(replace(ctx.obj.settings, **values), ctx.obj.on_new)  # type: ignore[arg-type]
        ctx.call_on_close(ctx.obj.close)
