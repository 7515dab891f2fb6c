"""The page of the statistics, as a lead sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.text import Text

from rbcheck import locale
from rbcheck.reports import words
from rbcheck.reports.printing import printed as on_paper
from rbcheck.reports.terminal import stats_page
from rbcheck.stats.campaign import Settings, measure
from rbcheck.stats.detail import details
from rbcheck.stats.figure import Figure, Reason
from rbcheck.stats.intervals import clustered_proportion, wilson
from rbcheck.stats.records import JudgmentRow, Reached

OPTIONS = tuple("ABCDEF")
HOSTILE = "[bold red]Bob[/] [@click=app.quit]\x1b[2J\u202e\n"


def rows() -> list[JudgmentRow]:
    """Two annotators on twelve questions; the second always answers the same."""
    made = []
    for number in range(12):
        for name, final in (("ann", "ABC"), ("bob", "DEF")):
            row = JudgmentRow(
                annotator=name,
                annotator_name=name.title(),
                question=f"q{number}",
                options=OPTIONS,
                n=3,
                pack="p",
                unit="whole_video" if number < 8 else "cross_video",
                source=f"s{number % 2}",
                gold=frozenset("ABC"),
                reached=Reached.VERDICT,
                blind=frozenset("ABC" if number < 4 else "ABD"),
                final=frozenset(final),
                verdict="clear" if number else "cant_tell",
                marks={option: "supported" if option in final else "ruled_out" for option in OPTIONS},
            )
            made.append(row)
    return made


def printed(
    made: list[JudgmentRow],
    width: int = 80,
    by: tuple[str, ...] = (),
    annotator: str | None = None,
    question: str | None = None,
) -> str:
    """The page in a terminal of this width, as plain text."""
    campaign = measure(made, Settings(draws=20, resamples=20))
    opened = details(campaign, question) if question else ()
    return on_paper(stats_page(campaign, by=by, annotator=annotator, details=opened, width=width), width)


def flowing(text: str) -> str:
    """The text with its line breaks folded."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    "sentence",
    [
        "24 judgments asked of 2 annotators, on 12 questions from 1 pack; 100.0 % (24/24) have a final answer.",
        "Blind guesses that are the gold set: 33.3 % (8/24), 95 % ",
        "Pure chance would hit 5.0 % (1.2/24).",
        "Above or below the line of 15.0 %: not decided yet.",
        "Guessed by 2 of 3 or more: 4 of 12 questions; 8 are not, 0 need more guesses.",
        "Of 24 blind guesses, watching turned 8 from wrong to right and 4 from right to wrong.",
        "That is below the line of 90.0 %, by the whole interval.",
        "Marked options of the gold that the footage rules out: 50.0 % (36/72)",
        "Final answers that are the gold, of all given without knowing it (FREE): 50.0 % (12/24)",
        "The same without “cannot tell” (ANSWERED): 50.0 % (11/22)",
        "Golds in doubt, where three annotators or more point to one other answer: 0 of 12; ",
        "1. Talk to Bob: ",
        "→ rbcheck stats --annotator Bob",
        "Send 4 guessable questions back for other options. → rbcheck adjudicate",
        "Only 12 questions are behind the agreement: read the interval, not the share.",
    ],
)
def test_the_page_says_it_in_sentences_with_counts(sentence: str) -> None:

    assert sentence in flowing(printed(rows(), width=100))


def test_twelve_questions_with_two_equal_guesses_each_count_as_eleven() -> None:
    interval = wilson(11 / 3, 11)
    assert f"(8/24), 95 % {100 * interval.low:.1f}–{100 * interval.high:.1f}." in flowing(printed(rows()))


def test_each_annotator_and_each_group_has_counts_and_intervals() -> None:
    page = printed(rows(), by=("unit",))
    interval = wilson(12, 12)
    assert "100.0 % (12/12)" in page
    assert f"95 % {100 * interval.low:.1f}–100.0" in page
    assert re.search(r"whole_video +50\.0 % \(8/16\)", page)
    assert re.search(r"cross_video +— \(4/8\)", page)
    assert "too few questions" in page


@pytest.mark.parametrize("heading", ["Shares", "Against the others", "Coefficients", "Tests", "Time and habits"])
def test_an_annotators_section_has_everything_on_them(heading: str) -> None:
    page = printed(rows(), width=100, annotator="bob")
    assert heading in page
    assert "Bob · 12 judgments" in page
    assert "final answer is the gold" in page
    assert "0.0 % (0/12)" in page
    assert "same mark" in page
    assert "How far the work is" not in page


def test_a_questions_section_has_every_option_and_who_said_what() -> None:
    page = printed(rows(), width=100, question="q3")
    assert re.search(r"A +● +1 +1 +0 +1/2 +2/2", page)
    assert re.search(r"D +1 +1 +0 +1/2 +0/2", page)
    assert re.search(r"Ann +ABC +ABC +clear", page)
    assert re.search(r"Bob +ABC +DEF +clear", page)
    assert "Most probable: ABC" in page


def test_a_gold_that_is_withheld_stands_in_no_section() -> None:
    page = printed([replace(row, withheld=True) for row in rows()], width=100, question="q3")
    assert "●" not in page
    assert "Final answers that are the gold: — (0/0)" in page
    assert "The gold has" not in page


def test_agreement_between_annotators_opens_with_a_group() -> None:
    page = printed(rows(), width=100, by=("unit",))
    assert "Krippendorff's alpha, three marks" in page
    assert "12 questions answered twice." in page


def test_a_gold_in_doubt_is_named_with_the_likelier_answer_and_the_command() -> None:
    """Forty questions on which four annotators find the gold, one on which all four agree on another set."""
    made = []
    for number in range(41):
        answer = "DEF" if number == 7 else "ABC"
        for name in ("ann", "bob", "cy", "dee"):
            marks = {option: "supported" if option in answer else "ruled_out" for option in OPTIONS}
            row = replace(rows()[0], annotator=name, question=f"q{number}", final=frozenset(answer), marks=marks)
            made.append(replace(row, blind=frozenset("ABD"), verdict="clear"))
    page = flowing(printed(made, width=100))
    assert "Golds in doubt, where three annotators or more point to one other answer: 1 of 41" in page
    assert re.search(r"q7 more likely DEF \(\d", page)
    assert "1. Settle 1 question whose gold is in doubt. → rbcheck adjudicate" in page


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_no_line_is_longer_than_the_terminal_and_no_count_is_cut(width: int) -> None:
    page = printed(
        [replace(row, annotator_name="Ω" * 70, unit="u" * 90) for row in rows()], width, ("unit", "annotator")
    )
    assert max(len(line) for line in page.splitlines()) <= width
    assert "…" not in page
    assert "100.0 % (12/12)" in page


Change = Callable[[JudgmentRow], JudgmentRow]


@pytest.mark.parametrize(
    "change",
    [
        lambda row: replace(row, annotator_name=HOSTILE),
        lambda row: replace(row, question=row.question + HOSTILE),
        lambda row: replace(row, unit=HOSTILE),
    ],
)
def test_names_are_never_markup_and_control_characters_are_shown_inert(change: Change) -> None:
    page = printed([change(row) for row in rows()], width=200, by=("unit",))
    assert "\x1b" not in page
    assert "\u202e" not in page
    if "Bob" in page:
        assert "[bold red]Bob[/] [@click=app.quit]␛[2J" in page.replace("\n", "")


def test_what_is_left_out_and_withheld_is_said() -> None:
    made = rows()
    made[0] = replace(made[0], void=True)
    made[1] = replace(made[1], check=True)
    made[2] = replace(made[2], withheld=True)
    page = flowing(printed(made))
    assert "Left out: check questions 1; voided 1." in page
    assert "1 question without its verdict: its gold, and all that follows from it, is withheld." in page


def test_an_empty_store_has_a_page_too() -> None:
    page = flowing(printed([]))
    assert "How far the work is No judgment counts here yet. What to do next 1. " in page
    assert "nan" not in page.lower()
    assert "(0/0)" not in page


def test_groups_and_agreement_of_nothing_are_no_empty_tables() -> None:
    assert printed([], by=("unit", "type")) == printed([])


def test_figures_of_agreement_that_have_no_value_are_one_sentence() -> None:
    alone = printed([row for row in rows() if row.annotator == "ann"], by=("unit",), width=100)
    agreement = flowing(alone.split("How far annotators agree with one another")[1])
    assert agreement.strip() == (
        "No figure (too few annotators): all figures of agreement. 0 questions answered twice."
    )
    both = printed(rows(), by=("unit",), width=100)
    assert "No figure" not in both.split("How far annotators agree with one another")[1]


def test_no_line_of_a_page_that_goes_into_a_file_ends_in_spaces() -> None:
    page = printed(rows(), width=200, by=("unit",)) + printed(rows(), width=80, annotator="bob")
    assert [line for line in page.splitlines() if line != line.rstrip()] == []


def test_a_guessable_campaign_is_above_its_line() -> None:
    page = flowing(printed([replace(row, blind=row.gold) for row in rows()]))
    assert "100.0 % (24/24)" in page
    assert "That is above the line of 15.0 %, by the whole interval." in page


def test_no_coefficient_is_named_on_the_first_screen() -> None:
    page = printed(rows(), 120).lower()
    for name in ("wilson", "kappa", "alpha", "mcnemar", "hypergeometric", "ac1", "youden", "auc", "p =", "g1", "b1"):
        assert name not in page


def test_a_figure_in_words_never_hides_its_counts() -> None:
    figure = clustered_proportion([1, 0, 1, 1], [1, 1, 1, 1], [1, 1, 2, 2])
    assert words.share(figure).startswith("75.0 % (3/4), 95 % ")
    assert words.share(Figure(None, 2, 3, 1, None, Reason.TOO_FEW_QUESTIONS)) == "— (2/3), too few questions"
    assert words.stacked(Figure(0.5, 1, 2, 1, None, Reason.SINGLE_CLUSTER)) == "50.0 % (1/2)\none question only"
    assert words.count(2812.53) == "2812.5"


def test_what_is_left_out_as_practice_is_in_none_of_the_counts() -> None:
    made = [replace(row, practice=True, withheld=True) for row in rows()]
    page = flowing(printed(made))
    assert "How far the work is Left out: practice (see it with --pack) 24. No judgment counts here yet." in page
    assert "withheld" not in page


def test_the_two_rows_bear_the_names_of_the_manual() -> None:
    page = printed(rows())
    assert page.count("FREE") == page.count("ANSWERED") == 1
    assert "cannot tell" in page
    assert "can't tell" not in page


def test_one_annotator_alone_is_compared_with_nobody() -> None:
    alone = [replace(row, judge_seconds=60.0) for row in rows() if row.annotator == "ann"]
    page, section = printed(alone, width=110), printed(alone, width=110, annotator="ann")
    assert "of 1 annotator," in flowing(page)
    assert "nothing judged twice" in page
    assert "One annotator alone: whether the gold or the answer is wrong cannot be told" in flowing(page)
    for said in ("points above the others", "blind hits against the others'", "far quicker than the others"):
        (line,) = (line for line in section.splitlines() if said in line)
        assert "nothing judged twice" in line


def test_a_caution_in_chinese_is_never_cut() -> None:
    alone = [row for row in rows() if row.annotator == "ann"]
    locale.use("zh")
    try:
        page = "".join(printed(alone, width=80).split())
        caution = locale._(
            "One annotator alone: whether the gold or the answer is wrong cannot be told, nor whether anybody agrees; "
            "let somebody else judge the same questions."
        )
    finally:
        locale.use("en")
    assert caution in page


def test_all_right_on_few_questions_says_on_how_many_its_interval_rests() -> None:
    figure = clustered_proportion([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 2, 2])
    assert words.share(figure) == "100.0 % (4/4), 95 % 34.2–100.0 (on 2 questions)"
    assert words.stacked(figure) == "100.0 % (4/4)\n95 % 34.2–100.0\n(on 2 questions)"
    assert "(on" not in words.share(clustered_proportion([1, 1], [1, 1], [1, 2]))


def test_a_store_with_practice_alone_says_so_and_how_to_see_it() -> None:
    page = flowing(printed([replace(row, practice=True, pack="first steps") for row in rows()]))
    assert "No judgment counts here yet." in page
    assert "Nothing but practice of first steps is judged here, and practice counts in no figure" in page
    assert "rbcheck stats --pack 'first steps'" in page
    assert "Whom to trust" not in page
    assert "final = gold" not in page


def test_a_store_without_judgments_says_what_to_do() -> None:
    page = flowing(printed([]))
    assert "No judgment counts here yet." in page
    assert "→ rbcheck pack add PATH" in page
    assert "Nothing stands out." not in page


def test_where_packs_are_sent_out_nobody_is_told_to_judge_nor_to_be_given_questions() -> None:
    undecided = [replace(row, pack="p", blind=row.blind if row.annotator == "ann" else None) for row in rows()]
    campaign = measure(undecided, Settings(draws=20, resamples=20))
    here = flowing(on_paper(stats_page(campaign, width=100), 100))
    sent = flowing(on_paper(stats_page(campaign, sends=True, width=100), 100))
    assert "→ rbcheck assign p --to NAME" in here
    assert "→ rbcheck pack build p -o DIR" in sent
    assert "rbcheck assign" not in sent


def test_no_line_ends_between_a_number_and_its_percent_sign() -> None:
    said = Text("Final answers that are the gold: 47.5 % (95/200), 95 % 40.7–54.4, and 50.0 % in all.")
    for width in range(20, len(said)):
        lines = on_paper(said, width).splitlines()
        assert flowing(" ".join(lines)).strip() == said.plain
        assert not [line for line in lines if line.startswith("%")]
