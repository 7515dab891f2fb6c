"""The help of commands and their options, in the language that is spoken when it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from inspect import cleandoc

import click

from rbcheck.domain.errors import N_
from rbcheck.locale import _

_AS_IT_IS = "\b"
"""What click takes for a paragraph whose lines stay as they are."""
_HEADINGS = (N_("Examples:"), N_("Example:"))


def paragraphs(help_text: str) -> Iterator[str]:
    """The paragraphs of a help that are prose, each in one line."""
    for paragraph in help_text.split("\n\n"):
        if not paragraph.startswith(_AS_IT_IS):
            yield " ".join(paragraph.split())


def spoken(command: click.Command) -> click.Command:
    """The command with its help, its options' and that of all below it in the current language."""
    told = copy(command)
    if told.help:
        told.help = "\n\n".join(map(_paragraph, cleandoc(told.help).split("\n\n")))
    told.params = [_option(one) if isinstance(one, click.Option) else one for one in command.params]
    if isinstance(told, click.Group):
        told.commands = {name: spoken(below) for name, below in told.commands.items()}
    return told


def _paragraph(text: str) -> str:
    if not text.startswith(_AS_IT_IS):
        return _(" ".join(text.split()))
    for heading in _HEADINGS:
        text = text.replace(f"{_AS_IT_IS}\n{heading}", f"{_AS_IT_IS}\n{_(heading)}", 1)
    return text


def _option(option: click.Option) -> click.Option:
    told = copy(option)
    told.help = _(option.help) if option.help else option.help
    return told
