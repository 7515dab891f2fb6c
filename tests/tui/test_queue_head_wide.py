"""The line over the queue measures Chinese by the cells that it takes."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from rbcheck.services.pacing import Day
from rbcheck.services.views import QueueView
from rbcheck.tui.screens import queue_head
from rbcheck.tui.screens.queue_head import HeadLine


class _Host(App[None]):
    def compose(self) -> ComposeResult:
        yield HeadLine(id="head")


async def test_title_and_name_stay_whole_while_figures_go(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = ["完成 1/2", "已保存 01:08:01", "今天 1", "距上次休息 0 分钟", "每题 5.9 分钟"]
    monkeypatch.setattr(queue_head, "figures", lambda view, worked, saved_at, day: list(wide))
    app = _Host()
    async with app.run_test(size=(80, 24)) as pilot:
        line = app.query_one(HeadLine)
        line.put(QueueView("张三", "practice", "练习", (), 0, 0, 0, None), 0, None, Day())
        await pilot.pause()
        shown = line.render()

        assert shown.plain.startswith("练习  张三")
        assert shown.plain.endswith("距上次休息 0 分钟")
        assert shown.cell_length <= 80
