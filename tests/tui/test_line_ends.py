"""Where lines of Chinese end: none begins with a closing mark, none ends with an opening one, at any width."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from babel.messages.pofile import read_po
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot
from tui.bench_host import Room, keys, sitting

from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.locale import speaking
from rbcheck.tui.pages.wrapping import wrapped
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.option_row import OptionRow
from rbcheck.tui.widgets.order_pane import OrderPane
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.text_line import TextLine
from rbcheck.tui.widgets.timelines import Timelines
from rbcheck.tui.widgets.verdict_pane import VerdictChoice

_CLOSING, _OPENING = "，。：；！？）」』》、%％", "（「『《"
_TEXTS = (TextLine, RefusalLine, OptionRow, OrderPane, VerdictChoice, Timelines)
_STEM = (
    "以下哪些选项正确描述了沿途事件的先后顺序？请特别留意路口处的变化（包括红绿灯、隔离桩），并“选择三项”：都要核对！"
)
_OPTIONS = (
    "跑步者先经过右侧的红色长椅，然后在第一个路口左转，随后（大约十秒后）穿过隧道。",
    "条纹隔离桩位于长椅之后、路障之前，两侧都有；地面由沥青变为“砾石”，再变回沥青。",
    "对面骑车人（开着前灯）出现在鹅卵石路面之前：他从左侧经过，速度很快！",
    "跑步者两次穿过斑马线，第二次方向相反；途中《晨报》的报亭始终在左侧。",
    "隧道之后，左侧经过门牌号为27的建筑，其墙面约有80%被涂成蓝色。",
    "路面从沥青变为砾石，最后又变回沥青；没有出现楼梯、桥梁、或水面。",
)


def offending(lines: list[str]) -> list[str]:
    """The lines that begin or, but for the last, end as none may."""
    told = [line.strip() for line in lines if line.strip()]
    return [line for line in told if line[0] in _CLOSING or line[-1] in _OPENING]


def _texts() -> Iterator[str]:
    with (files("rbcheck.locale") / "zh" / "LC_MESSAGES" / "rbcheck.po").open("rb") as source:
        for message in read_po(source):
            parts = [message.string] if isinstance(message.string, str) else list(message.string or ())
            # Pieces that are set behind another text begin as they must.
            yield from (part for part in parts if message.id and len(part) > 8 and not offending([part]))


@pytest.mark.parametrize("width", range(20, 121, 4))
def test_no_text_of_the_catalogue_breaks_wrongly(width: int) -> None:
    texts = [_STEM, *_OPTIONS, *_texts()]
    assert len(texts) > 500
    for text in texts:
        lines = [line.plain for line in wrapped(Content(text), width)]
        assert max(map(cell_len, lines)) <= width
        assert not offending(lines), text
        assert "".join("".join(lines).split()) == "".join(text.split()), "nothing is lost"


def _on_screen(bench: Workbench) -> Iterator[list[str]]:
    """The lines of each text that stands on the screen."""
    strips = bench._compositor.render_strips()
    for widget in bench.query("*"):
        if (
            isinstance(widget, TextLine | RefusalLine | OptionRow | OrderPane | VerdictChoice | Timelines)
            and widget.region
        ):
            area = widget.content_region.intersection(bench.region)
            lines = [strips[y].crop(area.x, area.right).text for y in range(area.y, area.bottom)]
            if any(line.strip() for line in lines):
                yield lines


async def _look(bench: Workbench, pilot: Pilot[None]) -> int:
    seen = 0
    for width in (80, 97, 120, 133, 160, 240):
        await pilot.resize_terminal(width, 40)
        await pilot.pause()
        for lines in _on_screen(bench):
            seen += len(lines)
            assert not offending(lines), (width, lines)
    return seen


@pytest.mark.parametrize("stage", list(Stage))
async def test_no_line_of_the_workbench_breaks_wrongly(rooms: Callable[..., Room], stage: Stage) -> None:
    more = {"labels": ("CLIP_A", "CLIP_B"), "unit": "cross_recording", "protocol": Protocol.DIRECT}
    room = rooms(stem=_STEM, options=_OPTIONS, **(more if stage is Stage.WATCH else {}))
    room.at(stage)
    with speaking("zh"):
        async with sitting(room, (80, 40)) as (bench, pilot, _app):
            await keys(pilot, "q")
            assert await _look(bench, pilot) > 20
