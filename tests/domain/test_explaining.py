"""The explanation of an option in the language of its reader."""

from __future__ import annotations

import pytest

from rbcheck.domain.explaining import explanation, explanation_key


@pytest.mark.parametrize(
    ("told", "lang", "shown"),
    [
        ({"A": "plain"}, "zh", "plain"),
        ({"A/en": "no", "A/zh": "没有"}, "zh", "没有"),
        ({"A/en": "no", "A/zh": "没有"}, "en", "no"),
        ({"A/en": "no"}, "zh", "no"),
        ({"B/zh": "没有"}, "zh", ""),
        ({}, "en", ""),
    ],
)
def test_the_language_first_then_any(told: dict[str, str], lang: str, shown: str) -> None:
    assert explanation(told, "A", lang) == shown


def test_a_text_without_a_language_is_kept_under_the_option_alone() -> None:
    assert (explanation_key("A", ""), explanation_key("A", "zh")) == ("A", "A/zh")
