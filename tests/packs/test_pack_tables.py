"""The table of a pack's questions, in terminals of any width."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rbcheck.cli.pack_output import say_shown
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.pack_reports import PackRow, QuestionRow, Shown, Withheld
from rbcheck.services.ports import Role

PACK = PackRow("p", {}, Protocol.BLIND_FIRST, True, 1, 1, 0, Role.LEAD)
ROW = QuestionRow(
    "practice-01", "s", "whole_video", "event-order", 6, 2, (("CLIP_1", 30_000),), Stage.BLIND, ("A", "B")
)


def shown(rows: tuple[QuestionRow, ...], width: int) -> str:
    console = Console(file=StringIO(), width=width)
    say_shown(Shown(PACK, rows, Withheld()), console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_a_row_says_which_question_it_is(width: int) -> None:
    assert "practice-01 " in shown((ROW,), width)


def test_a_pack_without_questions_has_its_headings() -> None:
    assert "question" in shown((), 80)
