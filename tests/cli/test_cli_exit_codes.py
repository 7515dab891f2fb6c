"""Exit codes, each by the real program: 0, 1, 2, 3, 4 and 128 + n; a refusal is one sentence."""

from __future__ import annotations

import io
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from cli.program import PATIENCE_SECONDS, Program

from rbcheck.sealing import make_seal, seal_file

BAD = "\udcff"  # a file name that is no text, as Python hands it over


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_0_is_done(program: Program) -> None:
    assert program("store", "role").code == 0
    assert program("--version").code == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("pack", "show", "nope"), "nope"),
        (("pack", "remove", "nope"), "nope"),
        (("stats", "--pack", "nope"), "nope"),
        (("stats", "--annotator", "nope"), "nope"),
        (("stats", "--drop", "x"), "x"),
        (("export", "--annotator", "nope"), "nope"),
        (("export", "--all", "--since", "yesterday"), "yesterday"),
        (("gold", "add", "gold.jsonl"), "annotator's store"),
        (("manual", "nope"), "nope"),
        (("schema", "nope"), "nope"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_1_is_understood_and_refused(arguments: tuple[str, ...], named: str, program: Program) -> None:
    said = program(*arguments)
    assert (said.code, said.out) == (1, "")
    assert named in said.sentence


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("--pack", "practice"), ("nope",), ("pack",), ("pack", "nope"), ("pack", "add"), ("--lang", "xx", "stats"),
        ("stats", "--by", "shoe-size"), ("demo", "--questions", "0"), ("demo", "--seed", "-1"), ("export",),
    ],
    ids=" ".join,
)  # fmt: skip
def test_2_is_usage_or_no_terminal(arguments: tuple[str, ...], program: Program) -> None:
    said = program(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err
    assert "Traceback" not in said.err


def test_the_interface_in_a_pipe_says_so(program: Program) -> None:
    said = program.shell("rbcheck | cat; exit ${PIPESTATUS[0]}")
    assert (said.code, said.out) == (2, "")
    assert "needs a terminal" in said.sentence
    assert not program.home.exists()


def test_playing_needs_a_terminal(program: Program, tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(b"x")
    said = program("play", clip)
    assert said.code == 2
    assert "needs a terminal" in said.sentence


def no_store(folder: Path) -> tuple[str, str]:
    file = folder / "notes.txt"
    file.write_text("not a database")
    return str(file), "damaged or no store"


def a_folder(folder: Path) -> tuple[str, str]:
    return str(folder), "folder"


def below_a_file(folder: Path) -> tuple[str, str]:
    no_store(folder)
    return str(folder / "notes.txt" / "store.db"), "notes.txt"


def of_another_program(folder: Path) -> tuple[str, str]:
    with closing(sqlite3.connect(folder / "other.db")) as database, database:
        database.execute("CREATE TABLE tea (sort TEXT)")
    return str(folder / "other.db"), "another program"


def newer(folder: Path) -> tuple[str, str]:
    path = folder / "store.db"
    assert Program(folder / "home")("--db", path, "store", "role").code == 0
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999_later'")
    return str(path), "newer"


def on_a_server(_folder: Path) -> tuple[str, str]:
    return "postgresql+psycopg://ann:geheim@db.example/rb?sslpassword=geheim", "ann@db.example"


def of_no_kind(_folder: Path) -> tuple[str, str]:
    return "mysql://ann:geheim@db.example/rb", "no store"


@pytest.mark.parametrize("made", [no_store, a_folder, below_a_file, of_another_program, newer, on_a_server, of_no_kind])
def test_3_is_a_store_that_cannot_be_used(
    made: Callable[[Path], tuple[str, str]], program: Program, tmp_path: Path
) -> None:
    address, told = made(tmp_path)
    for arguments in (("--db", address, "pack", "list"), ("pack", "list", "--db", address)):
        said = program(*arguments)
        assert (said.code, said.out) == (3, "")
        assert told in said.sentence
        assert "geheim" not in said.err
    assert program("stats", RBCHECK_DB=address).code == 3


def test_a_store_that_cannot_be_used_is_left_as_it_was(program: Program, tmp_path: Path) -> None:
    for made in (no_store, of_another_program, newer):
        path = Path(made(tmp_path)[0])
        before = path.read_bytes()
        program("--db", path, "stats")
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    "arguments", [("play", "/nope.mp4"), ("verify", "/nope.json"), ("import", "/nope.json"), ("pack", "add", "/nope")]
)
def test_4_is_a_file_that_is_missing(arguments: tuple[str, ...], program: Program) -> None:
    said = program(*arguments)
    assert (said.code, said.out) == (4, "")
    assert arguments[-1] in said.sentence


@pytest.mark.parametrize("command", ["play", "verify", "import", "pack add"])
def test_a_file_name_that_is_no_text_is_named_all_the_same(command: str, program: Program) -> None:
    said = program(*command.split(), f"/nope/{BAD}.mp4")
    assert said.code in {1, 4}
    assert "\\udcff.mp4" in said.sentence


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_128_and_its_number_is_a_signal_and_leaves_nothing_half(name: str, program: Program) -> None:
    running = program.start("demo", "--no-open")
    wait_for(lambda: any(program.home.glob(".practice-*/drawn/*")))
    # As the terminal does it: to the whole group, the drawing processes too.
    os.killpg(running.pid, signal.Signals[name])
    out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert (running.returncode, out, err) == (128 + signal.Signals[name], b"", b"rbcheck: Interrupted.\n")
    assert not list(program.home.glob(".practice-*"))
    assert not (program.home / "practice").exists()
    assert program("pack", "list", "--json").value["packs"] == []


def test_a_sealed_clip_is_not_played_outside_of_its_pack(program: Program, tmp_path: Path) -> None:
    plain, sealed = io.BytesIO(b"frames"), io.BytesIO()
    seal_file(plain, sealed, make_seal("secret", bytes(16))[1], bytes(16))
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(sealed.getvalue())
    said = program("play", clip)
    assert said.code == 1
    assert "is a sealed clip, which plays only in its pack" in said.sentence
    assert not (program.home / "device").exists()
