"""The taxonomy holds what the specification lists."""

from __future__ import annotations

from rbcheck.domain.taxonomy import OTHER, taxonomy

NUMBERS = {
    "whole_video": 7, "cross_video": 11, "multi_caption_multi_clip": 7, "anonymous_multi_clip": 7,
    "cross_recording": 4, "segment": 10,
}  # fmt: skip


def test_every_unit_has_its_types_and_every_type_its_guidance_in_both_languages() -> None:
    known = taxonomy()
    assert {name: len(unit.types) for name, unit in known.units.items()} == NUMBERS
    assert set(known.types) == {name for unit in known.units.values() for name in unit.types}
    for question_type in known.types.values():
        assert question_type.dimension in known.dimensions
        for lang in ("en", "zh"):
            note, check = known.guidance(question_type.name, lang) or ("", "")
            assert note
            assert check
            assert known.dimensions[question_type.dimension][lang]


def test_the_types_where_sides_swap_and_those_that_cannot_be_settled() -> None:
    types = taxonomy().types.values()
    assert {kind.name for kind in types if kind.sides_swap} >= {"spatial-consistency", "reverse-view-recognition"}
    assert {kind.name for kind in types if kind.cannot_be_settled} == {"same-route-identification", "route-retrieval"}


def test_an_unknown_type_is_no_error() -> None:
    assert taxonomy().dimension_of("never-heard-of") == OTHER
    assert taxonomy().guidance("never-heard-of", "en") is None


def test_a_type_is_known_by_its_title_too() -> None:
    assert taxonomy().dimension_of("Text and OCR") == taxonomy().dimension_of("text-ocr") != OTHER
