"""A moment that is put into a text stands apart from the word before it."""

from __future__ import annotations

import pytest

from rbcheck.tui.widgets.wording import apart


@pytest.mark.parametrize(
    ("before", "becomes"),
    [
        ("", "[CLIP_1 0:37.9]"),
        ("left", "left [CLIP_1 0:37.9]"),
        ("left ", "left [CLIP_1 0:37.9]"),
        ("B:", "B: [CLIP_1 0:37.9]"),
        ("[CLIP_1 0:03.0]", "[CLIP_1 0:03.0] [CLIP_1 0:37.9]"),
        ("(", "([CLIP_1 0:37.9]"),
        ("左边", "左边[CLIP_1 0:37.9]"),
        ("左边，", "左边，[CLIP_1 0:37.9]"),
    ],
)
def test_a_space_stands_where_latin_words_want_one(before: str, becomes: str) -> None:
    assert before + apart(before, "[CLIP_1 0:37.9]") == becomes
