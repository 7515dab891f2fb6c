"""`rbcheck pack`: JSON alone on standard output, sentences on standard error, exit codes, inert texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import jsonschema
import pytest
from packs.making import OPTIONS, Row, cli_pack, cli_row, native_pack, native_row, web_bundle, web_case, write

from rbcheck.cli.pack import pack
from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import Missing, NotFound
from rbcheck.packs.files import Files
from rbcheck.packs.schemas import ADD, LIST, RELINK, REMOVE, SCHEMAS, SHOW
from rbcheck.services.packs import PackService
from rbcheck.services.ports import Role
from rbcheck.store.unit_of_work import SqlStore, open_store

NASTY = "x [/] [@click=app.quit]y[/] \x1b[2J\x9b31m \u202ez"


@dataclass
class Said:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    def value(self, schema: str) -> dict[str, Any]:
        """The one JSON value on standard output, valid against its schema."""
        found = json.loads(self.out)
        jsonschema.validate(found, SCHEMAS[schema])
        assert isinstance(found, dict)
        return found


class Shell:
    """Runs commands on one store."""

    def __init__(self, store: SqlStore, home: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.store = store
        device = DeviceFiles(home / "device")
        self._wiring = SimpleNamespace(packs=PackService(store, SystemClock(), device, Files(home / "media")))
        self._capture = capture

    def __call__(self, *arguments: object) -> Said:
        code = pack.main([str(item) for item in arguments], "rbcheck pack", standalone_mode=False, obj=self._wiring)
        printed = self._capture.readouterr()
        return Said(code or 0, printed.out, printed.err)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Shell]:
    store = open_store(str(tmp_path / "home" / "store.db"))
    yield Shell(store, tmp_path / "home", capsys)
    store.dispose()


def test_every_schema_is_one() -> None:
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        with pytest.raises(jsonschema.ValidationError, match="required"):
            jsonschema.validate({"schema": name}, schema)


def test_adding_a_pack_says_what_was_understood_and_prints_one_value(shell: Shell, tmp_path: Path) -> None:
    file = cli_pack(tmp_path / "cli", [cli_row("r1"), cli_row("r2")])
    said = shell("add", file, "--video-root", tmp_path / "cli" / "recordings", "--json")
    value = said.value(ADD)
    assert said.code == 0
    assert {name: value[name] for name in ("pack", "added", "unchanged", "changed", "refused")} == {
        "pack": "cli-2", "added": 2, "unchanged": 0, "changed": 0, "refused": [],
    }  # fmt: skip
    assert value["media"] == {"found": 1, "missing": []}
    assert value["understood"]["protocol"] == "blind-first"
    assert (value["understood"]["gold"], value["understood"]["blind_hits"]) == (2, 2)
    for words in ("2 questions", "2 clips", "segment 2", "event-order 2", "2 added"):
        assert words in said.err


def test_a_dry_run_says_that_nothing_was_written(shell: Shell, tmp_path: Path) -> None:
    said = shell("add", native_pack(tmp_path / "p", [native_row()]), "--dry-run", "--json")
    assert said.code == 0
    assert said.value(ADD)["understood"]["written"] is False
    assert "Nothing was written" in said.err
    assert shell("list", "--json").value(LIST)["packs"] == []


def test_refusals_are_told_line_by_line_and_end_with_code_one(shell: Shell, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1"), native_row("q2", n=4), "{"])
    said = shell("add", folder, "--json")
    assert said.code == 1
    first, second = said.value(ADD)["refused"]
    assert first == {
        "file": "questions.jsonl", "line": 2, "id": "q2", "field": "n", "found": "4",
        "expected": "a number from 1 to 3",
    }  # fmt: skip
    assert (second["line"], second["id"], second["field"]) == (3, None, "line")
    assert "questions.jsonl:2 q2 n: found 4; expected a number from 1 to 3" in said.err
    assert "--keep-good" in said.err
    assert shell("add", folder, "--keep-good").code == 0


def test_what_only_the_pack_itself_changed_is_said_with_both_values(shell: Shell, tmp_path: Path) -> None:
    shell("add", native_pack(tmp_path / "p", [native_row()], protocol="direct"))
    said = shell("add", native_pack(tmp_path / "p", [native_row()], None, **{NASTY: 1}), "--update")
    assert said.code == 0
    assert "made: protocol, x [/]" in said.err
    assert "protocol: “direct” → “blind-first”" in said.err
    assert "0 added, 0 changed, 0 gone, 1 as they were; of the pack itself protocol, x [/]" in said.err
    assert "\x1b" not in said.err
    assert "\u202e" not in said.err


def test_names_without_end_are_cut_where_people_read_them_and_whole_in_json(shell: Shell, tmp_path: Path) -> None:
    name = "gold" + "-" * 3000
    rows = [native_row("q1", source="s" * 3000), native_row("q2", clips=[{"label": "L" * 3000, "file": "no.mp4"}])]
    folder = native_pack(tmp_path / "p", rows, None, **{name: 1})
    said = shell("add", folder, "--keep-good", "--json")
    assert max(map(len, said.err.splitlines())) < 600, said.err
    understood = said.value(ADD)["understood"]
    assert understood["sources"] == {"s" * 3000: 1}
    many = [native_row(f"q{number}", source=f"s{number}") for number in range(100)]
    said = shell("add", native_pack(tmp_path / "many", many), "--name", "many")
    assert "s39 1, and 60 more" in said.err


def test_missing_recordings_are_listed_with_their_questions(shell: Shell, tmp_path: Path) -> None:
    lost = [{"label": "CLIP_1", "video": "rec9", "span_sec": [0, 60]}]
    said = shell("add", cli_pack(tmp_path, [cli_row("r1"), cli_row("r2", evidence=lost)]), "--json")
    assert said.code == 1
    assert said.value(ADD)["media"]["missing"] == [{"recording": "rec9", "questions": ["r2"]}]
    assert "rec9: r2" in said.err


def test_several_packs_come_in_at_once_as_a_list(shell: Shell, tmp_path: Path) -> None:
    bundles = [web_bundle(tmp_path / name, [web_case(name)]) for name in ("bundle_01", "bundle_02")]
    said = shell("add", *bundles, "--json")
    values = json.loads(said.out)
    for value in values:
        jsonschema.validate(value, SCHEMAS[ADD])
    assert [value["pack"] for value in values] == ["bundle_01", "bundle_02"]
    with pytest.raises(click.UsageError):
        shell("add", *bundles, "--name", "x")


def test_list_and_show_have_the_shapes_that_scripts_rely_on(shell: Shell, tmp_path: Path) -> None:
    shell("add", cli_pack(tmp_path, [cli_row("r1", caption="told")]))
    assert shell("list", "--json").value(LIST)["packs"] == [
        {
            "name": "cli-1", "protocol": "blind-first", "reveal_gold": True, "questions": 1, "clips": 1, "judged": 0,
            "role": "annotator",
        }
    ]  # fmt: skip
    assert "cli-1" in shell("list").out
    said = shell("show", "cli-1", "--json")
    assert said.value(SHOW) == {
        "schema": SHOW,
        "pack": "cli-1",
        "questions": [
            {
                "id": "r1", "source": "excerpt", "unit": "segment", "question_type": "event-order", "k": 4, "n": 2,
                "clips": [{"label": "CLIP_1", "duration_ms": 60_500}], "stage": None,
            }
        ],
    }  # fmt: skip
    assert "gold of 1 question, blind hits of machines of 1 question, further fields of 1 question" in said.err


def test_an_annotators_store_prints_neither_gold_nor_clips_names_and_a_leads_prints_gold(
    shell: Shell, tmp_path: Path
) -> None:
    gold = write(tmp_path / "gold.jsonl", b'{"id": "w1", "answer": ["A", "D"]}')
    shell("add", web_bundle(tmp_path / "b", [web_case("w1")]), "--gold", gold)
    said = shell("show", "b")
    assert "A D" not in said.out
    assert "158" not in said.out + said.err
    with shell.store() as work:
        work.people.set_role(Role.LEAD)
        work.commit()
    said = shell("show", "b")
    assert "A D" in said.out
    assert "Withheld" not in said.err


def test_remove_and_relink_print_their_values(shell: Shell, tmp_path: Path) -> None:
    shell("add", cli_pack(tmp_path / "cli", [cli_row()]))
    (tmp_path / "cli" / "recordings").rename(tmp_path / "moved")
    said = shell("relink", "cli-1", "--video-root", tmp_path / "moved", "--json")
    assert said.value(RELINK) == {"schema": RELINK, "pack": "cli-1", "found": 1, "kept": 0, "missing": []}
    assert said.code == 0
    (tmp_path / "moved" / "p01" / "raw" / "rec1.mp4").unlink()
    again = shell("relink", "cli-1", "--video-root", tmp_path / "moved", "--json")
    assert (again.code, again.value(RELINK)["missing"]) == (1, [{"recording": "rec1", "questions": ["r1"]}])
    assert shell("remove", "cli-1", "--json").value(REMOVE)["pack"] == "cli-1"
    assert "No packs yet" in shell("list").err
    with pytest.raises(NotFound):
        shell("relink", "none", "--video-root", tmp_path)


def test_texts_and_names_that_would_steer_a_terminal_are_inert_everywhere(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "p [/] [bold]"
    options = [{"key": key, "text": f"{text} {NASTY}"} for key, text in OPTIONS.items()]
    rows: list[Row | str | bytes] = [
        native_row("q [/]", stem=NASTY, source=NASTY, unit=NASTY, question_type=NASTY, options=options),
        native_row("q2 [/]", n=9, stem=NASTY),
        native_row("q3", clips=[{"label": NASTY, "file": "clips/gone.mp4"}]),
        '{"id": "q4", "\\u001b[2J": 1, "\\u001b[2J": 2}',
    ]
    native_pack(folder, rows)
    (folder / "clips" / "gone.mp4").unlink()
    commands: list[tuple[object, ...]] = [
        ("add", folder), ("add", folder, "--keep-good", "--json"), ("list",), ("show", "made"),
        ("show", "made", "--json"), ("list", "--json"),
    ]  # fmt: skip
    printed = [shell(*command) for command in commands]
    for said in printed:
        assert not any(char in said.out + said.err for char in "\x1b\x9b\u202e")
    assert "q [/]" in printed[3].out
    assert printed[4].value(SHOW)["questions"][0]["source"] == NASTY


def test_a_path_with_an_escape_sequence_is_inert_in_the_sentence_that_refuses_it(shell: Shell, tmp_path: Path) -> None:
    with pytest.raises(Missing) as refused:
        shell("add", tmp_path / "no\x1b[2Jthing")
    assert "\x1b" not in str(refused.value)
    assert "\u241b[2J" in str(refused.value)
