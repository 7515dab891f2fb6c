"""The catalogue of texts: extract what the source says, bring each language up to it, compile.

usage: python scripts/catalogue.py [--check]

Writes rbcheck/locale/<lang>/LC_MESSAGES/rbcheck.po and .mo. With --check it only says what is missing, fuzzy or stale.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rbcheck.cli.helping import paragraphs

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "rbcheck"
LANGUAGES = ("zh",)
FIXED = datetime(2026, 1, 1, tzinfo=UTC)
"""A date that never moves, so that the same texts give the same files."""
MARKERS = {"_": 1, "N_": 1, "Nn_": 2, "ngettext": 2}
"""What marks a text for the catalogue, and how many of its arguments are texts."""


def marked(source: str) -> Iterator[tuple[int, tuple[ast.expr, ...]]]:
    """The line and the text arguments of every marker in a source, those inside of f-strings too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKERS:
            yield node.lineno, tuple(node.args[: MARKERS[node.func.id]])


def helping(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of the help of every command and option in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg == "help" and isinstance(keyword.value, ast.Constant):
                    yield node.lineno, str(keyword.value.value)
        elif isinstance(node, ast.FunctionDef) and any(map(_makes_a_command, node.decorator_list)):
            for paragraph in paragraphs(ast.get_docstring(node) or ""):
                yield node.lineno, paragraph


def _makes_a_command(decorator: ast.expr) -> bool:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(made, ast.Attribute) and made.attr in {"command", "group"}


def extracted() -> Catalog:
    """Every text of the source that goes through the catalogue."""
    template = Catalog(project="rbcheck", charset="utf-8", header_comment="# Texts of rbcheck.")
    for path in sorted(SOURCE.rglob("*.py")):
        source, place = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        for line, arguments in marked(source):
            texts = tuple(str(each.value) for each in arguments if isinstance(each, ast.Constant))
            if len(texts) == len(arguments):
                template.add(texts if len(texts) > 1 else texts[0], locations=[(place, line)])
        if path.parent == SOURCE / "cli":
            for line, text in helping(source):
                template.add(text, locations=[(place, line)])
    return template


def folder(lang: str) -> Path:
    """Where a language's catalogue lies."""
    return SOURCE / "locale" / lang / "LC_MESSAGES"


def read(lang: str) -> Catalog:
    """A language's catalogue as it is kept."""
    path = folder(lang) / "rbcheck.po"
    if not path.exists():
        return Catalog(locale=lang, project="rbcheck", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=lang)


def updated(lang: str, template: Catalog) -> Catalog:
    """A language's catalogue with the texts of the source and no others."""
    catalogue = read(lang)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = f"# Texts of rbcheck: {lang}."
    catalogue.creation_date = catalogue.revision_date = FIXED
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """What the program reads."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def problems(lang: str, template: Catalog) -> list[str]:
    """Texts without a translation, fuzzy ones, ones that the source has no more, and a compiled file out of date."""
    catalogue = updated(lang, template)
    found = [
        f"{lang}: {'fuzzy' if entry.fuzzy else 'missing'}: {entry.id}"
        for entry in catalogue
        if entry.id and (entry.fuzzy or not entry.string or not all(_forms(entry.string)))
    ]
    said = {str(entry.id) for entry in template}
    found += [f"{lang}: not in the source: {entry.id}" for entry in read(lang) if str(entry.id) not in said]
    path = folder(lang) / "rbcheck.mo"
    if not path.exists() or path.read_bytes() != compiled(read(lang)):
        found.append(f"{lang}: the compiled catalogue is out of date; run scripts/catalogue.py")
    return found


def _forms(string: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


def main() -> int:
    """Bring the catalogues up to the source, or (with --check) say what is wrong with them."""
    template = extracted()
    if "--check" in sys.argv:
        found = [line for lang in LANGUAGES for line in problems(lang, template)]
        sys.stderr.write("".join(f"{line}\n" for line in found))
        return 1 if found else 0
    for lang in LANGUAGES:
        folder(lang).mkdir(parents=True, exist_ok=True)
        catalogue = updated(lang, template)
        with (folder(lang) / "rbcheck.po").open("wb") as file:
            write_po(file, catalogue, width=110, sort_output=True, omit_header=False, no_location=True)
        (folder(lang) / "rbcheck.mo").write_bytes(compiled(read(lang)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
