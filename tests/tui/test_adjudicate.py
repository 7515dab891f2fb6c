"""The screen of adjudication: a queue, the evidence on each question under codes, evidence that plays, decisions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import builders
import pytest
from exchange.places import Place, stored
from services.leading import PEOPLE, a_campaign
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Static
from textual.widgets._toast import ToastRack
from tui.court import Court
from tui.desk_host import SIZES, at_desk, focused
from tui.shell_host import seen, shows, until

from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.errors import StoreUnreachable
from rbcheck.domain.question import Question
from rbcheck.locale import speaking
from rbcheck.services.playing import PlayState
from rbcheck.services.ports import Role
from rbcheck.tui.dialog import Palette
from rbcheck.tui.palette import Actions
from rbcheck.tui.screens.adjudicate import Adjudicate
from rbcheck.tui.screens.adjudicate_base import CaseTable, ProofTable
from rbcheck.tui.screens.adjudicate_words import case_columns
from rbcheck.tui.screens.dialogs import Ask
from rbcheck.tui.screens.keys import Keys
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.refusal import RefusalLine

HOSTILE = "[bold]Which[/] hold?\x1b[2J Select three."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign, made once, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    with a_campaign(folder):
        pass
    return folder


@pytest.fixture
def court(made: Path, tmp_path: Path) -> Iterator[Court]:
    """The campaign, to be settled."""
    folder = tmp_path / "lead"
    shutil.copytree(made, folder)
    with Place(folder, role=Role.LEAD, start=builders.later(90_000)) as place:
        yield Court(place)


def sitting(
    court: Court, size: tuple[int, int] = SIZES[0]
) -> AbstractAsyncContextManager[tuple[Adjudicate, Pilot[None]]]:
    """The screen once the judgments are read."""
    return at_desk(court.app(), Adjudicate, lambda screen: len(screen.cases) == 8, size)


async def go_to(screen: Adjudicate, pilot: Pilot[None], question_id: str) -> None:
    """The cursor on a question."""
    place = [case.dossier.stored.question.question_id for case in screen.cases].index(question_id)
    screen.query_one(CaseTable).cursor = place
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_from_the_queue_to_the_evidence_that_plays_and_back(court: Court, size: tuple[int, int]) -> None:
    async with sitting(court, size) as (screen, pilot):
        await shows(pilot, "5 proposals · 8 questions open · 0 decided")
        await go_to(screen, pilot, "q2")
        await pilot.press("enter")
        await until(pilot, focused(screen, ProofTable))
        await shows(pilot, "proposed: rekeyed A B C")
        await shows(pilot, "3 people on A B C, not on the gold A B H")
        await shows(pilot, "CLIP_1 0:01.5–0:02.5")
        await pilot.press("enter")
        await until(pilot, lambda: screen.player.status().state is PlayState.PLAYING)
        assert screen.player.status().at_ms < 1_500
        await shows(pilot, "CLIP_1 0:0")
        court.clock.ms += 4_600
        await until(pilot, lambda: screen.player.status().state is PlayState.PAUSED)
        assert court.opened()[-1] == "clip_opened"
        for pane in (ProofTable, CaseTable):
            await pilot.press("escape")
            await until(pilot, focused(screen, pane))
        await pilot.press("escape")
        await until(pilot, lambda: not pilot.app.is_running)


@pytest.mark.parametrize("size", SIZES)
async def test_views_stand_under_codes_and_texts_are_never_markup(court: Court, size: tuple[int, int]) -> None:
    with court.place.store() as work:
        asked: Question = replace(builders.question("q7"), stem=HOSTILE)
        work.packs.add_question(stored("p1", 6, asked))
        work.commit()
    async with sitting(court, size) as (screen, pilot):
        await go_to(screen, pilot, "q1")
        await pilot.press("enter")
        await pilot.pause()
        codes = {viewer.code for case in screen.cases for viewer in case.dossier.viewers}
        page = seen(pilot.app)
        assert len(codes) == 3
        assert all(code in page for code in codes)
        assert not any(name.split()[0] in page for name in PEOPLE)
        await pilot.press("escape")
        await go_to(screen, pilot, "q7")
        await pilot.press("enter")
        await shows(pilot, "[bold]Which[/] hold?␛[2J Select three.")


@pytest.mark.parametrize("size", SIZES)
async def test_a_proposal_is_taken_with_a_reason_and_the_next_question_comes(
    court: Court, size: tuple[int, int]
) -> None:
    async with sitting(court, size) as (screen, pilot):
        await go_to(screen, pilot, "q2")
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await shows(pilot, "q2: rekeyed A B C. Why?")
        await pilot.press("end", *"; seen", "enter")
        await until(pilot, lambda: len(court.decisions()) == 1)
        await shows(pilot, "1 decided")
        (decision,) = court.decisions()
        assert (decision.kind, decision.answer, decision.by) == (DecisionKind.REKEYED, ("A", "B", "C"), "Lea")
        assert decision.note.endswith("; seen")
        assert len(decision.sources) == 3
        assert screen.case is not None
        assert screen.case.dossier.stored.question.question_id != "q2"
        await shows(pilot, "✔ rekeyed")
        await pilot.press("n")
        await pilot.pause()
        assert screen.case.dossier.stored.question.question_id != "q2"


@pytest.mark.parametrize(
    ("key", "kind", "answer"),
    [("c", DecisionKind.CONFIRMED, builders.GOLD), ("x", DecisionKind.DROPPED, None),
     ("m", DecisionKind.REPAIR, builders.GOLD)],
)  # fmt: skip
async def test_a_lead_decides_otherwise(
    court: Court, key: str, kind: DecisionKind, answer: tuple[str, ...] | None
) -> None:
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q6")
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press(*"looked", "enter")
        await until(pilot, lambda: len(court.decisions()) == 1)
    (decision,) = court.decisions()
    assert (decision.question_id, decision.kind, decision.answer, decision.note) == ("q6", kind, answer, "looked")


@pytest.mark.parametrize("spoken", ["en", "zh"])
def test_no_heading_of_the_questions_is_cut(spoken: str) -> None:
    with speaking(spoken):
        columns = case_columns(46)
    assert all(Content(column.title).cell_length <= column.width for column in columns)


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_said_in_the_corner_leaves_the_keys_in_sight(court: Court, size: tuple[int, int]) -> None:
    async with sitting(court, size) as (screen, pilot):
        await shows(pilot, "5 proposals")
        rack = ToastRack()
        await screen.mount(rack)
        assert rack.styles.margin.bottom >= screen.query_one(KeyLine).region.height


async def test_an_answer_that_cannot_be_is_refused_and_stays_in_its_line(court: Court) -> None:
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q6")
        for typed in ("A B", "A B Z", "A B H"):
            await pilot.press("y")
            await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
            await pilot.press("ctrl+u", *typed.replace(" ", ""), "enter")
            await until(pilot, lambda: "expected 3 different keys" in screen.query_one(RefusalLine).text)
            await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
            await shows(pilot, typed.replace(" ", ""))
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press("ctrl+u", *"cba", "enter")
        await shows(pilot, "q6: rekeyed A B C. Why?")
        await pilot.press("enter")
        await until(pilot, lambda: len(court.decisions()) == 1)
    assert court.decisions()[0].answer == ("A", "B", "C")


async def test_what_was_typed_is_not_lost_where_the_store_cannot_be_written(court: Court) -> None:
    court.trouble.append(StoreUnreachable("The disk is full: make room and try again."))
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q6")
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press(*"mine", "enter")
        await until(pilot, lambda: "disk is full" in screen.query_one(RefusalLine).text)
        await shows(pilot, "mine")
        await pilot.press("enter")
        await until(pilot, lambda: len(court.decisions()) == 1)
        assert screen.query_one(RefusalLine).text == ""
    assert court.decisions()[0].note == "mine"


async def test_a_clip_that_cannot_be_played_says_why(court: Court) -> None:
    court.unplayable["CLIP_1"] = "it is no video"
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q1")
        await pilot.press("enter", "enter")
        await shows(pilot, "CLIP_1 cannot be played")
        await shows(pilot, "it is no video")


async def test_nothing_is_played_where_there_is_no_evidence(court: Court) -> None:
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q8")
        await pilot.press("g")
        await until(pilot, lambda: "no moment" in screen.query_one(RefusalLine).text)
        await pilot.press("a")
        await until(pilot, lambda: "Nothing is proposed" in screen.query_one(RefusalLine).text)
    assert court.decisions() == ()


async def test_by_mouse(court: Court) -> None:
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q1")
        await pilot.click(ProofTable, offset=(6, 3))
        await until(pilot, lambda: screen.player.status().state is PlayState.PLAYING)
        assert screen.query_one(ProofTable).cursor == 1
        await pilot.click(CaseTable, offset=(6, 3))
        await until(pilot, lambda: screen.query_one(CaseTable).cursor == 1)


async def test_panes_keys_and_the_manual(court: Court) -> None:
    async with sitting(court) as (screen, pilot):
        order = []
        for _turn in range(4):
            await pilot.press("f6")
            await pilot.pause()
            assert screen.focused is not None
            order.append(screen.focused.id or type(screen.focused).__name__)
        assert order == ["case", "proofs", PlayerPane.__name__, "cases"]
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Keys))
        await shows(pilot, "the question is to be dropped")
        await pilot.press("escape", "f1")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "Manual")


async def test_every_action_is_in_the_palette(court: Court) -> None:
    async with sitting(court) as (screen, pilot):
        await go_to(screen, pilot, "q2")
        offered = {hit.text async for hit in Actions(screen).discover()}
        assert offered >= {
            "Decide as it is proposed", "The gold is right", "Another answer is right", "The question is to be dropped",
            "The question is to be repaired", "Next question without a decision", "Read the judgments again",
        }  # fmt: skip
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Palette))
        await pilot.press(*"dropped")
        await shows(pilot, "The question is to be dropped")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))


async def test_what_the_gates_find_stands_beside_its_question(court: Court) -> None:
    async with sitting(court) as (screen, pilot):
        found = court.checking().by_question({"p1"})
        await until(pilot, lambda: screen.findings == found)
        (_pack, question_id), told = next(iter(found.items()))
        await go_to(screen, pilot, question_id)
        page = screen.query_one("#case-page", Static)
        for one in told:
            assert one.gate in str(page.content)


async def test_in_an_annotators_store_it_says_so_and_reads_no_longer(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "annotator"
    shutil.copytree(made, folder)
    with Place(folder, role=Role.ANNOTATOR, start=builders.later(90_000)) as place:
        app = Court(place).app()
        async with at_desk(app, Adjudicate, lambda it: bool(it.query_one(RefusalLine).text), SIZES[0]) as (screen, _):
            assert str(screen.query_one("#adjudicate-head", Static).content) == "Adjudication"
