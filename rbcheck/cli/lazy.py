"""Commands that are imported only when they are asked for, so that each starts with what it needs alone."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from importlib import import_module
from typing import Any

import click

from rbcheck.cli.everywhere import give_options
from rbcheck.cli.helping import spoken
from rbcheck.locale import _


class Spoken(click.Option):
    """An option of a command that is there before a language is chosen: its help is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Its names, and what it is for."""
        told = copy(self)
        if self.help:
            told.help = _(self.help)
        return click.Option.get_help_record(told, ctx)


class LazyGroup(click.Group):
    """A group whose commands stand in a table: name to (module, attribute, short help)."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str, str]] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the table."""
        return [*self._lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self._lazy:
            return super().get_command(ctx, cmd_name)
        module, attribute, _short = self._lazy[cmd_name]
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return spoken(give_options(command))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the program is for."""
        if self.help:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_(self.help))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What stands below: lines that stay as they are."""
        if self.epilog:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text("\b\n" + _(self.epilog))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands, without importing any."""
        rows = [(name, _(short)) for name, (_module, _attribute, short) in self._lazy.items()]
        if rows:
            with formatter.section(_("Commands")):
                formatter.write_dl(rows)
