"""One word for one thing, in Chinese too: who reads of a note in the manual finds the same word on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLACES = [ROOT / "rbcheck/locale/zh/LC_MESSAGES/rbcheck.po", *sorted((ROOT / "manuals/zh").glob("*.md"))]
INSTEAD = {"笔记": "记录", "盲猜": "盲答", "论断": "事实", "审核": "审阅"}


@pytest.mark.parametrize("path", PLACES, ids=lambda path: path.name)
def test_no_second_word_for_the_same_thing(path: Path) -> None:
    text = path.read_text("utf-8")
    assert {other: word for other, word in INSTEAD.items() if other in text} == {}
