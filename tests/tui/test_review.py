"""The screen of the review: judgments read in the annotator's panes, moments that play, comments, returns."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

import builders
import pytest
from exchange.places import Place
from textual.pilot import Pilot
from textual.widgets import Input
from tui.bench_host import HandClock
from tui.desk_host import SIZES, at_desk, focused
from tui.shell_host import seen, shows, until

from rbcheck.domain.comment import About
from rbcheck.domain.errors import StoreUnreachable
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Stage
from rbcheck.player.fake import FakePlayer
from rbcheck.services.footage_opening import FootageOpening
from rbcheck.services.playing import PlayState
from rbcheck.services.ports import Role
from rbcheck.services.reviewing import Reviewed, Reviewing
from rbcheck.tui.review_app import ReviewApp
from rbcheck.tui.screens.dialogs import Ask
from rbcheck.tui.screens.keys import Keys
from rbcheck.tui.screens.manual import Manual
from rbcheck.tui.screens.review import Review
from rbcheck.tui.screens.review_base import JudgmentTable, ReadingList, RetoldTimelines, ReviewDesk
from rbcheck.tui.shell import Choices
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.refusal import RefusalLine


@dataclass
class Room:
    """A reviewer's machine, the player, and what is to go wrong."""

    place: Place
    clock: HandClock = field(default_factory=HandClock)
    trouble: list[StoreUnreachable] = field(default_factory=list)

    def app(self) -> ReviewApp:
        """The interface as `rbcheck review --by Lea` makes it."""
        store, clock, device = self.place.store, self.place.clock, self.place.device
        reviewing = Reviewing(store, clock, device)

        def comment(judgment_id: str, about: About, text: str) -> Reviewed:
            if self.trouble:
                raise self.trouble.pop()
            return reviewing.comment(judgment_id, about, "Lea", text)

        desk = ReviewDesk(
            reviewing.rows,
            reviewing.open,
            comment,
            lambda judgment_id, text: reviewing.give_back(judgment_id, "Lea", text),
            reviewing.settle,
            lambda person: f"Exported what {person.name} said.",
            FootageOpening(store, clock, device, "review").clip_source,
        )
        player = FakePlayer(length_ms=20_000, seconds=self.clock.seconds)
        return ReviewApp(lambda: player, desk, Choices(show="256"))

    def judgment(self, question_id: str) -> Judgment:
        """Ann's judgment of a question."""
        with self.place.store(write=False) as work:
            return next(one for one in work.judgments.each() if one.question_id == question_id)

    def said(self, question_id: str) -> list[tuple[str | None, int | None, int | None, str]]:
        """What was remarked on a question: option, clip, time, text."""
        return [(one.option, one.clip, one.at_ms, one.text) for one in self.judgment(question_id).comments]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store with judgments, made once, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    with Place(folder, role=Role.LEAD) as place:
        somebody = place.with_packs().person("Ann")
        for question in ("q1", "q2", "q3"):
            place.judge(somebody, question)
        place.annotating.flag(place.judge(somebody, "q4", Stage.CHECK), "which [b]side[/b]?")
    return folder


@pytest.fixture
def room(made: Path, tmp_path: Path) -> Iterator[Room]:
    """The store, to be reviewed."""
    folder = tmp_path / "room"
    shutil.copytree(made, folder)
    with Place(folder, role=Role.LEAD, start=builders.later(9_000)) as place:
        yield Room(place)


def sitting(room: Room, size: tuple[int, int] = SIZES[0]) -> AbstractAsyncContextManager[tuple[Review, Pilot[None]]]:
    """The screen once the judgments are read."""
    return at_desk(room.app(), Review, lambda screen: screen.reviewed is not None, size)


async def say(pilot: Pilot[None], key: str, words: str) -> None:
    """Press a key that asks for words, and give them."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
    await pilot.press(*words, "enter")


@pytest.mark.parametrize("size", SIZES)
async def test_from_the_list_to_the_evidence_that_plays_and_back(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        await shows(pilot, "4 judgments: 1 flagged, 3 no comment yet")
        await pilot.press("enter")
        await until(pilot, focused(screen, ReadingList))
        await shows(pilot, "Statement A of q1")
        await shows(pilot, "CLIP_1 0:01.5–0:02.5")
        await pilot.press("enter")
        await until(pilot, lambda: screen.player.status().state is PlayState.PLAYING)
        assert screen.player.status().at_ms < 1_500
        await shows(pilot, "CLIP_1")
        room.clock.ms += 4_600
        await until(pilot, lambda: screen.player.status().state is PlayState.PAUSED)
        await pilot.press("escape")
        await until(pilot, focused(screen, JudgmentTable))
        await pilot.press("escape")
        await until(pilot, lambda: not pilot.app.is_running)


@pytest.mark.parametrize("size", SIZES)
async def test_every_pane_is_reached_and_shows_what_the_annotator_said(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        for kind, words in ((ReadingList, "Statement A of q1"), (RetoldTimelines, "a red door"), (object, "Revision 1"),
                            (PlayerPane, "Choose evidence"), (JudgmentTable, "no comment yet")):  # fmt: skip
            await pilot.press("f6")
            await until(pilot, focused(screen, kind))
            await shows(pilot, words)


@pytest.mark.parametrize("size", SIZES)
async def test_a_comment_is_about_what_the_cursor_is_on(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        await say(pilot, "c", "on all of it")
        await until(pilot, lambda: len(room.said("q1")) == 1)
        await pilot.press("enter", "down")
        await say(pilot, "c", "left, not right")
        await until(pilot, lambda: len(room.said("q1")) == 2)
        await shows(pilot, "Lea: left, not right")
        await pilot.press("f6")
        await say(pilot, "c", "what door?")
        await until(pilot, lambda: len(room.said("q1")) == 3)
        await until(pilot, focused(screen, RetoldTimelines))
        await pilot.press("enter")
        await until(pilot, lambda: screen.player.status().state is PlayState.PLAYING)
        room.clock.ms += 1_000
        screen.query_one(PlayerPane).focus()
        at_ms = screen.player.status().at_ms
        await say(pilot, "c", "and this?")
        await until(pilot, lambda: len(room.said("q1")) == 4)
        assert room.said("q1") == [
            (None, None, None, "on all of it"), ("B", None, None, "left, not right"), (None, 1, 1500, "what door?"),
            (None, 1, at_ms, "and this?"),
        ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_comment_is_written_on_the_next_judgment_too(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        await pilot.press("D")
        await until(
            pilot, lambda: "no comment yet to be written" in screen.query_one("#about-player", RefusalLine).text
        )
        await pilot.press("enter")
        await say(pilot, "c", "where is it?")
        await until(pilot, lambda: len(room.said("q1")) == 1)
        await pilot.press("D")
        await until(pilot, lambda: room.said("q2") == [("A", None, None, "where is it?")])
        await until(pilot, lambda: screen.reviewed is not None and screen.reviewed.judgment.question_id == "q2")
        await shows(pilot, "The same on q2: where is it?")
        await pilot.press("D")
        await until(pilot, lambda: room.said("q3") == [("A", None, None, "where is it?")])


async def test_a_judgment_is_returned_with_a_reason_and_settled(room: Room) -> None:
    async with sitting(room) as (_screen, pilot):
        await pilot.press("R")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await shows(pilot, "Return q1 to Ann: what is to be looked at again?")
        await pilot.press(*"see A", "enter")
        await until(pilot, lambda: room.judgment("q1").returned)
        await shows(pilot, "↩ returned")
        await shows(pilot, "Lea: see A")
        await pilot.press("a")
        await until(pilot, lambda: not room.judgment("q1").returned)
        await shows(pilot, "✔ settled")
        await pilot.press("X")
        await shows(pilot, "Exported what Ann said. Ann reads it in with `rbcheck import FILE`.")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", ["R", "c", "C"])
async def test_without_words_it_is_asked_on(room: Room, key: str, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        await say(pilot, key, "")
        await shows(pilot, "A comment needs words")
        await pilot.press("space", "enter")
        await shows(pilot, "A comment needs words")
        assert screen.app.screen is not screen
        await pilot.press("c", "enter")
        await until(pilot, lambda: room.said("q1") == [(None, None, None, "c")])
        assert screen.app.screen is screen
        await say(pilot, "C", "")
        await pilot.press("escape")
        await until(pilot, lambda: screen.app.screen is screen)
        assert len(room.said("q1")) == 1


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_not_done_is_read_and_takes_no_comment(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        await pilot.press("n")
        await until(pilot, lambda: screen.reviewed is not None and screen.reviewed.judgment.question_id == "q4")
        await pilot.press("enter")
        await shows(pilot, "which [b]side[/b]?")
        assert "w·why" not in seen(screen.app)  # the keys of marking are the annotator's
        for key in ("c", "R"):
            await pilot.press(key)
            await until(pilot, lambda: "q4 is at CHECK" in screen.query_one("#about-player", RefusalLine).text)
            assert pilot.app.screen is screen
            await pilot.press("f5")
        assert room.judgment("q4").comments == ()


async def test_what_was_typed_comes_back_where_the_store_cannot_be_written(room: Room) -> None:
    room.trouble.append(StoreUnreachable("The disk is full: make room and try again."))
    async with sitting(room) as (screen, pilot):
        await say(pilot, "C", "mine")
        await until(pilot, lambda: "The disk is full" in screen.query_one("#about-player", RefusalLine).text)
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press("enter")
        await until(pilot, lambda: room.said("q1") == [(None, None, None, "mine")])


async def test_the_list_shows_one_state_alone(room: Room) -> None:
    async with sitting(room) as (screen, pilot):
        await pilot.press("w", "down", "down", "enter")
        await until(pilot, lambda: [row.row.question_id for row in screen.shown] == ["q4"])
        await pilot.press("w", "home", "down", "enter")
        await until(pilot, lambda: screen.shown == ())
        await shows(pilot, "No judgment is in this state")
        await pilot.press("c", "R", "a", "D", "X", "enter", "n")
        assert pilot.app.screen is screen


async def test_the_keys_and_the_manual_are_those_of_the_review(room: Room) -> None:
    async with sitting(room) as (_screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Keys))
        page = seen(pilot.app)
        assert "return the judgment to its annotator" in page
        assert "split into claims" not in page
        await pilot.press("escape", "f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, Manual))
        await shows(pilot, "reviewer")


LONG = "look at the second bench once more, the one behind the bollards, and at the side on which it stands; " * 3


@pytest.mark.parametrize("size", SIZES)
async def test_a_comment_just_written_is_in_view(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (screen, pilot):
        await pilot.press("enter", "down", "down", "down")
        for words in ("wrong side?", f"{LONG}at last."):
            await pilot.press("c")
            await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
            pilot.app.screen.query_one(Input).value = words
            await pilot.press("enter")
            await shows(pilot, words.split()[-1])
        assert screen.query_one(ReadingList).at == ("D", None)


async def test_the_texts_have_the_room_until_something_plays(room: Room) -> None:
    async with sitting(room) as (screen, pilot):
        question, player = screen.query_one("#review-question"), screen.query_one(PlayerPane)
        assert player.size.height == 1
        assert question.size.height > 15
        await shows(pilot, "Choose evidence, a note or a comment to play it.")
        await pilot.press("enter", "enter")
        await until(pilot, lambda: screen.player.status().state is PlayState.PLAYING)
        await until(pilot, lambda: player.size.height > 10)
        await pilot.press("escape", "down")
        await until(pilot, lambda: player.size.height == 1)
        assert screen.player.status().state is not PlayState.PLAYING
        # Nothing of the judgment before is on the picture any more: a comment there is about none of its moments.
        player.focus()
        await pilot.pause()
        assert screen._about() == About()
