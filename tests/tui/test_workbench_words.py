"""Words that fit: what the keys page lists, the verdicts of a stage, numbers of one, lengths beside their clips."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.widget import Widget
from textual.widgets import Input, Static
from tui.bench_host import Room, keys, plain, refusal, sitting, stands_at, until

from rbcheck.domain.protocol import Stage
from rbcheck.locale import speaking
from rbcheck.tui.keymap import KEYS
from rbcheck.tui.screens.keys import keys_now
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.stage_line import StageLine
from rbcheck.tui.widgets.verdict_pane import VerdictChoice


def rows(bench: Workbench) -> list[str]:
    """The lines of the screen as they are drawn."""
    return ["".join(segment.text for segment in strip) for strip in bench._compositor.render_strips()]


def test_what_has_no_key_is_written_with_none() -> None:
    assert [key.id for key in KEYS if not key.keys and key.sign] == []


async def test_the_keys_page_of_the_blind_stage_lists_what_acts_there(room: Room) -> None:
    async with sitting(room) as (_bench, _pilot, app):
        listed = {key.id: key for key in keys_now(app)}
        assert not {"stamp", "retry"} & set(listed)
        assert listed["picking_A"].words.startswith("pick an option by its letter")


@pytest.mark.parametrize(("stage", "sign"), [(Stage.VERDICT, "1–3 choose"), (Stage.REVEAL, "1–4 choose")])
async def test_the_line_of_keys_counts_the_verdicts_of_the_stage(room: Room, stage: Stage, sign: str) -> None:
    room.at(stage)
    async with sitting(room) as (bench, _pilot, _app):
        assert sign in " ".join(rows(bench)[-2:])


async def test_from_the_options_the_line_of_keys_says_how_to_play(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, _pilot, _app):
        line = " ".join(rows(bench)[-2:])
        assert "· space play ·" in line
        assert "F6" in line


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_what_a_verdict_means_hangs_under_its_first_line(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room, size) as (bench, _pilot, _app):
        lines = str(bench.query_one(VerdictChoice).render()).split("\n")
        column = lines[0].index("one defensible")
        assert all(line[:column].strip() == "" or line[column - 1] == " " for line in lines)
        assert any("number of ✓ is not 3" in line for line in [" ".join(part.strip() for part in lines)])


async def test_the_reveal_says_in_a_line_whether_the_answers_agree(room: Room) -> None:
    room.at(Stage.ANSWER)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "B", "E", "ctrl+s")
        await stands_at(bench, pilot, Stage.VERDICT)
        await keys(pilot, "2", "enter", *"B, E alike", "ctrl+s")
        await stands_at(bench, pilot, Stage.REVEAL)
        head = plain(bench, "#reveal-head")
        assert head.startswith("Published: A, B, F · yours: A, E, F · differs")
        assert "your verdict: ambiguous · B, E alike" in head
        await keys(pilot, "1", "ctrl+s")
        assert "misjudged" not in refusal(bench, "about-notes")
        assert "B, E" in refusal(bench, "about-notes")


async def test_a_clip_and_its_length_stay_together(rooms: Callable[..., Room]) -> None:
    labels = tuple(f"CLIP_{letter}" for letter in "ABCDEFG")
    room = rooms(labels=labels, unit="anonymous_multi_clip")
    async with sitting(room) as (bench, _pilot, _app):
        drawn = [line.replace("\u00a0", " ") for line in rows(bench)]
        assert all(any(f"{label} 0:20.0" in line for line in drawn) for label in labels)
        assert bench.query_one(StageLine).standing.why == "WATCH opens with 3 options locked"


def texts(bench: Workbench) -> list[str]:
    """Everything that the widgets of a workbench say, shown now or not."""
    said = [str(part.content) for part in bench.query(Static)]
    said += [part.placeholder for part in bench.query(Input)]
    return said + [str(part.border_title) for part in bench.query(Widget) if part.border_title]


@pytest.mark.parametrize("stage", [Stage.WATCH, Stage.VERDICT])
async def test_another_language_is_spoken_by_everything_that_was_said_before(
    rooms: Callable[..., Room], stage: Stage
) -> None:
    told = []
    for first in ("en", "zh"):
        with speaking(first):
            room = rooms()
            room.at(stage)
            async with sitting(room) as (bench, pilot, _app):
                with speaking("zh"):
                    bench.retell("zh")
                    await until(pilot, lambda: "covered" not in " ".join(texts(bench)))
                    told.append(texts(bench))
    assert [pair for pair in zip(*told, strict=True) if pair[0] != pair[1] and "saved" not in pair[0]] == []
