"""The practice pack as a whole: what it covers, how it is labelled, and that nothing is won by a trick."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import comb
from statistics import median

from scipy.stats import binomtest  # type: ignore[attr-defined]

from rbcheck.packs.demo.assembling import KEYS, Made
from rbcheck.packs.demo.claims import things_of
from rbcheck.packs.demo.explaining import explain
from rbcheck.packs.demo.numbers import LEAST_LINES, LEAST_S, legible_s
from rbcheck.packs.demo.pack import questions_of
from rbcheck.packs.demo.script import Kind

MANUAL_ROWS = {
    "event order": {"event-order"},
    "turns": {"turn-pattern-comparison", "multi-step-turns"},
    "landmark order": {"landmark-order"},
    "landmark revisited": {"landmark-revisit", "cross-segment-revisit"},
    "environment": {"environment-stages", "environment-transition"},
    "spatial consistency": {"spatial-consistency"},
    "same place, different recording": {"same-place-different-recording"},
    "route identity": {"route-identity-discrimination"},
}
_LETTERED = {
    "event-order",
    "turn-pattern-comparison",
    "route-phase-discrimination",
    "spatial-consistency",
    "landmark-cooccurrence",
    "environment-transition",
    "cross-segment-revisit",
}
UNITS = {
    "whole_video": {
        "start-end-relation",
        "event-phase",
        "landmark-order",
        "environment-stages",
        "route-summary",
        "multi-step-turns",
        "landmark-revisit",
    },
    "cross_video": {
        "unique-transient-obstacle",
        "landmark-visibility-comparison",
        "route-phase-alignment",
        "description-matching",
        "reverse-view-recognition",
        "different-start-shared-path",
        "route-divergence-location",
        "divergence-point",
        "landmark-order-discrimination",
    },
    "multi_caption_multi_clip": _LETTERED,
    "anonymous_multi_clip": _LETTERED,
    "cross_recording": {
        "same-place-different-recording",
        "shared-landmark-identification",
        "route-identity-discrimination",
        "environment-difference-across-recordings",
    },
    "segment": {
        "Object and Attribute QA",
        "Ego-relative Spatial Relation",
        "Trajectory-grounded QA",
        "Ego-motion Recognition",
        "Temporal Grounding",
        "Scene and Place QA",
        "Event Sequencing",
        "Actor Action and Motion",
        "Text and OCR",
    },
}
LEAKS = re.compile(
    r"\b(trial|traj|filename|described|description|evidence|caption|fast|slow|pace|jog\w*|sprint\w*|walk\w*|\d+:\d+)\b"
)


def test_every_unit_has_at_least_four_questions_of_its_own_types(made: tuple[Made, ...]) -> None:
    counts = Counter(question.spec.unit for question in made)
    assert len(made) >= 24
    assert counts.keys() == UNITS.keys()
    assert min(counts.values()) >= 4
    assert all(question.spec.question_type in UNITS[question.spec.unit] for question in made)


def test_every_row_of_the_manuals_type_table_has_a_question(made: tuple[Made, ...]) -> None:
    types = {question.spec.question_type for question in made}
    assert [row for row, names in MANUAL_ROWS.items() if not names & types] == []


def test_the_first_six_questions_stand_for_all_units() -> None:
    assert {question.spec.unit for question in questions_of(0, 6)} == UNITS.keys()


def test_six_to_eight_options_of_which_one_to_four_are_right(made: tuple[Made, ...]) -> None:
    for question in made:
        assert 6 <= len(question.choices) <= 8
        assert 1 <= len(question.gold) <= 4
        assert len({choice.text for choice in question.choices}) == len(question.choices)


def test_labels_are_those_of_the_unit(made: tuple[Made, ...]) -> None:
    for question in made:
        windows = question.footage.windows
        labels = [window.label for window in windows]
        match question.spec.unit:
            case "whole_video" | "segment":
                assert labels == [f"CLIP_{number}" for number in range(1, len(labels) + 1)]
                assert [window.from_s for window in windows] == sorted(window.from_s for window in windows)
            case "cross_video":
                assert all(re.fullmatch("VIDEO_[A-R]", label) for label in labels)
                of = {(window.label, window.recording.name) for window in windows}
                assert len(of) == len({label for label, _ in of}) == len({name for _, name in of})
            case _:
                assert all(re.fullmatch("CLIP_[A-J]", label) for label in labels)
                assert len(set(labels)) == len(labels)


def test_one_question_shows_two_windows_of_one_video(made: tuple[Made, ...]) -> None:
    repeated = [q for q in made if len(q.footage.labels) < len(q.footage.windows)]
    assert repeated
    assert all(q.spec.unit == "cross_video" for q in repeated)


def test_letters_say_nothing_about_time(made: tuple[Made, ...]) -> None:
    later = earlier = 0
    for question in made:
        if question.spec.unit in ("multi_caption_multi_clip", "anonymous_multi_clip"):
            windows = question.footage.windows
            for one, two in pairwise(windows):
                later += two.from_s > one.from_s
                earlier += two.from_s < one.from_s
            assert len(windows) == 2 or [w.from_s for w in windows] != sorted(w.from_s for w in windows)
    assert binomtest(later, later + earlier).pvalue > 0.01


def test_clips_last_twenty_to_sixty_seconds_and_none_is_used_twice(made: tuple[Made, ...]) -> None:
    windows = [window for question in made for window in question.footage.windows]
    assert all(20 <= window.duration_s <= 60 for window in windows)
    spans = [(window.recording.name, window.from_s, window.to_s) for window in windows]
    assert len(set(spans)) == len(spans)


def test_options_are_near_each_other_in_length(made: tuple[Made, ...]) -> None:
    for question in made:
        lengths = [len(choice.text) for choice in question.choices]
        assert all(0.65 * median(lengths) <= length <= 1.35 * median(lengths) for length in lengths)


def _no_more_than_chance(made: tuple[Made, ...], picks: dict[int, set[str]]) -> bool:
    wins = sum(set(question.gold) == picks[index] for index, question in enumerate(made))
    return wins <= sum(1 / comb(len(question.choices), question.spec.n) for question in made)


def test_no_constant_set_of_letters_wins_twice_before_all_sets_were_gold(made: tuple[Made, ...]) -> None:
    groups = Counter((len(q.choices), q.spec.n, q.gold) for q in made)
    for (k, n, _), count in groups.items():
        questions = sum(1 for q in made if (len(q.choices), q.spec.n) == (k, n))
        assert count <= -(-questions // comb(k, n))


def test_no_letter_is_gold_more_often_than_chance(made: tuple[Made, ...]) -> None:
    for key in KEYS[:6]:
        wins = sum(key in q.gold for q in made)
        share = sum(q.spec.n / len(q.choices) for q in made) / len(made)
        assert binomtest(wins, len(made), share).pvalue > 0.01


def _extreme(question: Made, longest: bool) -> set[str]:
    lengths = {key: len(choice.text) for key, choice in zip(KEYS, question.choices, strict=False)}
    ranked = sorted(lengths, key=lambda key: lengths[key], reverse=longest)
    return set(ranked[: question.spec.n])


def test_the_longest_and_the_shortest_options_win_no_more_than_chance(made: tuple[Made, ...]) -> None:
    for longest in (True, False):
        assert _no_more_than_chance(made, {index: _extreme(q, longest) for index, q in enumerate(made)})


def test_gold_is_never_just_the_longest(made: tuple[Made, ...]) -> None:
    for question in made:
        lengths = {key: len(choice.text) for key, choice in zip(KEYS, question.choices, strict=False)}
        others = [length for key, length in lengths.items() if key not in question.gold]
        assert min(lengths[key] for key in question.gold) <= max(others)


def test_no_text_gives_the_making_away(made: tuple[Made, ...]) -> None:
    for question in made:
        for text in (question.stem, *(choice.text for choice in question.choices)):
            assert LEAKS.search(text.lower()) is None, text


def test_texts_are_sentences(made: tuple[Made, ...]) -> None:
    for question in made:
        for text in (question.stem, *(choice.text for choice in question.choices)):
            assert text[0].isupper()
            assert text.endswith(".")
            assert "  " not in text
            assert " a a" not in text


def test_texts_name_only_clips_that_are_there(made: tuple[Made, ...]) -> None:
    for question in made:
        for choice in question.choices:
            assert set(re.findall(r"(?:CLIP|VIDEO)_\w+", choice.text)) <= set(question.footage.labels)


def test_each_explanation_names_the_one_detail_that_is_wrong(made: tuple[Made, ...]) -> None:
    for question in made:
        for choice in question.choices:
            sentence = explain(choice, question.footage)
            assert sentence.startswith("True" if choice.true else "Wrong in one detail")
            assert sentence.endswith(".")


def test_numbers_that_are_asked_about_can_be_read(made: tuple[Made, ...]) -> None:
    assert (LEAST_LINES, LEAST_S) == (40.0, 1.5)
    asked = 0
    for question in made:
        for choice in question.choices:
            for house in (thing for thing in things_of(choice.base) if thing.kind is Kind.HOUSE):
                asked += 1
                assert max(legible_s(window, house) for window in question.footage.windows) >= 1.5
    assert asked >= 20


def test_the_same_seed_gives_the_same_questions_and_another_seed_others() -> None:
    assert questions_of(3, 4) == questions_of(3, 4)
    assert questions_of(3, 4) != questions_of(4, 4)


def test_a_smaller_pack_is_the_beginning_of_the_whole_one() -> None:
    assert questions_of(0, 3) == questions_of(0)[:3]
