"""Secrets stand in no output and in no file but their own; what people typed never acts on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.program import Program
from exchange.places import Place

NAME = "\x1b[31mEve\x1b]0;owned\x07\x9b2J"
"""A name that would colour a terminal, change its title and clear it."""

COMMANDS = [
    ("annotator", "list"), ("annotator", "list", "--json"), ("export", "--annotator"), ("export", "--all"),
    ("export", "--all", "--format", "jsonl", "-o", "-"), ("verify",), ("verify", "--json"), ("stats",),
    ("stats", "--json"), ("doctor",), ("store", "role"), ("pack", "list"),
]  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A home whose store holds what somebody judged who bears such a name, with an export of theirs."""
    home = tmp_path_factory.mktemp("secrets")
    with Place(home) as made:
        made.with_packs().judge(made.person(NAME), "q1")
        made.export(annotator=NAME)
    (home / "store.db").rename(home / "rbcheck.db")
    return Program(home)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_name_is_never_more_than_a_name_and_the_key_is_never_told(
    program: Program, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    secret = (program.home / "device" / "signing.key").read_text("ascii")
    if arguments == ("export", "--all"):
        arguments = (*arguments, "-o", str(tmp_path))
    said = program(*arguments)
    assert "Traceback" not in said.err
    # JSON is data: it keeps what its own rules let stand.
    data = "--json" in arguments or "jsonl" in arguments
    for sign in ("\x1b", "\x07") if data else ("\x1b", "\x07", "\x9b"):
        assert sign not in said.out + said.err
    assert secret not in said.out + said.err


def test_the_key_is_in_no_other_file(program: Program) -> None:
    """Neither in an export nor in the store, a backup or a log."""
    secret = (program.home / "device" / "signing.key").read_text("ascii")
    program("backup", "-o", str(program.home / "kept.db"))
    holding = [
        path.relative_to(program.home).as_posix()
        for path in program.home.rglob("*")
        if path.is_file() and (secret.encode() in (held := path.read_bytes()) or bytes.fromhex(secret) in held)
    ]
    assert holding == ["device/signing.key"]


def test_the_names_of_files_that_come_in_are_inert(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31mred.json"
    path.write_text('{"schema": "\x1b[2J"}'.replace("\x1b", "\\u001b"), "utf-8")
    for command in ("import", "verify"):
        said = program(command, str(path))
        assert said.code == 1
        assert "\x1b" not in said.out + said.err


def test_the_page_escapes_names(program: Program, tmp_path: Path) -> None:
    with Place(tmp_path) as made:
        made.with_packs().judge(made.person("<script>alert(1)</script>&\"'"), "q1")
    page = tmp_path / "page.html"
    said = program("stats", "--db", str(tmp_path / "store.db"), "--html", str(page))
    assert said.code == 0, said.err
    text = page.read_text("utf-8")
    assert "alert(1)" in text
    assert "<script>alert" not in text
