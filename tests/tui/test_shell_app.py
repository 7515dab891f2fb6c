"""What every screen has: palette, settings, keys, manual, leaving."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from textual.command import CommandList, CommandPalette
from textual.widgets import Input, OptionList
from tui.shell_host import House, open_palette, running, seen, shows, until

from rbcheck import locale
from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.protocol import Stage
from rbcheck.manual import topics
from rbcheck.services.views import WatchView
from rbcheck.tui.actions import possible_keys
from rbcheck.tui.picture.ways import Colours
from rbcheck.tui.screens.keys import Keys
from rbcheck.tui.screens.manual import Manual
from rbcheck.tui.screens.manual_sections import ANNOTATOR, SECTION_OF, search, sections_of
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.settings import SettingsScreen
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.theme import NAMES
from rbcheck.tui.widgets.video_view import VideoView

SIGNS = ("| ", "](", "**", "# ", "---", "`")
SIZES = [(120, 36), (80, 24)]
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


async def test_the_palette_carries_out_an_action_of_the_screen_at_hand(house: House) -> None:
    async with running(house) as (app, pilot):
        await open_palette(pilot)
        await pilot.press(*"put the question off")
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count == 1)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Queue) and "◐…" in seen(app))


async def test_a_dialog_that_is_confirmed_twice_takes_only_itself_away(house: House) -> None:
    async with running(house) as (app, pilot):
        await open_palette(pilot)
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count > 3)
        await pilot.press("down")
        for _press in range(3):
            app.simulate_key("enter")
        await until(pilot, lambda: not isinstance(app.screen, CommandPalette))
        await until(pilot, lambda: isinstance(app.screen_stack[1], Queue))


async def test_keys_of_the_list_do_nothing_while_the_palette_found_nothing(house: House) -> None:
    async with running(house) as (app, pilot):
        await open_palette(pilot)
        await pilot.press("pagedown", "pageup", "down", "up", *"zzzz", "pageup", "pagedown", "down", "up", "enter")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))


async def test_keys_of_the_list_do_nothing_while_it_has_options_and_no_lines(house: House) -> None:
    async with running(house) as (app, pilot):
        await open_palette(pilot)
        commands = app.screen.query_one(CommandList)
        await until(pilot, lambda: commands.option_count > 0)
        commands.display = False
        await until(pilot, lambda: not commands.scrollable_content_region)
        commands.highlighted = 0
        await pilot.press("pagedown", "pageup", "down", "up")
        assert isinstance(app.screen, CommandPalette)


async def test_a_key_behind_enter_leads_where_it_leads_and_no_workbench_lies_over_it(house: House) -> None:
    async with running(house) as (app, pilot):
        app.simulate_key("enter")
        app.simulate_key("f2")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.pause(0.5)
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)


async def test_the_palette_knows_what_the_stage_allows(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)
        await open_palette(pilot)
        await pilot.press(*"enlarge")
        await shows(pilot, "Enlarge the picture")
        await pilot.press(*["backspace"] * 7, *"ruled out")
        await shows(pilot, "No action is called that.")


async def test_a_setting_is_chosen_from_the_palette(house: House) -> None:
    async with running(house) as (app, pilot):
        await open_palette(pilot)
        await pilot.press(*"high contrast")
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count == 1)
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.theme == NAMES[2])
        assert house.saved == [("theme", NAMES[2])]


@pytest.mark.parametrize("size", SIZES)
async def test_settings_hold_at_once_and_are_kept(house: House, size: tuple[int, int]) -> None:
    async with running(house, size=size) as (app, pilot):
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("down", "right", "down", "right", "down", "right", "up", "up", "up", "right")
        await until(pilot, lambda: len(house.saved) == 4)
        assert house.saved == [
            ("theme", NAMES[1]), ("show", "truecolor"), ("pause_on_note", True), ("lang", "zh"),
        ]  # fmt: skip
        assert app.theme == NAMES[1]
        await pilot.press("escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.view is not None)
        bench = app.screen
        assert isinstance(bench, Workbench)
        assert bench.pause_on_note
        assert bench.query_one(VideoView).colours is Colours.TRUE
    locale.use("en")


async def test_a_setting_is_chosen_with_the_mouse(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        row = next(line for line in seen(app).splitlines() if "light" in line)
        place = app.screen.query_one("#theme").region
        await pilot.click("#theme", offset=(row.index("light") - place.x, 0))
        await until(pilot, lambda: app.theme == NAMES[1])


async def test_a_choice_that_cannot_be_kept_is_said_and_holds_for_now(house: House) -> None:
    house.save_error = RbcheckError("The settings file cannot be written.")
    async with running(house) as (app, pilot):
        app.choose("theme", NAMES[2])
        await shows(pilot, "✗ The settings file cannot be written.")
        assert app.theme == NAMES[2]


@pytest.mark.parametrize("size", SIZES)
async def test_the_question_mark_shows_the_keys_of_the_place(house: House, size: tuple[int, int]) -> None:
    async with running(house, size=size) as (app, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Keys))
        assert "flag for the reviewer" in seen(app)
        assert "supported" not in seen(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))


@pytest.mark.parametrize("size", SIZES)
async def test_the_manual_opens_at_the_stage_and_the_type_at_hand(house: House, size: tuple[int, int]) -> None:
    async with running(house, size=size) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Manual))
        await shows(pilot, "the time of each event that stands out")
        await shows(pilot, "First straight through")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Workbench))


async def test_the_manual_is_searched(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Manual))
        await pilot.press("slash", *"dealt at random")
        await until(pilot, lambda: app.screen.query_one("#sections", OptionList).option_count == 1)
        await pilot.press("enter")
        await shows(pilot, "the letter says nothing about time")
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.query_one("#search", Input).value)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))


async def test_a_search_of_the_manual_without_a_hit_says_so_and_stays_in_the_field(house: House) -> None:
    async with running(house, size=(80, 24)) as (app, pilot):
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Manual))
        await pilot.press("slash", *"zzqq", "enter")
        await shows(pilot, "Nothing in the manual holds")
        assert app.focused is app.screen.query_one("#search", Input)


def test_what_a_search_shows_has_no_signs_of_markdown_and_shows_no_heading_twice() -> None:
    for lang, wanted in (("zh", "左、右、前方"), ("zh", "手册"), ("zh", "-"), ("en", "manual"), ("en", "the")):
        found = search(sections_of(topics(lang)), wanted)
        assert found
        assert not [each.line for each in found if each.line == "-" or any(sign in each.line for sign in SIGNS)]
        assert not [each for each in found if each.line == each.section.heading]


def test_every_stage_has_its_section_in_both_languages() -> None:
    english = sections_of(topics("en"))
    chinese = sections_of(topics("zh"))
    headings = {each.number: each.heading for each in english if each.page == ANNOTATOR}
    assert {stage: headings[number] for stage, number in SECTION_OF.items()} == {
        Stage.BLIND: "One question, from start to end",
        Stage.WATCH: "Two passes",
        Stage.CHECK: "The three marks",
        Stage.ANSWER: "Never force the count",
        Stage.VERDICT: "Never force the count",
        Stage.REVEAL: "One question, from start to end",
        Stage.DONE: "One question, from start to end",
    }
    assert [each.number for each in chinese if each.page == ANNOTATOR] == list(headings)


def test_a_search_of_the_manual_finds_each_section_once() -> None:
    found = search(sections_of(topics("en")), "TIMELINE")
    places = [(each.section.page, each.section.number) for each in found]
    assert len(places) == len(set(places)) > 1
    assert all("timeline" in f"{each.section.heading} {each.line}".casefold() for each in found)


async def test_ctrl_c_says_how_to_leave_and_leaves_nothing(house: House) -> None:
    async with running(house) as (app, pilot):
        app.action_help_quit()
        await pilot.press("ctrl+c")
        assert app.is_running
        assert [each.message for each in app._notifications][-1] == "Ctrl+Q leaves; everything is saved."


async def test_leaving_keeps_the_draft_of_the_question_on_the_screen(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)
        await pilot.press("i", *"half a note")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not app.is_running)
    with house.store(write=False) as work:
        [judgment] = list(work.judgments.each())
    assert "half a note" in str(judgment.draft)


async def test_the_manual_shows_its_widest_table_whole_in_a_small_terminal(house: House) -> None:
    async with running(house, size=(80, 24)) as (app, pilot):
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Manual))
        await pilot.press("slash", *"table of", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "sections")
        await pilot.press("enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "page-scroll")
        await pilot.press("home")
        await until(pilot, lambda: "REVEAL" in seen(app) and "DONE" in seen(app))
        heads = next(line for line in seen(app).splitlines() if "act" in line and "DONE" in line)
        for stage in ("WATCH", "CHECK", "ANSWER", "VERDICT", "REVEAL", "DONE"):
            assert stage in heads


async def test_the_palette_offers_the_verdicts_that_there_are(house: House) -> None:
    async with running(house) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)
        bench = app.screen
        assert isinstance(bench, Workbench)
        offered = {}
        for stage in (Stage.CHECK, Stage.VERDICT, Stage.REVEAL):
            assert isinstance(bench.view, WatchView)
            bench.view = replace(bench.view, header=replace(bench.view.header, stage=stage))
            offered[stage] = {key.id for key in possible_keys(app, app.screen) if key.id.startswith("verdict_")}
    numbers = {stage: {name for name in names if name[-1].isdecimal()} for stage, names in offered.items()}
    assert numbers[Stage.CHECK] == set()
    assert numbers[Stage.VERDICT] == {"verdict_1", "verdict_2", "verdict_3"}
    assert numbers[Stage.REVEAL] == numbers[Stage.VERDICT] | {"verdict_4"}
