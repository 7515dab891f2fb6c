"""Evidence from the options: the player's keys act there, a begun span stays in sight until it is ended or given up."""

from __future__ import annotations

import pytest
from tui.bench_host import Room, go_by, keys, plain, refusal, sitting, split, until

from rbcheck.domain.marks import Evidence, Mark
from rbcheck.domain.protocol import Stage
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.option_row import OptionRow


def evidence(room: Room, key: str = "A") -> tuple[Evidence, ...]:
    """What the store holds for an option."""
    return room.judgment().revision.option(key).evidence


async def test_from_the_options_the_player_is_moved_and_played(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "right", "right", "left", "e")
        assert evidence(room) == (Evidence(1, 2_000),)
        await keys(pilot, "space")
        assert bench.playing
        await keys(pilot, "space", "pagedown")
        await until(pilot, lambda: bench.open_clip == 2)
        assert bench.focused is bench.query_one("#marking")


async def test_a_begun_span_stays_in_sight_and_belongs_to_its_option(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "right", "E")
        line = bench.query_one("#begun-span")
        assert "Span of A from CLIP_1 0:02.0" in plain(bench, "#begun-span")
        await keys(pilot, "y", "down", "x", "right")
        assert line.display
        await keys(pilot, "E")
        assert evidence(room) == (Evidence(1, 2_000, 4_000),)
        assert evidence(room, "B") == ()
        assert not line.display


async def test_a_span_of_no_length_is_refused_and_escape_gives_it_up(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "E", "E")
        assert "no length" in refusal(bench, "about-options-marking")
        assert bench.query_one("#begun-span").display
        await keys(pilot, "escape")
        assert not bench.query_one("#begun-span").display
        assert app.left is None
        assert evidence(room) == ()


async def test_a_span_ends_in_the_clip_it_was_begun_in(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "E", "pagedown")
        await until(pilot, lambda: bench.open_clip == 2)
        await keys(pilot, "right", "E")
        assert "begun in CLIP_1" in refusal(bench, "about-options-marking")
        assert evidence(room) == ()


async def test_a_mark_behind_the_letter_of_option_e_is_refused_until_the_span_is_given_up_or_goes_on(
    room: Room,
) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "E", "y")
        assert "does not go to option E" in refusal(bench, "about-options-marking")
        assert room.judgment().revision.option("A").mark is None
        await keys(pilot, "escape", "y")
        assert room.judgment().revision.option("A").mark is Mark.SUPPORTED
        await keys(pilot, "E", "right", "x")
        assert room.judgment().revision.option("A").mark is Mark.RULED_OUT


async def test_a_mark_on_option_e_itself_is_taken_while_its_span_is_begun(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (_bench, pilot, _app):
        await keys(pilot, *["down"] * 4, "E", "y")
        assert room.judgment().revision.option("E").mark is Mark.SUPPORTED


async def test_a_split_says_that_the_mark_follows_the_claims(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "y")
        await split(bench, pilot, "a red bench\non the right")
        assert "The mark of A follows its claims" in refusal(bench, "about-options-marking")


def whole_in_view(bench: Workbench) -> bool:
    """Whether all of the row under the cursor, its tools too, is to be seen."""
    options = bench.options
    row = next(row for row in options.query(OptionRow) if row.under_cursor)
    return options.content_region.contains_region(row.region)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_option_under_the_cursor_is_whole_in_view(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, size) as (bench, pilot, _app):
        for _option in range(5):
            await keys(pilot, "down")
            await until(pilot, lambda: whole_in_view(bench))
        await keys(pilot, "ctrl+s")
        assert refusal(bench, "about-options-marking")
        await until(pilot, lambda: whole_in_view(bench))
        await keys(pilot, "x")
        await until(pilot, lambda: whole_in_view(bench))


async def test_the_next_part_not_watched_is_one_key_away(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 3_000)
        await keys(pilot, "space", "home", "G")
        assert 2_900 <= bench.at_ms <= 3_000
        await keys(pilot, "home", "space")
        await go_by(room, bench, pilot, 20_000)
        await until(pilot, lambda: not bench.playing and not bench.writes.busy)
        await keys(pilot, "G")
        await until(pilot, lambda: bench.open_clip == 2 and not bench.writes.busy)
        assert bench.at_ms == 0
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 20_000)
        await until(pilot, lambda: not bench.playing and not bench.writes.busy)
        await keys(pilot, "G")
        assert "left to be watched" in refusal(bench, "about-player")


async def test_a_gap_behind_in_an_earlier_clip_is_led_to_from_the_last_one(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "pagedown")
        await until(pilot, lambda: bench.open_clip == 2)
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 20_000)
        await until(pilot, lambda: not bench.playing and not bench.writes.busy)
        await keys(pilot, "home", "G")
        await until(pilot, lambda: bench.open_clip == 1)
        assert bench.at_ms == 0


async def test_on_a_narrow_screen_the_moment_is_taken_where_it_is_seen(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "down", "space")
        await until(pilot, lambda: bench.front_name == "picture")
        await go_by(room, bench, pilot, 4_000)
        await keys(pilot, "space", "e")
        [item] = room.judgment().revision.option("B").evidence
        assert (item.clip, item.from_ms) == (bench.open_clip, 4_000)
        assert "is evidence for B" in refusal(bench, "about-player")


async def test_a_moment_that_is_hidden_is_shown_before_it_is_evidence(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        assert not bench.picture_on_screen
        for key in ("e", "E"):
            await keys(pilot, key)
            assert bench.picture_on_screen
            assert "the same key again" in refusal(bench, "about-player")
            assert room.judgment().revision.option("A").evidence == ()
            bench.go_to_pane("marking-pane")
        await keys(pilot, "e", "e")
        assert len(room.judgment().revision.option("A").evidence) == 1


async def test_the_options_come_back_after_evidence_for_which_the_picture_came(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "e", "e", "down", "x", "w", *"far", "enter")
        revision = room.judgment().revision
        assert len(revision.option("A").evidence) == 1
        assert (revision.option("B").mark, revision.option("B").reason) == (Mark.RULED_OUT, "far")
        assert bench.front_name != "picture"
        await keys(pilot, "E", "E")
        assert "Span of B from CLIP_1" in refusal(bench, "about-player"), "what was begun is said where it is seen"
        await keys(pilot, "right", "E", "y")
        [span] = room.judgment().revision.option("B").evidence
        assert span.to_ms is not None
        assert room.judgment().revision.option("B").mark is Mark.SUPPORTED


async def test_the_same_moment_is_not_evidence_twice(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "e", "e")
        assert len(room.judgment().revision.option("A").evidence) == 1
        assert "is evidence for A already" in refusal(bench, "about-options-marking")


async def test_a_clip_whose_picture_is_hidden_says_that_it_stands_still(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "space")
        await until(pilot, lambda: bench.playing)
        await keys(pilot, "f6")
        assert not bench.playing
        assert "CLIP_1 stands still" in refusal(bench, "about-stage")
        await keys(pilot, "ctrl+@")
        await until(pilot, lambda: bench.playing and bench.picture_on_screen)
        assert refusal(bench, "about-stage") == ""
