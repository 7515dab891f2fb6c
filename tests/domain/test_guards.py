"""The guards against the known mistakes: the questions that raise each of them, and those that must not."""

from __future__ import annotations

import pytest

from rbcheck.domain.guards import contradictions, labels_mislead, no_common_place, reading_ms
from rbcheck.domain.marks import Mark
from rbcheck.domain.opposites import Opposition, opposition
from rbcheck.domain.question import Option
from rbcheck.domain.taxonomy import sides_swap

YES, NO, OPEN = Mark.SUPPORTED, Mark.RULED_OUT, Mark.UNDECIDABLE

NEGATING = (
    ("The bench comes before the barrier.", "The bench comes after the barrier.", Opposition.ORDER),
    ("The bench comes before the barrier.", "The barrier comes before the bench.", Opposition.ORDER),
    ("After the bench, the runner passes the barrier.", "After the barrier, the runner passes the bench.",
     Opposition.ORDER),
    ("The runner passes the bench, then the barrier.", "The runner passes the barrier, then the bench.",
     Opposition.ORDER),
    ("The bench appears earlier than the barrier.", "The bench appears later than the barrier.", Opposition.ORDER),
    (
        "Passing the oncoming cyclist happens before encountering the oncoming white van with lit headlights.",
        "Passing the oncoming white van with lit headlights happens before passing the oncoming cyclist.",
        Opposition.ORDER,
    ),
    ("The bollards stand on the left of the path.", "The bollards stand on the right of the path.", Opposition.SIDE),
    ("The path turns back.", "The path does not turn back.", Opposition.DENIAL),
    ("长椅出现在路障之前。", "长椅出现在路障之后。", Opposition.ORDER),
    ("长椅早于路障出现。", "路障早于长椅出现。", Opposition.ORDER),
    ("跑者先经过长椅，再经过路障。", "跑者先经过路障，再经过长椅。", Opposition.ORDER),
    ("在长椅之前，跑者经过路障。", "在路障之前，跑者经过长椅。", Opposition.ORDER),
    ("路桩在路的左侧。", "路桩在路的右侧。", Opposition.SIDE),
    ("路面没有变化。", "路面有变化。", Opposition.DENIAL),
)  # fmt: skip
HARMLESS = (
    ("The bench comes before the barrier.", "The bench comes before the tunnel."),
    ("The bench comes before the barrier.", "The tree comes after the barrier."),
    ("After the bench, the runner passes the barrier.", "Before the barrier, the runner passes the bench."),
    ("The bollards stand on the left of the path.", "The benches stand on the right of the path."),
    ("The path turns left at the bright tree.", "The path turns left at the tree."),
    ("The path turns back.", "The path turns back."),
    ("长椅出现在路障之前。", "长椅出现在隧道之前。"),
    ("跑者先经过长椅，再经过路障。", "跑者先经过长椅，再经过隧道。"),
    ("路桩在路的左侧。", "长椅在路的右侧。"),
)


@pytest.mark.parametrize(("one", "other", "how"), NEGATING)
def test_statements_that_negate_each_other(one: str, other: str, how: Opposition) -> None:
    assert opposition(one, other) is how
    assert opposition(other, one) is how


@pytest.mark.parametrize(("one", "other"), HARMLESS)
def test_statements_that_can_both_hold_or_both_fail(one: str, other: str) -> None:
    assert opposition(one, other) is None
    assert opposition(other, one) is None


OPTIONS = tuple(
    Option(key, text)
    for key, text in {
        "A": "The bench comes before the barrier.",
        "B": "The barrier comes before the bench.",
        "C": "A tunnel follows the bridge.",
        "D": "The surface is gravel.",
    }.items()
)


@pytest.mark.parametrize(
    ("marks", "n", "raised"),
    [
        ({"A": YES, "B": YES}, 2, [("A", "B", YES)]),
        ({"A": YES, "B": NO}, 2, []),
        ({"A": YES, "C": YES}, 2, []),
        ({"A": NO, "B": NO}, 2, []),  # two are still open
        ({"A": NO, "B": NO, "C": NO}, 2, [("A", "B", NO)]),  # one more ✓ cannot make two
        ({"A": NO, "B": NO, "C": YES, "D": YES}, 2, []),  # enough ✓ without them
        ({"A": NO, "B": NO, "C": YES, "D": OPEN}, 2, [("A", "B", NO)]),
        ({"A": OPEN, "B": OPEN, "C": NO, "D": NO}, 2, []),
        ({}, 2, []),
    ],
)
def test_marks_that_do_not_fit_together(
    marks: dict[str, Mark | None], n: int, raised: list[tuple[str, str, Mark]]
) -> None:
    assert [(each.one, each.other, each.mark) for each in contradictions(OPTIONS, marks, n)] == raised


@pytest.mark.parametrize(
    ("unit", "labels", "raised"),
    [
        ("anonymous_multi_clip", ("CLIP_A", "CLIP_B"), True),
        ("multi_caption_multi_clip", ("CLIP_C", "CLIP_F", "CLIP_J"), True),
        ("multi_caption_multi_clip", ("CLIP_1", "CLIP_2"), False),  # numbers are the order
        ("anonymous_multi_clip", ("CLIP_A",), False),
        ("whole_video", ("VIDEO_A",), False),
        ("cross_recording", ("CLIP_A", "CLIP_B"), False),  # there is no common time
    ],
)
def test_letters_that_say_nothing_about_time(unit: str, labels: tuple[str, ...], raised: bool) -> None:
    assert labels_mislead(unit, labels) is raised


@pytest.mark.parametrize(
    ("unit", "raised"),
    [("cross_recording", True), ("cross_video", True), ("anonymous_multi_clip", False), ("whole_video", False)],
)
def test_clips_of_different_recordings(unit: str, raised: bool) -> None:
    assert no_common_place(unit) is raised


@pytest.mark.parametrize(
    ("question_type", "manifest", "raised"),
    [
        ("spatial-consistency", None, True),
        ("reverse-view-recognition", None, True),
        ("event-order", None, False),
        ("unheard-of", None, False),
        ("out-and-back", {"types": {"out-and-back": {"sides_swap": True}}}, True),
        ("out-and-back", {"types": [{"name": "out-and-back", "sides_swap": True}]}, True),
        ("out-and-back", {"types": [{"name": "out-and-back"}, "event-order"]}, False),
        ("out-and-back", {"types": {"out-and-back": {"sides_swap": "yes"}}}, False),
        ("out-and-back", {"types": "out-and-back"}, False),
    ],
)
def test_sides_that_swap_on_the_way_back(question_type: str, manifest: dict[str, object] | None, raised: bool) -> None:
    assert sides_swap(question_type, manifest) is raised


def test_reading_goes_by_600_words_or_1200_characters_a_minute() -> None:
    assert reading_ms(["word " * 600]) == 60_000
    assert reading_ms(["字" * 1_200]) == 60_000
    assert reading_ms(["word " * 300, "字" * 600]) == 60_000
    assert reading_ms(["在CLIP_A中"]) == 200  # two characters and one word
    assert reading_ms([""]) == 0
