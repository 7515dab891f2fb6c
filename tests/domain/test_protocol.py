"""The protocol: the whole product Stage × Act against the legal set, written out as the specification has it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from builders import GOLD, KEYS, LABELS, LENGTHS, T0, at, fresh, later, span

from rbcheck.domain import checking, moves, watching
from rbcheck.domain.errors import NotAllowed, ProtocolError, Refused
from rbcheck.domain.footage import ClipOrder, OrderKind
from rbcheck.domain.judgment import Confidence, GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Claim, Evidence, Mark
from rbcheck.domain.moves import Moved
from rbcheck.domain.protocol import ACT_WORDS, COMMITS, FIRST_STAGE, Act, Protocol, Stage, advance, allowed, require

LEGAL = {
    Stage.BLIND: "pick rate undo defer flag commit_blind",
    Stage.WATCH: "play seek note report order undo defer flag finish_watching",
    Stage.CHECK: "play seek note report split mark attach override undo defer flag finish_marks",
    Stage.ANSWER: "pick play seek report undo back defer flag commit_answer",
    Stage.VERDICT: "choose play seek report undo back defer flag commit_verdict",
    Stage.REVEAL: "choose play seek report undo defer flag commit_gold_verdict",
    Stage.DONE: "play seek report defer flag reopen",
}
PRODUCT = list(itertools.product(Stage, Act))

DOING: dict[Act, Callable[[Judgment], Moved | None]] = {
    Act.PICK: lambda j: moves.pick(j, "AB", T0),
    Act.RATE: lambda j: moves.rate(j, Confidence.HUNCH, T0),
    Act.PLAY: lambda j: watching.play(j, span(1, 0, 5000), T0),
    Act.SEEK: lambda j: watching.seek(j, 1, 0),
    Act.NOTE: lambda j: watching.write_note(j, "n1", 1, 500, "a bench", None, T0),
    Act.REPORT: lambda j: watching.report(j, 1, "CLIP_1", "black", False, T0),
    Act.ORDER: lambda j: watching.order_clips(j, ClipOrder(OrderKind.TIME, ((2,), (1,)), T0), T0),
    Act.SPLIT: lambda j: checking.split(j, "A", (Claim("c1", "a bench"),), T0),
    Act.MARK: lambda j: checking.mark(j, "A", Mark.SUPPORTED, T0),
    Act.ATTACH: lambda j: checking.attach(j, "A", Evidence(1, 500), T0),
    Act.OVERRIDE: lambda j: checking.override(j, "A", Mark.RULED_OUT, "the side", T0),
    Act.CHOOSE: lambda j: moves.choose(j, None, "B: the side", T0),
    Act.BACK: lambda j: moves.back(j, None, T0),
    Act.DEFER: lambda j: moves.defer(j, True, T0),
    Act.FLAG: lambda j: moves.flag(j, "odd", T0),
    Act.COMMIT_BLIND: lambda j: moves.commit_blind(j, "ABC", None, "d", False, False, T0),
    Act.FINISH_WATCHING: lambda j: moves.finish_watching(j, LENGTHS, LABELS, T0),
    Act.FINISH_MARKS: lambda j: moves.finish_marks(j, T0),
    Act.COMMIT_ANSWER: lambda j: moves.commit_answer(j, GOLD, T0),
    Act.COMMIT_VERDICT: lambda j: moves.commit_verdict(j, Verdict.CLEAR, "", LABELS, True, T0),
    Act.COMMIT_GOLD_VERDICT: lambda j: moves.commit_gold_verdict(j, GoldVerdict.CORRECT, "", GOLD, LABELS, T0),
    Act.REOPEN: lambda j: moves.reopen(j, "looked again", T0),
}


@pytest.mark.parametrize(("stage", "act"), PRODUCT, ids=lambda value: value.value)
def test_the_table_allows_exactly_what_the_specification_lists(stage: Stage, act: Act) -> None:
    legal = act.value in LEGAL[stage].split()
    assert (act in allowed(stage)) is legal
    if legal:
        require(stage, act)
    else:
        with pytest.raises(NotAllowed, match=ACT_WORDS[act]):
            require(stage, act)


@pytest.mark.parametrize(
    ("stage", "act"), [pair for pair in PRODUCT if pair[1] in DOING], ids=lambda value: value.value
)
def test_every_move_asks_the_table(stage: Stage, act: Act) -> None:
    judgment = at(stage)
    if act in allowed(stage):
        try:
            DOING[act](judgment)
        except Refused as refused:  # known to the stage, held back by a condition of its own
            assert refused.rule in {"coverage", "marks"}  # noqa: PT017
    else:
        with pytest.raises(NotAllowed):
            DOING[act](judgment)


def test_every_act_but_undo_has_a_move() -> None:
    assert set(DOING) == set(Act) - {Act.UNDO}


@pytest.mark.parametrize(
    ("protocol", "reveals", "path"),
    [
        (Protocol.BLIND_FIRST, True, "blind watch check answer verdict reveal done"),
        (Protocol.BLIND_FIRST, False, "blind watch check answer verdict done"),
        (Protocol.DIRECT, True, "watch check answer verdict reveal done"),
        (Protocol.DIRECT, False, "watch check answer verdict done"),
    ],
)
def test_commits_lead_through_the_stages(protocol: Protocol, reveals: bool, path: str) -> None:
    stage, walked = FIRST_STAGE[protocol], [FIRST_STAGE[protocol]]
    while stage in COMMITS:
        stage = advance(stage, COMMITS[stage], reveals=reveals)
        walked.append(stage)
    assert " ".join(walked) == path


@pytest.mark.parametrize(
    ("stage", "to", "reached"),
    [
        (Stage.ANSWER, None, Stage.CHECK),
        (Stage.VERDICT, None, Stage.ANSWER),
        (Stage.VERDICT, Stage.ANSWER, Stage.ANSWER),
        (Stage.VERDICT, Stage.CHECK, Stage.CHECK),
    ],
)
def test_back_leads_within_the_revision(stage: Stage, to: Stage | None, reached: Stage) -> None:
    assert moves.back(at(stage), to, T0).judgment.stage is reached


def test_the_blind_guess_is_written_once() -> None:
    judgment = at(Stage.BLIND)
    locked = moves.commit_blind(judgment, "CBA", Confidence.SURE, "dev", False, True, later(12)).judgment
    assert locked.blind is not None
    assert locked.blind.options == ("A", "B", "C")
    assert (locked.blind.seconds, locked.blind.recording_seen) == (12.0, True)
    for act in Act:
        if act in DOING:
            try:
                moved = DOING[act](locked)
            except ProtocolError:
                continue
            assert moved is None or moved.judgment.blind == locked.blind


@pytest.mark.parametrize(("options", "found"), [("", 0), ("AB", 2), ("ABCD", 4), ("AAB", 2)])
def test_a_blind_guess_is_exactly_n_different_options(options: str, found: int) -> None:
    with pytest.raises(Refused, match=f"selected: {found},") as refused:
        moves.commit_blind(fresh(), options, None, "d", False, False, T0)
    assert refused.value.rule == "n"


def test_an_option_of_no_question_is_refused() -> None:
    with pytest.raises(Refused, match="no option Z"):
        moves.pick(fresh(), "AZ", T0)


def test_watching_ends_at_the_coverage_that_the_pack_demands() -> None:
    judgment = watching.play(at(Stage.WATCH), span(1, 0, 20_000), T0).judgment
    short = watching.play(judgment, span(2, 0, 28_400), T0).judgment
    with pytest.raises(Refused, match=r"CLIP_2 94\.7 %") as refused:
        moves.finish_watching(short, LENGTHS, LABELS, T0)
    assert refused.value.rule == "coverage"
    enough = watching.play(short, span(2, 28_000, 28_500), T0).judgment
    assert moves.finish_watching(enough, LENGTHS, LABELS, T0).judgment.stage is Stage.CHECK


def test_a_reported_clip_holds_nobody() -> None:
    judgment = watching.play(at(Stage.WATCH), span(1, 0, 20_000), T0).judgment
    reported = watching.report(judgment, 2, "CLIP_2", "no picture", False, T0).judgment
    assert moves.finish_watching(reported, LENGTHS, LABELS, T0).judgment.stage is Stage.CHECK
    with pytest.raises(Refused, match="reason"):
        watching.report(judgment, 2, "CLIP_2", "  ", False, T0)


def test_an_order_is_demanded_where_it_is_asked() -> None:
    judgment = moves.commit_blind(fresh(order=OrderKind.TIME), "ABC", None, "d", False, False, T0).judgment
    for played in (span(1, 0, 20_000), span(2, 0, 30_000)):
        judgment = watching.play(judgment, played, T0).judgment
    with pytest.raises(Refused, match="order"):
        moves.finish_watching(judgment, LENGTHS, LABELS, T0)
    told = watching.order_clips(judgment, ClipOrder(OrderKind.TIME, (), T0), T0).judgment
    assert moves.finish_watching(told, LENGTHS, LABELS, T0).judgment.stage is Stage.CHECK


@pytest.mark.parametrize("groups", [((1,),), ((1,), (1, 2)), ((1, 3), (2,))])
def test_an_order_names_each_clip_once(groups: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(Refused, match="each clip once"):
        watching.order_clips(at(Stage.WATCH), ClipOrder(OrderKind.TIME, groups, T0), T0)


def test_marks_are_demanded_of_every_option() -> None:
    judgment = checking.mark(at(Stage.CHECK), "A", Mark.SUPPORTED, T0).judgment
    with pytest.raises(Refused, match="B, C, D, E, F, G, H"):
        moves.finish_marks(judgment, T0)


@pytest.mark.parametrize(("supported", "preset"), [("ABH", ("A", "B", "H")), ("AB", None), ("ABCH", None), ("", None)])
def test_the_answer_is_preset_where_exactly_n_are_supported(supported: str, preset: tuple[str, ...] | None) -> None:
    judgment = at(Stage.CHECK)
    for key in KEYS:
        mark = Mark.SUPPORTED if key in supported else Mark.UNDECIDABLE
        judgment = checking.mark(judgment, key, mark, T0).judgment
    assert moves.finish_marks(judgment, T0).judgment.draft.final == preset


def test_seeking_reaches_as_far_as_was_played_until_check() -> None:
    judgment = watching.play(at(Stage.WATCH), span(1, 0, 8_000), T0).judgment
    watching.seek(judgment, 1, 8_000)
    with pytest.raises(Refused, match=r"8\.0 s"):
        watching.seek(judgment, 1, 9_000)
    watching.seek(at(Stage.CHECK), 1, 19_000)
    watching.seek(at(Stage.DONE), 1, 19_000)


def test_reopening_begins_a_revision_and_keeps_the_earlier_one() -> None:
    done = at(Stage.DONE)
    again = moves.reopen(done, "B looked wrong", later(500)).judgment
    assert again.stage is Stage.CHECK
    assert again.revisions[0] == done.revisions[0]
    assert again.revision.number == 2
    assert again.revision.marks == done.revision.marks
    assert again.revision.final is None
    with pytest.raises(Refused, match="reason"):
        moves.reopen(done, " ", T0)


def test_what_is_committed_after_a_reveal_says_so() -> None:
    again = moves.reopen(at(Stage.DONE), "again", later(500)).judgment
    again = moves.finish_marks(again, later(501)).judgment
    again = moves.commit_answer(again, "ABC", later(502)).judgment
    again = moves.commit_verdict(again, Verdict.CLEAR, "C and H", LABELS, True, later(503)).judgment
    assert again.revision.final is not None
    assert again.revision.final.after_reveal
    assert again.revision.verdict is not None
    assert again.revision.verdict.after_reveal
    first = at(Stage.DONE).revision
    assert first.final is not None
    assert not first.final.after_reveal


def test_without_gold_to_reveal_the_verdict_ends_it() -> None:
    done = moves.commit_verdict(at(Stage.VERDICT), Verdict.CLEAR, "", LABELS, False, later(170)).judgment
    assert (done.stage, done.revealed_at, done.done_at) == (Stage.DONE, None, later(170))


def test_active_time_counts_a_minute_at_most_between_two_acts() -> None:
    judgment = moves.pick(fresh(), "A", later(40)).judgment
    judgment = moves.pick(judgment, "AB", later(40 + 500)).judgment
    assert judgment.active_ms[Stage.BLIND] == 100_000
    back = moves.sat_down(judgment, later(10_000))
    assert moves.pick(back, "ABC", later(10_001)).judgment.active_ms[Stage.BLIND] == 101_000


def test_an_option_without_any_support_can_be_finished() -> None:
    judgment = at(Stage.CHECK)
    for key in KEYS:
        judgment = checking.mark(judgment, key, Mark.RULED_OUT, T0).judgment
    judgment = moves.finish_marks(judgment, T0).judgment
    judgment = moves.commit_answer(judgment, "ABC", T0).judgment
    done = moves.commit_verdict(judgment, Verdict.AMBIGUOUS, "B: nearest", LABELS, False, T0).judgment
    assert done.stage is Stage.DONE
