"""Where the lines of a page end: never inside a word, and inside a name only at its joints."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from reports.reported import rows
from rich.text import Text

from rbcheck import locale
from rbcheck.reports import tables
from rbcheck.reports.breaking import broken, least_width
from rbcheck.reports.printing import printed
from rbcheck.stats.campaign import Settings, measure

UNITS = ("anonymous_multi_clip", "multi_caption_multi_clip")


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("no word is cut", 7, ["no word", "is cut"]),
        ("multi_caption_multi_clip", 14, ["multi_caption_", "multi_clip"]),
        ("landmark-order-discrimination", 20, ["landmark-order-", "discrimination"]),
        ("src_texty stays whole", 12, ["src_texty", "stays whole"]),
        ("按来源最多：src_texty", 20, ["按来源最多：", "src_texty"]),
        ("猜中的人，共三位", 8, ["猜中的", "人，共三", "位"]),
        ("看“无法判断”的题", 6, ["看“无", "法判", "断”的", "题"]),
        ("  two spaces before", 12, ["  two spaces", "before"]),
        ("first\nsecond line", 8, ["first", "second", "line"]),
        ("nojointanywhere", 6, ["nojointanywhere"]),
    ],
)
def test_a_line_ends_between_words_or_chinese_characters_or_at_a_joint(text: str, width: int, lines: list[str]) -> None:
    assert [line.rstrip() for line in broken(Text(text), width).plain.split("\n")] == lines


def test_what_is_bold_stays_bold_on_the_next_line() -> None:
    text = broken(Text("see ") + Text("multi_caption", style="bold"), 8)
    assert text.plain.split("\n") == ["see ", "multi_", "caption"]
    bold = "".join(text.plain[span.start : span.end] for span in text.spans if span.style == "bold")
    assert bold.replace("\n", "") == "multi_caption"


def test_a_name_needs_the_width_of_its_longest_part() -> None:
    assert least_width("multi_caption_multi_clip") == len("caption_")
    assert least_width("欧阳修远") == 2


def grouped(group: str, width: int, language: str, verdict: str | None = None) -> str:
    """The table of a group in this language, as it is printed in so many columns."""
    made = [replace(row, verdict=verdict or row.verdict) for row in rows("Bo")]
    if group == "unit":
        made = [replace(row, unit=UNITS[number % 2]) for number, row in enumerate(made)]
    campaign = measure(made, Settings(draws=20, resamples=20, groups=(group,)))
    with locale.speaking(language):
        return printed(tables.groups(campaign, group, width), width)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [45, 80, 200])
def test_the_name_of_a_group_is_cut_at_its_joints_alone_and_no_figure_is_cut(language: str, width: int) -> None:
    table = grouped("unit", width, language)
    names = "".join(line.split()[0] for line in table.split("─\n")[1].splitlines() if line[:1].strip())
    assert names == "".join(UNITS)
    assert re.search(r"\d\.\d % \(\d+/\d+\)", table)
    assert table.count("(") == table.count(")")


@pytest.mark.parametrize(("language", "said"), [("en", "cannot tell"), ("zh", "无法判断")])
def test_a_verdict_stands_in_the_words_of_the_interface(language: str, said: str) -> None:
    table = grouped("verdict", 80, language, verdict="cant_tell")
    assert f"\n{said} " in table
    assert "cant_tell" not in table
