"""The editor for a long text: whatever it does, what was typed is kept."""

from __future__ import annotations

import asyncio
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rbcheck.domain.errors import RbcheckError
from rbcheck.tui.long_text import Edited, Editor, editor_command

TYPED = "The bench stands left,\n路障 after it [CLIP_1 0:37.9]"


def edited(script: str, text: str = TYPED) -> Edited:
    """What comes of a text whose editor is this shell script, with the file as `$1`."""
    return asyncio.run(Editor(["sh", "-c", script, "sh"]).edit(text))


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder of the test's own."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ("true", TYPED),
        ('printf "more\n" >> "$1"', f"{TYPED}\nmore"),
        ('printf "one line, no end" > "$1"', "one line, no end"),
        ('printf "左侧\r\n右侧\r\n" > "$1"', "左侧\n右侧"),
        ('printf "\\357\\273\\277with a mark of its order" > "$1"', "with a mark of its order"),
        ('printf "a \\033[31mred\\033[0m word" > "$1"', "a ␛[31mred␛[0m word"),
        ('mv "$1" "$1~"; printf "replaced as some editors do" > "$1"', "replaced as some editors do"),
    ],
)
def test_what_was_written_comes_back_and_nothing_of_it_stays_on_the_disk(
    script: str, wanted: str, temporary: Path
) -> None:
    assert edited(script) == Edited(wanted)
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 3", "ended with exit code 3: your text is as it was."),
        ("kill -9 $$", "ended with SIGKILL: your text is as it was."),
        (': > "$1"', "gave back nothing: your text is as it was."),
        ('printf " \n\n" > "$1"', "gave back nothing: your text is as it was."),
        ('rm "$1"', "gave back nothing: your text is as it was."),
        (': > "$1"; exit 1', "ended with exit code 1: your text is as it was."),
    ],
)
def test_an_editor_that_fails_or_empties_the_file_leaves_the_text_as_it_was(
    script: str, said: str, temporary: Path
) -> None:
    after = edited(script)
    assert (after.text, after.file) == (TYPED, None)
    assert said in str(after.problem)
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "held"),
    [
        ('printf saved > "$1"; exit 1', b"saved"),
        ('printf saved > "$1"; kill -9 $$', b"saved"),
        ('printf "\\377\\376" > "$1"', b"\xff\xfe"),
    ],
)
def test_what_was_saved_and_is_not_taken_stays_in_a_file_that_is_named(script: str, held: bytes) -> None:
    after = edited(script)
    assert after.text == TYPED
    assert after.file is not None
    assert str(after.file) in str(after.problem)
    assert after.file.read_bytes() == held


@pytest.mark.parametrize("command", [["no-such-editor"], ["/"], [], ["an\0editor"]])
def test_an_editor_that_does_not_start_is_told(command: list[str], temporary: Path) -> None:
    after = asyncio.run(Editor(command).edit(TYPED))
    assert after.text == TYPED
    assert "does not start" in str(after.problem)
    assert list(temporary.iterdir()) == []


def test_without_room_for_a_file_the_text_is_as_it_was(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(temporary / "gone"))
    after = asyncio.run(Editor(["true"]).edit(TYPED))
    assert after.text == TYPED
    assert "your text is as it was" in str(after.problem)


def test_an_editor_that_is_told_to_end_gives_what_it_has_saved(temporary: Path) -> None:
    async def told() -> Edited:
        editor = Editor(["sh", "-c", 'printf "saved so far" > "$1"; touch "$1.there"; exec sleep 600', "sh"])
        running = asyncio.create_task(editor.edit(TYPED))
        while not list(temporary.glob("*/*.there")):
            await asyncio.sleep(0.01)
        editor.end()
        return await running

    assert asyncio.run(told()) == Edited("saved so far")


def test_the_file_is_for_nobody_else_to_read(temporary: Path) -> None:
    assert edited('stat -c %a "$(dirname "$1")" > "$1"').text == "700"


NONE: Callable[[str], str | None] = lambda name: None  # noqa: E731
HERE: Callable[[str], str | None] = lambda name: f"/usr/bin/{name}"  # noqa: E731


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({"EDITOR": "vi"}, ["vi"]),
        ({"VISUAL": "code --wait", "EDITOR": "ed"}, ["code", "--wait"]),
        ({"VISUAL": " ", "EDITOR": "'/opt/my editor' -x"}, ["/opt/my editor", "-x"]),
        ({}, ["nano"]),
    ],
)
def test_the_editor_is_the_one_that_was_set(
    environ: dict[str, str], wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", HERE)
    assert editor_command(environ) == wanted


def test_without_an_editor_or_with_half_a_quote_it_is_said_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", NONE)
    with pytest.raises(RbcheckError, match="set EDITOR"):
        editor_command({})
    with pytest.raises(RbcheckError, match="a quote has no end"):
        editor_command({"EDITOR": "vi 'x"})
    assert shlex.join(editor_command({"EDITOR": "vi -u NONE"})) == "vi -u NONE"
