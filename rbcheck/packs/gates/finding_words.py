"""Finding words in texts of either script, and the lists of them that people can extend by a file."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert

LISTS = ("leak", "scene")
_UNREADABLE = N_("{path} cannot be read as a list of words ({why}): give a TOML file with a table `leak` or `scene`.")
_SHAPE = N_('`{name}` in {path} is no list of words: write it as `en = ["word"]` and `zh = ["词"]`.')
_UNKNOWN = N_("{path} has a table `{name}`, which no gate reads: name it leak or scene.")


def word_lists(own: Path | None = None) -> dict[str, tuple[str, ...]]:
    """The words of each gate that reads some: those that come with the program, then those of a person's own file."""
    lists = {name: list[str]() for name in LISTS}
    given = tomllib.loads(files("rbcheck.packs.gates").joinpath("words.toml").read_text("utf-8"))
    _add(lists, given, "words.toml")
    if own is not None:
        try:
            read = tomllib.loads(own.read_text("utf-8-sig"))
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise PackError(_UNREADABLE, path=inert(str(own)), why=inert(why)) from error
        _add(lists, read, str(own))
    return {name: tuple(dict.fromkeys(words)) for name, words in lists.items()}


def _add(lists: Mapping[str, list[str]], read: Mapping[str, object], path: str) -> None:
    for name, table in read.items():
        if name not in lists:
            raise PackError(_UNKNOWN, path=inert(path), name=brief(name))
        parts = table.values() if isinstance(table, dict) else (table,)
        for words in parts:
            if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
                raise PackError(_SHAPE, name=brief(name), path=inert(path))
            lists[name] += [unicodedata.normalize("NFC", word.strip()) for word in words]


class Words:
    """A list of words, found in texts: Latin ones whole (with digits behind them), others wherever they stand."""

    def __init__(self, words: Iterable[str]) -> None:
        spelled = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
        self._pattern = re.compile("|".join(map(_pattern, spelled)), re.IGNORECASE) if spelled else None

    def found_in(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Each word as it stands in the text, and where."""
        if self._pattern is not None:
            for match in self._pattern.finditer(text):
                yield match[0], match.start(), match.end()


def _pattern(word: str) -> str:
    body = r"[\s_\-]*".join(re.escape(part) for part in re.split(r"[\s_\-]+", word))
    if not word.isascii():
        return body
    head = r"(?<![A-Za-z])" if word[0].isalpha() else r"(?<![0-9])" if word[0].isdigit() else ""
    tail = r"(?![A-Za-z])" if word[-1].isalpha() else r"(?![0-9])" if word[-1].isdigit() else ""
    return head + body + tail
