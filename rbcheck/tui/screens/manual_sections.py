"""The manual cut into its sections: what the list of contents shows, what a search finds, where F1 opens it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rbcheck.domain.protocol import Stage
from rbcheck.manual import Page

ANNOTATOR = "annotator"
SECTION_OF: Mapping[Stage, int] = MappingProxyType(
    {
        Stage.BLIND: 1,
        Stage.WATCH: 4,
        Stage.CHECK: 2,
        Stage.ANSWER: 7,
        Stage.VERDICT: 7,
        Stage.REVEAL: 1,
        Stage.DONE: 1,
    }
)
"""Which section of the annotator's page is for a stage; both languages have the same sections."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: 0 is what stands before the first heading of the second order."""

    page: str
    number: int
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A line of a section that holds what was searched."""

    section: Section
    line: str


def sections_of(pages: Mapping[str, Page]) -> tuple[Section, ...]:
    """Every section of every page, in order."""
    return tuple(section for page in pages.values() for section in _cut(page))


def search(sections: Sequence[Section], text: str) -> tuple[Found, ...]:
    """The first line of each section that holds the text; a heading counts as a line."""
    wanted = text.casefold().strip()
    found = []
    for section in sections:
        lines = (section.heading, *section.lines)
        line = next((line for line in lines if wanted in line.casefold()), None)
        if line is not None:
            found.append(Found(section, line))
    return tuple(found)


def _cut(page: Page) -> list[Section]:
    heading, lines, cut = page.title, list[str](), list[Section]()
    for line in page.text.splitlines():
        if line.startswith("## "):
            cut.append(Section(page.name, len(cut), heading, tuple(lines)))
            heading, lines = line[3:].strip(), []
        elif line.strip() and not line.startswith("# "):
            lines.append(line.strip())
    return [*cut, Section(page.name, len(cut), heading, tuple(lines))]
