"""Text of packs and people: never markup, never obeyed, wrapped by its real width."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.cells import cell_len
from tui.bench_host import Room, keys, sitting, stands_at

from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.tui.widgets.option_row import OptionRow

EVIL = "[b]bold[/] [@click=app.quit]quit[/] \x1b[31mred\x1b[0m \x07 [/ \u202ebackwards"
CHINESE = "跑者先经过右侧的红色长椅，然后在第一个路口左转，随后路面由沥青变为碎石，并出现带条纹的护柱。" * 2


def rows(bench: object) -> list[str]:
    """The lines of the screen as they are drawn."""
    from rbcheck.tui.screens.workbench import Workbench

    assert isinstance(bench, Workbench)
    strips = bench._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_control_characters_and_markup_are_shown_and_not_obeyed(
    rooms: Callable[..., Room], size: tuple[int, int]
) -> None:
    room = rooms(stem=EVIL, options=tuple(f"{EVIL} {letter}" for letter in "ABCDEF"))
    async with sitting(room, size) as (bench, pilot, app):
        drawn = "\n".join(rows(bench))
        assert "[b]bold[/]" in drawn
        assert "[@click=app.quit]quit[/]" in drawn
        assert not set("\x1b\x07\u202e") & set(drawn)
        await pilot.click(bench.query("#picking OptionRow").first(), offset=(24, 0))
        await pilot.pause()
        assert app.is_running


async def test_what_people_type_is_not_obeyed(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#player").focus()
        await keys(pilot, "i", *"[b]x[/b] [/ y", "enter")
        assert "[b]x[/b] [/ y" in "\n".join(rows(bench))
        bench.query_one("#marking").focus()
        await keys(pilot, "x", "w", *"[/red]", "enter")
        assert "[/red]" in "\n".join(rows(bench))


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_chinese_wraps_beside_the_gutter_and_nothing_is_cut(
    rooms: Callable[..., Room], size: tuple[int, int]
) -> None:
    room = rooms(stem=CHINESE, options=tuple(f"{letter}{CHINESE}" for letter in "ABCDEF"))
    async with sitting(room, size) as (bench, _pilot, _app):
        row = bench.query(OptionRow).first()
        drawn = ["".join(segment.text for segment in row.render_line(line)).rstrip() for line in range(row.size.height)]
        hang = drawn[0].index(f"A{CHINESE[0]}")
        assert "".join(line[hang:].strip() for line in drawn) == f"A{CHINESE}"
        assert all(not line[:hang].strip() for line in drawn[1:])
        assert all(cell_len(line) <= row.size.width for line in drawn)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (240, 70)])
@pytest.mark.parametrize("stage", list(Stage))
async def test_every_stage_stands_at_every_size(room: Room, stage: Stage, size: tuple[int, int]) -> None:
    room.at(stage)
    async with sitting(room, size) as (bench, _pilot, _app):
        for widget in bench.query("StageLine, KeyLine"):
            assert widget.region.width == size[0]
        assert f"{'①' if stage is Stage.BLIND else '✔'}" in rows(bench)[0]
        last = rows(bench)[-1]
        assert "F1" in last
        assert "F6" in last


async def test_a_resize_keeps_stage_focus_and_text(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room, (120, 36)) as (bench, pilot, app):
        await keys(pilot, "2", "enter", *"B is")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.focused is not None
        assert app.focused.id == "verdict-notes"
        assert app.focused.region
        await pilot.resize_terminal(240, 70)
        await keys(pilot, *" so", "ctrl+s")
        await stands_at(bench, pilot, Stage.REVEAL)


async def test_direct_packs_have_no_blind_stage(rooms: Callable[..., Room]) -> None:
    room = rooms(protocol=Protocol.DIRECT, reveal=False)
    async with sitting(room) as (bench, _pilot, _app):
        first = rows(bench)[0]
        assert "① WATCH" in first
        assert "BLIND" not in first
        assert "REVEAL" not in first
