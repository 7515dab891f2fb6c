"""Claims and the marks that follow from them."""

from __future__ import annotations

import pytest
from builders import T0, at

from rbcheck.domain import checking
from rbcheck.domain.errors import Refused
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope, mark_of_claims
from rbcheck.domain.protocol import Stage

Y, X, U = Mark.SUPPORTED, Mark.RULED_OUT, Mark.UNDECIDABLE


@pytest.mark.parametrize(
    ("marks", "option"),
    [
        ([Y, Y], Y), ([Y, X], X), ([X, None], X), ([Y, U], U), ([U, X], X), ([Y, None], None), ([None], None),
        ([], None),
    ],
)  # fmt: skip
def test_the_mark_of_an_option_follows_its_claims(marks: list[Mark | None], option: Mark | None) -> None:
    assert mark_of_claims(tuple(Claim(str(place), "x", mark) for place, mark in enumerate(marks))) is option


def test_marking_claims_marks_the_option_and_an_override_needs_a_reason() -> None:
    judgment = checking.split(at(Stage.CHECK), "A", (Claim("1", "bollards"), Claim("2", "after them")), T0).judgment
    judgment = checking.mark(judgment, "A", Y, T0, claim_id="1").judgment
    assert judgment.revision.option("A").mark is None
    judgment = checking.mark(judgment, "A", X, T0, claim_id="2").judgment
    assert judgment.revision.option("A").mark is X
    with pytest.raises(Refused, match="write why"):
        checking.mark(judgment, "A", Y, T0)
    with pytest.raises(Refused, match="write why"):
        checking.override(judgment, "A", Y, " ", T0)
    over = checking.override(judgment, "A", Y, "the order is loose", T0).judgment.revision.option("A")
    assert (over.mark, over.overridden, over.reason) == (Y, True, "the order is loose")


def test_an_overridden_mark_no_longer_follows() -> None:
    judgment = checking.split(at(Stage.CHECK), "A", (Claim("1", "x"),), T0).judgment
    judgment = checking.override(judgment, "A", Y, "because", T0).judgment
    judgment = checking.mark(judgment, "A", X, T0, claim_id="1").judgment
    assert judgment.revision.option("A").mark is Y


@pytest.mark.parametrize(
    ("option", "bare"),
    [
        (OptionMark("A", Y), True),
        (OptionMark("A", Y, reason="seen"), True),
        (OptionMark("A", Y, evidence=(Evidence(1, 5),)), False),
        (OptionMark("A", X), True),
        (OptionMark("A", X, reason="left, not right"), False),
        (OptionMark("A", X, claims=(Claim("1", "x", X, evidence=(Evidence(1, 5),)),)), False),
        (OptionMark("A", U), False),
        (OptionMark("A"), False),
    ],
)
def test_a_mark_that_rests_on_nothing_is_bare(option: OptionMark, bare: bool) -> None:
    assert option.bare is bare


def test_evidence_is_attached_to_options_and_claims_and_turned_the_right_way() -> None:
    judgment = checking.split(at(Stage.CHECK), "A", (Claim("1", "x"),), T0).judgment
    judgment = checking.attach(judgment, "A", Evidence(1, 900, 400), T0, claim_id="1").judgment
    judgment = checking.attach(judgment, "A", Evidence(2, 100), T0).judgment
    option = judgment.revision.option("A")
    assert option.all_evidence == (Evidence(2, 100), Evidence(1, 400, 900))
    bare = checking.detach(judgment, "A", Evidence(1, 400, 900), T0).judgment.revision.option("A")
    assert bare.all_evidence == (Evidence(2, 100),)


def test_a_claim_is_decided_within_or_across_clips() -> None:
    judgment = checking.split(at(Stage.CHECK), "B", (Claim("1", "x"),), T0).judgment
    judgment = checking.scope(judgment, "B", "1", Scope.ACROSS, T0).judgment
    assert judgment.revision.option("B").claims[0].scope is Scope.ACROSS
    with pytest.raises(Refused, match="not there"):
        checking.scope(judgment, "B", "9", Scope.ACROSS, T0)
