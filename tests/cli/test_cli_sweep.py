"""Arguments and surroundings of every odd kind, by every command: a sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from cli.program import Program, Said
from cli.test_cli_exit_codes import wait_for
from cli.test_cli_help import LEAVES
from exchange.places import Place

from rbcheck.domain.protocol import Stage

NO_TEXT = "a\udcffb"
"""Bytes that are no text, as Python hands them over."""

ODD = {
    "no-text": NO_TEXT,
    "empty": "",
    "long": "x" * 300,
    "longer": "长" * 5000,
    "controls": "\x1b[2J\n\u202e",
    "digits": "9" * 5000,
    "nan": "nan",
    "minus": "-1",
    "slashes": "../../nope/",
    "nobody": "~nobody-of-that-name/x",
}
ENDLESS = {("demo",), ("play",), ("doctor",)}
"""What would draw or play for some seconds where an odd value is taken."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program on a machine on which Ann finished q1 in a lead's store; not to be changed."""
    home = tmp_path_factory.mktemp("shared")
    with Place(home) as place:
        place.with_packs()
        place.judge(place.person("Ann"), "q1", Stage.DONE)
    program = Program(home, RBCHECK_DB=str(home / "store.db"))
    assert program("store", "role", "lead").code == 0
    return program


@pytest.fixture
def mine(shared: Program, tmp_path: Path) -> Program:
    """A copy of it."""
    home = tmp_path / "home"
    shutil.copytree(shared.home, home)
    return Program(home, RBCHECK_DB=str(home / "store.db"))


def refused(said: Said) -> None:
    """Nothing on standard output, and no traceback on standard error."""
    assert said.code in {1, 2, 3, 4}
    assert said.out == ""
    assert said.err
    assert "Traceback" not in said.err


def values(command: click.Command, odd: str) -> Iterator[list[str]]:
    """Command lines in which one argument or option, after the other, has an odd value; all needed ones are there."""
    needed = [parameter for parameter in command.params if isinstance(parameter, click.Argument)]
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.is_flag:
            needing = [part.opts[0] for part in command.params if isinstance(part, click.Option) and part.required]
            others = [word for name in needing if name != parameter.opts[0] for word in (name, "/tmp")]
            yield [*others, f"{parameter.opts[0]}={odd}", *("p1" for part in needed if part.required)]
        elif parameter in needed:
            yield ["--", odd]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("words", [words for words in LEAVES if words not in ENDLESS], ids=" ".join)
def test_an_odd_value_never_ends_in_a_traceback(
    words: tuple[str, ...], odd: str, shared: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)  # a store made at ../../nope stays in this test's own folder
    for line in values(LEAVES[words], ODD[odd]):
        said = shared(*words, *line)
        assert said.code in {0, 1, 2, 3, 4}, line
        assert "Traceback" not in said.err


@pytest.mark.parametrize(
    "line",
    [
        "pack show {}", "pack remove {}", "pack relink --video-root /tmp {}", "pack show p1 --annotator {}",
        "pack add /tmp --name {}", "stats --pack {}", "stats --annotator {}", "export --annotator {}",
        "export --all --pack {}", "import x.json --as {}", "gold add --pack {} x.jsonl", "manual {}", "schema {}",
        "--annotator {}", "--pack {}", "--question {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", [NO_TEXT, "\ud800"], ids=["bytes", "surrogate"])
def test_a_name_that_is_no_text_is_a_usage_error(line: str, value: str, mine: Program) -> None:
    said = mine(*(word.format(value) for word in line.split()))
    assert (said.code, said.out) == (2, "")
    assert "no text in UTF-8" in said.err


def test_a_folder_whose_name_is_no_text_is_refused_by_the_store(mine: Program, tmp_path: Path) -> None:
    from packs.making import native_pack, native_row

    folder = tmp_path / NO_TEXT
    native_pack(folder, [native_row()])
    said = mine("pack", "add", folder)
    assert said.code == 1
    assert "no text" in said.err.splitlines()[-1]
    assert "Traceback" not in said.err


@pytest.mark.parametrize("line", ["demo --seed {}", "stats --seed {}", "demo --questions 0", "demo --questions -1"])
def test_numbers_out_of_bounds_are_usage_errors(line: str, mine: Program) -> None:
    said = mine(*line.format("9" * 30).split())
    assert (said.code, said.out) == (2, "")
    assert "range" in said.err


@pytest.mark.parametrize("line", ["play x --from nan", "play x --to inf", "stats --line nan", "stats --blind-line nan"])
def test_a_number_that_is_none_is_a_usage_error(line: str, mine: Program) -> None:
    said = mine(*line.split())
    assert (said.code, said.out) == (2, "")


# Surroundings.


def test_a_home_of_nobody_is_one_sentence(program: Program) -> None:
    said = program("stats", RBCHECK_HOME="~nobody-of-that-name/x")
    assert said.code == 1
    assert "~nobody-of-that-name/x" in said.sentence


@pytest.mark.parametrize("kind", ["deep", "dotted", "digits", "huge", "pipe", "device", "folder", "bytes", "nul"])
def test_a_settings_file_that_is_none_is_one_sentence(kind: str, program: Program) -> None:
    program.home.mkdir()
    path = program.home / "settings.toml"
    match kind:
        case "deep":
            path.write_text("a = " + "[" * 9_000)
        case "dotted":
            path.write_text(".".join(["a"] * 50_000) + " = 1")
        case "digits":
            path.write_text("a = " + "9" * 9_000)
        case "huge":
            with path.open("wb") as file:
                file.truncate(3 * 2**30)
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "bytes":
            path.write_bytes(b"lang = '\xff'")
        case "nul":
            path.write_text('db = "\\u0000"')
    for command in ("stats", "pack list", "doctor"):
        said = program(*command.split())
        if kind == "nul" and command == "doctor":
            continue
        refused(said)
        assert said.sentence


# Files that are no files.


@pytest.fixture(params=["pipe", "socket", "folder", "device", "null"])
def special(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Something that has a path and is no regular file."""
    path = tmp_path / "special.jsonl"
    with socket.socket(socket.AF_UNIX) as listening:
        match request.param:
            case "pipe":
                os.mkfifo(path)
            case "socket":
                listening.bind(str(path))
            case "folder":
                path.mkdir()
            case "device":
                path = Path("/dev/zero")
            case "null":
                path = Path("/dev/null")
        yield path


@pytest.mark.parametrize("line", ["import {}", "verify {}", "gold add {}", "pack add {}", "pack add {pack} --gold {}"])
def test_what_is_no_regular_file_is_refused_at_once(line: str, special: Path, mine: Program, tmp_path: Path) -> None:
    from packs.making import native_pack, native_row

    pack = native_pack(tmp_path / "pack", [native_row()])
    said = mine(*(word.format(special, pack=pack) for word in line.split()))
    refused(said)
    assert str(special) in said.sentence


@pytest.mark.parametrize(
    "line", ["pack add {pack} --gold /nope", "pack add {pack} --video-root /nope", "gold add /nope"]
)
def test_what_is_missing_beside_a_pack_exits_4(line: str, mine: Program, tmp_path: Path) -> None:
    from packs.making import native_pack, native_row

    said = mine(*line.format(pack=native_pack(tmp_path / "pack", [native_row()])).split())
    assert (said.code, said.out) == (4, "")
    assert "/nope" in said.sentence


def test_a_folder_in_place_of_the_golds_is_told(mine: Program, tmp_path: Path) -> None:
    from packs.making import native_pack, native_row

    pack = native_pack(tmp_path / "pack", [native_row()])
    (pack / "gold.jsonl").unlink(missing_ok=True)
    (pack / "gold.jsonl").mkdir()
    said = mine("pack", "add", pack)
    assert said.code == 1
    assert "gold.jsonl" in said.sentence


# Where an export goes.


@pytest.mark.parametrize("kind", ["long", "pipe", "null", "below a file", "below nothing"])
def test_where_no_export_can_go_is_one_sentence_and_leaves_nothing(kind: str, mine: Program, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    target = there / "out.csv"
    match kind:
        case "long":
            target = there / ("x" * 300)
        case "pipe":
            os.mkfifo(target)
        case "null":
            target = Path("/dev/null")
        case "below a file":
            (there / "file").touch()
            target = there / "file" / "out.csv"
        case "below nothing":
            target = there / "nothing" / "out.csv"
    before = sorted(there.iterdir())
    said = mine("export", "--annotator", "Ann", "--format", "csv", "-o", target)
    assert said.code == 1
    assert said.sentence
    assert sorted(there.iterdir()) == before
    assert not list(Path("/dev").glob("null_*"))


def test_an_export_that_the_ledger_cannot_keep_leaves_no_file(mine: Program, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    with closing(sqlite3.connect(mine.home / "store.db")) as database, database:
        database.execute("CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no room'); END")
    for line in (("--annotator", "Ann", "-o", there / "one.json"), ("--all", "--format", "csv", "-o", there)):
        said = mine("export", *line)
        assert said.code == 1
        assert "no room" in said.sentence
        assert list(there.iterdir()) == []


# What a practice pack that was interrupted leaves.


@pytest.mark.slow
def test_what_a_killed_demo_left_is_cleared_by_the_next(program: Program) -> None:
    running = program.start("demo", "--no-open")
    wait_for(lambda: any(program.home.glob(".practice-*/drawn/*")))
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    assert list(program.home.glob(".practice-*"))
    mine = program.home / ".practice-of-my-own"
    mine.mkdir()
    assert program("demo", "--no-open", "--questions", "1").code == 0
    assert list(program.home.glob(".practice-*")) == [mine]


@pytest.mark.slow
def test_a_demo_on_a_full_disk_says_so(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = f'mount -t tmpfs -o size=1200k none "{small}" && exec "$@"'
    program = Program(small / "home")
    ran = subprocess.run(
        ["unshare", "-m", "bash", "-c", mount, "bash", *program.command("demo", "--no-open", "--questions", "2")],
        env=program.environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    if "mount" in ran.stderr or "unshare" in ran.stderr:
        pytest.skip("needs the right to mount a small disk")
    assert ran.returncode == 1
    assert "No space left" in ran.stderr
    assert "Traceback" not in ran.stderr
