"""What makes a question valid, its version, and what its labels ask."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import question

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.inert import inert, shows_nothing
from rbcheck.domain.labels import order_asked
from rbcheck.domain.question import Clip, Option, Question, problems


def options(*texts: str) -> tuple[Option, ...]:
    return tuple(Option("ABCDEFGH"[place], text) for place, text in enumerate(texts))


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (replace(question(), question_id=" "), "id"),
        (replace(question(), stem="\n"), "stem"),
        (replace(question(), n=0), "n"),
        (replace(question(), n=8), "n"),
        (replace(question(), options=(*options("one", "two", "three"), Option("[", "four"))), "options"),
        (replace(question(), options=options("one", "two", "one", "four")), "options"),
        (replace(question(), options=options("one", "  ", "three", "four")), "options"),
        (replace(question(), options=options("e\u0301", "\u00e9", "three", "four")), "options"),
        (replace(question(), options=(*options("one", "two", "three"), Option("A", "four"))), "options"),
        (replace(question(), options=(*options("one", "two", "three"), Option("AB", "four"))), "options"),
        (replace(question(), clips=()), "clips"),
        (replace(question(), clips=(Clip(1, "CLIP_1", recording="r", span_ms=(5000, 5000)),)), "clips"),
        (replace(question(), clips=(Clip(1, " ", file="a"),)), "clips"),
    ],
)
def test_a_bad_question_says_which_field(bad: Question, field: str) -> None:
    assert [found.field for found in problems(bad)] == [field]


@pytest.mark.parametrize("gold", [("A", "B"), ("A", "B", "Z"), ("A", "A", "B"), ("A", "B", "C", "D")])
def test_gold_is_n_different_options_of_the_question(gold: tuple[str, ...]) -> None:
    assert {found.field for found in problems(question(), gold)} == {"answer"}


def test_a_good_question_has_no_problems() -> None:
    assert list(problems(question(), ("A", "B", "H"))) == []


def test_a_version_follows_what_is_shown() -> None:
    same, other = question(), replace(question(), stem="Which hold? Select three!")
    assert question().version == same.version != other.version
    assert question().version.startswith("sha256:")
    moved = replace(question(), clips=(replace(question().clips[0], label="CLIP_9"), question().clips[1]))
    assert moved.version != question().version


@pytest.mark.parametrize(
    ("unit", "labels", "asked"),
    [
        ("whole_video", ["CLIP_1", "CLIP_2"], None),
        ("multi_caption_multi_clip", ["CLIP_H", "CLIP_E"], OrderKind.TIME),
        ("anonymous_multi_clip", ["CLIP_A", "CLIP_B"], OrderKind.TIME),
        ("anonymous_multi_clip", ["CLIP_A"], None),
        ("cross_recording", ["CLIP_A", "CLIP_B"], OrderKind.RECORDINGS),
        ("cross_video", ["VIDEO_A", "VIDEO_C"], OrderKind.RECORDINGS),
        ("cross_video", ["VIDEO_C", "VIDEO_C"], None),
    ],
)
def test_lettered_clips_ask_for_their_order(unit: str, labels: list[str], asked: OrderKind | None) -> None:
    assert order_asked(unit, labels) is asked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain 漢字 é", "plain 漢字 é"),
        ("\x1b[31mred", "\u241b[31mred"),
        ("a\nb", "a\u240ab"),
        ("\x07\x7f\x9b31m", "\u2407\u2421\\x9b31m"),
        ("evil\u202egnp.exe", "evil\\u202egnp.exe"),
        ("half \ud83d", "half \\ud83d"),
        ("[red]x[/]", "[red]x[/]"),
        ("q1\u200b", "q1\\u200b"),
        ("\ufeffq1", "\\ufeffq1"),
        ("q\u20601", "q\\u20601"),
        ("题\u200b目", "题\\u200b目"),
        ("co\u00adop", "co\\xadop"),
        ("\u200d", "\\u200d"),
        ("a\u200db", "a\\u200db"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f466", "\U0001f468\u200d\U0001f469\u200d\U0001f466"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\u0e44\u0e17\u0e22\u200b\u0e04\u0e33", "\u0e44\u0e17\u0e22\u200b\u0e04\u0e33"),
    ],
)
def test_text_cannot_steer_a_terminal(text: str, shown: str) -> None:
    assert inert(text) == shown


def test_line_breaks_stay_where_they_are_wanted() -> None:
    assert inert("a\r\nb\tc\x1b", keep_newlines=True) == "a\nb    c\u241b"


@pytest.mark.parametrize("blank", ["\u200b", "\u200d\ufeff", "\u2060 \u00ad", "\u3164", "\u2800", "\ufe0f", "\x00\x1b"])
def test_what_shows_nothing_counts_as_empty(blank: str) -> None:
    assert shows_nothing(blank)
    asked = question()
    told = {
        problem.field: problem.found.render()
        for problem in problems(
            replace(
                asked,
                question_id=blank,
                stem=blank,
                options=(replace(asked.options[0], text=blank), *asked.options[1:]),
                clips=(replace(asked.clips[0], label=blank),),
            )
        )
    }
    assert told == {"id": "nothing", "stem": "nothing", "options": "no text for A", "clips": "no label for clip 1"}


@pytest.mark.parametrize("seen", ["a", "转", "é", "\u200bx", "👩‍🚒", "."])
def test_what_shows_something_is_a_text(seen: str) -> None:
    assert not shows_nothing(seen)


def test_ids_and_labels_have_a_bound_that_is_stated() -> None:
    asked = question()
    long = replace(asked, question_id="x" * 201, clips=(replace(asked.clips[0], label="L" * 5000),))
    told = [(problem.field, problem.found.render(), problem.expected.render()) for problem in problems(long)]
    assert told == [
        ("id", "an id of 201 characters", "at most 200 characters"),
        ("clips", "a label of 5000 characters for clip 1", "at most 60 characters"),
    ]
    good = replace(asked, question_id="x" * 200, clips=(replace(asked.clips[0], label="L" * 60),))
    assert list(problems(good)) == []
