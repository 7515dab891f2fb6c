"""Gates that look at questions, clips, and what people said of them: what must be found and what must not."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from gates.gate_packs import GOOD, OPTIONS, OPTIONS_ZH, asked, clip, found, skipped, whys

from rbcheck.domain.taxonomy import taxonomy
from rbcheck.services.gate_values import CheckedQuestion, ClipLook, Member, Severity


def test_intent_knows_units_and_types() -> None:
    assert found("intent", asked()) == []
    assert whys(found("intent", asked(kind="event-order"))) == ["not_of_unit"]
    assert whys(found("intent", asked(kind="event-order", unit="multi_caption_multi_clip"))) == ["few_clips"]
    assert whys(found("intent", asked(kind="odd"))) == ["unknown"]
    assert whys(found("intent", asked(unit="odd"))) == ["unknown"]
    assert found("intent", asked(kind="Text and OCR", unit="segment")) == []


def test_types_that_a_pack_adds_are_known() -> None:
    manifest = {"types": {"gait": {"units": ["segment"], "least_clips": 2}}}
    two = [clip(1), clip(2)]
    assert found("intent", asked(kind="gait", unit="segment", clips=two), manifest=manifest) == []
    assert whys(found("intent", asked(kind="gait"), manifest=manifest)) == ["not_of_unit", "few_clips"]
    assert found("intent", asked(kind="gait"), manifest={"types": ["gait"]}) == []


def test_types_that_clips_cannot_settle_are_warned_of_with_the_reason() -> None:
    unsettled = {name for name, kind in taxonomy().types.items() if kind.cannot_be_settled}
    assert unsettled == {"same-route-identification", "route-retrieval"}
    for kind in unsettled:
        (told,) = found("intent", asked(kind=kind, unit="cross_video", clips=[clip(1), clip(2)]))
        assert (told.severity, told.data["why"]) == (Severity.WARNING, "cannot_be_settled")
        assert "whole route" in told.message


def numbered(*starts: int) -> CheckedQuestion:
    return asked(clips=[clip(place, recording="r1", start_ms=at) for place, at in enumerate(starts, start=1)])


def test_spans_of_files_of_their_own_say_nothing_of_order_and_spans_of_one_file_do() -> None:
    apart = [clip(place, span_ms=(at, at + 9000)) for place, at in enumerate((900, 400, 200), start=1)]
    assert found("labels", asked(clips=apart)) == []
    assert "where it begins in its recording" in skipped("labels", asked(clips=apart))[0]
    lettered = [replace(one, label=f"CLIP_{letter}") for one, letter in zip(apart, "CBA", strict=True)]
    assert found("labels", *[asked(f"q{number}", clips=lettered) for number in range(20)]) == []
    shared = [replace(one, sha256="0" * 64) for one in apart]
    assert whys(found("labels", asked(clips=shared))) == ["number_against_time"] * 2


def test_numbers_of_clips_follow_time() -> None:
    assert found("labels", numbered(0, 60_000, 90_000)) == []
    (told,) = found("labels", numbered(0, 90_000, 60_000))
    assert (told.severity, told.clip, told.data["why"]) == (Severity.ERROR, 3, "number_against_time")
    assert len(skipped("labels", asked())) == 1


def lettered(number: int, starts: list[int], letters: str = "ABC") -> CheckedQuestion:
    clips = [clip(place, f"CLIP_{letter}", recording="r1", start_ms=at)
             for place, (letter, at) in enumerate(zip(letters, starts, strict=True), start=1)]  # fmt: skip
    return asked(f"q{number}", unit="multi_caption_multi_clip", kind="event-order", clips=clips)


def test_letters_that_follow_time_more_often_than_chance() -> None:
    told = found("labels", *(lettered(number, [0, 60_000, 120_000]) for number in range(8)))
    assert set(whys(told)) == {"letters_in_order", "places_in_order"}
    assert all(one.severity is Severity.ERROR for one in told)
    dice = random.Random(1)
    assert found("labels", *(lettered(number, dice.sample([0, 60_000, 120_000], 3)) for number in range(40))) == []
    turned = [lettered(number, [120_000, 60_000, 0], "CBA") for number in range(8)]
    assert whys(found("labels", *turned)) == ["letters_in_order"]


def test_recordings_that_stand_together_and_a_letter_over_two() -> None:
    def crossing(number: int, recordings: str) -> CheckedQuestion:
        clips = [clip(place, f"CLIP_{'ABCDEF'[place - 1]}", recording=name) for place, name in enumerate(recordings, 1)]
        return asked(f"q{number}", unit="cross_recording", kind="shared-landmark-identification", clips=clips)

    assert whys(found("labels", *(crossing(number, "rrrsss") for number in range(4)))) == ["clustered"]
    assert found("labels", *(crossing(number, "rsrsrs") for number in range(4))) == []
    video = [clip(1, "VIDEO_C", recording="r1"), clip(2, "VIDEO_C", recording="r2")]
    (told,) = found("labels", asked(unit="cross_video", kind="description-matching", clips=video))
    assert (told.severity, told.clip, told.data["why"]) == (Severity.ERROR, 2, "letter_over_recordings")
    windows = [clip(1, "VIDEO_C", recording="r1"), clip(2, "VIDEO_C", recording="r1")]
    assert found("labels", asked(unit="cross_video", kind="description-matching", clips=windows)) == []


def cue(rule: str, *questions: CheckedQuestion) -> tuple[Severity, list[object], dict[str, object]]:
    (told,) = [one for one in found("cues", *questions) if one.data["rule"] == rule]
    names = told.data["questions"]
    assert isinstance(names, list)
    return told.severity, names, dict(told.data)


def test_each_rule_has_its_share_interval_chance_and_questions() -> None:
    told = found("cues", *(asked(f"q{number}") for number in range(12)))
    assert [one.data["rule"] for one in told] == ["constant", "longest", "shortest", "most_alike", "least_alike"]
    severity, names, data = cue("constant", *(asked(f"q{number}") for number in range(12)))
    assert (severity, len(names)) == (Severity.WARNING, 12)
    assert (data["hits"], data["of"], data["share"]) == (12, 12, 1.0)
    assert data["chance"] == pytest.approx(1 / 15)
    assert data["ci"]["low"] == pytest.approx(0.7575, abs=1e-4)  # type: ignore[index]
    assert data["letters"] == [{"k": 6, "n": 2, "letters": ["A", "C"], "hits": 12, "of": 12}]


def test_a_set_of_letters_that_is_gold_once_gives_nothing_away() -> None:
    assert cue("constant", asked("q1", gold="AC"), asked("q2", gold="BD"))[1] == []


@pytest.mark.parametrize("texts", [OPTIONS, OPTIONS_ZH], ids=["en", "zh"])
def test_length_and_alikeness_give_away(texts: tuple[str, ...]) -> None:
    def dealt(number: int, change: dict[int, str]) -> CheckedQuestion:
        dice = random.Random(number)
        order = dice.sample(range(6), 6)
        options = [change.get(at, texts[at]) for at in order]
        gold = "".join(sorted("ABCDEF"[order.index(at)] for at in change))
        return asked(f"q{number}", options=options, gold=gold)

    longer = [dealt(number, {0: texts[0] * 2, 2: texts[2] * 2}) for number in range(10)]
    assert cue("longest", *longer)[0] is Severity.WARNING
    assert cue("longest", *longer)[1] == [item.id for item in longer]
    assert cue("shortest", *longer)[1] == []
    shorter = [dealt(number, {0: texts[0][:4], 2: texts[2][:4]}) for number in range(10)]
    assert cue("shortest", *shorter)[0] is Severity.WARNING
    texts = tuple(f"a thing here: 画面中的物体 {text}" for text in texts)
    other = [dealt(number, {1: "zebra quagga okapi", 4: "斑马长颈鹿"}) for number in range(10)]
    assert cue("least_alike", *other)[0] is Severity.WARNING
    alike = [
        asked(f"q{number}", options=("a b c d", "a b x y", "c d z w", "m n o p", "q r s t", "u v k l"), gold="A")
        for number in range(10)
    ]
    assert cue("most_alike", *alike)[0] is Severity.WARNING
    assert cue("constant", *longer)[0] is Severity.NOTE


def test_cues_need_gold_and_say_so() -> None:
    assert found("cues", asked(gold=None)) == []
    assert skipped("cues", asked(gold=None)) == ["the pack holds no gold"]
    (why,) = skipped("cues", asked(gold=None), withheld=1)
    assert "withheld" in why
    assert len(found("cues", asked(), asked("q2", gold=None))) == 5


def layers(*questions: CheckedQuestion) -> list[object]:
    return [one.data["layer"] for one in found("duplicates", *questions)]


def test_the_four_layers_of_duplicates() -> None:
    here = [clip(sha256="ab")]
    there = [clip(sha256="cd")]
    other = ("An oak.", "A pine.", "A fir.", "A birch.", "An elm.", "A yew.")
    first = asked("q1", clips=here)
    turned = asked("q2", options=OPTIONS[::-1], clips=here, gold="DF")
    assert layers(first, turned) == ["hash"]
    assert [one.severity for one in found("duplicates", first, turned)] == [Severity.ERROR]
    assert layers(first, asked("q2", clips=there)) == ["wording"]
    assert layers(first, asked("q2", stem="Quite another thing?", options=other, clips=here)) == ["signature"]
    assert layers(first, asked("q2", stem="Quite another thing?", options=other, clips=here, gold="BD")) == ["clips"]
    assert layers(first, asked("q2", stem="Quite another thing?", options=other, clips=there)) == []
    zh = asked("z1", stem="跑者依次经过了哪些地标请选出两项", options=OPTIONS_ZH, clips=here)
    near = asked("z2", stem="跑者依次经过了哪些地标请选出两个", options=OPTIONS_ZH, clips=there)
    assert layers(zh, near) == ["wording"]


def test_the_same_footage_twice_in_one_question() -> None:
    twice = asked(clips=[clip(1, sha256="ab"), clip(2, sha256="ab")])
    assert [(one.severity, one.clip) for one in found("duplicates", twice)] == [(Severity.ERROR, 2)]
    spans = asked(clips=[clip(1, sha256="ab", span_ms=(0, 9)), clip(2, sha256="ab", span_ms=(9, 18))])
    assert found("duplicates", spans) == []


LOOKS = {
    "missing": (ClipLook("the file is missing", missing=True), Severity.ERROR),
    "unreadable": (ClipLook("it holds no picture"), Severity.ERROR),
    "zero": (ClipLook(), Severity.ERROR),
    "short": (ClipLook(decoded_ms=9_000), Severity.WARNING),
    "long": (ClipLook(decoded_ms=130_000), Severity.WARNING),
    "declared": (ClipLook(decoded_ms=18_000), Severity.WARNING),
    "container": (replace(GOOD, declared_ms=25_000), Severity.WARNING),
    "damaged": (replace(GOOD, damaged=((0, 100),)), Severity.WARNING),
    "lines": (replace(GOOD, lines=360), Severity.WARNING),
    "sound": (replace(GOOD, sound=True), Severity.WARNING),
    "metadata": (replace(GOOD, private=("location",)), Severity.WARNING),
}


@pytest.mark.parametrize(("why", "look", "severity"), [(why, *rest) for why, rest in LOOKS.items()], ids=LOOKS)
def test_what_decoding_tells_of_clips(why: str, look: ClipLook, severity: Severity) -> None:
    length = 20_000 if why in ("declared", "container") else look.decoded_ms or None
    item = asked(unit="segment", kind="text-ocr", clips=[clip(look=look, length_ms=length)])
    (told,) = found("clips", item)
    assert (told.data["why"], told.severity, told.clip) == (why, severity, 1)


def test_good_clips_and_long_ones_of_a_whole_video_are_nothing() -> None:
    assert found("clips", asked()) == []
    long = replace(GOOD, decoded_ms=900_000)
    assert found("clips", asked(clips=[clip(look=long, length_ms=900_000)])) == []


@pytest.mark.parametrize(
    ("name", "tells"),
    [("3f9a0c12.mp4", False), ("kx7q.mp4", False), ("P03_FastWalk_Day_Traj03.mp4", True), ("CLIP_C_158_198.mp4", True),
     ("夜跑.mp4", True), ("q1.mp4", True), ("GX010234.MP4", True)],
)  # fmt: skip
def test_file_names_that_tell(name: str, tells: bool) -> None:
    assert whys(found("clips", asked(clips=[clip(name=name)]))) == (["name"] if tells else [])


def test_a_recording_is_told_of_once_and_members_of_one_name_each() -> None:
    look = replace(GOOD, sound=True)
    recorded = [asked(f"q{number}", clips=[clip(look=look)]) for number in range(3)]
    assert [(one.question, one.data["why"]) for one in found("clips", *recorded)] == [("q0", "sound")]
    members = [Member(Path("x.tar"), f"media/q{number}/VIDEO_A.mp4", 1) for number in range(2)]
    packed = [asked(f"q{number}", clips=[clip(path=None, look=look, member=member)])
              for number, member in enumerate(members)]  # fmt: skip
    assert [one.question for one in found("clips", *packed) if one.data["why"] == "sound"] == ["q0", "q1"]
    layers = {one.data["layer"] for one in found("duplicates", *packed)}
    assert layers == {"wording"}, "the same name is not the same footage"
    shut = asked(clips=[clip(path=None, look=None)])
    assert "sealed" in skipped("clips", shut, manifest={"seal": {}})[0]
    (told,) = found("clips", missing=(("rec1", ("q9",)),))
    assert (told.severity, told.question) == (Severity.ERROR, "q9")


def guesses(*texts: str) -> tuple[frozenset[str], ...]:
    return tuple(map(frozenset, texts))


def test_two_of_three_guesses_are_too_many() -> None:
    assert [one.data["by"] for one in found("guessable", asked(guesses=guesses("AC", "CA", "BD")))] == ["people"]
    assert found("guessable", asked(guesses=guesses("AC", "AB", "BD"))) == []
    assert found("guessable", asked(guesses=guesses("AC"))) == []
    assert [one.data["by"] for one in found("guessable", asked(machine_blind_hits=2))] == ["machines"]
    assert found("guessable", asked(machine_blind_hits=1)) == []
    assert len(skipped("guessable", asked())) == 1


def marked(supported: str) -> dict[str, str]:
    return {key: "supported" if key in supported else "ruled_out" for key in "ABCDEF"}


def test_what_people_support_together_is_not_the_gold() -> None:
    (told,) = found("unsupported", asked(marks=(marked("AB"), marked("AB"), marked("AC"))))
    assert (told.data["lacking"], told.data["beside"]) == (["C"], ["B"])
    assert found("unsupported", asked(marks=(marked("AC"), marked("AC"), marked("BD")))) == []
    assert found("unsupported", asked(marks=(marked("AC"), marked("BD")))) == []
    assert len(skipped("unsupported", asked(marks=(marked("AB"),)))) == 1
