"""What a manifest says of a qualification, and which marks are right in it (protocol.md, Learning and qualifying)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from rbcheck.domain.judgment import Revision
from rbcheck.domain.marks import Mark, OptionMark
from rbcheck.domain.qualification import Qualification, declared, marks_right


@pytest.mark.parametrize(
    ("stated", "asked"),
    [
        ({"questions": ["a", "b", "c", "d"], "line": 0.9}, Qualification((("a", "b"), ("c", "d")), 0.9)),
        ({"questions": ["a", "b", "c"]}, Qualification((("a", "b"), ("c",)), 0.8)),
        ({"questions": ["a", "a"], "line": True}, Qualification((("a",),), 0.8)),
        ({"questions": ["a", "b"], "line": 80}, Qualification((("a",), ("b",)), 0.8)),
        ({"questions": []}, None),
        ({"questions": "a"}, None),
        ({"line": 0.8}, None),
        (["a"], None),
        (None, None),
    ],
)
def test_each_try_has_other_questions_and_the_line_is_80_percent_unless_stated(
    stated: Any, asked: Qualification | None
) -> None:
    assert declared({"qualification": stated}) == asked


def test_a_pack_without_a_manifest_asks_nothing() -> None:
    assert declared(None) is None
    assert declared({}) is None


def test_a_mark_is_right_on_the_gold_as_supported_and_elsewhere_as_ruled_out() -> None:
    marks = (
        OptionMark("A", Mark.SUPPORTED), OptionMark("B", Mark.RULED_OUT), OptionMark("C", Mark.SUPPORTED),
        OptionMark("D", Mark.RULED_OUT), OptionMark("E", Mark.UNDECIDABLE),
    )  # fmt: skip
    revision = Revision(1, datetime(2026, 11, 30, tzinfo=UTC), marks=marks)
    assert marks_right(revision, "ABCDEF", ("A", "B")) == 2
