"""The manuals: both languages have every page, and their generated parts are those of the program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rbcheck.manual import folder, topics

ROOT = Path(__file__).parents[2]


def test_the_generated_pages_are_current() -> None:
    said = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "manual_tables.py"), "--check"], capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr


def test_both_languages_have_the_same_pages_and_the_same_headings() -> None:
    english, chinese = topics("en"), topics("zh")
    assert set(english) == set(chinese) >= {"annotator", "reviewer", "lead", "keys", "protocol", "privacy"}
    for name, page in english.items():
        assert _headings(page.text) == _headings(chinese[name].text), name


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_command_named_in_a_manual_exists(lang: str) -> None:
    from rbcheck.cli.main import COMMANDS

    for path in (folder() / lang).glob("*.md"):
        for line in path.read_text("utf-8").splitlines():
            for part in line.split("`"):
                words = part.split()
                if words[:1] == ["rbcheck"] and len(words) > 1 and words[1].isalpha():
                    assert words[1] in COMMANDS, (path.name, part)


def _headings(text: str) -> list[int]:
    return [len(line) - len(line.lstrip("#")) for line in text.splitlines() if line.startswith("#")]
