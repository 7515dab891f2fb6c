"""Where the manual lies, in a checkout and in a wheel, and what pages it has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_WIDE = "[\u2e80-\u9fff\uff00-\uffef“”…]"
# Markdown makes a space of a line's end, and Chinese has none between words.
_BROKEN_LINE = re.compile(f"(?<={_WIDE})\n *(?={_WIDE})")
_ORDER = (
    "annotator", "learning", "glossary", "protocol", "practice", "picture", "reviewer", "lead", "packs", "settling",
    "keys", "questions", "privacy", "threats",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the manual, as Markdown."""

    name: str
    title: str
    text: str


def folder() -> Path:
    """The folder of the manuals."""
    package = Path(__file__).parent
    shipped = package / "_data" / "manuals"
    return shipped if shipped.is_dir() else package.parent / "manuals"


def topics(lang: str) -> dict[str, Page]:
    """The pages in one language by name, the annotator's first; English where the language has none."""
    found = folder() / lang
    if not found.is_dir():
        found = folder() / "en"
    pages = {path.stem: _page(path) for path in found.glob("*.md")}
    known = [name for name in _ORDER if name in pages]
    return {name: pages[name] for name in [*known, *sorted(set(pages) - set(known))]}


def _page(path: Path) -> Page:
    text = _BROKEN_LINE.sub("", path.read_text("utf-8"))
    first = text.lstrip().splitlines()[0] if text.strip() else path.stem
    return Page(path.stem, first.lstrip("# ").strip(), text)
