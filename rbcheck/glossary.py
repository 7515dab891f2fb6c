"""The glossary: pages of the manual, read as terms that are found again in the text of a question.

A heading holds a term's forms in both languages, `bollard, bollards · 护柱、隔离柱`; a picture and words follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rbcheck.manual import folder, topics

PAGE = "glossary"
_PICTURE = re.compile(r"!\[[^\]]*\]\(\.\./pictures/([a-z_]+/[a-z_]+)\.png\)")
_CHINESE = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Term:
    """A word of questions: its forms in each language, what it means in the reader's, and a picture where one is."""

    name: str
    english: tuple[str, ...]
    chinese: tuple[str, ...]
    words: str
    picture: Path | None

    def title(self, lang: str) -> str:
        """The first form of either language, the reader's before the other."""
        first, other = (self.chinese, self.english) if lang == "zh" else (self.english, self.chinese)
        return f"{first[0]} · {other[0]}"


@dataclass(frozen=True, slots=True)
class Found:
    """A term in a text, from one character to before another."""

    start: int
    end: int
    term: Term


@cache
def terms(lang: str) -> tuple[Term, ...]:
    """Every term, in the order of the page."""
    page = topics(lang).get(PAGE)
    return tuple(_terms(page.text)) if page is not None else ()


def found_in(text: str, lang: str) -> tuple[Found, ...]:
    """The terms in a text of either language, the longest form where two begin at one place, none inside another."""
    pattern, by_form = _forms(lang)
    if not by_form:
        return ()
    return tuple(Found(*match.span(), by_form[match[0].casefold()]) for match in pattern.finditer(text))


@cache
def _forms(lang: str) -> tuple[re.Pattern[str], dict[str, Term]]:
    by_form = {form.casefold(): term for term in terms(lang) for form in (*term.english, *term.chinese)}
    forms = sorted(by_form, key=lambda form: (-len(form), form))
    # Chinese has no spaces between words; a word of Latin letters is one only by itself.
    parts = [re.escape(form) if _CHINESE.search(form) else rf"(?<![\w-]){re.escape(form)}(?![\w-])" for form in forms]
    return re.compile("|".join(parts), re.IGNORECASE), by_form


def _terms(text: str) -> Iterator[Term]:
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _line, body = section.partition("\n")
        halves = [part.strip() for part in heading.split("·")]
        english = next(half for half in halves if not _CHINESE.search(half))
        chinese = next(half for half in halves if _CHINESE.search(half))
        picture = _PICTURE.search(body)
        words = " ".join(_PICTURE.sub("", body).replace("`", "").replace("*", "").split())
        forms = tuple(form.strip() for form in english.split(","))
        yield Term(
            forms[0].replace(" ", "_"), forms, tuple(chinese.split("、")), words,
            folder() / "pictures" / f"{picture[1]}.png" if picture else None,
        )  # fmt: skip
