"""Every command says what it does, shows how, and stands in the manual."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from cli.program import Program

from rbcheck.cli.main import COMMANDS, cli
from rbcheck.manual import topics


def every_command(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command and subcommand by its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*above, name), command
        if isinstance(command, click.Group):
            yield from every_command(command, (*above, name))


ALL = dict(every_command(cli))
LEAVES = {words: command for words, command in ALL.items() if not isinstance(command, click.Group)}


def test_the_table_and_the_program_hold_the_same_commands() -> None:
    assert [words[0] for words in ALL if len(words) == 1] == list(COMMANDS)


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_help_says_what_it_does_and_shows_an_example(words: tuple[str, ...]) -> None:
    said = " ".join(LEAVES[words].help or "")
    assert said
    shown = [line.strip() for line in (LEAVES[words].help or "").splitlines()]
    assert any(line in ("Example:", "Examples:") for line in shown), words
    assert any(line.startswith(" ".join(("rbcheck", *words))) for line in shown), words


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_an_example_is_a_line_that_the_command_takes(words: tuple[str, ...]) -> None:
    import shlex

    for line in (LEAVES[words].help or "").splitlines():
        if line.strip().startswith("rbcheck "):
            # What a shell would do with `> file` is not the command's.
            arguments = shlex.split(line.partition(" > ")[0])[1 + len(words) :]
            LEAVES[words].make_context(" ".join(words), arguments, resilient_parsing=False)


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_option_is_explained(words: tuple[str, ...]) -> None:
    silent = [
        parameter.name for parameter in ALL[words].params if isinstance(parameter, click.Option) and not parameter.help
    ]
    assert silent == []


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_takes_a_store_and_a_language(words: tuple[str, ...]) -> None:
    flags = {flag for parameter in LEAVES[words].params for flag in parameter.opts}
    assert {"--db", "--lang"} <= flags


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_is_in_the_manual(words: tuple[str, ...], lang: str) -> None:
    text = "\n".join(page.text for page in topics(lang).values())
    assert " ".join(("rbcheck", *words)) in text


def test_the_real_program_prints_its_help_on_a_fresh_machine(program: Program) -> None:
    for words in ((), *ALL):
        said = program(*words, "--help")
        assert (said.code, said.err) == (0, "")
        assert said.out.startswith(f"Usage: {' '.join(('rbcheck', *words))}")
    assert program.process("--help").out.startswith("Usage: rbcheck")
    assert not program.home.exists()
