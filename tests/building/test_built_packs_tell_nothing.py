"""Nothing in a built pack tells the order, the recordings or the gold: not names, times, metadata, order or ids."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from building.campaigns import TELLING, done, lead, lead_pack, metadata_of
from cli.program import Program

_MAY_SAY = re.compile(r"[0-9a-f]{16}|clips/[0-9a-f]{20}\.mp4")


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A lead's machine with a pack in which everything tells."""
    folder = tmp_path_factory.mktemp("office")
    return lead(folder / "home", lead_pack(folder / "source", questions=24))


@pytest.fixture(scope="module")
def built(office: Program) -> Path:
    """What was built of it, as one pack."""
    out = office.home.parent / "out"
    done(office("pack", "build", "source", "-o", out, "--seed", "module"))
    return out / "source_built"


def rows(pack: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (pack / "questions.jsonl").read_text("utf-8").splitlines()]


def key_of(pack: Path, source: str = "source") -> dict[str, Any]:
    """What the lead's key says of each question of a built pack, by id."""
    key = json.loads((pack.parent / f"{source}.key.json").read_text("utf-8"))
    made = next(part for part in key["built"] if part["pack"] == pack.name)
    return {question["id"]: question for question in made["questions"]}


def test_no_file_of_the_pack_holds_a_telling_word(built: Path) -> None:
    words = (TELLING, "recording", "start_s", "caption", "fv-0", "answer", "gold.jsonl", "GoPro", "turnaround", "beach")
    for path in sorted(built.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            assert [word for word in words if word.encode() in content and word != "recording"] == [], path
    questions, manifest = (built / "questions.jsonl").read_text("utf-8"), json.loads((built / "pack.json").read_text())
    assert "recording" not in questions
    assert sorted(manifest) == [
        "coverage", "files", "format", "name", "protocol", "reveal_gold", "title", "version",
    ]  # fmt: skip
    assert manifest["reveal_gold"] is False


def test_names_and_ids_are_random_and_each_stands_once(built: Path) -> None:
    lines = rows(built)
    names = [line["id"] for line in lines] + [clip["file"] for line in lines for clip in line["clips"]]
    assert all(_MAY_SAY.fullmatch(name) for name in names)
    assert len(set(names)) == len(names)
    assert {str(path.relative_to(built)) for path in built.rglob("*") if path.is_file()} == {
        "pack.json", "questions.jsonl", *(name for name in names if "/" in name),
    }  # fmt: skip
    assert set(lines[0]) == {
        "id", "source", "unit", "question_type", "lang", "n", "stem", "options", "clips",
    }  # fmt: skip


def test_every_time_of_every_file_is_the_same(built: Path) -> None:
    paths = [built, *built.rglob("*")]
    assert len({path.stat().st_mtime_ns for path in paths}) == 1
    assert {oct(path.stat().st_mode & 0o777) for path in paths if path.is_file()} == {"0o644"}


def test_clips_hold_one_picture_and_no_metadata(built: Path) -> None:
    known = {"major_brand", "minor_version", "compatible_brands", "language", "handler_name", "vendor_id", "encoder"}
    for path in (built / "clips").iterdir():
        told = metadata_of(path)
        assert [stream["codec_type"] for stream in told["streams"]] == ["video"]
        assert told["chapters"] == []
        tags = {**told["format"].get("tags", {}), **told["streams"][0].get("tags", {})}
        assert set(tags) <= known, path
        assert tags.get("handler_name", "VideoHandler") == "VideoHandler"
        assert "encoder" not in told["format"].get("tags", {})


def test_the_pictures_are_those_of_the_original_without_encoding_anew(built: Path, office: Program) -> None:
    source = office.home.parent / "source"
    for question_id, told in list(key_of(built).items())[:3]:
        line = next(line for line in rows(built) if line["id"] == question_id)
        original = next(row for row in rows(source) if row["id"] == told["original"]["id"])
        for clip, made in zip(line["clips"], told["clips"], strict=True):
            before = metadata_of(source / original["clips"][made["original_clip"] - 1]["file"])["streams"][0]
            after = metadata_of(built / clip["file"])["streams"][0]
            assert (after["codec_name"], after["nb_frames"]) == (before["codec_name"], before["nb_frames"])


def test_the_gold_stands_on_every_letter(built: Path) -> None:
    golds = Counter(
        shown for told in key_of(built).values() for shown, key in told["options"].items() if key in ("A", "B")
    )
    assert set(golds) == set("ABCDEF")
    assert max(golds.values()) < 24, "no letter is always right, as A and B were"


def test_options_are_shuffled_but_the_statements_stay(built: Path, office: Program) -> None:
    source = {row["id"]: row for row in rows(office.home.parent / "source")}
    for line in rows(built):
        told = key_of(built)[line["id"]]
        before = {option["key"]: option["text"] for option in source[told["original"]["id"]]["options"]}
        assert {option["key"]: before[told["options"][option["key"]]] for option in line["options"]} == {
            option["key"]: option["text"] for option in line["options"]
        }
        assert [option["key"] for option in line["options"]] == list("ABCDEF")


def test_lettered_clips_come_in_no_order_of_time_and_numbered_ones_in_theirs(built: Path) -> None:
    orders: dict[str, list[list[int]]] = {}
    for line in rows(built):
        told = key_of(built)[line["id"]]
        orders.setdefault(line["unit"], []).append([clip["original_clip"] for clip in told["clips"]])
        letters = [clip["label"][-1] for clip in line["clips"]]
        if line["unit"] == "anonymous_multi_clip":
            assert letters == sorted(letters) == list("ABCD"), "a letter says where a clip stands here, and no more"
    assert all(order == [1] for order in orders["whole_video"])
    lettered = orders["anonymous_multi_clip"]
    in_time = sum(order == sorted(order) for order in lettered)
    assert in_time < len(lettered) // 2
    assert any(order != [1, 2, 3] for order in orders["cross_video"])


def test_no_recording_is_clustered_where_it_need_not_be(built: Path) -> None:
    for line in rows(built):
        recordings = [clip["recording"] for clip in key_of(built)[line["id"]]["clips"]]
        runs = 1 + sum(one != two for one, two in pairwise(recordings))
        assert not 1 < len(set(recordings)) < len(recordings) or runs > len(set(recordings))


def test_equal_labels_stay_equal(built: Path) -> None:
    for line in rows(built):
        if line["unit"] == "cross_video":
            of = [clip["original_label"] for clip in key_of(built)[line["id"]]["clips"]]
            now = [clip["label"] for clip in line["clips"]]
            assert len(set(zip(of, now, strict=True))) == len(set(of)) == len(set(now)) == 2
            assert now[0] == "VIDEO_A"


def test_questions_come_in_another_order(built: Path) -> None:
    ids = [key_of(built)[line["id"]]["original"]["id"] for line in rows(built)]
    assert ids != sorted(ids)
    assert ids != sorted(ids, reverse=True)


def test_the_key_is_the_lead_s_alone(built: Path) -> None:
    key = built.parent / "source.key.json"
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.name not in {path.name for path in built.rglob("*")}


@pytest.mark.parametrize("more", [(), ("--cut",), ("--bundles", "3", "--overlap", "2")])
def test_the_same_inputs_and_seed_give_the_same_bytes(more: tuple[str, ...], tmp_path: Path) -> None:
    pack = lead_pack(tmp_path / "source", questions=3)
    found = []
    for number in ("one", "two"):
        program = lead(tmp_path / f"home_{number}", pack)
        done(program("pack", "build", "source", "-o", tmp_path / number, "--seed", "7", *more))
        found.append(
            {
                path.relative_to(tmp_path / number): path.read_bytes()
                for path in (tmp_path / number).rglob("*")
                if path.is_file()
            }
        )
    assert found[0] == found[1]


def test_another_seed_gives_other_names(office: Program, built: Path) -> None:
    out = office.home.parent / "other"
    done(office("pack", "build", "source", "-o", out))
    assert not {row["id"] for row in rows(out / "source_built")} & {row["id"] for row in rows(built)}


def test_extra_fields_stay_with_the_lead_unless_they_are_kept_by_name(office: Program) -> None:
    out = office.home.parent / "kept"
    done(office("pack", "build", "source", "-o", out, "--keep-extra", "caption"))
    assert {row["caption"] for row in rows(out / "source_built")} == {f"{TELLING} caption"}
