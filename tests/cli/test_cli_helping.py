"""The help of every command and option is there in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from cli.program import Program

from rbcheck import locale
from rbcheck.cli.helping import paragraphs
from rbcheck.cli.main import cli
from rbcheck.cli.showing import MODES, SHOW_HELP


def every(group: click.Group, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command below a group by its words, in the language of now."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*names, name), command
        if isinstance(command, click.Group):
            yield from every(command, *names, name)


WORDS = [words for words, _command in every(cli)]


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_the_help_of_a_command_is_spoken(words: tuple[str, ...]) -> None:
    english = dict(every(cli))[words]
    with locale.speaking("zh"):
        chinese = dict(every(cli))[words]
    assert english.help
    assert chinese.help
    told = list(paragraphs(chinese.help))
    assert [len(told)] == [len(list(paragraphs(english.help)))]
    assert not set(told) & set(paragraphs(english.help))
    helps = {one.name: one.help for one in english.params if isinstance(one, click.Option)}
    assert all(helps.values())
    for option in chinese.params:
        assert not isinstance(option, click.Option) or option.help != helps[option.name], option.name


def test_examples_stay_lines_of_their_own(program: Program) -> None:
    for language, heading in (("en", "Examples:"), ("zh", "示例：")):
        lines = program("export", "--help", "--lang", language).out.splitlines()
        at = lines.index(f"  {heading}")
        assert lines[at + 1] == "    rbcheck export --annotator Ann"


def test_every_way_of_showing_stands_in_its_help() -> None:
    assert SHOW_HELP.removeprefix("How pictures are shown: ").removesuffix(".").split(", ") == list(MODES)


def test_the_help_of_the_program_is_chinese_throughout(program: Program) -> None:
    said = program.process("--help", "--lang", "zh").out
    for line in said.splitlines():
        assert not re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", re.sub(r"^ +rbcheck.{25}", "", line)), line
