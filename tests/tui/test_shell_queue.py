"""The queue: what stands in it, how it is narrowed down, and what is done from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import OptionList
from tui.shell_host import House, make_house, running, seen, shows, until

from rbcheck import locale
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.protocol import Stage
from rbcheck.services.reviewing import Reviewing
from rbcheck.services.views import QueueRow
from rbcheck.tui.screens.dialogs import Ask, Choose, Confirm
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.queue_table import columns_for
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.shell import Choices
from rbcheck.tui.widgets.row_table import CURSOR, GAP, RowTable

SIZES = [(120, 36), (80, 24)]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Ada, and a pack of four questions."""
    monkeypatch.chdir(tmp_path)
    made = make_house(tmp_path)
    made.add_annotator("Ada")
    made.add_pack("p1", ["q1", "题目二", "q3", "q\x1b[31m4"])
    return made


def rows_of(screen: str) -> list[str]:
    """The lines of the screen that are rows, without the cursor."""
    lines = [line.replace(CURSOR, " ", 1) for line in screen.splitlines()]
    return [line for line in lines if line.lstrip()[:1] in ("○", "◐", "●") and "○ open" not in line]


async def test_a_question_that_is_returned_meanwhile_shows_in_the_open_queue(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house) as (app, pilot):
        await shows(pilot, "1 of 4 done")
        queue = app.screen
        assert isinstance(queue, Queue)
        await pilot.press("down")
        before = queue.current()
        reviewing = Reviewing(house.store, house.clock, DeviceFiles(house.path / "reviewer"))
        [row] = [row for row in reviewing.rows() if row.row.question_id == "q1"]
        reviewing.give_back(reviewing.open(row).view.header.judgment_id, "Rex", "Look at A again.")
        queue.look_again()
        await until(pilot, lambda: "↩" in rows_of(seen(app))[0])
        assert queue.current() == before, "the cursor stays where it was"


@pytest.mark.parametrize("size", SIZES)
async def test_one_row_a_question_aligned_and_inert(house: House, size: tuple[int, int]) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house, size=size) as (app, pilot):
        await shows(pilot, "1 of 4 done")
        screen = seen(app)
        assert "○ open ◐ begun ● done ⚑ flagged ↩ returned … later" in " ".join(screen.split())
        rows = rows_of(screen)
        assert [row.split()[0] for row in rows] == ["●", "○", "○", "○"]
        assert "DONE" in rows[0]
        assert "clear" in rows[0]
        assert "q␛[31m4" in rows[3]
        # 题目二 takes six cells in three characters.
        assert rows[1].index("landmark-order") == rows[3].index("landmark-order") - 3
        assert ("source" in screen.splitlines()[3]) == (size[0] == 120)


async def test_the_cursor_stands_at_the_first_question_that_is_not_done(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench))
        await shows(pilot, "题目二")


async def test_the_cursor_stands_at_the_unfinished_question_worked_on_last(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    for question_id in ("q\x1b[31m4", "q3"):
        house.clock.ms += 60_000
        desk = house.desk
        desk.write_note(desk.open("id-Ada", "p1", question_id).header.judgment_id, 1, 500, "a note")
        desk.close()
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench))
        await shows(pilot, "q3 · ")


async def test_what_was_put_off_is_not_where_one_begins(house: House) -> None:
    desk = house.desk
    desk.defer(desk.open("id-Ada", "p1", "q3").header.judgment_id, True)
    desk.close()
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench))
        await shows(pilot, "q1 · ")


async def test_states_types_and_a_text_narrow_the_rows_down(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house, size=(80, 24)) as (app, pilot):
        await pilot.press("f")
        await until(pilot, lambda: len(rows_of(seen(app))) == 3)
        await pilot.press("escape", "t")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Queue) and len(rows_of(seen(app))) == 2)
        assert "type: event-order" in seen(app)
        await pilot.press("escape", "slash", *"题")
        await until(pilot, lambda: len(rows_of(seen(app))) == 1)
        await pilot.press("escape")
        await until(pilot, lambda: len(rows_of(seen(app))) == 4)


async def test_the_counts_of_a_choice_stand_under_each_other_in_chinese_too(house: House) -> None:
    house.choices = Choices(lang="zh")
    locale.use("zh")
    try:
        async with running(house) as (app, pilot):
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            prompts = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
            assert len(prompts) == 3
            assert len({cell_len(prompt) for prompt in prompts}) == 1
    finally:
        locale.use("en")


async def test_a_heading_sorts_and_a_second_click_takes_it_back(house: House) -> None:
    async with running(house) as (app, pilot):
        left = seen(app).splitlines()[3].index("type")
        await pilot.click("#rows", offset=(left, 0))
        await until(pilot, lambda: ["event" in row for row in rows_of(seen(app))] == [True, True, False, False])
        await pilot.click("#rows", offset=(left, 0))
        await until(pilot, lambda: ["event" in row for row in rows_of(seen(app))] == [True, False, True, False])


async def test_a_filter_can_be_clicked(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house) as (app, pilot):
        await pilot.click("#narrowing", offset=(seen(app).splitlines()[1].index("unfinished") + 1, 0))
        await until(pilot, lambda: len(rows_of(seen(app))) == 3)


async def test_put_off_flag_and_take_back(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("L")
        await until(pilot, lambda: rows_of(seen(app))[0].split()[0] == "◐…")
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: isinstance(app.screen, Ask))
        await pilot.press(*"blurred", "enter")
        await until(pilot, lambda: isinstance(app.screen, Queue) and rows_of(seen(app))[0].split()[0] == "◐⚑…")
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: rows_of(seen(app))[0].split()[0] == "◐…")
        await pilot.press("L")
        await until(pilot, lambda: rows_of(seen(app))[0].split()[0] == "◐")


async def test_reopening_needs_a_question_that_is_done(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house) as (app, pilot):
        await pilot.press("R")
        await shows(pilot, "is not done yet")
        await pilot.press("home", "R")
        await until(pilot, lambda: isinstance(app.screen, Ask))
        await pilot.press("enter")
        await shows(pilot, "A reason is needed")
        assert isinstance(app.screen, Ask)
        await pilot.press(*"second look", "enter")
        await until(pilot, lambda: isinstance(app.screen, Queue) and "CHECK" in rows_of(seen(app))[0])


async def test_a_finished_question_opens_to_be_read(house: House) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house) as (app, pilot):
        await pilot.press("home", "enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.DONE)


async def test_a_question_that_another_session_has_is_refused_in_place(house: House) -> None:
    house.desk.open("id-Ada", "p1", "q1")
    async with running(house) as (_app, pilot):
        await pilot.press("L")
        await shows(pilot, "open in another session")


async def test_opened_by_two_clicks_and_left_by_escape_to_the_same_row(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.click("#rows", offset=(5, 3))
        await pilot.click("#rows", offset=(5, 3))
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.view is not None)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue) and "◐" in rows_of(seen(app))[2])
        assert app.screen.query_one(RowTable).cursor == 2


async def test_next_goes_on_from_the_cursor_and_after_the_last_offers_the_export(house: House) -> None:
    for question_id in ("q1", "题目二", "q\x1b[31m4"):
        house.finish("id-Ada", "p1", question_id)
    async with running(house) as (app, pilot):
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.view is not None)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))
        house.finish("id-Ada", "p1", "q3")
        app.screen.refresh_rows()  # type: ignore[attr-defined]
        await shows(pilot, "4 of 4 done")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await shows(pilot, "Write the export now?")
        await pilot.press("y")
        await shows(pilot, "annotation_Ada_")
    assert len(list(house.path.glob("annotation_Ada_*.json"))) == 1


async def test_a_store_that_is_lost_is_one_sentence_and_the_rows_stay(house: House) -> None:
    async with running(house) as (app, pilot):
        house.store.dispose()
        file = house.path / "store.db"
        for each in house.path.glob("store.db*"):
            each.unlink()
        file.mkdir()
        await pilot.press("L")
        await until(pilot, lambda: "✗ " in seen(app))
        app.screen.refresh_rows()  # type: ignore[attr-defined]
        assert len(rows_of(seen(app))) == 4


async def test_another_pack_and_another_annotator(house: House) -> None:
    house.add_pack("p2", ["q9"])
    async with running(house) as (app, pilot):
        await until(pilot, lambda: app.screen.query(OptionList))
        await pilot.press("down", "enter")
        await shows(pilot, "0 of 1 done")
        await pilot.press("p")
        await shows(pilot, "What to judge")
        await pilot.press("enter")
        await shows(pilot, "0 of 4 done")
        await pilot.press("a")
        await shows(pilot, "Your name")
        await pilot.press(*"Bo", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Queue) and " Bo " in seen(app))


@pytest.mark.parametrize("width", range(66, 141))
def test_no_text_is_cut_while_cells_are_left(width: int) -> None:
    row = QueueRow("p", "q" * 30, "v", "u" * 24, "t" * 36, "s", 1, None, False, False, False, None, 0, None, None)
    columns = {each.name: each.width for each in columns_for([row], width)}
    left = width - sum(each + GAP for each in columns.values())
    wanted = {"id": 30, "unit": 24, "type": 36}
    assert left >= 0
    assert left == 0 or all(columns[name] == needed for name, needed in wanted.items() if name in columns)


@pytest.mark.parametrize("size", SIZES)
async def test_no_setting_is_broken_inside_its_brackets(house: House, size: tuple[int, int]) -> None:
    async with running(house, size=size) as (app, pilot):
        await pilot.press("f2")
        await shows(pilot, "( ) greys")
        assert any("( ) greys" in line for line in seen(app).splitlines())
