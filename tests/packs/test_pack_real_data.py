"""The real bundle and the real CLI pack come in whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from rbcheck.domain.protocol import Protocol
from rbcheck.packs.formats.detect import read
from rbcheck.services.intake import IntakeOptions, ReadPack, silent

pytestmark = pytest.mark.data


def understood(path: Path, options: IntakeOptions | None = None) -> ReadPack:
    return read(path, options or IntakeOptions(), silent)


def test_the_web_bundle_holds_nineteen_questions_of_all_five_units(laid_out: Path) -> None:
    pack = understood(laid_out / "bundle_04.tar")
    assert (pack.name, pack.protocol, len(pack.questions), pack.refused) == ("bundle_04", Protocol.DIRECT, 19, ())
    assert {item.question.unit for item in pack.questions} == {
        "whole_video", "cross_video", "multi_caption_multi_clip", "anonymous_multi_clip", "cross_recording",
    }  # fmt: skip
    by_id = {item.question.question_id: item for item in pack.questions}
    first = by_id["1d0925d0d64ebea5"]
    assert [(clip.label, clip.duration_ms) for clip in first.question.clips][:2] == [
        ("CLIP_1", 40_000), ("CLIP_2", 50_000),
    ]  # fmt: skip
    assert [clip.start_ms for clip in first.clips][:2] == [158_000, 190_000]
    assert [clip.label for clip in by_id["72c42877004ffafb"].question.clips][:3] == ["VIDEO_C"] * 3
    assert [clip.label for clip in by_id["3c63f95ef4ab615d"].question.clips] == ["CLIP_H", "CLIP_E"]
    assert [clip.duration_ms for clip in by_id["RBMA-0230"].question.clips] == [None, None]


def test_the_unpacked_bundle_and_the_folder_above_it_read_alike(laid_out: Path) -> None:
    packed, folder = understood(laid_out / "bundle_04.tar"), understood(laid_out / "bundle_04")
    assert [item.question for item in packed.questions] == [item.question for item in folder.questions]


def test_the_cli_pack_holds_six_questions_whose_clips_are_spans(laid_out: Path) -> None:
    options = IntakeOptions(video_root=laid_out / "cli" / "recordings")
    pack = understood(laid_out / "cli" / "review_set.jsonl", options)
    assert (pack.name, pack.protocol, pack.reveal_gold) == ("cli-6", Protocol.BLIND_FIRST, True)
    assert (len(pack.questions), pack.refused, pack.missing) == (6, (), ())
    assert [item.question.unit for item in pack.questions] == ["segment"] * 4 + ["whole_video", "cross_video"]
    assert pack.questions[0].gold == ("C", "E")
    assert pack.questions[0].clips[0].span_ms == (120_000, 180_000)
    assert pack.questions[0].clips[0].footage.relative.endswith("/raw/P01_Running_Night_Traj03.mp4")
    assert [clip.span_ms for clip in pack.questions[5].clips] == [(0, 66_000), (0, 97_000), (0, 90_000)]
    assert {item.machine_blind_hits for item in pack.questions} == {0}
