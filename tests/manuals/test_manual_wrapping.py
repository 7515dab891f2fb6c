"""A manual's lines are broken for its writers; Chinese readers see no spaces where a line ends."""

from __future__ import annotations

import re

import pytest

from rbcheck import manual


@pytest.mark.parametrize("name", sorted(manual.topics("zh")))
def test_no_line_of_a_paragraph_ends_between_two_chinese_characters(name: str) -> None:
    assert not re.search("[\u4e00-\u9fff，。：；、]\n[\u4e00-\u9fff“（]", manual.topics("zh")[name].text)


def test_paragraphs_and_rows_of_tables_stay_apart() -> None:
    text = manual.topics("zh")["annotator"].text

    assert "\n\n## 三种标记\n\n| 标记 |" in text


def test_english_lines_keep_the_space_between_their_words() -> None:
    page = manual.topics("en")["annotator"]

    assert page.text == (manual.folder() / "en" / "annotator.md").read_text("utf-8")
