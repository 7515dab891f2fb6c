"""One style of percentages in everything that people read: `47.5 %` and `95 % 40.7–54.4`, never `47.5%`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rbcheck.domain.percent import percent, span, wanted

ROOT = Path(__file__).parents[2]
TIGHT = re.compile(r"\{[^{}]*%\}|[0-9}]%")
READ = [
    *sorted((ROOT / "rbcheck" / "locale").rglob("*.po")),
    *sorted((ROOT / "manuals").rglob("*.md")),
    ROOT / "README.md",
]
SOURCES = sorted((ROOT / "rbcheck").rglob("*.py"))


def test_a_share_a_span_and_a_line_are_written_in_one_way() -> None:
    assert (percent(0.475), percent(0.475, 0), percent(0)) == ("47.5 %", "48 %", "0.0 %")
    assert span(0.407, 0.5444, 0.95) == "95 % 40.7–54.4"
    assert (wanted(0.8), wanted(0.875), wanted(1)) == ("80 %", "87.5 %", "100 %")


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_for_people_sets_a_percent_sign_tight(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if TIGHT.search(line) and not line.startswith("#")] == []


def test_no_source_formats_a_share_by_itself() -> None:
    """Text that goes through `_()` is in the catalogue above; a format of its own would stand in none."""
    formats = re.compile(r"\{[^{}\n]*:\.?\d*%\}")
    found = [path.name for path in SOURCES if formats.search(path.read_text("utf-8"))]
    assert found == []
    assert formats.search('f"{share:.1%}"')
    assert formats.search('f"{share:%}"')
