"""The manual cut into its sections: what the list of contents shows, what a search finds, where F1 opens it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rbcheck.domain.protocol import Stage
from rbcheck.manual import Page
from rbcheck.tui.pages.blocks import Kind, blocks

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
_BEFORE, _LONGEST = 16, 72


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: 0 is what stands before the first heading of the second order."""

    page: str
    title: str
    number: int
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A section that holds what was searched, and the words of it that show why."""

    section: Section
    line: str


def sections_of(pages: Mapping[str, Page]) -> tuple[Section, ...]:
    """Every section of every page, in order."""
    return tuple(section for page in pages.values() for section in _cut(page))


def search(sections: Sequence[Section], text: str) -> tuple[Found, ...]:
    """Each section that holds the text, once: the words about it, or its beginning where its heading has the text."""
    wanted = text.casefold().strip()
    found = []
    for section in sections:
        line = next((line for line in section.lines if wanted in line.casefold()), None)
        if line is not None:
            found.append(Found(section, _excerpt(line, line.casefold().index(wanted))))
        elif wanted in section.heading.casefold():
            found.append(Found(section, _excerpt(section.lines[0], 0) if section.lines else ""))
    return tuple(found)


def _excerpt(line: str, place: int) -> str:
    begin = place - _BEFORE if len(line) > _LONGEST and place > _BEFORE else 0
    if begin and " " in line[begin:place]:
        begin = line.index(" ", begin) + 1  # at a word, where there are words
    end = begin + _LONGEST
    return ("…" if begin else "") + line[begin:end].strip() + ("…" if end < len(line) else "")


@lru_cache(maxsize=64)
def _cut(page: Page) -> tuple[Section, ...]:
    heading, lines, cut = page.title, list[str](), list[Section]()
    for block in blocks(page.text):
        if block.kind is Kind.HEADING and block.level == 2:
            cut.append(Section(page.name, page.title, len(cut), heading, tuple(lines)))
            heading, lines = block.text.plain, []
        elif block.kind is not Kind.HEADING or block.level > 2:
            lines += [line for line in block.lines if line]
    return (*cut, Section(page.name, page.title, len(cut), heading, tuple(lines)))
