"""Every text for people goes through the catalogue, as a literal that the catalogue can find."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "rbcheck"
MARKERS = {"N_": 1, "Nn_": 2, "ngettext": 2}
SHOWING = frozenset({"Static", "Label", "Button", "Option", "Text", "Content", "notify", "echo", "secho", "styled"})
"""What puts its first argument before people's eyes."""
ALLOWED = frozenset({"rbcheck", "rbcheck:", "English", "中文"})
WORD = re.compile("[A-Za-z]{2,}|[A-Za-z]+ [A-Za-z]+")


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))


MARKED = [path for path in sources("") if path.parent.name != "locale"]


def name_of(call: ast.Call) -> str:
    """The bare name of what is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def calls(path: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


def spoken(node: ast.expr) -> str:
    """What of an expression is written here in the open; what a call or a name gives is not."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return " ".join(
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
        case ast.BinOp(left=left, right=right):
            return f"{spoken(left)} {spoken(right)}"
        case ast.IfExp(body=body, orelse=otherwise):
            return f"{spoken(body)} {spoken(otherwise)}"
        case _:
            return ""


@pytest.mark.parametrize("path", MARKED, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_marked_text_is_a_literal(path: Path) -> None:
    """A text put together at run time is in no catalogue; `_` of a name is for texts that `N_` marks elsewhere."""
    for call in calls(path):
        texts = call.args[: MARKERS.get(name_of(call), 0)]
        assert all(isinstance(text, ast.Constant) for text in texts), f"line {call.lineno}"
        if name_of(call) == "_":
            assert isinstance(call.args[0], (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call)), (
                f"line {call.lineno}"
            )


@pytest.mark.parametrize(
    "path", sources("tui", "cli", "reports"), ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
def test_what_is_shown_to_people_goes_through_the_catalogue(path: Path) -> None:
    for call in calls(path):
        if name_of(call) in SHOWING and call.args:
            text = spoken(call.args[0]).strip()
            assert text in ALLOWED or not WORD.search(text), f"line {call.lineno}: {text}"
