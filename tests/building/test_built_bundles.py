"""Questions dealt to bundles: each source and unit in proportion, so many packs a question, anchors in all; `--cut`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from building.campaigns import done, lead, lead_pack, make_video, row
from cli.program import Program

from rbcheck.player.probing import MediaInspector

QUESTIONS = 24


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A lead's machine with a pack of three units and two sources."""
    folder = tmp_path_factory.mktemp("bundles")
    return lead(folder / "home", lead_pack(folder / "source", questions=QUESTIONS))


def dealt(office: Program, out: Path, *arguments: object) -> dict[str, dict[str, str]]:
    """By bundle: the original id of each of its questions, and the ids that it has there."""
    said = done(office("pack", "build", "source", "-o", out, "--seed", "5", *arguments, "--json")).value
    key = json.loads(Path(said["key"]).read_text("utf-8"))
    return {part["pack"]: {one["original"]["id"]: one["id"] for one in part["questions"]} for part in key["built"]}


def strata(names: dict[str, str]) -> Counter[tuple[str, int]]:
    """How many questions of each source and unit; the number of a question of `lead_pack` says both."""
    numbers = [int(name.removeprefix("fv-")) for name in names]
    return Counter(("fullvideo" if number % 3 else "excerpt", number % 3) for number in numbers)


def test_anchors_stand_in_every_bundle_and_the_others_in_one(office: Program, tmp_path: Path) -> None:
    bundles = dealt(office, tmp_path, "--bundles", 3)
    places = Counter(name for names in bundles.values() for name in names)
    anchors = {name for name, count in places.items() if count == 3}
    assert set(places.values()) == {1, 3}
    assert len(places) == QUESTIONS
    assert all(0.10 <= len(anchors) / len(names) <= 0.15 for names in bundles.values()), "10 to 15 % of each"
    assert all(len({names[name] for names in bundles.values()}) == 3 for name in anchors), "under an id of its own"
    clips = [path for name in bundles for path in (tmp_path / name / "clips").iterdir()]
    assert {path.stat().st_nlink for path in clips} == {1}, "no count of links tells an anchor"


def test_the_share_of_anchors_can_be_said(office: Program, tmp_path: Path) -> None:
    none = dealt(office, tmp_path / "none", "--bundles", 3, "--anchors", 0)
    assert set(Counter(name for names in none.values() for name in names).values()) == {1}
    half = dealt(office, tmp_path / "half", "--bundles", 2, "--anchors", 0.5)
    assert all(
        sum(name in other for name in one) / len(one) == pytest.approx(0.5, abs=0.05)
        for one, other in combinations(half.values(), 2)
    )


def test_each_question_stands_in_as_many_bundles_as_overlap_says(office: Program, tmp_path: Path) -> None:
    bundles = dealt(office, tmp_path, "--bundles", 3, "--overlap", 2)
    assert set(Counter(name for names in bundles.values() for name in names).values()) == {2}
    assert all(set(one) & set(other) for one, other in combinations(bundles.values(), 2))


def test_every_bundle_holds_each_source_and_unit_in_proportion(office: Program, tmp_path: Path) -> None:
    bundles = dealt(office, tmp_path, "--bundles", 4, "--anchors", 0)
    for names in bundles.values():
        assert len(names) == QUESTIONS / 4
        assert set(strata(names).values()) == {2}


def test_a_cut_clip_holds_its_span_and_nothing_outside_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    lead_pack(folder, questions=1)
    tall = make_tall(folder / "clips" / "tall.mp4")
    line: dict[str, Any] = row(1, ["CLIP_1"], "whole_video", [tall.relative_to(folder)])
    line["clips"][0] |= {"span_s": [0.5, 1.5]}
    line["clips"][0].pop("start_s")
    (folder / "questions.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    office = lead(tmp_path / "home", folder)
    done(office("pack", "build", "source", "-o", tmp_path / "out", "--cut"))
    pack = tmp_path / "out" / "source_built"
    (made,) = (pack / "clips").iterdir()
    probe, report = MediaInspector().probe(made), MediaInspector().full_decode(made)
    assert (probe.codec, probe.height, probe.has_sound, probe.private_keys) == ("h264", 480, False, ())
    assert (report.pictures, report.decoded_ms) == (10, 1000)
    with av.open(str(made)) as container:
        shades = [float(np.mean(frame.to_ndarray(format="gray"))) for frame in container.decode(video=0)]
    assert shades == pytest.approx([shade(number) for number in range(5, 15)], abs=3)
    (stated,) = json.loads((pack / "questions.jsonl").read_text("utf-8"))["clips"]
    assert sorted(stated) == ["duration_s", "file", "label"]
    assert stated["duration_s"] == 1.0


def shade(number: int) -> int:
    return 30 + number * 10


def make_tall(path: Path) -> Path:
    """Two seconds of 600 lines whose pictures grow lighter, with a picture a tenth of a second."""
    make_video(path)
    path.unlink()
    with av.open(str(path), "w") as made:
        stream = made.add_stream("libx264", rate=10, options={"preset": "ultrafast", "g": "20"})
        stream.width, stream.height, stream.pix_fmt = 800, 600, "yuv420p"
        for number in range(20):
            picture = np.full((600, 800, 3), shade(number), dtype=np.uint8)
            made.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        made.mux(stream.encode(None))
    return path
