"""Questions that share footage, however indirectly, stand on one side of a split."""

from __future__ import annotations

from dataclasses import replace

import builders
from exchange.places import stored

from rbcheck.services.ports import StoredQuestion
from rbcheck.services.publishing import split_groups


def asked(question_id: str, *recordings: str | None, content: str = "") -> StoredQuestion:
    """A question over clips of these recordings; None where the pack does not say."""
    question = stored("p1", 0, builders.question(question_id))
    media = tuple(
        replace(item, recording=recording, sha256=(content or f"{question_id}{place}").ljust(64, "0"))
        for place, (item, recording) in enumerate(zip(question.media, recordings, strict=True))
    )
    return replace(question, media=media)


def test_windows_of_one_recording_stay_together() -> None:
    found = split_groups([asked("q1", "r1", "r1"), asked("q2", "r2", "r2"), asked("q3", "r1", "r1")])
    assert found["q1"] == found["q3"] != found["q2"]


def test_a_question_over_two_recordings_ties_their_questions() -> None:
    found = split_groups([asked("q1", "r1", "r1"), asked("q2", "r1", "r2"), asked("q3", "r2", "r2")])
    assert len(set(found.values())) == 1


def test_where_no_recording_is_known_the_same_file_tells() -> None:
    found = split_groups(
        [
            asked("q1", None, None, content="a"),
            asked("q2", None, None, content="b"),
            asked("q3", None, "r", content="a"),
        ]
    )
    assert found["q1"] == found["q3"] != found["q2"]


def test_the_order_of_questions_changes_no_group_and_no_recording_is_named() -> None:
    questions = [asked("q1", "secret-1", "r2"), asked("q2", "r2", "r3"), asked("q3", "r4", "r4")]
    found = split_groups(questions)
    assert split_groups(questions[::-1]) == found
    assert not any("secret" in group for group in found.values())
