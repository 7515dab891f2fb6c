"""The pages of the manual as lines: every word of them at every width, and no line that begins with a comma."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.cells import cell_len
from textual.content import Content

from rbcheck.manual import topics
from rbcheck.tui.pages.blocks import Kind, blocks, inline
from rbcheck.tui.pages.layout import lay
from rbcheck.tui.pages.tables import table
from rbcheck.tui.pages.wrapping import wrapped

PAGES = [(lang, name) for lang in ("en", "zh") for name in topics(lang)]
WIDTHS = (30, 38, 78)

NOT_FIRST, NOT_LAST = "，。、；：！？）】》」』”’%", "（【《「『“‘"


def bare(text: str) -> str:
    """A text without what laying out may add or take."""
    return re.sub(r"[\s─•]", "", text)


def words_of(tokens: list[Token]) -> Iterator[str]:
    """The words of a page as another reader of Markdown finds them."""
    for token in tokens:
        if token.type == "fence":
            yield token.content
        yield from (
            each.content for each in token.children or [] if each.type in ("text", "code_inline", "softbreak", "emoji")
        )


@pytest.mark.parametrize(("lang", "name"), PAGES)
def test_a_page_is_read_as_any_reader_of_markdown_reads_it(lang: str, name: str) -> None:
    text = topics(lang)[name].text
    ours = "".join("".join(block.lines) for block in blocks(text))
    theirs = "".join(words_of(MarkdownIt("gfm-like", {"linkify": False}).parse(text)))
    assert sorted(bare(ours).replace("·", "")) == sorted(bare(theirs).replace("·", ""))


@pytest.mark.parametrize(("lang", "name"), PAGES)
def test_no_word_of_a_page_is_lost_at_any_width(lang: str, name: str) -> None:
    page = blocks(topics(lang)[name].text)
    prose = [block for block in page if block.kind is not Kind.TABLE]
    tables = [block for block in page if block.kind is Kind.TABLE]
    for width in WIDTHS:
        laid = lay(page, width).lines
        assert max(line.cell_length for line in laid) <= width
        assert not any("…" in line.plain for line in laid) or "…" in topics(lang)[name].text
        said = "".join(bare(line.plain) for line in lay(prose, width).lines)
        assert said == "".join(bare(block.sign + block.text.plain) for block in prose)
        for block in tables:
            heads, *rows = block.rows
            shown = sorted("".join(bare(line.plain) for line in lay([block], width).lines))
            beside = sorted(bare("".join(cell.plain for row in block.rows for cell in row)))
            below = sorted(
                bare(
                    "".join(
                        (head.plain * bool(cell.plain) * bool(at)) + cell.plain
                        for row in rows
                        for at, (head, cell) in enumerate(zip(heads, row, strict=True))
                    )
                )
            )
            assert shown in (beside, below)


@pytest.mark.parametrize("name", topics("zh"))
def test_no_line_of_a_chinese_page_begins_or_ends_with_a_sign_that_may_not(name: str) -> None:
    for block in blocks(topics("zh")[name].text):
        if block.kind in (Kind.TEXT, Kind.ITEM):
            for width in WIDTHS:
                first, *others = wrapped(block.text, width)
                assert not [line.plain for line in others if line.plain[0] in NOT_FIRST]
                assert not [line.plain for line in [first, *others[:-1]] if others and line.plain[-1] in NOT_LAST]


def test_chinese_wraps_between_any_two_characters_but_keeps_its_commas() -> None:
    lines = wrapped(Content("画面与它矛盾，只要一个细节不对就够了。"), 12)
    assert [line.plain for line in lines] == ["画面与它矛", "盾，只要一个", "细节不对就", "够了。"]


def test_one_chinese_character_never_stands_alone_on_the_last_line() -> None:
    lines = wrapped(Content("看的时候记什么，之后核对什么"), 26)
    assert [line.plain for line in lines] == ["看的时候记什么，之后核对", "什么"]


def test_lines_after_the_first_are_indented_where_they_hang() -> None:
    assert [line.plain for line in wrapped(Content("- one two three"), 9, hang=2)] == ["- one two", "  three"]


def test_a_word_longer_than_a_line_is_folded_and_not_cut() -> None:
    assert [line.plain for line in wrapped(Content("see abcdefghij"), 4)] == ["see", "abcd", "efgh", "ij"]


def test_a_column_of_chinese_wraps_inside_its_cells() -> None:
    rows = [[Content("类型"), Content("之后核对")], [Content("转弯"), Content("方向、角度、顺序：有没有一处反了？")]]
    assert [line.plain for line in table(rows, 24)] == [
        "类型  之后核对",
        "─" * 24,
        "转弯  方向、角度、顺序：",
        "      有没有一处反了？",
    ]


def test_rows_become_lists_where_the_columns_have_no_room_beside_each_other() -> None:
    rows = [[Content("act"), Content("BLIND"), Content("WATCH")], [Content("pick"), Content("●"), Content("")]]
    assert [line.plain for line in table(rows, 12)] == ["pick", "  BLIND  ●"]


def test_emphasis_code_and_links_are_styles_and_leave_no_signs() -> None:
    text = inline(r"Press `F1`, **now**, *or* read [the page](annotator.md) \| `a | b`")
    assert text.plain == "Press F1, now, or read the page | a | b"
    assert {str(span.style) for span in text.spans} == {"$text-accent", "bold", "italic", "underline"}


def test_a_page_says_at_which_lines_its_sections_begin() -> None:
    laid = lay(blocks("# Page\n\nWords.\n\n## One\n\nMore.\n\n## Two\n"), 40)
    assert [laid.lines[at].plain for at in laid.sections] == ["One", "Two"]
    assert cell_len(laid.lines[0].plain) == 4
