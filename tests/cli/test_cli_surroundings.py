"""What surrounds a run: settings, environment, locale, streams that are closed, full or left by their reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.program import Program


@pytest.mark.parametrize(
    ("written", "told"), [("lang = ", "settings.toml"), ('lang = "xx"', "xx"), ("\x00", "settings.toml")]
)
def test_settings_that_cannot_be_used_are_one_sentence(written: str, told: str, program: Program) -> None:
    program.home.mkdir()
    (program.home / "settings.toml").write_text(written)
    said = program("pack", "list")
    assert (said.code, said.out) == (1, "")
    assert told in said.sentence
    assert program("--help").code == 0


def test_an_unknown_language_is_refused_with_what_there_is(program: Program) -> None:
    said = program("pack", "list", RBCHECK_LANG="xx")
    assert said.code == 1
    assert said.sentence == "There is no language xx: choose en or zh."


def test_a_home_that_is_a_file_is_one_sentence(program: Program) -> None:
    program.home.write_text("mine")
    for command in ("pack list", "demo --no-open", "stats", "doctor --json"):
        said = program(*command.split())
        assert said.code in {1, 3}, command
        assert str(program.home) in said.sentence
    assert program.home.read_text() == "mine"


def test_a_device_folder_that_cannot_be_written_is_one_sentence(program: Program) -> None:
    program.home.mkdir()
    (program.home / "device").write_text("a file where a folder is needed")
    said = program("store", "role", "lead")
    assert (said.code, said.out) == (3, "")
    assert "device" in said.sentence
    assert program("store", "role").out == "annotator\n"


def test_the_nearest_option_wins_over_environment_and_settings(program: Program, tmp_path: Path) -> None:
    program.home.mkdir()
    places = {name: tmp_path / f"{name}.db" for name in ("file", "environment", "front", "behind")}
    (program.home / "settings.toml").write_text(f"db = {json.dumps(str(places['file']))}\n")
    steps: list[tuple[list[object], dict[str, str]]] = [
        ([], {}),
        ([], {"RBCHECK_DB": str(places["environment"])}),
        (["--db", places["front"]], {"RBCHECK_DB": str(places["environment"])}),
    ]
    for (front, environment), made in zip(steps, ("file", "environment", "front"), strict=True):
        assert program(*front, "store", "role", **environment).code == 0
        assert places[made].exists(), made
    program("--db", places["front"], "store", "role", "lead", "--db", places["behind"])
    assert program("store", "role", "--db", places["behind"]).out == "lead\n"
    assert program("store", "role", "--db", places["front"]).out == "annotator\n"


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_names_of_any_script_in_any_locale(locale: str, judged: Program, tmp_path: Path) -> None:
    said = judged("annotator", "list", LC_ALL=locale)
    assert said.code == 0
    assert said.out.splitlines()[1].startswith("张三  ")
    said = judged("export", "--annotator", "张三", "-o", tmp_path, LC_ALL=locale)
    assert said.code == 0
    (file,) = tmp_path.iterdir()
    assert file.name.startswith("annotation_张三_")


def test_a_narrow_encoding_ends_nothing(judged: Program) -> None:
    for command in ("annotator list", "stats"):
        said = judged(*command.split(), PYTHONIOENCODING="latin-1", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert said.code == 0, said.err
        assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("command", "closed"),
    [("pack list", "<&-"), ("pack list", ">&-"), ("pack list --json", "2>&-"), ("stats", "<&- >&- 2>&-"),
     ("doctor", ">&-"), ("manual annotator", ">&-")],
)  # fmt: skip
def test_closed_streams_change_nothing(command: str, closed: str, judged: Program) -> None:
    said = judged.shell(f"rbcheck {command} {closed}")
    assert said.code == 0, said.err
    assert "Traceback" not in said.err


def test_the_interface_without_standard_input_needs_a_terminal(program: Program) -> None:
    assert "needs a terminal" in program.shell("rbcheck <&-").sentence


def test_nothing_of_the_store_is_written_to_a_stream_that_was_closed(program: Program) -> None:
    assert program.shell("rbcheck pack list >&- 2>&-").code == 0
    assert program("verify", "--json").value["ok"] is True


@pytest.mark.parametrize(
    "command",
    ["pack list --json", "pack list", "schema annotation", "--help", "export --annotator 张三 -o -"],
)  # fmt: skip
def test_a_reader_that_leaves_is_no_error(command: str, judged: Program) -> None:
    said = judged.shell(f"set -o pipefail; {{ sleep 0.2; rbcheck {command}; }} | true")
    assert (said.code, said.out) == (0, "")
    assert "Traceback" not in said.err
    assert "Exception ignored" not in said.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["pack list", "pack list --json", "--help", "export --annotator 张三 -o -"])
def test_a_full_disk_behind_standard_output_is_one_sentence(command: str, judged: Program) -> None:
    said = judged.shell(f"rbcheck {command} >/dev/full")
    assert said.code == 1
    assert "cannot be written" in said.err
    assert "Traceback" not in said.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(("command", "code"), [("nosuch", 2), ("pack add", 2), ("pack show nosuch", 1)])
@pytest.mark.parametrize("end", ["2>/dev/full", "2>&-"])
def test_a_standard_error_that_takes_nothing_changes_no_exit_code(
    command: str, code: int, end: str, judged: Program
) -> None:
    assert judged.shell(f"rbcheck {command} {end}").code == code


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion(shell: str, program: Program) -> None:
    said = program(_RBCHECK_COMPLETE=f"{shell}_source")
    assert said.code == 0
    assert "_RBCHECK_COMPLETE" in said.out


@pytest.mark.parametrize(
    ("words", "offered"),
    [("rbcheck pa", {"pack"}), ("rbcheck pack re", {"relink", "remove"}), ("rbcheck stats --l", {"--line", "--lang"})],
)
def test_words_are_completed(words: str, offered: set[str], program: Program) -> None:
    said = program(_RBCHECK_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
    assert {line.partition(",")[2] for line in said.out.splitlines()} == offered
    assert said.err == ""
    assert not program.home.exists()


def test_what_the_program_is_for_is_told_in_the_language_of_its_reader(program: Program) -> None:
    english, chinese = program("--help").out, program("--lang", "zh", "--help").out
    assert "read the manual" in english
    assert "阅读手册" in chinese
    assert "read the manual" not in chinese
