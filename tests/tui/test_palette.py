"""The palette: everything by its plain name, the best match by words first, nothing that cannot act here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.screen import Screen
from tui.bench_host import Room, keys, sitting
from tui.shell_host import House, open_palette, running, shows, until

from rbcheck import locale
from rbcheck.domain.protocol import Stage
from rbcheck.tui.finding import rank
from rbcheck.tui.palette import Actions, ActionsAndSettings
from rbcheck.tui.screens.manual import Manual
from rbcheck.tui.shell import Choices

NAMES = [
    ("quiz", "小测验", "A quiz", "小测验"),
    ("theme", "主题", "Colours: dark", "颜色：深色"),
    ("language", "语言", "Language: English", "语言：English"),
    ("glossary", "词汇表", "The words of the question explained, with pictures", ""),
    ("hard cases", "疑难", "Hard cases", "疑难"),
    ("frequent questions", "常见问题", "Frequent questions", "常见问题"),
    ("keys file", "按键文件", "Own keys: write the file in which they are changed", ""),
    ("way of showing", "显示方式", "Another way of showing the picture", ""),
]


@pytest.fixture
def spoken(house: House) -> Iterator[House]:
    """A house whose language is put back."""
    yield house
    locale.use("en")


async def found(screen: Screen[Any], query: str) -> list[str]:
    """What the palette lists for a query, the best first."""
    hits = [hit async for hit in ActionsAndSettings(screen).search(query)]
    return [str(hit.text) for hit in sorted(hits, key=lambda hit: -hit.score)]


async def listed(screen: Screen[Any]) -> set[str]:
    """Every entry that a search can find on a screen."""
    return {each.name for each in Actions(screen)._commands()}


def test_words_count_before_what_stands_within_them_and_a_name_before_what_it_is_called_besides() -> None:
    assert rank("note", "note") > rank("note", "Note the moment") > rank("note", "Go to the note")
    assert rank("note", "Go to the note") > rank("picture way", "another way of showing the picture")
    assert rank("picture way", "another way of showing the picture") > rank("ote", "Go to the note") > 0
    assert rank("theme", "Colours", ("theme",)) > rank("theme", "The theme")
    assert rank("theme", "theme") > rank("theme", "Colours", ("theme",))
    assert rank("theme", "Go to the note's moment") == 0
    assert rank("  ", "Go") == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_settings_and_learning_are_found_by_their_plain_names(spoken: House, lang: str) -> None:
    spoken.choices = Choices(lang=lang)
    locale.use(lang)
    async with running(spoken) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: getattr(app.screen, "stage", None) is Stage.WATCH)
        for english, chinese, first, first_in_chinese in NAMES:
            by_english = await found(app.screen, english)
            assert by_english, english
            if lang == "en":
                assert first in by_english[0]
                assert not any("moment" in each for each in by_english)
            else:
                by_chinese = await found(app.screen, chinese)
                assert first_in_chinese in by_chinese[0]
                assert by_chinese[0] == by_english[0] or english in ("frequent questions", "way of showing")


async def test_scattered_letters_are_looked_for_where_no_word_fits(house: House) -> None:
    async with running(house) as (app, _pilot):
        assert "Put the question off, or take that back" in await found(app.screen, "pqo")
        assert await found(app.screen, "zqzq") == []


async def test_a_section_of_the_manual_opens_from_the_palette(house: House) -> None:
    async with running(house) as (app, pilot):
        for _each in range(2):  # from the queue, and from another section
            await open_palette(pilot)
            await pilot.press(*"quiz")
            await shows(pilot, "Manual: A quiz")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Manual))
            await shows(pilot, "A quiz")
            await pilot.press("f6")


async def test_what_is_not_there_is_not_offered(rooms: Any) -> None:
    room: Room = rooms(labels=("CLIP_1",))
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        names = await listed(bench)
        absent = ("Go to a clip", "Number the clip", "Next clip", "Clip before", "Go to the note")
        assert "Play or pause" in names
        assert not [each for each in names if each.startswith(absent)]
        await keys(pilot, "i", *"bench", "enter")
        assert "Go to the note's moment" in await listed(bench)


async def test_clips_and_their_order_are_offered_where_they_are_asked_for(rooms: Any) -> None:
    room: Room = rooms(labels=("CLIP_A", "CLIP_B"), unit="multi_clip")
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, _pilot, _app):
        names = await listed(bench)
        for number, there in ((1, True), (2, True), (3, False)):
            assert (f"Go to a clip by its number: {number}" in names) is there
            assert (f"Number the clip; the same number for a tie: {number}" in names) is there
        assert "Next clip" in names
