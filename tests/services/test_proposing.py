"""What the evidence proposes: the rules of tiers and decisions, one case each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import builders
import pytest
from exchange.places import stored

from rbcheck.domain.decision import Decision, DecisionKind, Source, Tier
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.evidence import Dossier, Posterior, Viewer
from rbcheck.services.proposing import REASONS, Proposal, percent, propose
from rbcheck.stats.blind import DropRule

JUDGMENT = builders.at(Stage.DONE)
OTHER = "ABC"
GOLD = "".join(builders.GOLD)


def marks_of(final: str) -> dict[str, str]:
    """✓ on these options, ✗ on the others."""
    return {key: "supported" if key in final else "ruled_out" for key in builders.KEYS}


def person(
    final: str | None, *, code: str = "", verdict: str | None = "clear", trusted: bool = True, proven: bool = True,
    free: bool = True, counts: bool = True, group: str = "", marks: Mapping[str, str] | None = None,
) -> Viewer:  # fmt: skip
    """A person who watched and ended on `final`."""
    answer = tuple(final) if final else None
    given = marks if marks is not None else marks_of(final or "")
    return Viewer(
        code, group or code, True, Source(f"j-{code}", 1), answer, given, verdict, free, counts, trusted, proven,
        JUDGMENT,
    )  # fmt: skip


def vote(final: str, family: str = "gazer") -> Viewer:
    """One vote of a model."""
    return Viewer(
        "m", f"family:{family}", False, Source("j-m", 1), tuple(final), {}, None, True, True, False, False, JUDGMENT
    )  # fmt: skip


def dossier(
    viewers: Sequence[Viewer], *, guesses: Sequence[str] = (), posterior: Posterior | None = None,
    hits: int | None = None, decisions: Sequence[Decision] = (), gold: str | None = GOLD,
) -> Dossier:  # fmt: skip
    """The evidence on q1; viewers without a code are different people."""
    named = tuple(
        replace(viewer, code=viewer.code or f"v{place}", group=viewer.group or viewer.code or f"v{place}")
        for place, viewer in enumerate(viewers)
    )
    question = replace(
        stored("p1", 0, builders.question("q1"), tuple(gold) if gold else None), machine_blind_hits=hits
    )  # fmt: skip
    return Dossier(question, tuple(decisions), named, tuple(map(frozenset, guesses)), DropRule(), posterior)


def proposed(*viewers: Viewer, **more: object) -> Proposal:
    """What is proposed of these views."""
    return propose(dossier(viewers, **more))  # type: ignore[arg-type]


def codes(found: Proposal) -> list[str]:
    """The codes of the reasons."""
    return [reason.code for reason in found.reasons]


def told(found: Proposal) -> tuple[str | None, str | None]:
    """Decision and answer."""
    return found.decision, "".join(found.answer) if found.answer else None


# Tiers


@pytest.mark.parametrize(
    ("viewers", "tier"),
    [
        ([person(GOLD)], Tier.A),
        ([], Tier.B),
        ([person(GOLD, trusted=False)], Tier.B),
        ([person(GOLD, free=False)], Tier.B),
        ([person(GOLD, counts=False)], Tier.B),
        ([vote(GOLD), vote(GOLD)], Tier.B),
        ([person("ABD", marks={})], Tier.B),
        ([person(GOLD), person("ABC")], Tier.C),
        ([person(GOLD), person("ABC", trusted=False)], Tier.A),
        ([person(GOLD, verdict="ambiguous")], Tier.C),
        ([person(GOLD, verdict="cant_tell")], Tier.C),
        ([person(GOLD, marks=dict.fromkeys(builders.KEYS, "undecidable"))], Tier.C),
    ],
)
def test_tiers(viewers: list[Viewer], tier: Tier) -> None:
    assert proposed(*viewers).tier is tier


def test_without_gold_nothing_is_confirmed_or_defective() -> None:
    assert proposed(person("ABC"), person("ABC"), gold=None).tier is Tier.B


# Decisions


@pytest.mark.parametrize(
    ("viewers", "decision", "answer", "code"),
    [
        ([person(GOLD), person(GOLD)], "confirmed", GOLD, "viewers_on_gold"),
        ([person(GOLD), vote(GOLD)], "confirmed", GOLD, "viewers_on_gold"),
        ([person(OTHER), person(OTHER)], "rekeyed", OTHER, "viewers_on_other"),
        ([person(OTHER), vote(OTHER)], "rekeyed", OTHER, "viewers_on_other"),
        ([person(OTHER), person(OTHER), person(GOLD)], "rekeyed", OTHER, "viewers_on_other"),
        ([person(GOLD), person(GOLD), person(OTHER)], "confirmed", GOLD, "viewers_on_gold"),
        ([person("ABC"), person("ABD"), person("ABE")], "dropped", None, "unresolved"),
        ([person("ABC"), person("ABC"), person(GOLD), person(GOLD)], "dropped", None, "contested"),
        ([person("ABC", verdict="cant_tell"), person(GOLD, verdict="cant_tell")], "dropped", None, "not_covered"),
        ([person(GOLD, verdict="ambiguous"), person(GOLD, verdict="ambiguous")], "repair", GOLD, "needs_rewriting"),
    ],
)
def test_what_is_proposed(viewers: list[Viewer], decision: str, answer: str | None, code: str) -> None:
    found = proposed(*viewers)
    assert told(found) == (decision, answer)
    assert codes(found)[0] == code


@pytest.mark.parametrize(
    ("viewers", "alone"),
    [
        ([person(OTHER), person(OTHER)], True),
        ([person(OTHER), vote(OTHER)], True),
        ([person(OTHER), person(OTHER), person(GOLD)], True),
        ([person(OTHER), person(OTHER), person(OTHER)], False),
        ([person(OTHER), person(OTHER), vote(OTHER)], False),
        ([person(GOLD), person(GOLD)], False),
    ],
)
def test_another_answer_by_two_viewers_alone_is_never_told_as_sure(viewers: list[Viewer], alone: bool) -> None:
    assert ("two_alone" in codes(proposed(*viewers))) is alone


@pytest.mark.parametrize(
    "viewers",
    [
        [],
        [person(GOLD)],
        [person(OTHER)],
        [person("ABC"), person("ABD")],
        [person(GOLD), person(OTHER)],
        [person(GOLD, free=False), person(GOLD)],
        [person(GOLD, counts=False), person(GOLD)],
        [person(GOLD, group="pair"), person(GOLD, group="pair")],
    ],
)
def test_one_independent_view_decides_nothing(viewers: list[Viewer]) -> None:
    assert told(proposed(*viewers)) == (None, None)


def test_no_option_supported_by_two_people_is_dropped() -> None:
    nothing = dict.fromkeys(builders.KEYS, "ruled_out")
    found = proposed(person("ABC", marks=nothing), person("ABC", marks=nothing))
    assert (told(found), codes(found)[0]) == (("dropped", None), "no_correct_option")


# Models


@pytest.mark.parametrize("votes", [1, 3, 9])
def test_many_votes_of_a_family_are_one_viewer(votes: int) -> None:
    assert told(proposed(*[vote(OTHER)] * votes)) == (None, None)
    assert told(proposed(person(OTHER), *[vote(OTHER)] * votes)) == ("rekeyed", OTHER)


def test_models_never_overturn_a_person_alone() -> None:
    assert told(proposed(person(GOLD), vote(OTHER, "a"), vote(OTHER, "b"), vote(OTHER, "c")))[0] != "rekeyed"
    assert told(proposed(person(GOLD), person(OTHER), vote(OTHER))) == (None, None)
    assert told(proposed(vote(OTHER, "a"), vote(OTHER, "b"))) == (None, None)


def test_split_votes_of_a_family_are_no_view() -> None:
    assert told(proposed(person(OTHER), vote(OTHER), vote(GOLD))) == (None, None)
    assert told(proposed(person(OTHER), vote(OTHER), vote(OTHER), vote(GOLD))) == ("rekeyed", OTHER)


def test_a_proven_person_settles_a_tie_between_gold_and_a_model() -> None:
    found = proposed(person(GOLD), vote(OTHER))
    assert (told(found), codes(found)[0]) == (("confirmed", GOLD), "tie_settled")
    for unfit in (person(GOLD, proven=False), person(GOLD, trusted=False), person(GOLD, verdict=None)):
        assert told(proposed(unfit, vote(OTHER))) == (None, None)
    assert told(proposed(person(GOLD), person("ABD"), vote(OTHER))) == (None, None)


# Guessing


def test_a_guessable_question_is_repaired_whatever_else_holds() -> None:
    found = proposed(person(GOLD), person(GOLD), guesses=[GOLD, GOLD, OTHER])
    assert (told(found), codes(found)) == (("repair", GOLD), ["guessable", "viewers_on_gold"])
    assert "2 of 3" in found.reasons[0].render(_)


def test_blind_hits_are_counted_anew_against_the_settled_key() -> None:
    """Guessable as published, and no longer so once the key is right; and the other way round."""
    assert told(proposed(person(OTHER), person(OTHER), guesses=[GOLD, GOLD, GOLD], hits=3)) == ("rekeyed", OTHER)
    assert told(proposed(person(OTHER), person(OTHER), guesses=[OTHER, OTHER, GOLD])) == ("repair", OTHER)


def test_hits_of_machines_count_against_the_gold() -> None:
    assert codes(proposed(person(GOLD), person(GOLD), hits=2))[0] == "guessable_by_machines"
    assert told(proposed(person(GOLD), person(GOLD), hits=1)) == ("confirmed", GOLD)


# Decisions that stand, and the posterior


def test_the_key_of_a_decision_is_what_evidence_is_held_against() -> None:
    version = builders.question("q1").version
    decision = Decision("p1", "q1", version, DecisionKind.REKEYED, tuple(OTHER), "", "Lea", builders.T0)
    found = proposed(person(OTHER), decisions=[decision])
    assert (found.tier, found.dossier.key) == (Tier.A, tuple(OTHER))


def posterior(best: str, p: float, gold: float) -> Posterior:
    """What all judgments together make probable."""
    return Posterior(gold, tuple(best), p, {}, 4, False)


def test_the_posterior_decides_between_equally_backed_answers_and_keeps_what_it_finds_likely() -> None:
    four = (person(OTHER), person(OTHER), person(GOLD), person(GOLD))
    assert told(proposed(*four, posterior=posterior(OTHER, 0.97, 0.02))) == ("rekeyed", OTHER)
    assert told(proposed(*four, posterior=posterior(GOLD, 0.97, 0.97))) == ("confirmed", GOLD)
    assert told(proposed(*four, posterior=posterior(OTHER, 0.6, 0.3))) == ("dropped", None)
    three = (person(GOLD), person("ABD"), person("ABE"))
    assert told(proposed(*three, posterior=posterior(GOLD, 0.8, 0.8))) == (None, None)
    nobody = (person("ABC"), person("ABD"), person("ABE"))
    assert told(proposed(*nobody, posterior=posterior(GOLD, 0.8, 0.8))) == ("dropped", None)


@pytest.mark.parametrize(
    ("best", "views", "said"),
    [
        (OTHER, 1, "views: 1, too few to tell: 97 % for A B C, 2 % for the gold"),
        (OTHER, 2, "views: 2, too few to tell: 97 % for A B C, 2 % for the gold"),
        (GOLD, 1, "views: 1, too few to tell: 2 % for the gold"),
        (OTHER, 3, "all judgments together: 97 % for A B C, 2 % for the gold"),
    ],
)
def test_the_word_of_one_or_two_says_that_it_is_too_little_to_tell(best: str, views: int, said: str) -> None:
    found = replace(posterior(best, 0.97, 0.02), annotators=views)
    assert proposed(person(best), posterior=found).reasons[-1].render(_) == said


@pytest.mark.parametrize(("probability", "told"), [(1.0, 99), (0.9996, 99), (0.5, 50), (0.004, 1), (0.0, 1)])
def test_no_number_of_views_makes_an_answer_certain(probability: float, told: int) -> None:
    assert percent(probability) == told


def test_every_reason_has_a_sentence_and_each_can_be_written() -> None:
    found = [
        proposed(person(GOLD), person(GOLD), posterior=posterior(GOLD, 0.9, 0.9)),
        proposed(person(OTHER), person(OTHER), guesses=[OTHER] * 3),
        proposed(person(GOLD), vote(OTHER)),
        proposed(person(GOLD), person(GOLD), hits=2),
    ]
    for reason in (reason for one in found for reason in one.reasons):
        assert reason.code in REASONS
        assert "{" not in reason.render(_)
