"""The line of keys: a larger screen never shows fewer of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tui.bench_host import Room, sitting

from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.key_line import KeyLine

_SIZES = ((80, 24), (120, 36), (240, 70))
_FOCUSED = {
    Stage.BLIND: ("picking",), Stage.WATCH: ("player", "order", "timelines"),
    Stage.CHECK: ("player", "marking", "timelines"), Stage.ANSWER: ("picking", "player"),
    Stage.VERDICT: ("verdict-choice", "marking", "player"), Stage.REVEAL: ("verdict-choice", "marking"),
    Stage.DONE: ("marking", "player"),
}  # fmt: skip


def shown(bench: Workbench) -> set[str]:
    """The keys that can be read, by their signs and words."""
    line = bench.query_one("#key-line", KeyLine)
    text = str(line.render())
    assert max(len(each) for each in text.split("\n")) <= bench.size.width
    assert len(text.split("\n")) == line.size.height
    return {each.strip() for each in text.replace("\n", " · ").split(" · ") if each.strip()}


@pytest.mark.parametrize("stage", list(Stage))
async def test_a_larger_screen_shows_what_a_smaller_one_does(rooms: Callable[..., Room], stage: Stage) -> None:
    lettered = {"labels": ("CLIP_A", "CLIP_B"), "unit": "anonymous_multi_clip", "protocol": Protocol.DIRECT}
    room = rooms(**(lettered if stage is Stage.WATCH else {}))
    room.at(stage)
    async with sitting(room, _SIZES[0]) as (bench, pilot, _app):
        for focus in _FOCUSED[stage]:
            found: list[set[str]] = []
            for size in _SIZES:
                await pilot.resize_terminal(*size)
                await pilot.pause()
                pane = next(part for part in bench.query_one(f"#{focus}").ancestors_with_self if part.has_class("pane"))
                bench.go_to_pane(str(pane.id))
                bench.query_one(f"#{focus}").focus()
                await pilot.pause()
                found.append(shown(bench))
            assert found[0] <= found[1] <= found[2], focus
            hints = {key.hint for key in bench.query_one(KeyLine).keys}
            assert all(any(each.endswith(hint) for each in found[1]) for hint in hints), "nothing is left out at 120"
