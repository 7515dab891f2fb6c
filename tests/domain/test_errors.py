"""A sentence of an error stays one that can be read, whatever it quotes."""

from __future__ import annotations

import pytest

from rbcheck.domain.errors import LONGEST_VALUE, PackError, RbcheckError


@pytest.mark.parametrize("length", [1, LONGEST_VALUE - 1, LONGEST_VALUE])
def test_a_value_is_quoted_whole(length: int) -> None:
    value = "列" * length
    assert PackError("`{field}` has no name.", field=value).render() == f"`{value}` has no name."


@pytest.mark.parametrize("length", [LONGEST_VALUE + 1, 10_000_000])
def test_of_a_value_as_long_as_a_file_the_middle_is_left_out(length: int) -> None:
    said = PackError("`{field}` has no name.", field=f"first{'-' * (length - 9)}last").render()
    assert said.startswith("`first--")
    assert said.endswith("--last` has no name.")
    assert said.count("…") == 1
    assert len(said) == LONGEST_VALUE + len("`` has no name.")


def test_a_sentence_within_a_sentence_is_cut_by_its_own_values() -> None:
    inner = RbcheckError("`{field}` is {kind}", field="x" * 1000, kind="text")
    said = PackError("{what}, not a number.", what=inner).render()
    assert said.endswith("x` is text, not a number.")
    assert len(said) < LONGEST_VALUE + 40


def test_numbers_are_formatted_as_the_template_asks() -> None:
    assert PackError("{free:,} bytes", free=10**500).render().count(",") == 166
