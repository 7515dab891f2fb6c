"""The words of click itself come from the catalogue, in the language that line, environment or locale ask for."""

from __future__ import annotations

import gettext
from pathlib import Path

import click
import pytest
from cli.program import Program

from rbcheck import locale
from rbcheck.cli.click_words import WORDS, speak

CLICK = "\n".join(path.read_text("utf-8") for path in sorted(Path(click.__file__).parent.glob("*.py")))


def chinese(text: str) -> str:
    """A text of ours in Chinese."""
    found = gettext.translation("rbcheck", Path(locale.__file__).parent, ["zh"]).gettext(text)
    assert found != text
    return found


@pytest.mark.parametrize("word", [one for each in WORDS for one in ([each] if isinstance(each, str) else each)])
def test_a_word_is_one_that_click_really_says(word: str) -> None:
    """A text that a newer click words in another way would silently stay English."""
    assert word.encode("unicode_escape").decode() in CLICK


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (("--help", "--lang", "zh"), {}),
        (("--lang=zh", "--help"), {}),
        (("--help",), {"RBCHECK_LANG": "zh"}),
        (("--help",), {"LANG": "zh_CN.UTF-8"}),
    ],
)
def test_help_speaks_the_language_that_is_asked_for(
    program: Program, arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    # Click keeps the words of a help option that it has made once, so each run has a process of its own.
    said = program.process("stats", *arguments, **environment)
    assert said.out.startswith(chinese("Usage:"))
    assert chinese("Show this message and exit.") in said.out


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (("stats", "--nope"), "No such option {name!r}."),
        (("frob",), "No such command {name!r}."),
        (("stats", "--by", "smell"), "Invalid value for {param_hint}: {message}"),
        (("pack", "add"), "Missing argument"),
    ],
    ids=["option", "command", "value", "argument"],
)
def test_a_usage_error_speaks_it_too(program: Program, line: tuple[str, ...], word: str) -> None:
    english, other = program(*line), program(*line, RBCHECK_LANG="zh")
    assert english.code == other.code == 2
    assert "Error: " in english.err
    assert "Error" not in other.err
    assert chinese(word).partition("{")[0] in other.err


def test_settings_that_are_refused_are_refused_in_the_language_that_is_asked_for(program: Program) -> None:
    program.home.mkdir()
    (program.home / "settings.toml").write_text("lang = ", "utf-8")
    assert program("pack", "list", "--lang", "zh").sentence != program("pack", "list", "--lang", "en").sentence


def test_speaking_gives_click_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    spoken = chinese("Usage:")
    speak("zh")
    assert gettext.gettext("Usage:") == spoken
    speak("en")
    assert gettext.gettext("Usage:") == "Usage:"
