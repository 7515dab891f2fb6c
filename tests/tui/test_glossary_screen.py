"""The glossary over a question: opened by its key or a click on a word, with the words of what is on the screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import OptionList
from tui.shell_host import House, make_house, running, shows, until

from rbcheck import locale
from rbcheck.domain.protocol import Stage
from rbcheck.tui.app import RbcheckApp
from rbcheck.tui.pages.wrapping import NEVER_FIRST
from rbcheck.tui.screens.glossary import Glossary
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.shell import Choices, Wishes
from rbcheck.tui.widgets.glossing import glossed
from rbcheck.tui.widgets.still_picture import StillPicture

SIZES = [(120, 36), (80, 24)]
STEM = "Which order do the bollards and the bench come in? [b]Select[/b] three."
WORD = "A barrier stands on the left."


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Ada, and a question whose stem and options have words that the glossary knows."""
    monkeypatch.chdir(tmp_path)
    made = make_house(tmp_path)
    made.add_annotator("Ada")
    made.add_pack("p1", ["q1"])
    with made.store() as work:
        stored = work.packs.question("p1", "q1")
        assert stored is not None
        options = tuple(replace(option, text=WORD) for option in stored.question.options)
        asked = replace(stored.question, question_id="q2", stem=STEM, options=options)
        work.packs.add_question(replace(stored, place=2, question=asked))
        work.commit()
    return made


def open_term(app: RbcheckApp) -> str:
    """The term that the glossary shows."""
    screen = app.screen
    assert isinstance(screen, Glossary)
    shown = [picture.path for picture in screen.query(StillPicture)]
    return shown[0].stem if shown and shown[0] is not None else ""


@pytest.mark.parametrize("size", SIZES)
async def test_the_key_opens_the_words_of_the_question_and_hides_those_of_hidden_options(
    house: House, size: tuple[int, int]
) -> None:
    async with running(house, Wishes("Ada", "p1", "q2"), size) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, Glossary))
        await shows(pilot, "2 words of this question")
        await until(pilot, lambda: open_term(app) == "bollard")
        await shows(pilot, "A short, thick post")
        await pilot.press("down")
        await until(pilot, lambda: open_term(app) == "bench")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Workbench))


async def test_a_click_on_a_word_of_the_stem_opens_it(house: House) -> None:
    async with running(house, Wishes("Ada", "p1", "q2")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is Stage.WATCH)
        await app.run_action("app.glossary('bench')")
        await until(pilot, lambda: isinstance(app.screen, Glossary) and open_term(app) == "bench")


async def test_no_line_of_an_explanation_begins_with_what_belongs_to_the_line_before(house: House) -> None:
    house.choices = Choices(lang="zh")
    locale.use("zh")
    try:
        async with running(house, Wishes("Ada", "p1"), (80, 24)) as (app, pilot):
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, Glossary) and open_term(app) == "bollard")
            listed, words = app.screen.query_one("#terms", OptionList), app.screen.query_one("#term-words")
            for place in range(listed.option_count):
                listed.highlighted = place
                await pilot.pause()
                lines = [strip.text.strip() for strip in words.render_lines(words.size.region)]
                assert len(lines) > 3
                assert not [line for line in lines if line[:1] in NEVER_FIRST and line]
    finally:
        locale.use("en")


def test_words_are_underlined_and_the_text_is_never_markup() -> None:
    content = glossed(STEM)
    assert content.plain == STEM
    underlined = [STEM[span.start : span.end] for span in content.spans if getattr(span.style, "underline", None)]
    assert underlined == ["bollards", "bench"]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_without_a_question_every_word_is_there_in_either_language(house: House, lang: str) -> None:
    house.choices = Choices(lang=lang)
    locale.use(lang)
    try:
        async with running(house, Wishes("Ada", "p1")) as (app, pilot):
            await until(pilot, lambda: isinstance(app.screen, Queue))
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, Glossary) and open_term(app) == "bollard")
            await shows(pilot, "护柱")
            await shows(pilot, "bollard")
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, Queue))
    finally:
        locale.use("en")
