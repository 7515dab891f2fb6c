"""The report: one file that needs no network, in both languages, in which nothing of packs and people is markup."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from reports.reported import HOSTILE, report, rows

from rbcheck.locale import language, speaking
from rbcheck.reports.html.page import html_report
from rbcheck.reports.html.svg import Scale, cut
from rbcheck.stats.drawn import session_bins, watching_cells

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
VOID = {"meta", "img", "br"}


class Page(HTMLParser):
    """Every element of a page, the texts in it, and whether each was closed where it stands."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: Counter[str] = Counter()
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)


@pytest.fixture(scope="module")
def source() -> str:
    """The report on the small campaign."""
    return "".join(html_report(report()))


def test_the_page_is_well_formed_and_has_six_plots_in_each_language(source: str) -> None:
    page = Page(source)
    assert page.open == []
    assert (page.elements["main"], page.elements["svg"], page.elements["h1"]) == (2, 12, 2)
    assert page.elements["table"] == 8


def test_nothing_comes_from_anywhere_else(source: str) -> None:
    assert "default-src 'none'" in source
    assert not re.search(r"https?://|@import|url\(|<link|<iframe", source)
    assert {name for name, _ in Page(source).attributes if name in ("src", "href", "srcset", "action")} == set()


def test_nothing_of_packs_and_people_is_markup_or_steers_anything(source: str) -> None:
    page, tame = Page(source), Page("".join(html_report(report(rows("Bo")))))
    assert page.elements == tame.elements
    assert page.elements["img"] == page.elements["b"] - tame.elements["b"] == 0
    assert not {name for name, _ in page.attributes if name.startswith("on")}
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", source)
    assert any("<b>Bo</b>␛[2J" in text for text in page.texts)


def test_counts_stand_beside_every_share(source: str) -> None:
    text = "".join(Page(source).texts)
    assert "33.3\u00a0% (12/36)" in text  # no line ends between a number and its sign
    assert "100.0\u00a0% (12/12)" in text
    assert "25.0\u00a0%(1/4)" in text.replace("settled", "").replace("wrong gold among the questions that were ", "")


def test_an_empty_store_has_a_report_too() -> None:
    page = Page("".join(html_report(report([]))))
    assert page.open == []
    assert "nan" not in "".join(page.texts).lower()


def test_the_language_spoken_before_is_spoken_after() -> None:
    with speaking("zh"):
        parts = html_report(report())
        assert next(parts).endswith('<html lang="zh">\n')
        assert "".join(parts)
        assert language() == "zh"
    assert language() == "en"


def test_positions_and_cut_labels() -> None:
    scale = Scale(0.1, 10, 0, 100, log=True)
    assert [round(scale(value), 9) for value in (0.1, 1, 10, 50, 0.001)] == [0, 50, 100, 100, 0]
    assert (cut("abcdef", 6), cut("abcdefg", 6)) == ("abcdef", "abcde…")
    assert (cut("陈小明", 6), cut("陈小明好", 6)) == ("陈小明", "陈小…")


def test_sittings_in_bins() -> None:
    nan = float("nan")
    bins = session_bins([1, 14, 16, 100, nan], [True, False, True, True, True], [1, 2, 3, 4, 5], [0.5, nan, 1, nan, 1])
    assert [(part.from_minutes, part.to_minutes, part.figure.num, part.figure.den) for part in bins] == [
        (0, 15, 1, 2), (15, 30, 1, 1), (30, 45, 0, 0), (45, 60, 0, 0), (60, 90, 0, 0), (90, 120, 1, 1),
    ]  # fmt: skip
    assert [part.expected for part in bins] == [0.5, 1.0, None, None, None, None]
    assert session_bins([], [], [], []) == ()


def test_what_cannot_have_been_watched_is_told_apart() -> None:
    nan = float("nan")
    cells = watching_cells([(29.9, 60, 1), (30.1, 60, 1), (60, 60, 0.95), (nan, 60, 1), (9, nan, 1), (1e9, 1, 0)])
    assert [cell.impossible for cell in cells] == [True, False, False, False]
    assert sum(cell.count for cell in cells) == 4
    assert watching_cells([]) == ()


def dumped(path: Path, home: Path, fragment: str = "") -> str:
    """The page as Chromium holds it once its script has run."""
    assert CHROMIUM is not None
    ended = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}", "--dump-dom",
         path.as_uri() + fragment],
        capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    return ended.stdout.decode()


CLICKS = """
<script>
const told = [];
addEventListener("securitypolicyviolation", (event) => told.push(event.violatedDirective));
const main = document.querySelector("main[lang=en]");
const table = main.querySelector("table");
const order = () => [...table.tBodies[0].rows].map((row) => row.cells[0].dataset.value.slice(0, 3)).join(",");
told.push(order());
const heads = table.querySelectorAll("th button");
heads[2].click(); told.push(order() + table.querySelectorAll("th")[2].getAttribute("aria-sort"));
heads[2].click(); told.push(order() + table.querySelectorAll("th")[2].getAttribute("aria-sort"));
const mains = [...document.querySelectorAll("main")];
const shown = () => mains.filter((part) => part.offsetHeight > 0).map((part) => part.lang);
told.push(shown() + ":" + document.documentElement.lang);
document.querySelector("button[value=zh]").click();
told.push(shown() + ":" + document.documentElement.lang);
document.body.dataset.told = JSON.stringify(told);
document.body.dataset.title = document.title;
</script></body>
"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_in_chromium_tables_sort_languages_switch_and_nothing_hostile_runs(source: str, tmp_path: Path) -> None:
    path = tmp_path / "report 报告.html"
    path.write_text(source.replace("</body>", CLICKS), "utf-8")
    page = Page(dumped(path, tmp_path / "home"))
    found = dict(page.attributes)
    assert found["data-told"] == (
        '["</s,陈小明,Ann","Ann,</s,陈小明descending","</s,陈小明,Annascending","en:en","zh:zh"]'
    )
    assert found["data-title"] == "rbcheck: report on p"
    assert page.elements["img"] == 0


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_in_chromium_the_address_says_the_language(source: str, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(source, "utf-8")
    assert dict(Page(dumped(path, tmp_path / "home", "#zh")).attributes[:1]) == {"lang": "zh"}


def test_the_hostile_name_is_what_it_is_meant_to_be() -> None:
    """Raw, it would do harm: the test above can fail."""
    assert Page(f"<p>{HOSTILE}</p>".replace("</script>", "")).elements["img"] == 1


@pytest.mark.parametrize(
    ("said", "most", "shown"),
    [
        ("same wrong answers as another, hardly watches", 34, "same wrong answers as another …"),
        ("same wrong answers", 18, "same wrong answers"),
        ("multi_caption_multi_clip", 10, "multi_cap…"),
        ("与他人的错误作答相同", 10, "与他人的…"),
        ("", 10, ""),
    ],
)
def test_what_has_no_room_in_a_plot_ends_behind_a_whole_word(said: str, most: int, shown: str) -> None:
    assert cut(said, most) == shown
