"""Gates that read texts: what must be found and what must not, in English and in Chinese."""

from __future__ import annotations

from pathlib import Path

import pytest
from gates.gate_packs import OPTIONS, OPTIONS_ZH, asked, clip, found, skipped, whys

from rbcheck.domain.errors import PackError
from rbcheck.domain.opposites import Opposition, opposition
from rbcheck.packs.gates.finding_words import word_lists
from rbcheck.services.gate_values import BadLine, Severity

LEAKS = {
    "trial": "In the second trial, which are seen?",
    "Traj03": "Along traj03, which are seen?",
    "filename": "Which are seen, judging by the filename?",
    "described": "Which of the described things are seen?",
    "according to": "According to the description, which are seen?",
    "the evidence": "Which does the evidence show?",
    "caption": "Which does the caption name?",
    "pace": "Which are seen at a faster pace?",
    "fast walk": "Which are seen on the fast-walk?",
    "clock": "Which are seen between 00:20 and 00:59?",
    "at seconds": "Which are seen after the turnaround at 417 seconds?",
    "approximately": "Which are seen after approximately 892 seconds?",
    "file": "Which are seen in P03_Walk.mp4?",
    "zh file name": "根据文件名，哪些出现？",
    "zh trial": "在第二次试验中，哪些出现？",
    "zh described": "视频所描述的物体有哪些？",
    "zh evidence": "证据显示哪些正确？",
    "zh caption": "字幕提到了哪些？",
    "zh pace": "配速变快后看到哪些？",
    "zh second": "第38秒之后出现哪些？",
    "zh minutes": "1分20秒处出现哪些？",
}
CLEAN = {
    "industrial": "Which industrial buildings are seen along the trajectory?",
    "describes": "Which of the following correctly describe the route?",
    "spaces": "Which open spaces are seen?",
    "a number": "Is the number 30 painted on the road, and the house 82 passed?",
    "a while": "Does the runner wait for 5 seconds?",
    "runner": "Which things does the runner pass while walking at night?",
    "ratio": "Which sign says 1:100 or 3:99?",
    "zh describe": "以下哪些描述正确？请选择三项。",
    "zh route": "跑者的轨迹经过哪些地标？",
    "zh number": "门牌30号出现了吗？",
}


@pytest.mark.parametrize("stem", LEAKS.values(), ids=LEAKS)
def test_what_gives_the_making_away_is_an_error_at_its_place(stem: str) -> None:
    (first, *_more) = found("leak", asked(stem=stem))
    assert (first.severity, first.question, first.option) == (Severity.ERROR, "q1", None)
    at = first.data["at"]
    assert isinstance(at, list)
    start, end = (int(moment) for moment in at)
    assert stem[start:end] == first.data["found"]
    options = (stem, *OPTIONS[1:])
    assert next(one.option for one in found("leak", asked(options=options))) == "A"


@pytest.mark.parametrize("stem", CLEAN.values(), ids=CLEAN)
def test_words_of_the_world_are_no_leak(stem: str) -> None:
    assert found("leak", asked(stem=stem)) == []


def test_names_of_files_and_recordings_and_their_parts_are_found_and_labels_are_not() -> None:
    footage = clip(label="CLIP_A", name="CLIP_A_158_198.mp4", recording="P03_Running_Night_Traj07")
    assert whys(found("leak", asked(stem="Is it in P03_Running_Night_Traj07?", clips=[footage]))) == ["recording"]
    assert whys(found("leak", asked(stem="Is P03 the runner?", clips=[footage]))) == ["name_part"]
    assert found("leak", asked(stem="Is a running man seen at night in CLIP_A?", clips=[footage])) == []


def test_extra_is_read_and_what_stands_in_it_word_by_word_is_found() -> None:
    item = asked(extra={"caption": f"He saw it. {OPTIONS[0]} And more.", "seed": 3, "origin": "GX010234"})
    assert [(one.severity, one.option, one.data["why"]) for one in found("leak", item)] == [
        (Severity.ERROR, "A", "copied"), (Severity.WARNING, None, "extra"),
    ]  # fmt: skip
    assert found("leak", asked(extra={"options_en": list(OPTIONS)})) == []
    assert whys(found("leak", asked(stem="What is in GX010234?", extra={"origin": "GX010234"}))) == ["recording"]


def test_times_are_what_temporal_grounding_is_about() -> None:
    assert found("leak", asked(stem="Is it between 0:10 and 0:20?", kind="Temporal Grounding", unit="segment")) == []


def test_lists_of_words_grow_by_a_file(tmp_path: Path) -> None:
    own = tmp_path / "words.toml"
    own.write_text('[leak]\nen = ["drone"]\nzh = ["航拍"]\n[scene]\nen = ["beach"]\n', "utf-8")
    words = word_lists(own)
    assert [one.data["found"] for one in found("leak", asked(stem="A drone? 航拍？ A dronefly?"), words=words)] == [
        "drone", "航拍",
    ]  # fmt: skip
    assert len(found("scene", asked(stem="Is there a beach?"), words=words)) == 1
    for text in ("[other]\nen = []", "[leak]\nen = [3]", "no toml ["):
        own.write_text(text, "utf-8")
        with pytest.raises(PackError):
            word_lists(own)


def test_scenes_that_cannot_be() -> None:
    manifest = {"scene": {"en": ["beach", "indoor track"], "zh": ["高速公路"]}}
    options = ("He runs on the Beaches.", "一段高速公路在左侧", *OPTIONS[2:])
    assert [one.option for one in found("scene", asked(options=options), manifest=manifest)] == ["A", "B"]
    assert found("scene", asked(options=("A beachfront house.", *OPTIONS[1:])), manifest=manifest) == []
    assert len(skipped("scene", asked())) == 1


OPPOSITES = {
    "order": ("The bench is passed before the bin.", "The bin is passed before the bench.", Opposition.ORDER),
    "turned": ("The bench comes before the bin.", "The bench comes after the bin.", Opposition.ORDER),
    "same": ("The bench is passed before the bin.", "The bin is passed after the bench.", None),
    "side": ("A van is on the left side.", "A van is on the right side.", Opposition.SIDE),
    "denial": ("The runner returns to the start.", "The runner does not return to the start.", Opposition.DENIAL),
    "other": ("A red van is on the left side.", "A blue van is on the right side.", None),
    "zh order": ("长椅出现在垃圾桶之前", "长椅出现在垃圾桶之后", Opposition.ORDER),
    "zh events": ("长椅早于垃圾桶出现", "垃圾桶早于长椅出现", Opposition.ORDER),
    "zh side": ("面包车停在左侧", "面包车停在右侧", Opposition.SIDE),
    "zh denial": ("跑者回到了起点", "跑者没有回到起点", Opposition.DENIAL),
    "zh other": ("红色面包车停在左侧", "蓝色面包车停在右侧", None),
}


@pytest.mark.parametrize(("one", "other", "how"), OPPOSITES.values(), ids=OPPOSITES)
def test_statements_that_negate_each_other(one: str, other: str, how: Opposition | None) -> None:
    assert opposition(one, other) is how
    assert opposition(other, one) is how


@pytest.mark.parametrize(
    ("gold", "pair", "held"),
    [
        ("AB", "order", "both"), ("CD", "order", "neither"), ("AC", "order", None),
        ("AB", "side", "both"), ("CD", "side", None), ("CD", "zh denial", "neither"), ("AB", "zh side", "both"),
        ("CD", "zh other", None),
    ],
)  # fmt: skip
def test_gold_that_holds_both_of_a_pair_or_neither_though_one_must(gold: str, pair: str, held: str | None) -> None:
    options = (*OPPOSITES[pair][:2], *OPTIONS[2:])
    assert [one.data["gold_holds"] for one in found("negation", asked(options=options, gold=gold))] == (
        [held] if held else []
    )
    assert len(skipped("negation", asked(options=options, gold=None))) == 1


def test_structure_counts_options_as_the_pack_declares() -> None:
    five = asked(options=OPTIONS[:5])
    assert whys(found("structure", five)) == ["options"]
    for declared in ([4, 5], {"least": 2, "most": 5}, 5):
        assert found("structure", five, manifest={"options": declared}) == []


@pytest.mark.parametrize(
    ("stem", "right"),
    [
        ("Select two.", True),
        ("Select three.", False),
        ("请选两项。", True),
        ("请选出三项。", False),
        ("Which? 哪些？", True),
    ],
)
def test_the_number_that_the_stem_asks_for(stem: str, right: bool) -> None:
    assert whys(found("structure", asked(stem=stem))) == ([] if right else ["n_in_stem"])


def test_n_missing_is_an_error_also_where_the_line_was_refused() -> None:
    bad = BadLine("questions.jsonl", 3, "q7", "n", "nothing", "a whole number")
    (told,) = found("structure", bad_lines=(bad,))
    assert (told.severity, told.question, told.data["line"]) == (Severity.ERROR, "q7", 3)
    assert whys(found("structure", asked(n=0))) == ["n"]


def test_lengths_that_stand_out_and_gold_that_is_longest() -> None:
    long = [f"{text} It is {'very ' * 8}large." for text in OPTIONS]
    shorter = (OPTIONS[0], "A bin.", *OPTIONS[2:])
    assert [(one.option, one.data["why"]) for one in found("structure", asked(options=shorter))] == [("B", "length")]
    longest = ("一只很大很大的红色长椅靠着墙", *OPTIONS_ZH[1:])
    assert whys(found("structure", asked(stem="哪项？", options=longest, gold="A"))) == ["length", "gold_longest"]
    assert whys(found("structure", asked(stem="哪项？", options=longest, gold="B"))) == ["length"]
    both = [long[0], OPTIONS[1], long[2], *OPTIONS[3:]]
    assert [one.severity for one in found("structure", asked(options=both, gold="AC"))][-1] is Severity.ERROR
    assert len(skipped("structure", asked(gold=None))) == 1


WAYS = {
    "On the return leg, what is passed after the bench?": True,
    "Before turning back, what is on the left?": True,
    "After the turnaround, what is on the left?": True,
    "What is passed after the bench?": False,
    "返程中，长椅之后经过什么？": True,
    "折返前，左侧有什么？": True,
    "长椅之后经过什么？": False,
}


@pytest.mark.parametrize(("stem", "says"), WAYS.items(), ids=WAYS)
def test_out_and_back_the_stem_says_which_way(stem: str, says: bool) -> None:
    footage = clip(recording="r1", start_ms=0)
    told = found("turnaround", asked(stem=stem, clips=[footage]), manifest={"turnarounds": {"r1": 300}})
    assert whys(told) == ([] if says else ["no_way"])


def test_spans_on_both_sides_of_the_turn() -> None:
    manifest = {"turnarounds": {"r1": [300]}}
    stem = "On the return leg, what is on the left?"
    before, over, after = (
        clip(place, recording="r1", start_ms=at) for place, at in ((1, 100_000), (2, 290_000), (2, 400_000))
    )
    assert whys(found("turnaround", asked(stem=stem, clips=[before, over]), manifest=manifest)) == ["over_turn"]
    assert whys(found("turnaround", asked(stem=stem, clips=[before, after]), manifest=manifest)) == ["both_sides"]
    assert found("turnaround", asked(stem=stem, clips=[after]), manifest=manifest) == []
    elsewhere = asked(stem="What is on the left?", clips=[clip(recording="r2", start_ms=0)])
    assert found("turnaround", elsewhere, manifest=manifest) == []
    colours = asked(stem="Which colours?", kind="text-ocr", unit="segment", clips=[over])
    assert found("turnaround", colours, manifest=manifest) == []
    assert len(skipped("turnaround", asked())) == 1
