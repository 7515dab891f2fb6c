"""Other benchmarks' question files as they are: what is good comes in, each real defect is named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from packs.making import write
from sample_data import SHARED

from rbcheck.domain.errors import PackError
from rbcheck.packs.formats.detect import read
from rbcheck.services.intake import IntakeOptions, ReadPack, silent

PACKS = SHARED / "data" / "packs"
pytestmark = [pytest.mark.data, pytest.mark.skipif(not PACKS.is_dir(), reason="needs the sample data (../shared)")]


def with_recordings(tmp_path: Path, path: Path, id_from: tuple[str, ...] = ()) -> ReadPack:
    """A file as it is understood where every recording that it names is there."""
    options = IntakeOptions(video_root=tmp_path, id_from=id_from)
    first = read(path, options, silent)
    for number, missing in enumerate(first.missing):
        write(tmp_path / f"{number % 7}" / f"{missing.recording}.mp4")
    pack = read(path, options, silent)
    assert pack.missing == ()
    return pack


def test_all_three_hundred_of_nextqa_come_in(tmp_path: Path) -> None:
    pack = with_recordings(tmp_path, PACKS / "nextqa" / "val.csv")
    assert (len(pack.questions), pack.refused) == (300, ())
    first = pack.questions[0]
    assert (first.question.question_id, first.line, first.gold, first.question.n) == ("val-000001", 2, ("A",), 1)
    assert [option.text for option in first.question.options] == [
        "roll the handle", "tap their feet", "strum the string", "hit with sticks", "pat with hand",
    ]  # fmt: skip
    assert first.question.question_type == "CH"
    assert first.extra == {"frame_count": "369", "width": "640", "height": "480", "qid": "6"}
    said = "\n".join(pack.notes)
    for words in ("options from columns a0 to a4", "gold from `answer`, 0-based index", "its numbers repeat"):
        assert words in said
    assert re.fullmatch(r"the index of golds was decided by lines 2, \d+, \d+", pack.lead_notes[0])


def test_columns_make_ids_of_nextqa(tmp_path: Path) -> None:
    pack = with_recordings(tmp_path, PACKS / "nextqa" / "val.csv", id_from=("video", "qid"))
    ids = [item.question.question_id for item in pack.questions]
    assert (ids[0], len(set(ids)), pack.refused) == ("4010069381:6", 300, ())


def test_all_ninety_of_streamingbench_real_come_in_from_their_groups(tmp_path: Path) -> None:
    path = PACKS / "streamingbench" / "questions_real.json"
    pack = with_recordings(tmp_path, path)
    assert (len(pack.questions), pack.refused) == (90, ())
    written = [question for group in json.loads(path.read_bytes()) for question in group["questions"]]
    assert [item.question.stem for item in pack.questions] == [question["question"] for question in written]
    assert [[option.text for option in item.question.options] for item in pack.questions] == [
        [re.sub(r"^\s*[A-D]\.\s*", "", text) for text in question["options"]] for question in written
    ]
    assert all({"time", "time_stamp"} <= item.extra.keys() for item in pack.questions)


OMNI = {
    "a torn option": (r"no letter before “.+”, number \d of 5", 8),
    "an empty element": (r"an empty text, number 2 of 6", 1),
    "a letter twice": (r"the letters A B C D D", 1),
    "two lists in one": (r"the letters A B C D B C D", 1),
    "an advertisement": (r"no text for E; a translator's advertisement as F", 2),
}


def test_every_defect_of_streamingbench_omni_is_named_where_it_stands(tmp_path: Path) -> None:
    path = PACKS / "streamingbench" / "questions_omni.json"
    pack = with_recordings(tmp_path, path)
    assert (len(pack.questions), len(pack.refused)) == (114, 13)
    for words, count in OMNI.values():
        assert sum(re.fullmatch(words, found.found) is not None for found in pack.refused) == count
    lines = path.read_text(encoding="utf-8").splitlines()
    for found in pack.refused:
        assert (found.file, found.field) == ("questions_omni.json", "options")
        # The line is that of the question itself, not of the group around it.
        assert found.line is not None
        assert lines[found.line - 1].strip() == "{"
        assert '"task_type"' in lines[found.line]


def test_a_letter_without_a_space_behind_it_is_taken_off_and_the_text_is_whole(tmp_path: Path) -> None:
    path = PACKS / "streamingbench" / "questions_omni.json"
    written = [question["options"] for group in json.loads(path.read_bytes()) for question in group["questions"]]
    close = next(options for options in written if len(options) == 4 and re.match(r"A\.\S", options[0]))
    texts = [re.sub(r"^[A-D]\.\s*", "", text) for text in close]
    pack = with_recordings(tmp_path, path)
    assert any([option.text for option in item.question.options] == texts for item in pack.questions)


def test_lists_of_lists_of_streamingbench_sqa_come_in_but_for_a_doubled_option(tmp_path: Path) -> None:
    pack = with_recordings(tmp_path, PACKS / "streamingbench" / "questions_sqa.json")
    assert len(pack.questions) == 39
    assert [(found.line, found.id, found.field, found.found) for found in pack.refused] == [
        (516, "questions_sqa-000026", "options", "the same text for B and D")
    ]


@pytest.mark.parametrize(
    ("name", "count", "answers"),
    [
        ("streamingbench/questions_proactive.json", 8, "ground_truth_output"),
        ("open_ended_negative/egotempo_openQA.json", 20, "answer"),
        ("open_ended_negative/open-eqa-v0.json", 20, "answer"),
        ("open_ended_negative/egotextvqa_outdoor_total.json", 20, "correct_answer"),
        ("open_ended_negative/egotextvqa_outdoor_annotation.csv", 30, "correct_answer"),
    ],
)
def test_open_ended_questions_are_refused_in_one_sentence(name: str, count: int, answers: str) -> None:
    with pytest.raises(PackError, match=rf"{count} open-ended questions, without options \(`{answers}` holds"):
        read(PACKS / name, IntakeOptions(), silent)
