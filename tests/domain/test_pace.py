"""Sittings, breaks and the expected pace, as the protocol says them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from rbcheck.domain.pace import (
    Work,
    WorkSession,
    acted,
    break_dismissed,
    break_offered,
    expected_minutes,
    minutes_since_break,
    working_since,
)

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """So many minutes after noon."""
    return NOON + timedelta(minutes=minutes)


def worked(*minutes: float) -> Work:
    """The work after acts at these minutes."""
    work = acted(None, at(minutes[0]))
    for minute in minutes[1:]:
        work = acted(work, at(minute))
    return work


def test_a_sitting_begins_with_the_first_act_and_ends_after_a_quarter_of_an_hour_without_one() -> None:
    assert worked(0, 9, 23.9).session == WorkSession(at(0), at(23.9), taken=1)
    assert worked(0, 9, 24).session == WorkSession(at(24), at(24))


def test_ten_minutes_without_an_act_are_a_break_within_the_sitting() -> None:
    work = worked(0, 9, 18.9)
    assert (work.since, work.session.taken) == (at(0), 0)
    work = worked(0, 9, 19)
    assert (work.since, work.session.taken, work.session.began_at) == (at(19), 1, at(0))


def test_minutes_count_from_the_last_break_and_none_during_one() -> None:
    work = worked(0, 9, 18)
    assert work.minutes(at(20.5)) == 20
    assert work.minutes(at(27.9)) == 27
    assert work.minutes(at(28)) == 0
    assert worked(0, 9, 20).minutes(at(23)) == 3


def test_a_break_is_due_after_ninety_minutes_without_one() -> None:
    long = worked(*range(0, 90, 9), 89)
    assert not long.break_is_due(at(89.9))
    assert long.break_is_due(at(90))
    assert not worked(*range(0, 45, 9), *range(55, 91, 9)).break_is_due(at(91))
    assert not long.break_is_due(at(99)), "a break has begun by itself"


def test_a_dismissed_offer_comes_again_after_a_quarter_of_an_hour_and_is_counted() -> None:
    work = break_dismissed(break_offered(worked(*range(0, 91, 9))), at(90))
    work = acted(work, at(98))
    assert not work.break_is_due(at(104.9))
    assert work.break_is_due(at(105))
    assert (work.session.offered, work.session.dismissed, work.session.taken) == (1, 1, 0)


def test_leaving_the_program_for_a_moment_is_no_break() -> None:
    earlier = [WorkSession(at(0), at(40)), WorkSession(at(45), at(80))]
    assert working_since(earlier, at(89)) == at(0)
    assert working_since(earlier, at(90)) == at(90)
    assert working_since([WorkSession(at(0), at(35)), WorkSession(at(45), at(80))], at(89)) == at(45)
    assert working_since([], at(1)) == at(1)


def test_a_long_sitting_counts_beside_a_later_one_that_ended_before_it() -> None:
    """Two machines, or two terminals: whoever worked on in the first had no break."""
    assert working_since([WorkSession(at(0), at(100)), WorkSession(at(10), at(20))], at(105)) == at(0)
    assert working_since([WorkSession(at(0), at(60)), WorkSession(at(10), at(20))], at(105)) == at(105)


def test_the_minutes_of_a_moment_are_known_where_its_sitting_is() -> None:
    sessions = [WorkSession(at(0), at(40)), WorkSession(at(45), at(80)), WorkSession(at(120), at(150), taken=1)]
    assert minutes_since_break(sessions, at(12.5)) == 12.5
    assert minutes_since_break(sessions, at(60)) == 60
    assert minutes_since_break(sessions, at(100)) is None
    assert minutes_since_break(sessions, at(130)) is None, "it is not known on which side of the break"
    assert minutes_since_break([], at(1)) is None


@pytest.mark.parametrize("seed", range(20))
def test_the_screen_and_the_export_count_the_same_minutes(seed: int) -> None:
    """Whatever somebody does, wherever the program was left between: at each act both know the work since the break."""
    dice = random.Random(seed)
    minute, known, work, compared = 0.0, list[WorkSession](), worked(0), 0
    for _ in range(60):
        minute += dice.choice([0.2, 2, 5, 9.9, 10, 14, 15, 40]) if dice.random() < 0.4 else 1
        if dice.random() < 0.1:
            # Left and begun again: the sitting is a new one, the work without a break goes on.
            known.append(work.session)
            begun = acted(None, at(minute))
            work = replace(begun, since=working_since(known, at(minute)))
        elif (after := acted(work, at(minute))).session.began_at != work.session.began_at:
            known.append(work.session)
            work = after
        else:
            work = after
        told = minutes_since_break([*known, work.session], at(minute))
        if told is not None:
            compared += 1
            assert work.minutes(at(minute)) == int(told)
    assert compared > 5


def test_a_pause_is_no_work_on_the_screen_nor_in_the_export() -> None:
    sessions = [WorkSession(at(0), at(40))]
    assert worked(0, 8, 16, 24, 32, 40).minutes(at(51)) == 0
    assert minutes_since_break(sessions, at(51)) == 0
    assert minutes_since_break(sessions, at(49)) == 49


@pytest.mark.parametrize(
    ("single", "multi", "expected"),
    [(0, 0, None), (7, 0, (2.0, 3.0)), (0, 2, (4.0, 6.0)), (1, 1, (3.0, 4.5))],
)
def test_the_expected_pace_goes_by_the_questions_done(
    single: int, multi: int, expected: tuple[float, float] | None
) -> None:
    assert expected_minutes(single, multi) == expected
