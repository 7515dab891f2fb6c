"""The glossary: the same terms in both languages, pictures that are there, words found in stems and in nothing else."""

from __future__ import annotations

import pytest

from rbcheck.glossary import found_in, terms
from rbcheck.tui.picture.plain_png import read_picture


def test_both_languages_explain_the_same_terms() -> None:
    english, chinese = terms("en"), terms("zh")
    assert len(english) >= 30
    assert [(term.english, term.chinese, term.picture) for term in english] == [
        (term.english, term.chinese, term.picture) for term in chinese
    ]
    assert not {term.words for term in english} & {term.words for term in chinese}


def test_every_picture_is_there_and_can_be_shown() -> None:
    pictures = [term.picture for term in terms("en") if term.picture is not None]
    assert len(pictures) >= 20
    for path in pictures:
        picture = read_picture(path)
        assert picture is not None, path
        assert picture.shape == (108, 192, 3)
        assert len({tuple(pixel) for pixel in picture.reshape(-1, 3).tolist()}) > 50, f"{path} shows nothing"


def test_no_form_stands_for_two_terms() -> None:
    forms = [form for term in terms("en") for form in (*term.english, *term.chinese)]
    assert sorted(forms) == sorted(set(forms))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A row of red-and-white Bollards stands before the bench.", ["bollard", "bench"]),
        ("There is a round road sign, then a sign.", ["road_sign", "road_sign"]),
        ("The design of the cabin is asphalted.", []),
        ("红白相间的隔离墩在长椅之前", ["bollard", "bench"]),
        ("The runner turns back at the 路障。", ["out_and_back", "barrier"]),
        ("", []),
    ],
)
def test_the_words_of_a_stem_are_found(text: str, names: list[str]) -> None:
    for lang in ("en", "zh"):
        found = found_in(text, lang)
        assert [each.term.name for each in found] == names
        assert all(text[each.start : each.end].strip() for each in found)


def test_a_file_that_is_no_picture_of_ours_is_none(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "x.png"
    assert read_picture(path) is None
    path.write_bytes(b"GIF89a")
    assert read_picture(path) is None
