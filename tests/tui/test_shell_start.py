"""First minutes: who judges, in which language, what; and what the command line asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Static
from tui.shell_host import House, make_house, running, seen, shows, until

from rbcheck import locale
from rbcheck.domain.errors import PackError, StoreUnreachable
from rbcheck.tui.app import EXIT_FAILED, RbcheckApp
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.welcome import Welcome
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.shell import Choices, OnProgress, Shell, Wishes

SIZES = [(120, 36), (80, 24)]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """An empty store; files are written into the test's folder."""
    monkeypatch.chdir(tmp_path)
    return make_house(tmp_path)


@pytest.mark.parametrize("size", SIZES)
async def test_a_fresh_machine_asks_for_a_name_and_makes_the_practice_pack(house: House, size: tuple[int, int]) -> None:
    async with running(house, size=size) as (app, pilot):
        assert "Your name" in seen(app)
        assert "rbcheck pack add PATH" in seen(app)
        assert "Enter go on" in seen(app)
        await pilot.press("王", "芳", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        await pilot.press("enter")
        await shows(pilot, "0 of 2 done")
        assert "王芳" in seen(app)
    with house.store(write=False) as work:
        assert [person.name for person in work.people.all()] == ["王芳"]


async def test_a_pack_says_its_questions_alone_while_nobody_is_signed_in(house: House) -> None:
    house.add_annotator("Ada")
    house.add_annotator("Ben")
    house.add_pack("p1", ["q1", "q2", "q3"])
    async with running(house) as (app, pilot):
        await shows(pilot, "3 questions")
        assert "0 of 3" not in seen(app)


async def test_everything_is_done_with_the_mouse_too(house: House) -> None:
    house.add_annotator("Ada")
    house.add_annotator("Bo")
    house.add_pack("p1", ["q1"])
    async with running(house) as (app, pilot):
        await shows(pilot, "known here: Ada Bo")
        await pilot.click("#known", offset=(13, 0))
        await pilot.click("#packs", offset=(3, 0))
        await until(pilot, lambda: isinstance(app.screen, Queue))
        assert "Ada" in seen(app)


async def test_the_one_annotator_of_the_one_pack_comes_back_to_the_queue(house: House) -> None:
    house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    async with running(house) as (app, _pilot):
        assert isinstance(app.screen, Queue)


async def test_whoever_only_came_by_an_import_is_offered_and_not_taken_for_granted(house: House) -> None:
    house.add_annotator("Fresh", here=False)
    house.add_pack("p1", ["q1"])
    async with running(house) as (app, _pilot):
        assert isinstance(app.screen, Welcome)
        assert app.screen.query_one("#name", Input).value == ""
        assert app.focused is not None
        assert app.focused.id == "name"
        assert "known here: Fresh" in seen(app)


async def test_of_several_who_signed_in_here_the_last_is_greeted(house: House) -> None:
    house.add_annotator("Ada")
    house.add_annotator("Bo")
    house.add_annotator("Fresh", here=False)
    house.add_pack("p1", ["q1"])
    async with running(house) as (app, _pilot):
        assert app.screen.query_one("#name", Input).value == "Bo"
        assert app.focused is not None
        assert app.focused.id == "packs"


async def test_who_signs_in_is_known_on_the_next_start(house: House) -> None:
    house.add_annotator("Fresh", here=False)
    house.add_pack("p1", ["q1"])
    async with running(house) as (app, pilot):
        await pilot.press(*"Ada", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Queue))
    async with running(house) as (app, _pilot):
        assert isinstance(app.screen, Queue)
        assert "Ada" in seen(app)


async def test_enter_without_a_name_says_so_and_the_field_goes_on_taking_letters(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await shows(pilot, "name is needed")
        assert app.focused is not None
        assert app.focused.id == "name"
        await pilot.press(*"Ann", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        assert "name is needed" not in seen(app)
        assert "Ann" in seen(app)


async def test_no_name_is_refused_beside_the_field(house: House) -> None:
    house.add_pack("p1", ["q1"])
    async with running(house) as (app, pilot):
        await pilot.press("tab", "tab")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        await pilot.press("enter")
        await shows(pilot, "A name is needed")
        assert isinstance(app.screen, Welcome)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(pack="nope"), "There is no pack nope here"),
        (Wishes(pack="no\x1b[31mpe"), "There is no pack no␛[31mpe here"),
        (Wishes(annotator="Bob"), "Nobody here is named Bob yet"),
        (Wishes(question="q9"), "There is no question q9 in this pack"),
    ],
)
async def test_what_the_command_line_names_wrongly_is_said(house: House, wishes: Wishes, said: str) -> None:
    house.add_annotator("Ada")
    house.add_pack("p1", ["q1"])
    async with running(house, wishes, size=(80, 24)) as (_app, pilot):
        await shows(pilot, said)


async def test_what_the_command_line_names_rightly_is_opened(house: House) -> None:
    house.add_annotator("Ada")
    house.add_annotator("Bo")
    house.add_pack("p1", ["q1", "q2"])
    house.add_pack("p2", ["q3"])
    async with running(house, Wishes("Bo", "p1", "q2")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Workbench))
        await shows(pilot, "q2 · landmark-order · 2/2")


async def test_the_pack_that_was_asked_for_is_under_the_cursor_until_somebody_has_a_name(house: House) -> None:
    for name in ("a-pack", "practice", "z-pack"):
        house.add_pack(name, [f"{name}-1"])
    async with running(house, Wishes(pack="practice")) as (app, pilot):
        await pilot.press("enter")
        await shows(pilot, "name")
        refusal = app.screen.query_one("#said", Static)
        await until(pilot, lambda: refusal.display)
        await pilot.press("A")
        await until(pilot, lambda: not refusal.display)
        await pilot.press("d", "a", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, Queue))
        assert "practice-1" in seen(app)


async def test_enter_goes_on_from_the_language_too(house: House) -> None:
    house.add_pack("p1", ["q1"])
    async with running(house) as (app, pilot):
        await pilot.press(*"Ada", "tab", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        assert app.choices.lang == "en"


async def test_another_language_holds_at_once_and_what_was_typed_stays(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press(*"Ada", "tab", "right")
        await until(pilot, lambda: app.choices.lang == "zh")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "language")
        assert ("lang", "zh") in house.saved
        await until(pilot, lambda: all(word in seen(app) for word in ("你的姓名", "语言", "判断什么", "Ctrl+Q 退出")))
        assert "Ada" in seen(app)
        assert not any(word in seen(app) for word in ("Your name", "Language", "What to judge", "leave"))
    locale.use("en")


async def test_a_store_that_cannot_be_used_ends_the_program_with_its_sentence(house: House) -> None:
    def refuse() -> Shell:
        raise StoreUnreachable("The store {path} is not there.", path="x")

    app = RbcheckApp(refuse, Choices(), Wishes(), house._save)
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.failure is not None)
    assert app.return_code == EXIT_FAILED
    assert str(app.crash) == "The store x is not there."


async def test_a_practice_pack_that_cannot_be_made_is_said_in_place(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(on_progress: OnProgress) -> str:
        on_progress(1, 28)
        raise PackError("No space is left.")

    monkeypatch.setattr(house, "make_practice", refuse)
    async with running(house) as (app, pilot):
        await pilot.press(*"Ada", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "packs")
        await pilot.press("enter")
        await shows(pilot, "No space is left.")
        assert isinstance(app.screen, Welcome)


@pytest.mark.parametrize("asked", [None, "p2"])
async def test_after_a_kill_the_same_question_is_open_again(house: House, asked: str | None) -> None:
    ada = house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    house.add_pack("p2", ["q1", "q2"])
    house.killed_at(ada, "p2", "q2")
    async with running(house, Wishes(pack=asked)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is not None)
        bench = app.screen
        assert isinstance(bench, Workbench)
        assert bench.view is not None
        assert (bench.view.header.pack, bench.view.header.question_id) == ("p2", "q2")


@pytest.mark.parametrize("size", SIZES)
async def test_of_several_whoever_signed_in_last_is_offered_what_was_open_at_a_kill(
    house: House, size: tuple[int, int]
) -> None:
    bo, ada = house.add_annotator("Bo"), house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    house.add_pack("p2", ["q1", "q2"])
    house.killed_at(bo, "p1", "q1")
    house.killed_at(ada, "p2", "q2")
    async with running(house, size=size) as (app, pilot):
        await shows(pilot, "q2 was open when the program ended: Enter goes on with it")
        assert app.screen.query_one("#name", Input).value == "Ada"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is not None)
        assert isinstance(app.screen, Workbench)
        assert app.screen.view is not None
        header = app.screen.view.header
        assert (header.pack, header.question_id) == ("p2", "q2")


@pytest.mark.parametrize(("name", "down", "opened"), [("Bo", 0, "q1"), ("Bo", 1, None), ("Cy", 0, None)])
async def test_another_name_has_what_it_had_open_itself_or_nothing(
    house: House, name: str, down: int, opened: str | None
) -> None:
    bo, ada = house.add_annotator("Bo"), house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    house.add_pack("p2", ["q1", "q2"])
    house.killed_at(bo, "p1", "q1")
    house.killed_at(ada, "p1", "q2")
    async with running(house) as (app, pilot):
        await shows(pilot, "q2 was open")
        await pilot.press("shift+tab", "shift+tab", "ctrl+u", *name)
        assert "was open" not in seen(app), "what was offered was not offered to this name"
        await pilot.press("enter", *["down"] * down, "enter")
        wanted = Queue if opened is None else Workbench
        await until(pilot, lambda: isinstance(app.screen, wanted))
        await pilot.pause()
        assert isinstance(app.screen, wanted), "no question of somebody else is opened"
        if isinstance(app.screen, Workbench):
            assert app.screen.question_id == opened


async def test_another_pack_that_was_asked_for_opens_its_queue(house: House) -> None:
    ada = house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    house.add_pack("p2", ["q1", "q2"])
    house.killed_at(ada, "p2", "q2")
    async with running(house, Wishes(pack="p1")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Queue))
        assert "P1  Ada" in seen(app)
