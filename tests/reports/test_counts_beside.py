"""No percentage of the page stands without its count, in either language, on small campaigns and simulated ones."""

from __future__ import annotations

import re

import pytest
from reports.reported import rows
from stats.conftest import CAMPAIGNS, load_campaign

from rbcheck.locale import speaking
from rbcheck.reports.printing import printed
from rbcheck.reports.terminal import stats_page
from rbcheck.stats.campaign import Campaign, Settings, measure

NAMES = ("small", "per_question_3", "per_question_9")
LEVEL = re.compile(r"(?<![\d.])95 %")  # of an interval: a share has a digit behind the point
WANTED = re.compile(r"(?:line of|line is|标准线为|标准线|线) ?\d+\.\d %|\d+\.\d % ?的标准线")
BY_PEOPLE = re.compile(r"[(（]\d+\.\d %[)）]")
BARE = re.compile(r".{0,40}\d %(?! ?[(（])")


@pytest.fixture(scope="module", params=NAMES)
def campaign(request: pytest.FixtureRequest) -> Campaign:
    """A campaign by its name."""
    settings = Settings(draws=20, resamples=20)
    if request.param == "small":
        return measure(rows("Bo"), settings)
    folder = CAMPAIGNS / request.param
    if not folder.is_dir():
        pytest.skip("the simulated campaigns are not beside the repository")
    return measure(load_campaign(folder)[0], settings)


def bare(page: str) -> list[str]:
    """What stands before each percentage that has no count behind it.

    Intervals and lines that somebody set are no shares; a probability of an answer stands with who it is by.
    """
    flowing = re.sub(r"\s+", " ", page)
    for left_out in (LEVEL, WANTED, BY_PEOPLE):
        flowing = left_out.sub("", flowing)
    return BARE.findall(flowing)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_percentage_of_the_page_has_its_count(campaign: Campaign, language: str) -> None:
    with speaking(language):
        page = printed(stats_page(campaign, by=("unit", "source"), width=200), 200)
    assert page.count(" %") > 10
    assert bare(page) == []


def test_a_bare_percentage_is_found() -> None:
    assert bare("hits 8.0 %, where 12.5 % (1/8), 95 % 1.0–40.0") == ["hits 8.0 %"]
    assert bare("by luck 0.7 % of all") == ["by luck 0.7 %"]


SIGNS, LATIN = "，。：；（）、", "A-Za-z0-9"
GAPS = re.compile(rf".{{0,12}}(?:[一-鿿{SIGNS}] [一-鿿，。：；（]|[{SIGNS}] [{LATIN}]|[{LATIN}] [{SIGNS}]).{{0,8}}")


def test_nothing_stands_apart_around_chinese_signs(campaign: Campaign) -> None:
    with speaking("zh"):
        page = printed(stats_page(campaign, by=("unit", "source"), width=500), 500)
    assert "，" in page
    # A name stands apart wherever it is put, Latin or not.
    assert [gap for gap in GAPS.findall(page) if "陈小明" not in gap] == []
