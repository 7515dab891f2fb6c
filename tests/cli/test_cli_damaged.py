"""A store or a device's memory that is damaged: one sentence and exit code 3 by every command, never a traceback."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cli.program import Program
from exchange.places import Place

from rbcheck.domain.protocol import Stage

NO_VLC = {"PYTHON_VLC_LIB_PATH": "/nope/libvlc.so"}
COMMANDS = ("store role", "annotator list", "pack list", "pack show p1", "stats", "verify", "export --all -o -")


@pytest.fixture
def mine(tmp_path: Path) -> Program:
    """The program on a machine of its own, on which 张三 finished q1; the store is one file, without a journal."""
    home = tmp_path / "home"
    home.mkdir()
    with Place(home) as place:
        place.with_packs()
        place.judge(place.person("张三"), "q1", Stage.DONE)
    with closing(sqlite3.connect(home / "store.db")) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return Program(home, RBCHECK_DB=str(home / "store.db"))


def sql(path: Path, *lines: str) -> None:
    """Change a store behind the program's back, past its rules."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        for line in lines:
            database.execute(line)


def found(program: Program) -> Any:
    """What `doctor` says of the store and of the device's memory."""
    return program("doctor", "--json", **NO_VLC).value["store"]


def random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(4).randbytes(90_000))


def bad_schema_page(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100:4096] = random.Random(4).randbytes(3996)
    path.write_bytes(content)


def names_of_the_schema_are_no_text(path: Path) -> None:
    path.write_bytes(
        path.read_bytes().replace(b"CREATE TABLE", b"CREATE TABL\xff").replace(b"judgment", b"judg\xff\xfent")
    )


def revision_is_no_text(path: Path) -> None:
    sql(path, "UPDATE alembic_version SET version_num = CAST(x'ff80fe' AS TEXT)")


def revision_is_nonsense(path: Path) -> None:
    sql(path, "UPDATE alembic_version SET version_num = 'tea'")


def no_revision(path: Path) -> None:
    sql(path, "DELETE FROM alembic_version")


def two_revisions(path: Path) -> None:
    sql(path, "INSERT INTO alembic_version VALUES ('0002_other')")


@pytest.mark.parametrize(
    "damage",
    [
        random_bytes, bad_schema_page, names_of_the_schema_are_no_text, revision_is_no_text, revision_is_nonsense,
        no_revision, two_revisions,
    ],
)  # fmt: skip
def test_a_damaged_store_is_told_by_every_command_and_left_alone(damage: Callable[[Path], None], mine: Program) -> None:
    path = mine.home / "store.db"
    damage(path)
    before = path.read_bytes()
    for command in COMMANDS:
        said = mine(*command.split())
        assert (said.code, said.out) == (3, ""), command
        assert "damaged" in said.sentence
    assert path.read_bytes() == before
    looked = found(mine)
    assert not looked["ok"]
    assert "damaged" in looked["findings"][0]["said"]


@pytest.mark.parametrize(
    "line",
    [
        "UPDATE judgment SET stage = 'tea'",
        "UPDATE judgment SET frame = '{not JSON'",
        "UPDATE judgment SET draft = '{\"pocks\": []}'",
        "UPDATE judgment SET opened_at = 'yesterday'",
        "UPDATE blind_guess SET at = 'yesterday'",
        "UPDATE blind_guess SET options = CAST(x'ff80' AS TEXT)",
        "DROP TABLE mark",
    ],
)
def test_a_row_that_nobody_can_have_written_is_named(line: str, mine: Program) -> None:
    sql(mine.home / "store.db", line)
    unread = "frame" in line or "draft" in line  # no figure asks for them, so `stats` never reads them
    for command in ("stats", "verify", "export --all --format jsonl -o -")[unread:]:
        said = mine(*command.split())
        if command == "stats" and ("frame" in line or "draft" in line):
            assert said.code == 0, "no figure is made of what is typed and where one is"
            continue
        assert said.code == 3, command
        assert "damaged" in said.sentence


def test_a_setting_that_is_gone_is_named(mine: Program) -> None:
    sql(mine.home / "store.db", "DELETE FROM setting")
    said = mine("verify")
    assert said.code == 3
    assert "damaged" in said.sentence


@pytest.mark.parametrize("kind", ["pipe", "device", "long", "nobody"])
def test_what_can_be_no_store_is_refused_at_once(kind: str, program: Program, tmp_path: Path) -> None:
    path = str(tmp_path / "pipe")
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path = "/dev/null"
        case "long":
            path = str(tmp_path / ("x" * 300))
        case "nobody":
            path = "~nobody-of-that-name/store.db"
    for command in ("pack list", "stats"):
        said = program(*command.split(), "--db", path)
        assert (said.code, said.out) == (3, "")
        assert said.sentence


# The device's memory, which stands beside the store.


def put(path: Path, kind: str) -> None:
    """Something in place of a file of the device's memory."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    match kind:
        case "bytes":
            path.write_bytes(b"\xff\xfe\x00\x80")
        case "no ASCII":
            path.write_text("张三", "utf-8")
        case "empty":
            path.touch()
        case "long":
            path.write_bytes(b"a" * 10_000)
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")


@pytest.mark.parametrize("kind", ["bytes", "no ASCII", "empty", "long", "folder", "pipe", "device"])
def test_a_damaged_id_of_the_device_is_one_sentence(kind: str, mine: Program) -> None:
    path = mine.home / "device" / "id"
    put(path, kind)
    for command in ("verify", "export --all --format jsonl -o -", "store role lead"):
        said = mine(*command.split())
        assert said.code == 3, command
        assert str(path) in said.sentence
    looked = found(mine)
    assert not looked["ok"]
    (finding,) = (finding for finding in looked["findings"] if finding["name"] == "device")
    assert str(path) in finding["said"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
@pytest.mark.parametrize("name", ["openings.jsonl", "signed_in.jsonl", "heads/ann.jsonl"])
def test_what_is_no_file_in_the_devices_memory_is_told_by_doctor(name: str, kind: str, mine: Program) -> None:
    put(mine.home / "device" / name, kind)
    looked = found(mine)
    assert [finding["ok"] for finding in looked["findings"] if finding["name"] == "device"] == [False]


def test_lines_that_are_damaged_are_passed_over_and_told(mine: Program) -> None:
    path = mine.home / "device" / "openings.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"[" * 100_000 + b"\n\xff\xfe\n" + b'{"sha256": ["x"], "span_ms": ["a", null]}\n' + b'{"torn')
    (finding,) = (part for part in found(mine)["findings"] if part["name"] == "device")
    assert finding["ok"] is False
    assert "holds 2 lines" in finding["said"]


def test_a_memory_that_is_whole_is_told_too_and_none_is_made(mine: Program, tmp_path: Path) -> None:
    fresh = Program(tmp_path / "fresh")
    assert mine("store", "role", "lead").code == 0
    (finding,) = (part for part in found(mine)["findings"] if part["name"] == "device")
    assert finding["ok"] is True
    assert found(fresh)["ok"] is True
    assert not (fresh.home / "device").exists()
