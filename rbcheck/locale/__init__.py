"""Texts in the interface's language, by gettext; English stands in the source and needs no catalogue."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LANGUAGES = ("en", "zh")

_process: list[gettext.NullTranslations] = []
_language: list[str] = []


def use(language: str) -> None:
    """Take texts of the whole process from the catalogue of `language`; an unknown language means English."""
    catalogue = gettext.translation("rbcheck", Path(__file__).parent, [language], fallback=True)
    _process[:] = [catalogue]
    _language[:] = [language if language in LANGUAGES else LANGUAGES[0]]


def language() -> str:
    """The language in which texts are given."""
    return _language[0] if _language else LANGUAGES[0]


def _(text: str) -> str:
    """The text in the current language."""
    translation = _process[0] if _process else None
    return translation.gettext(text) if translation else text


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a text that fits `count`, in the current language."""
    translation = _process[0] if _process else None
    if translation:
        return translation.ngettext(one, many, count)
    return one if count == 1 else many


@contextmanager
def speaking(other: str) -> Iterator[None]:
    """Give texts in another language while something is written in it, and in the one from before afterwards."""
    before = language()
    use(other)
    try:
        yield
    finally:
        use(before)
