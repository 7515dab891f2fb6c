"""What `pack build` makes passes `pack check`; with any one flaw put into it, it does not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from building.campaigns import TELLING, done, lead, lead_pack, make_video
from cli.program import Program

Row = dict[str, Any]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A lead's machine with a pack in which everything tells, and what was built of it."""
    folder = tmp_path_factory.mktemp("office")
    office = lead(folder / "home", lead_pack(folder / "source"))
    done(office("pack", "build", "source", "-o", folder / "out", "--seed", "module"))
    return office


@pytest.fixture
def built(office: Program, tmp_path: Path) -> Path:
    """A copy of the built pack, to be spoilt."""
    return Path(shutil.copytree(office.home.parent / "out" / "source_built", tmp_path / "built"))


def whys(program: Program, target: object, severity: str | None = None) -> set[tuple[str, str]]:
    """What is found: the gate and the kind of each finding."""
    found = program("pack", "check", target, "--json").value["findings"]
    kinds = ("why", "layer", "rule")
    return {
        (one["gate"], next(one["data"][kind] for kind in kinds if kind in one["data"]))
        for one in found
        if severity in (None, one["severity"])
    }


def test_the_pack_that_it_was_built_of_tells_and_the_built_one_does_not(office: Program, built: Path) -> None:
    tells = {("clips", "sound"), ("clips", "metadata"), ("clips", "name"), ("leak", "extra"), ("cues", "constant")}
    assert tells <= whys(office, "source", "warning")
    said = office("pack", "check", built, "--json")
    assert said.code == 0
    # The little videos of the test are short and small, its types are those of another unit; nothing else is left.
    left = {("clips", "short"), ("clips", "lines"), ("intent", "not_of_unit"), ("duplicates", "wording")}
    assert whys(office, built) <= left


def spoil(pack: Path, change: Callable[[list[Row]], None]) -> None:
    """Change the lines of a pack, and take the hashes that would tell it out of its manifest."""
    lines = [json.loads(line) for line in (pack / "questions.jsonl").read_text("utf-8").splitlines()]
    change(lines)
    (pack / "questions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    manifest = json.loads((pack / "pack.json").read_text("utf-8"))
    del manifest["files"]
    (pack / "pack.json").write_text(json.dumps(manifest), "utf-8")


def without_n(lines: list[Row]) -> None:
    del lines[0]["n"]


def with_a_time(lines: list[Row]) -> None:
    lines[0]["stem"] = "What is seen at 0:38? Select two."


def with_a_word_of_the_making(lines: list[Row]) -> None:
    lines[0]["options"][2]["text"] = "Statement c of the second trial holds."


def with_letters_over_two_recordings(lines: list[Row]) -> None:
    line = next(line for line in lines if line["unit"] == "cross_video")
    for place, clip in enumerate(line["clips"]):
        clip |= {"label": "VIDEO_A", "recording": f"recording {place}"}


def with_numbers_against_time(lines: list[Row]) -> None:
    line = next(line for line in lines if len(line["clips"]) > 2)
    line["unit"] = "whole_video"
    for place, clip in enumerate(line["clips"], 1):
        clip |= {"label": f"CLIP_{place}", "recording": "one", "start_s": 1000.0 - place}


def with_a_question_twice(lines: list[Row]) -> None:
    lines.append(lines[0] | {"id": "0123456789abcdef"})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (without_n, ("structure", "refused")),
        (with_a_time, ("leak", "timestamp")),
        (with_a_word_of_the_making, ("leak", "word")),
        (with_letters_over_two_recordings, ("labels", "letter_over_recordings")),
        (with_numbers_against_time, ("labels", "number_against_time")),
        (with_a_question_twice, ("duplicates", "hash")),
    ],
)
def test_each_flaw_in_its_lines_is_an_error(
    office: Program, built: Path, change: Callable[[list[Row]], None], told: tuple[str, str]
) -> None:
    spoil(built, change)
    assert office("pack", "check", built).code == 1
    assert whys(office, built, "error") == {told}


def test_golds_that_are_the_longest_options_are_an_error(office: Program, built: Path) -> None:
    golds: list[Row] = []

    def lengthen(lines: list[Row]) -> None:
        for line in lines:
            golds.append({"id": line["id"], "answer": ["A", "B"]})
            for option in line["options"][:2]:
                option["text"] += " So it is."

    spoil(built, lengthen)
    (built / "gold.jsonl").write_text("".join(json.dumps(gold) + "\n" for gold in golds), "utf-8")
    assert whys(office, built, "error") == {("structure", "gold_longest")}


@pytest.mark.parametrize(("content", "told"), [(None, "missing"), (b"no video at all", "unreadable")])
def test_footage_that_is_gone_or_none_is_an_error(
    office: Program, built: Path, content: bytes | None, told: str
) -> None:
    spoil(built, lambda lines: None)
    clip = sorted((built / "clips").iterdir())[0]
    clip.unlink() if content is None else clip.write_bytes(content)
    assert office("pack", "check", built, "--gate", "clips").code == 1
    assert whys(office, built, "error") == {("clips", told)}


def test_a_clip_with_sound_metadata_and_a_telling_name_is_told(office: Program, built: Path) -> None:
    make_video(built / "clips" / f"{TELLING}_05_0_60.mp4")

    def take(lines: list[Row]) -> None:
        lines[0]["clips"][0]["file"] = f"clips/{TELLING}_05_0_60.mp4"

    spoil(built, take)
    assert {("clips", "sound"), ("clips", "metadata"), ("clips", "name")} <= whys(office, built, "warning")
