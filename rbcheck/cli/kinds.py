"""Kinds of arguments that click lets through and this program does not: texts that are none, numbers that are none."""

from __future__ import annotations

import math
from typing import Any, TypeVar

import click

from rbcheck.locale import _

C = TypeVar("C", bound=click.Command)


class Text(click.ParamType[str]):
    """A text that UTF-8 can hold; what a shell hands over may be any bytes."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text as it is; a usage error where it is none."""
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            self.fail(_("this is no text in UTF-8: type it anew."), param, ctx)
        return value


class Number(click.FloatRange):
    """A finite number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error where it is not finite or out of bounds."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(_("give a number."), param, ctx)
        return found


class Seed(click.IntRange):
    """A seed: it stands in the names of packs and in JSON, which holds no larger number exactly."""

    def __init__(self) -> None:
        super().__init__(0, 2**53 - 1)


def be_strict(command: C) -> C:
    """The command with texts that are texts; paths keep any bytes that a file system has."""
    for parameter in command.params:
        if parameter.type is click.STRING:
            parameter.type = Text()
    return command
