"""`rbcheck stats --html`: a report from a real store, beside the figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.program import Program
from services.leading import PEOPLE, a_campaign


@pytest.fixture(scope="module")
def lead(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program on a lead's machine with a campaign in p1."""
    home = tmp_path_factory.mktemp("lead") / "home"
    with a_campaign(home):
        pass
    return Program(home, RBCHECK_DB=str(home / "store.db"))


def test_a_report_is_written_and_the_page_stays_away(lead: Program, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    said = lead("stats", "--html", path)
    assert (said.code, said.out) == (0, "")
    assert str(path) in said.err
    source = path.read_text("utf-8")
    assert source.startswith("<!doctype html>")
    assert all(name in source for name in PEOPLE)
    assert "/secret" not in source


def test_the_figures_go_to_standard_output_beside_it_and_nothing_is_overwritten(lead: Program, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("mine", "utf-8")
    said = lead("stats", "--html", path, "--json")
    assert said.value["schema"] == "rbcheck.stats/1"
    assert path.read_text("utf-8") == "mine"
    assert (tmp_path / "report_2.html").is_file()
    assert f"{path} was there already and stays as it was: the new report has another name." in said.err
    assert f"The report is in {tmp_path / 'report_2.html'}: open it in a browser." in said.err


def test_a_report_under_the_name_that_was_asked_for_is_told_with_its_whole_path(lead: Program, tmp_path: Path) -> None:
    said = lead.shell(f"cd {tmp_path}; rbcheck stats --html fresh.html")
    assert said.err == f"The report is in {tmp_path / 'fresh.html'}: open it in a browser.\n"


def test_an_annotators_report_tells_no_gold_before_the_verdict(judged: Program, tmp_path: Path) -> None:
    """q2 waits for its verdict: nothing of its gold is in the report, in a plot or in a table."""
    said = judged("stats", "--html", tmp_path / "own.html")
    assert said.code == 0
    assert "withheld" in said.err
    assert "Questions without their verdict, of which the gold is withheld: 1." in (tmp_path / "own.html").read_text(
        "utf-8"
    )


def test_a_place_that_cannot_be_written_is_one_sentence(lead: Program, tmp_path: Path) -> None:
    said = lead("stats", "--html", tmp_path / "nowhere" / "report.html")
    assert said.code == 1
    assert "nowhere" in said.sentence
