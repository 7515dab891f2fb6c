"""`--json`: one value on standard output and no word beside it, valid against what `rbcheck schema` prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli.program import Program, Said
from packs.making import native_pack, native_row

READING = {
    "pack list": ("pack_list", ("pack", "list", "--json")),
    "pack show": ("pack_show", ("pack", "show", "p1", "--json")),
    "annotator list": ("annotators", ("annotator", "list", "--json")),
    "store role": ("store_role", ("store", "role", "--json")),
    "stats": ("stats", ("stats", "--json")),
    "stats of a pack": ("stats", ("stats", "--pack", "p1", "--annotator", "张三", "--json")),
    "verify": ("verify", ("verify", "--json")),
    "doctor": ("doctor", ("doctor", "--json")),
}


def schema(program: Program, name: str) -> Any:
    """A JSON Schema as the program prints it."""
    said = program("schema", name)
    assert (said.code, said.err) == (0, "")
    jsonschema.Draft202012Validator.check_schema(said.value)
    return said.value


def checked(program: Program, name: str, said: Said) -> Any:
    """The value that was printed, valid against the schema of that name; nothing steers a terminal."""
    value = said.value
    jsonschema.validate(value, schema(program, name), cls=jsonschema.Draft202012Validator)
    assert value["schema"].startswith("rbcheck.")
    assert said.out.count("\n") == 1
    return value


@pytest.mark.parametrize(("name", "arguments"), READING.values(), ids=READING)
def test_what_reads_prints_one_value_of_its_shape(name: str, arguments: tuple[str, ...], judged: Program) -> None:
    checked(judged, name, judged(*arguments))


@pytest.mark.parametrize(
    ("name", "arguments"), [READING[key] for key in READING if "pack show" not in key and "of a pack" not in key]
)
def test_a_fresh_machine_prints_the_same_shapes(name: str, arguments: tuple[str, ...], program: Program) -> None:
    checked(program, name, program(*arguments))


def test_names_are_readable_and_never_escaped(judged: Program) -> None:
    said = judged("annotator", "list", "--json", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "张三" in said.out
    assert [row["judgments"] for row in said.value["annotators"]] == [2]


def test_packs_coming_in_going_out_of_sight_and_found_again(program: Program, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "made", [native_row("q1"), native_row("q2")], {"q1": "AB", "q2": "CD"})
    dry = checked(program, "pack_add", program("pack", "add", folder, "--dry-run", "--json"))
    assert (dry["added"], dry["understood"]["written"]) == (2, False)
    added = checked(program, "pack_add", program("pack", "add", folder, "--json"))
    assert (added["added"], added["understood"]["written"]) == (2, True)
    checked(program, "pack_relink", program("pack", "relink", "made", "--video-root", folder, "--json"))
    checked(program, "pack_remove", program("pack", "remove", "made", "--json"))
    assert checked(program, "pack_list", program("pack", "list", "--json"))["packs"] == []


def test_several_packs_are_one_value_too(program: Program, tmp_path: Path) -> None:
    first = native_pack(tmp_path / "one", [native_row("q1")], name="one")
    second = native_pack(tmp_path / "two", [native_row("w2")], name="two")
    said = program("pack", "add", first, second, "--json")
    assert [value["pack"] for value in said.value] == ["one", "two"]
    jsonschema.validate(said.value, schema(program, "pack"), cls=jsonschema.Draft202012Validator)


def test_an_export_is_what_the_schema_of_annotations_says_and_comes_in(judged: Program, tmp_path: Path) -> None:
    out = judged("export", "--annotator", "张三", "-o", "-")
    assert out.code == 0
    jsonschema.validate(out.value, schema(judged, "annotation"), cls=jsonschema.Draft202012Validator)
    assert out.err.startswith("2 judgments (1 complete, 1 incomplete), ")
    file = tmp_path / "annotation.json"
    file.write_text(out.out, encoding="utf-8")
    told = checked(judged, "verify", judged("verify", file, "--json"))
    assert told["ok"] is True
    fresh = Program(tmp_path / "home")
    refused = fresh("import", file, "--json")
    assert refused.code == 1
    assert len(checked(fresh, "import", refused)["files"][0]["refused"]) == 2


def test_golds_and_the_role(program: Program, tmp_path: Path) -> None:
    program("pack", "add", native_pack(tmp_path / "made", [native_row("q1")]))
    set_to = checked(program, "store_role", program("store", "role", "lead", "--json"))
    assert set_to["role"] == "lead"
    file = tmp_path / "gold.jsonl"
    file.write_text('{"id": "q1", "answer": ["A", "B"]}\n{"id": "q9", "answer": ["A", "B"]}\n')
    said = program("gold", "add", file, "--json")
    assert (said.code, said.err) == (1, "")
    assert [part["id"] for part in checked(program, "gold_add", said)["refused"]] == ["q9"]


def test_every_schema_is_one(program: Program) -> None:
    names = program("schema").out.split()
    assert {"annotation", "pack", "stats"} <= set(names)
    assert {name for name, _ in READING.values()} <= set(names)
    for name in names:
        schema(program, name)


def test_messages_are_on_standard_error_and_data_on_standard_output(program: Program) -> None:
    said = program("pack", "list")
    assert (said.code, said.out) == (0, "")
    assert "rbcheck demo" in said.err
    assert json.loads(program("pack", "list", "--json").out) == {"schema": "rbcheck.pack_list/1", "packs": []}
