"""What is seen: nothing is said that the eye cannot find, and nothing stands where it is not looked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.content import Content
from textual.widgets import Input
from tui.bench_host import LENGTH_MS, NOON, Room, keys, refusal, sitting, until
from tui.shell_host import House, running, seen, shows
from tui.shell_host import until as shell_until

from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.glossary import terms
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.pages.wrapping import NEVER_FIRST
from rbcheck.tui.screens.dialogs import Ask, Choose, Confirm
from rbcheck.tui.screens.glossary import Glossary
from rbcheck.tui.screens.keys import Keys
from rbcheck.tui.screens.manual import Manual
from rbcheck.tui.screens.passphrase import AskPassphrase
from rbcheck.tui.theme import NAMES
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.option_row import OptionRow
from rbcheck.tui.widgets.option_rows import RowFacts
from rbcheck.tui.widgets.painted_view import PaintedView
from rbcheck.tui.widgets.pane_tabs import PaneTabs
from rbcheck.tui.widgets.question_pane import TextPane
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.row_table import CURSOR, Column, RowTable
from rbcheck.tui.widgets.stage_line import StageLine


@pytest.mark.parametrize(
    ("term", "colorterm", "colours"),
    [
        ("xterm", "", "256"),
        ("screen", "", "256"),
        ("linux", "", "256"),
        ("xterm-256color", "", "256"),
        ("xterm", "truecolor", "truecolor"),
    ],
)
def test_no_terminal_is_given_sixteen_colours(
    house: House, monkeypatch: pytest.MonkeyPatch, term: str, colorterm: str, colours: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    assert house.app().console.color_system == colours


async def test_the_row_under_the_cursor_bears_a_sign_and_no_other_does(house: House) -> None:
    async with running(house, size=(80, 24)) as (app, pilot):
        await shows(pilot, "0 of 2 done")
        assert ["q1" in line for line in seen(app).splitlines() if line.startswith(CURSOR)] == [True]
        await pilot.press("down")
        await shell_until(
            pilot, lambda: any(line.startswith(f"{CURSOR}○") and "q2" in line for line in seen(app).splitlines())
        )


def _contrast(table: RowTable, line: int) -> float:
    """How much the text of a line differs from its ground, as brightness, 0 to 1."""
    style = next(iter(table.render_line(line))).style
    assert style is not None
    return abs(Color.from_rich_color(style.color).brightness - Color.from_rich_color(style.bgcolor).brightness)


@pytest.mark.parametrize("theme", NAMES)
async def test_what_is_done_is_dimmed_and_can_be_read_in_every_theme(house: House, theme: str) -> None:
    house.finish("id-Ada", "p1", "q1")
    async with running(house, size=(80, 24)) as (app, pilot):
        app.theme = theme
        await shows(pilot, "1 of 2 done")
        await pilot.pause()
        table = app.screen.query_one(RowTable)
        table.put((Column("a", "a", 5),), [["done"], ["open"], ["cursor"]], frozenset({0}), 2)
        assert 0.25 < _contrast(table, 1) < _contrast(table, 2)


async def test_a_search_says_its_own_keys_and_that_nothing_fits(house: House) -> None:
    async with running(house, size=(80, 24)) as (app, pilot):
        await shows(pilot, "/ search")
        await pilot.press("slash", *"zzz")
        await shows(pilot, "No question fits: Esc shows all of them.")
        line = str(app.screen.query_one(KeyLine).render())
        assert "Enter to the rows" in line
        assert "n next" not in line
        await pilot.press("escape")
        await shows(pilot, "n next")
        assert "No question fits" not in seen(app)


@pytest.mark.parametrize(
    "dialog",
    [
        AskPassphrase("p1"),
        AskPassphrase("p1", "wrong"),
        Ask("why?"),
        Confirm("really?", "yes", "no"),
        Choose("which?", (), ""),
        Keys(()),
    ],
    ids=lambda dialog: type(dialog).__name__,
)
async def test_a_dialog_stands_in_the_middle(house: House, dialog: Dialog[object]) -> None:
    async with running(house, size=(80, 24)) as (app, pilot):
        app.push_screen(dialog)
        await shell_until(pilot, lambda: dialog.query(".dialog") and dialog.query_one(".dialog").region.area)
        box = dialog.query_one(".dialog").region
        assert abs(box.x - (80 - box.right)) <= 1
        assert abs(box.y - (24 - box.bottom)) <= 1
        assert all(field.content_size.height == 1 for field in dialog.query(Input))


async def test_a_section_that_was_searched_for_stands_on_top(house: House) -> None:
    """The contents go once the page has the focus, and the page is laid out wider."""
    async with running(house, size=(80, 24)) as (app, pilot):
        await pilot.press("f1")
        await shell_until(pilot, lambda: isinstance(app.screen, Manual))
        await pilot.press("slash", *"The rules, each with its reason")
        await shell_until(pilot, lambda: "Learning the work" in seen(app))
        await pilot.press("enter", "enter")
        await shell_until(pilot, lambda: seen(app).splitlines()[1].strip() == "The rules, each with its reason")


async def test_all_words_of_the_glossary_can_be_read_on_a_small_screen(house: House) -> None:
    async with running(house, size=(80, 15)) as (app, pilot):
        longest = max(terms("en"), key=lambda term: len(term.words))
        first, last = longest.words.split()[:2], longest.words.split()[-2:]
        await app.push_screen(Glossary("en", "", longest.name))
        await shell_until(pilot, lambda: longest.title("en") in seen(app) and " ".join(first) in seen(app))
        assert " ".join(last) not in " ".join(seen(app).split()), "it fits: another term is longer now"
        await pilot.press("space")
        await shell_until(pilot, lambda: last[-1] in seen(app))
        await pilot.press("space")
        await shell_until(pilot, lambda: " ".join(first) in seen(app))


async def test_keys_that_wrap_stay_in_their_column(house: House) -> None:
    async with running(house, size=(60, 24)) as (app, pilot):
        await pilot.press("question_mark")
        await shows(pilot, "Keys that act here")
        lines = [line.split("│")[1] for line in seen(app).splitlines() if line.count("│") > 1]
        column = next(line.index("next unfinished") for line in lines if "next unfinished" in line)
        wrapped = [line for line in lines if line.strip() and not line[:column].strip()]
        assert wrapped
        assert all(line[column] != " " for line in wrapped)
        assert all(line[column - 1] == " " for line in lines if "act here" not in line)


async def test_what_is_said_is_not_replaced_by_a_hint_that_nobody_asked_for(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "e")
        assert "the same key again" in refusal(bench, "about-player")
        bench.post_message(PaintedView.Hinted("half blocks", unasked=True))
        await pilot.pause()
        assert "the same key again" in refusal(bench, "about-player")
        bench.post_message(PaintedView.Hinted("shown so"))
        await until(pilot, lambda: refusal(bench, "about-player") == "shown so")


@pytest.mark.parametrize(
    ("unit", "word", "needed", "tab"),
    [
        ("anonymous_multi_clip", "CLIP", "CHECK opens with the order of the clips", "Order of clips"),
        ("cross_video", "VIDEO", "CHECK opens with the recordings told apart", "Same recording"),
    ],
)
async def test_the_stage_line_names_the_order_once_that_alone_is_missing(
    rooms: Callable[..., Room], unit: str, word: str, needed: str, tab: str
) -> None:
    room = rooms(labels=(f"{word}_A", f"{word}_B"), unit=unit, protocol=Protocol.DIRECT)
    async with sitting(room, (80, 24)) as (bench, _pilot, _app):
        assert "95 %" in bench.query_one(StageLine).standing.why
        assert tab in str(bench.query_one(PaneTabs).render())
    desk, judgment_id = room.desk, room.judgment().judgment_id
    for clip in (1, 2):
        desk.played(judgment_id, WatchSpan(f"span-{clip}", clip, 0, LENGTH_MS, 1.0, NOON, "blocks", 68))
    async with sitting(room, (80, 24)) as (bench, _pilot, _app):
        assert bench.query_one(StageLine).standing.why == needed


CHINESE = "之后核对（landmark-cooccurrence）：逐一比对：同一棵树、同一块牌？光线、行人、车辆不能作准。"


class Texts(App[None]):
    """Every widget that wraps a text of people or of the interface."""

    CSS = "TextPane, OptionRow { height: auto; }"

    def compose(self) -> ComposeResult:
        yield TextPane(id="text")
        yield RefusalLine(id="refusal")
        yield OptionRow(RowFacts(("A", None), CHINESE))

    def on_mount(self) -> None:
        self.query_one(TextPane).put(Content(CHINESE))
        self.query_one(RefusalLine).say(CHINESE)


@pytest.mark.parametrize("width", range(24, 60, 3))
async def test_no_line_begins_with_a_lonely_sign(width: int) -> None:
    app = Texts()
    async with app.run_test(size=(width, 40)) as pilot:
        await pilot.pause()
        lines = [line.strip(" ▁▂▃▄▅▆▇█") for line in seen(app).splitlines()]
        assert "".join(lines).replace(" ", "").count(CHINESE) == 3
        assert not [line for line in lines if line and line[0] in NEVER_FIRST]
