"""Every option against the script: what is true, and by how much each distractor misses it."""

from __future__ import annotations

import pytest

from rbcheck.packs.demo.assembling import Made
from rbcheck.packs.demo.claims import (
    EVERYWHERE,
    BeforeTurn,
    Change,
    Claim,
    Contrast,
    Lined,
    LitBy,
    NthTurn,
    OnLeg,
    Only,
    Ordered,
    OrderedOnLeg,
    Passed,
    SamePlace,
    SameWay,
    Shared,
    Standing,
    StartEnd,
    TurnAfter,
    TurnList,
    canonical,
    changed,
)
from rbcheck.packs.demo.footage import Footage
from rbcheck.packs.demo.script import (
    Kind,
    Landmark,
    Leg,
    Light,
    Passer,
    Recording,
    Route,
    Setting,
    Sharpness,
    Side,
    Stretch,
    Surface,
    Thing,
    Turn,
    Window,
)
from rbcheck.packs.demo.truth import settled
from rbcheck.packs.demo.variants import near_misses

RED_VAN = Thing(Kind.VAN, "red")
BLUE_VAN = Thing(Kind.VAN, "blue")
BENCH = Thing(Kind.BENCH, "green")
HOUSE = Thing(Kind.HOUSE, "yellow", 47)
CYCLIST = Thing(Kind.CYCLIST, "white")

ROUTE = Route(
    "by hand",
    (
        Stretch(
            64.0,
            Surface.GRAVEL,
            Setting.TREES,
            (Landmark(RED_VAN, 20.0, Side.LEFT), Landmark(HOUSE, 40.0, Side.RIGHT)),
            Turn(Side.RIGHT, Sharpness.SHARP),
        ),
        Stretch(64.0, Surface.ASPHALT, Setting.FENCE, (Landmark(BENCH, 32.0, Side.RIGHT),)),
    ),
)
ONE_WAY = Recording("by hand, once", ROUTE, Light.DAY, False, (Passer(CYCLIST, 32.0, Side.LEFT),))
AND_BACK = Recording("by hand, and back", ROUTE, Light.DAY, True)
BY_NIGHT = Recording("by hand, by night", ROUTE, Light.NIGHT)


def window(label: str, recording: Recording, from_s: int, to_s: int) -> Window:
    """A clip of a recording."""
    return Window(label, recording, from_s, to_s)


L, R = Side.LEFT, Side.RIGHT
ONCE = Footage((window("CLIP_1", ONE_WAY, 0, 39),))
BACK = Footage((window("CLIP_1", AND_BACK, 0, 40), window("CLIP_2", AND_BACK, 40, 81)))
TWO = Footage(
    (window("CLIP_C", AND_BACK, 0, 36), window("CLIP_A", AND_BACK, 45, 81), window("CLIP_B", BY_NIGHT, 0, 36))
)
SHORT = Footage((window("CLIP_1", ONE_WAY, 0, 15),))


@pytest.mark.parametrize(
    ("footage", "claim", "answer"),
    [
        (ONCE, Passed(EVERYWHERE, RED_VAN, L), True),
        (ONCE, Passed(EVERYWHERE, RED_VAN, R), False),
        (ONCE, Passed(EVERYWHERE, BLUE_VAN, L), False),
        (ONCE, Passed(EVERYWHERE, Thing(Kind.HOUSE, "yellow", 74), R), False),
        (ONCE, Passed(EVERYWHERE, CYCLIST, L), True),
        (ONCE, Ordered(EVERYWHERE, RED_VAN, BENCH, True), True),
        (ONCE, Ordered(EVERYWHERE, RED_VAN, BENCH, False), False),
        (ONCE, Ordered(EVERYWHERE, BENCH, HOUSE, False), True),
        (ONCE, NthTurn(EVERYWHERE, 1, R, Sharpness.SHARP), True),
        (ONCE, NthTurn(EVERYWHERE, 1, R, Sharpness.GENTLE), False),
        (ONCE, NthTurn(EVERYWHERE, 2, R, Sharpness.SHARP), None),
        (ONCE, TurnAfter(EVERYWHERE, HOUSE, R), True),
        (ONCE, TurnAfter(EVERYWHERE, HOUSE, L), False),
        (ONCE, TurnAfter(EVERYWHERE, BENCH, L), None),
        (ONCE, BeforeTurn(EVERYWHERE, BENCH, 1, False), True),
        (ONCE, BeforeTurn(EVERYWHERE, BENCH, 1, True), False),
        (ONCE, Standing(EVERYWHERE, BENCH, Surface.ASPHALT), True),
        (ONCE, Standing(EVERYWHERE, BENCH, Surface.GRAVEL), False),
        (ONCE, Change(EVERYWHERE, Surface.GRAVEL, Surface.ASPHALT), True),
        (ONCE, Change(EVERYWHERE, Surface.ASPHALT, Surface.GRAVEL), False),
        (ONCE, Lined(EVERYWHERE, Surface.GRAVEL, Setting.TREES), True),
        (ONCE, Lined(EVERYWHERE, Surface.GRAVEL, Setting.FENCE), False),
        (BACK, OnLeg(Leg.OUT, RED_VAN, L), True),
        (BACK, OnLeg(Leg.BACK, RED_VAN, L), False),
        (BACK, OnLeg(Leg.BACK, RED_VAN, R), True),
        (BACK, OrderedOnLeg(Leg.BACK, BENCH, HOUSE, True), True),
        (BACK, OrderedOnLeg(Leg.OUT, BENCH, HOUSE, True), False),
        (BACK, TurnList(EVERYWHERE, 1, (R, L)), True),
        (BACK, TurnList(EVERYWHERE, 1, (R, R)), False),
        (BACK, TurnList(EVERYWHERE, 1, (R, L, R)), None),
        (BACK, StartEnd(Surface.GRAVEL, Surface.GRAVEL, True), True),
        (BACK, StartEnd(Surface.GRAVEL, Surface.GRAVEL, False), False),
        (TWO, Contrast("CLIP_C", HOUSE, R, "CLIP_A", HOUSE, L), True),
        (TWO, Contrast("CLIP_C", HOUSE, R, "CLIP_A", HOUSE, R), False),
        (TWO, Shared("CLIP_C", "CLIP_B", BENCH), True),
        (TWO, Only("CLIP_B", BENCH), False),
        (TWO, SamePlace("CLIP_C", "CLIP_B", True), True),
        (TWO, SamePlace("CLIP_C", "CLIP_B", False), False),
        (TWO, SameWay("CLIP_A", "CLIP_C", False), True),
        (TWO, SameWay("CLIP_A", "CLIP_C", True), False),
        (TWO, LitBy("CLIP_B", Light.NIGHT), True),
        (TWO, LitBy("CLIP_C", Light.NIGHT), False),
    ],
)
def test_a_claim_is_decided_by_the_script(footage: Footage, claim: Claim, answer: bool | None) -> None:
    assert settled(claim, footage) is answer


def test_what_is_only_seen_far_off_decides_nothing() -> None:
    house_ahead = Passed(EVERYWHERE, HOUSE, R)
    assert settled(house_ahead, ONCE) is True
    assert settled(house_ahead, Footage((window("CLIP_1", ONE_WAY, 0, 9),))) is None
    assert settled(Passed(EVERYWHERE, BENCH, L), SHORT) is False


def test_a_near_miss_changes_one_attribute_and_names_it() -> None:
    misses = dict(near_misses(Passed("CLIP_C", HOUSE, R), TWO.labels))
    assert set(misses) == {"clip", "colour", "number", "side"}
    assert all(len(changed(claim, Passed("CLIP_C", HOUSE, R))) == 1 for claim in misses.values())


def test_no_near_miss_compares_a_clip_with_itself_or_a_surface_with_itself() -> None:
    for _, claim in near_misses(Contrast("CLIP_C", HOUSE, R, "CLIP_A", HOUSE, L), TWO.labels):
        assert isinstance(claim, Contrast)
        assert claim.where != claim.where_other
    for _, claim in near_misses(Change("CLIP_C", Surface.GRAVEL, Surface.ASPHALT), TWO.labels):
        assert isinstance(claim, Change)
        assert claim.before is not claim.after


def test_two_ways_to_say_one_thing_are_one_claim() -> None:
    assert canonical(Ordered("CLIP_A", RED_VAN, BENCH, True)) == canonical(Ordered("CLIP_A", BENCH, RED_VAN, False))
    one = Contrast("CLIP_C", HOUSE, R, "CLIP_A", BENCH, L)
    assert canonical(one) == canonical(Contrast("CLIP_A", BENCH, L, "CLIP_C", HOUSE, R))


def test_claims_of_two_kinds_are_no_near_miss() -> None:
    assert changed(Passed("CLIP_A", RED_VAN, L), Only("CLIP_A", RED_VAN)) == ("kind",)


def test_every_option_is_what_the_gold_says_and_misses_a_truth_by_one_attribute(made: tuple[Made, ...]) -> None:
    for question in made:
        assert len(question.gold) == question.spec.n
        for choice in question.choices:
            assert settled(choice.base, question.footage) is True
            assert settled(choice.claim, question.footage) is choice.true
            assert len(changed(choice.claim, choice.base)) == (0 if choice.true else 1), choice
            assert bool(choice.attribute) is not choice.true


def test_no_two_options_of_a_question_assert_or_deny_the_same(made: tuple[Made, ...]) -> None:
    for question in made:
        claims = [canonical(choice.claim) for choice in question.choices]
        for index, one in enumerate(claims):
            for two in claims[index + 1 :]:
                assert changed(one, two) == ("kind",) or len(changed(one, two)) > 1, (one, two)
