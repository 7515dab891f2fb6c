"""`rbcheck pack check`: packs of the store and packs on disk, by the program itself."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from cli.program import Program
from exchange.places import Place
from packs.making import native_pack, native_row
from sample_data import SHARED
from services.leading import a_campaign

from rbcheck.device.secrets import SystemKeyring
from rbcheck.packs.files import Files
from rbcheck.packs.gates.table import GATES
from rbcheck.player.probing import MediaInspector
from rbcheck.sealing import PackKey
from rbcheck.services.decoding import Decoding
from rbcheck.services.pack_checking import Checked, PackChecking
from rbcheck.services.playing import DecodeReport
from rbcheck.services.ports import Role
from rbcheck.services.unlocking import Keys

ORDER = (
    "intent", "structure", "leak", "scene", "labels", "cues", "negation", "turnaround", "duplicates", "clips",
    "guessable", "unsupported",
)  # fmt: skip
DATA = SHARED / "data"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def checked_by(place: Place, *gates: str) -> Checked:
    """What the gates find of the pack p1 of a place."""

    def decode(path: Path, from_ms: int | None, to_ms: int | None, should_stop: Callable[[], bool],
               key: PackKey | None = None) -> DecodeReport:  # fmt: skip
        return MediaInspector().full_decode(path, from_ms, to_ms, should_stop, key)

    keys = Keys(SystemKeyring())
    checking = PackChecking(
        lambda: place.store, Files(place.folder / "media"), GATES, MediaInspector,
        lambda: Decoding(place.store, decode, keys.held), keys,
    )  # fmt: skip
    return checking.check("p1", gates)


def test_the_gates_stand_in_the_order_of_the_specification() -> None:
    assert tuple(GATES) == ORDER


def test_a_path_is_checked_without_writing_a_thing(program: Program, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "made", [native_row(stem="In which trial? 根据文件名？")], {"q1": "AB"})
    before = sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*"))
    said = program("pack", "check", folder, "--gate", "leak", "--json")
    assert (said.code, {one["gate"] for one in said.value["findings"]}) == (1, {"leak"})
    jsonschema.validate(said.value, program("schema", "pack_check").value)
    assert sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*")) == before
    assert not program.home.exists()


def test_exit_codes_and_gates_that_are_not_there(program: Program, tmp_path: Path) -> None:
    good = native_pack(tmp_path / "made", [native_row()])
    assert program("pack", "check", good, "--gate", "structure").code == 0
    assert "leak" in program("pack", "check", good, "--gate", "smell").sentence
    assert "pack list" in program("pack", "check", "nowhere").sentence


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that opens and cannot be read")
def test_files_that_cannot_be_read_are_found_by_the_gate_of_clips_alone(program: Program, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "made", [native_row("q1"), native_row("q2")])
    for name in ("q1", "q2"):
        (folder / "clips" / f"{name}.mp4").unlink()
        (folder / "clips" / f"{name}.mp4").symlink_to("/proc/self/mem")
    said = program("pack", "check", folder, "--gate", "duplicates", "--gate", "clips", "--json")
    unread = [one["question"] for one in said.value["findings"] if one["gate"] == "clips" and "read" in one["message"]]
    assert (said.code, unread) == (1, ["q1", "q2"])


def test_a_line_without_n_is_an_error_and_the_rest_is_checked(program: Program, tmp_path: Path) -> None:
    row = native_row("q2")
    del row["n"]
    said = program(
        "pack", "check", native_pack(tmp_path / "made", [native_row(), row]), "--gate", "structure", "--json"
    )
    errors = [one for one in said.value["findings"] if one["severity"] == "error"]
    assert [(one["question"], one["data"]["field"]) for one in errors] == [("q2", "n")]
    assert (said.code, said.value["questions"]) == (1, 1)


def test_an_annotators_store_tells_nothing_of_the_gold_and_a_leads_does(program: Program, tmp_path: Path) -> None:
    texts = (
        "A long red bench stands there.",
        "A long green bin stands there.",
        "A door.",
        "A wall.",
        "A van.",
        "A dog.",
    )
    options = [{"key": key, "text": text} for key, text in zip("ABCDEF", texts, strict=True)]
    folder = native_pack(tmp_path / "made", [native_row(options=options)], {"q1": "AB"})
    assert program("pack", "add", folder).code == 0
    for target in ("made", folder):
        told = program("pack", "check", target, "--gate", "structure", "--gate", "cues", "--json").value
        assert told["withheld"] == 1
        assert "gold" not in json.dumps(told["findings"])
        assert {one["gate"] for one in told["skipped"]} == {"structure", "cues"}
    assert program("store", "role", "lead").code == 0
    for target in ("made", folder):
        said = program("pack", "check", target, "--gate", "structure", "--gate", "cues", "--json")
        assert (said.code, said.value["withheld"]) == (1, 0)
        assert any(one["data"].get("why") == "gold_longest" for one in said.value["findings"])


def test_guesses_and_marks_of_people_in_a_leads_store(tmp_path: Path) -> None:
    with a_campaign(tmp_path) as place:
        guessed = checked_by(place, "guessable").findings
        assert [(one.question, one.data["hits"]) for one in guessed if one.data["by"] == "people"] == [("q3", 3)]
        unsupported = checked_by(place, "unsupported").findings
        assert next(one.question for one in unsupported if one.data["lacking"] or one.data["beside"]) == "q2"


def test_gold_opens_in_an_annotators_store_once_all_have_given_their_verdict(tmp_path: Path) -> None:
    with Place(tmp_path, role=Role.ANNOTATOR).with_packs() as place:
        ann = place.person("Ann")
        assert checked_by(place, "cues").withheld == 8
        place.judge(ann, "q1")
        assert checked_by(place, "cues").withheld == 7
        place.person("Bo")
        assert checked_by(place, "cues").withheld == 8


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg to make clips")
def test_clips_are_decoded_and_not_believed(program: Program, tmp_path: Path) -> None:
    rows = [native_row(name, clips=[{"label": "CLIP_1", "file": f"clips/{name}.mp4", "duration_s": 12.0}])
            for name in ("aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd")]  # fmt: skip
    folder = native_pack(tmp_path / "made", rows)
    made = folder / "clips" / "aaaaaaaa.mp4"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=640x480:rate=10:duration=12", "-f", "lavfi",
         "-i", "sine=duration=12", "-metadata", "location=+49.0+8.4/", "-movflags", "+use_metadata_tags",
         made],
        check=True,
    )  # fmt: skip
    whole = made.read_bytes()
    (folder / "clips" / "bbbbbbbb.mp4").write_bytes(whole[: len(whole) // 2])
    (folder / "clips" / "dddddddd.mp4").unlink()
    (folder / "clips" / "dddddddd.mp4").mkdir()
    said = program("pack", "check", folder, "--gate", "clips", "--json")
    told = {(one["question"], one["data"]["why"]): one["severity"] for one in said.value["findings"]}
    assert told["aaaaaaaa", "sound"] == told["aaaaaaaa", "metadata"] == "warning"
    assert ("aaaaaaaa", "container") not in told
    assert any(question == "bbbbbbbb" and why in ("container", "damaged", "unreadable") for question, why in told)
    assert told["cccccccc", "unreadable"] == "error"
    assert said.code == 1


def test_the_same_content_under_two_names_is_one_footage(program: Program, tmp_path: Path) -> None:
    clips = [{"label": f"CLIP_{place}", "file": f"clips/{place:08x}.mp4"} for place in (1, 2, 3)]
    folder = native_pack(tmp_path / "made", [native_row(clips=clips)])
    shutil.copy(folder / "clips" / "00000001.mp4", folder / "clips" / "00000003.mp4")
    said = program("pack", "check", folder, "--gate", "duplicates", "--json")
    assert [(one["severity"], one["clip"]) for one in said.value["findings"]] == [("error", 3)]
    assert said.code == 1


def test_a_clip_that_is_gone_is_missing(program: Program, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "made", [native_row()])
    assert program("pack", "add", folder).code == 0
    shutil.rmtree(folder)
    (told,) = [one for one in program("pack", "check", "made", "--gate", "clips", "--json").value["findings"]
               if one["severity"] == "error"]  # fmt: skip
    assert (told["question"], told["clip"], told["data"]["why"]) == ("q1", 1, "missing")


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the sample data beside the repository (../shared)")
def test_real_question_files_are_checked(program: Program) -> None:
    assert program("store", "role", "lead").code == 0
    file = DATA / "runningbench" / "review_set.jsonl"
    said = program("pack", "check", file, "--json", "--video-root", DATA / "videos")
    assert said.code == 1
    assert {one["data"]["why"] for one in said.value["findings"] if one["gate"] == "clips"} == {"missing"}
    assert said.value["questions"] == 6
    leaks = [one["data"]["found"] for one in said.value["findings"] if one["gate"] == "leak"]
    assert {"00:20", "first 36 seconds"} <= set(leaks)


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the sample data beside the repository (../shared)")
def test_other_benchmarks_files_are_checked_without_their_videos(program: Program) -> None:
    assert program("store", "role", "lead").code == 0
    said = program("pack", "check", DATA / "packs" / "nextqa" / "val.csv", "--id-from", "video,qid", "--json")
    assert said.value["questions"] > 290
    rules = [one["data"]["rule"] for one in said.value["findings"] if one["gate"] == "cues"]
    assert len(rules) == 5
