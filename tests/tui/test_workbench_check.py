"""CHECK: marks, claims, evidence, reasons, undo."""

from __future__ import annotations

import pytest
from tui.bench_host import OPTIONS, Room, go_by, keys, plain, refusal, sitting, split, stands_at, until

from rbcheck.domain.marks import Claim, Evidence, Mark, Scope
from rbcheck.domain.protocol import Stage
from rbcheck.tui.widgets.option_row import OptionRow
from rbcheck.tui.widgets.options_list import MarkingList


def option(room: Room, key: str = "A"):  # type: ignore[no-untyped-def]
    """What the store holds of an option."""
    return room.judgment().revision.option(key)


async def test_marks_and_their_counter(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "y", "down", "y", "down", "u")
        assert "✓ 2 of 3" in plain(bench, "#marking-count")
        await keys(pilot, "x")
        assert [option(room, key).mark for key in "ABCD"] == [Mark.SUPPORTED, Mark.SUPPORTED, Mark.RULED_OUT, None]
        await keys(pilot, "ctrl+s")
        assert "D, E, F" in refusal(bench, "about-options-marking")


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_same_mark_again_takes_it_back_and_says_so(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, size) as (bench, pilot, _app):
        place = "about-player" if bench.wide else "about-stage"
        await keys(pilot, "x")
        assert refusal(bench, place) == ""
        await keys(pilot, "x")
        assert option(room).mark is None
        assert refusal(bench, place) == "A has no mark any more: the same key again took its ✗ back."
        await keys(pilot, "y")
        assert refusal(bench, place) == ""


async def test_a_mark_by_mouse(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        rows = list(bench.query("#marking OptionRow"))
        await pilot.click(rows[1])
        await pilot.pause()
        await pilot.click(rows[1], offset=(12, rows[1].size.height - 1))
        await keys(pilot)
        assert option(room, "B").mark is Mark.RULED_OUT


async def test_undo_and_redo_stay_in_the_stage(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "y", "x")
        await keys(pilot, "ctrl+z")
        assert option(room).mark is Mark.SUPPORTED
        await keys(pilot, "ctrl+z")
        assert option(room).mark is None
        await keys(pilot, "ctrl+y")
        assert option(room).mark is Mark.SUPPORTED
        for _key in "BCDEF":
            await keys(pilot, "down", "x")
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.ANSWER)
        await keys(pilot, "ctrl+z")
        assert bench.stage is Stage.ANSWER
        assert option(room, "F").mark is Mark.RULED_OUT


async def test_a_moment_and_a_span_as_evidence(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.player.seek(8_000)
        await keys(pilot, "e", "E")
        bench.player.seek(6_000)
        await keys(pilot, "E")
        assert option(room).evidence == (Evidence(1, 8_000), Evidence(1, 6_000, 8_000))
        await keys(pilot, "d", "ctrl+z", "d", "d")
        assert option(room).evidence == ()


async def test_evidence_plays_from_two_seconds_before_and_a_span_to_its_end(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.player.seek(8_000)
        await keys(pilot, "E")
        bench.player.seek(9_000)
        await keys(pilot, "E", "2")
        await until(pilot, lambda: bench.open_clip == 2)
        await keys(pilot, "g")
        await until(pilot, lambda: bench.open_clip == 1)
        await until(pilot, lambda: bench.playing)
        assert bench.open_clip == 1
        assert bench.player.status().at_ms == 6_000
        await go_by(room, bench, pilot, 3_200)
        await until(pilot, lambda: not bench.playing)


async def test_a_bare_mark_is_shown_and_a_reason_ends_it(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        row = bench.query_one("#marking").query(OptionRow).first()
        await keys(pilot, "x")
        assert "bare" in row.text_beside()
        await keys(pilot, "w", *"on the left", "enter")
        assert option(room).reason == "on the left"
        assert "bare" not in row.text_beside()


async def test_claims_carry_the_mark_and_an_override_needs_a_reason(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await split(bench, pilot, "a red bench\n\non the right")
        assert [claim.text for claim in option(room).claims] == ["a red bench", "on the right"]
        await keys(pilot, "down", "y", "m", "down", "x", "m", "m")
        assert option(room).mark is Mark.RULED_OUT
        assert [claim.scope for claim in option(room).claims] == [Scope.WITHIN, Scope.ACROSS]
        bench.options.go(("A", None))
        await keys(pilot, "y", "enter")
        assert option(room).mark is Mark.RULED_OUT
        assert "write why" in refusal(bench, "about-ask")
        await keys(pilot, *"seen again", "enter")
        assert option(room).mark is Mark.SUPPORTED
        assert option(room).overridden


@pytest.mark.parametrize("stage", [Stage.CHECK, Stage.VERDICT, Stage.DONE])
async def test_a_claim_stands_under_its_options_text_and_after_what_the_option_rests_on(
    room: Room, stage: Stage
) -> None:
    room.at(Stage.CHECK)
    jid = room.judgment().judgment_id
    room.desk.open("ann-1", "p1", "q1")
    room.desk.split(jid, "A", (Claim("1", "a red bench", Mark.SUPPORTED), Claim("2", "on the right", Mark.SUPPORTED)))
    room.desk.attach(jid, "A", Evidence(1, 3_000))
    room.at(stage)
    async with sitting(room) as (bench, _pilot, _app):
        lines = [line.plain for row in bench.query_one(MarkingList).query(OptionRow) for line in row.lines(60)]
        beginning = OPTIONS[0][:20]
        option_at = next(line.index(beginning) for line in lines if beginning in line)
        claims = [line for line in lines if "└" in line]
        assert [line.split()[-1] for line in claims] == ["bench", "right"]
        assert {line.index("└") for line in claims} == {option_at}
        evidence = next(place for place, line in enumerate(lines) if "◆" in line)
        assert lines[evidence].index("◆") == option_at
        assert evidence < lines.index(claims[0])


async def test_the_final_answer_is_preset_and_can_differ(room: Room) -> None:
    room.at(Stage.ANSWER)
    async with sitting(room) as (bench, pilot, _app):
        assert bench.draft.final == ("A", "B", "F")
        await keys(pilot, "B", "E", "ctrl+s")
        await stands_at(bench, pilot, Stage.VERDICT)
        final = room.judgment().revision.final
        assert final is not None
        assert final.options == ("A", "E", "F")
        await keys(pilot, "1", "ctrl+s")
        assert "B, E" in refusal(bench, "about-notes")
