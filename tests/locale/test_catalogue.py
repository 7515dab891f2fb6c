"""The catalogues say everything that the source says, in the same shape."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog

ROOT = Path(__file__).resolve().parents[2]


def _script() -> ModuleType:
    """`scripts/catalogue.py`, which is no package."""
    spec = importlib.util.spec_from_file_location("catalogue_script", ROOT / "scripts" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()
LANGUAGES: tuple[str, ...] = SCRIPT.LANGUAGES
CODE = "`[^`]+`|--[a-z-]+|Ctrl\\+[A-Z]|RBCHECK_[A-Z]+"
"""Commands, options, keys and variables: the same in every language."""


def pairs(lang: str) -> Iterator[tuple[str, str]]:
    """Each text with its translation; of a plural every form, with the text of many."""
    catalogue: Catalog = SCRIPT.read(lang)
    for entry in catalogue:
        if entry.id:
            source = entry.id if isinstance(entry.id, str) else entry.id[1]
            forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            yield from ((source, form) for form in forms)


def fields(text: str) -> list[tuple[str, str, str]]:
    """The placeholders of a text, with how they are written."""
    parts = Formatter().parse(text)
    return sorted((name, spec or "", how or "") for _before, name, spec, how in parts if name is not None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_missing_fuzzy_or_out_of_date(lang: str) -> None:
    assert SCRIPT.problems(lang, SCRIPT.extracted()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_that_the_source_no_longer_says_is_told(lang: str) -> None:
    template: Catalog = SCRIPT.extracted()
    template.delete("Settings")

    assert f"{lang}: not in the source: Settings" in SCRIPT.problems(lang, template)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_new_text_without_a_translation_is_told(lang: str) -> None:
    template: Catalog = SCRIPT.extracted()
    template.add("Something new.")

    assert f"{lang}: missing: Something new." in SCRIPT.problems(lang, template)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_text(lang: str) -> None:
    assert [source for source, said in pairs(lang) if fields(source) != fields(said)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_options_and_keys_are_not_translated(lang: str) -> None:
    changed = [
        source
        for source, said in pairs(lang)
        if sorted(set(re.findall(CODE, source))) != sorted(set(re.findall(CODE, said)))
    ]

    assert changed == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_begins_ends_and_breaks_as_its_text_does(lang: str) -> None:
    for source, said in pairs(lang):
        assert said == said.strip(), source
        assert said.count("\n") == source.count("\n"), source


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_translation_holds_markup_or_control_characters(lang: str) -> None:
    for source, said in pairs(lang):
        assert re.findall(r"\[/?[a-z$]+\]", said) == re.findall(r"\[/?[a-z$]+\]", source), source
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", said), source


def test_the_stages_and_marks_are_as_the_chinese_manual_has_them() -> None:
    said = dict(pairs("zh"))
    manual = (ROOT / "manuals" / "zh" / "annotator.md").read_text("utf-8")

    for stage in ("BLIND", "WATCH", "CHECK", "ANSWER", "VERDICT", "REVEAL"):
        assert f"{said[stage]}（{stage}）" in manual
    for mark in ("✓ supported", "✗ ruled out", "? undecidable"):
        words, _between, _again = said[f"{mark}; again takes it off"].partition("；")
        assert f"| {words} |" in manual
    for verdict in ("clear", "ambiguous", "cannot tell"):
        assert f"“{said[verdict]}”（`{verdict}`）" in manual
