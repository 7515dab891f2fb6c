"""The commands as scripts run them: what goes to which stream, exit codes, shapes, and what is never loaded."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from exchange.places import Place

from rbcheck.cli.verify import schemas
from rbcheck.domain.protocol import Stage

HEAVY = ("textual", "vlc", "av")


@dataclass(frozen=True)
class Ran:
    """A finished command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value on standard output."""
        return json.loads(self.out)


class Shell:
    """A home with a store in which somebody has judged."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def run(self, *arguments: str, watch: bool = False) -> Ran:
        """Run a command line; with `watch` the names of heavy modules that it loaded stand on standard error."""
        code = (
            "import sys\nfrom rbcheck.cli.main import run\ncode = run(sys.argv[1:])\n"
            f"print('loaded:', *[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\nsys.exit(code)"
        )
        program = ["-c", code] if watch else ["-m", "rbcheck"]
        environment = {**os.environ, "RBCHECK_HOME": str(self.home), "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
        environment.pop("RBCHECK_DB", None)
        done = subprocess.run(
            [sys.executable, *program, *arguments], cwd=self.home, env=environment, capture_output=True, timeout=120
        )
        return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Ann and 张三 have judged."""
    home = tmp_path_factory.mktemp("home")
    with Place(home) as made:
        made.with_packs()
        made.judge(made.person("Ann"), "q1")
        made.judge("id-Ann", "q2", Stage.VERDICT)
        made.judge(made.person("张三"), "d1", Stage.CHECK)
    (home / "store.db").rename(home / "rbcheck.db")
    return Shell(home)


def valid(value: Any, name: str) -> None:
    """Check a value against the schema that `rbcheck schema` prints."""
    jsonschema.Draft202012Validator(dict(schemas()[name])).validate(value)


def test_without_a_name_the_annotators_are_listed(shell: Shell) -> None:
    ran = shell.run("export", "--annotator")
    assert ran.code == 2
    heads, *rows = [line.split() for line in ran.out.splitlines()]
    assert heads == ["name", "id", "judgments"]
    assert ["张三", "id-张三", "1"] in rows
    assert ran.err == "Say whose judgments to export: --annotator NAME, or --all.\n"
    assert shell.run("export").code == 2


def test_standard_output_holds_only_data(shell: Shell) -> None:
    ran = shell.run("export", "--annotator", "Ann", "-o", "-")
    assert ran.code == 0
    valid(ran.json, "annotation")
    assert "2 judgments (1 complete, 1 incomplete), 0 fields withheld" in ran.err.splitlines()
    assert "-" not in os.listdir(shell.home)


def test_what_is_withheld_is_counted_on_standard_error(shell: Shell) -> None:
    ran = shell.run("export", "--annotator", "Ann", "--format", "cli-results", "-o", "-")
    assert [json.loads(line)["gold"] for line in ran.out.splitlines()] == [["A", "B", "H"], None]
    assert "2 judgments (1 complete, 1 incomplete), 4 fields withheld" in ran.err.splitlines()


def test_what_is_withheld_counts_the_same_in_a_table(shell: Shell) -> None:
    """One a judgment and field: the gold of q2, however many rows it has."""
    ran = shell.run("export", "--annotator", "Ann", "--format", "csv", "-o", "-")
    assert "2 judgments (1 complete, 1 incomplete), 1 fields withheld" in ran.err.splitlines()


def test_no_two_formats_share_a_file_name(shell: Shell, tmp_path: Path) -> None:
    for form in ("full", "runningbench", "cli-results", "csv", "tsv", "jsonl"):
        assert shell.run("export", "--annotator", "Ann", "--format", form, "-o", str(tmp_path)).code == 0
    endings = {path.name.split("-", 2)[2].split(".", 1)[1] for path in tmp_path.iterdir()}
    assert endings == {"json", "runningbench.json", "cli-results.jsonl", "csv", "tsv", "jsonl"}


def test_parquet_is_not_offered(shell: Shell) -> None:
    assert "parquet" not in shell.run("export", "--help").out


def test_a_file_by_the_name_of_its_annotator(shell: Shell) -> None:
    before = set(os.listdir(shell.home))
    for _ in range(2):
        assert shell.run("export", "--annotator", "张三").code == 0
    first, second = sorted(set(os.listdir(shell.home)) - before, key=len)
    assert first.startswith("annotation_张三_20")
    assert second == first.replace(".json", "_2.json")


def test_an_export_is_the_same_but_for_its_time(shell: Shell) -> None:
    one, two = (shell.run("export", "--annotator", "Ann", "-o", "-").json for _ in range(2))
    for value in (one, two):
        del value["exported_at"], value["signature"]["value"]  # the signature is over the time too
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", "--annotator", "Nobody"), "annotator list"),
        (("export", "--annotator", "Ann", "--pack", "none"), "pack list"),
        (("export", "--annotator", "Ann", "--format", "parquet"), "csv"),
        (("export", "--annotator", "Ann", "--since", "soon"), "ISO 8601"),
        (("export", "--annotator", "Ann", "-o", "no/such/folder/x.json"), "cannot be written"),
        (("stats", "--pack", "none"), "pack list"),
        (("gold", "add", "x.jsonl"), "annotator's store"),
        (("schema", "nothing"), "annotation"),
    ],
)
def test_refusals_are_one_sentence_and_exit_1(shell: Shell, arguments: tuple[str, ...], said: str) -> None:
    ran = shell.run(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert "Traceback" not in ran.err


def test_a_file_that_is_not_there_exits_4(shell: Shell) -> None:
    assert shell.run("import", "nowhere.json").code == 4


def test_import_says_what_became_of_each_file(shell: Shell, tmp_path: Path) -> None:
    exported = shell.run("export", "--annotator", "Ann", "-o", "-").out
    (tmp_path / "ann.json").write_text(exported, "utf-8")
    ran = shell.run("import", str(tmp_path / "ann.json"), "--json")
    assert ran.code == 0
    valid(ran.json, "import")
    assert {key: ran.json["files"][0][key] for key in ("file", "new", "same", "older", "refused")} == {
        "file": "ann.json", "new": 0, "same": 2, "older": 0, "refused": [],
    }  # fmt: skip
    assert "Nothing has changed" in shell.run("import", str(tmp_path / "ann.json")).err


def test_verify_store_and_file(shell: Shell, tmp_path: Path) -> None:
    ran = shell.run("verify", "--json")
    assert ran.code == 0, ran.err
    valid(ran.json, "verify")
    assert ran.json["ok"] is True
    value = shell.run("export", "--annotator", "Ann", "-o", "-").json
    del value["chains"][0]["events"][3]
    (tmp_path / "bad.json").write_text(json.dumps(value), "utf-8")
    ran = shell.run("verify", str(tmp_path / "bad.json"), "--json")
    assert ran.code == 1
    valid(ran.json, "verify")
    assert ran.json["chains"][0]["first_bad"] == {"n": 4, "how": "removed"}
    assert shell.run("verify", str(tmp_path / "bad.json")).code == 1


def test_verify_names_people_and_this_device(shell: Shell, tmp_path: Path) -> None:
    said = shell.run("verify").out
    assert re.search(r"^Ann \(id-Ann…\) on this device: \d+ events, whole, anchored up to \d+$", said, re.MULTILINE)
    assert re.search(r"^the store itself \([0-9a-f]{6}…\) on this device: ", said, re.MULTILINE)
    (tmp_path / "ann.json").write_text(shell.run("export", "--annotator", "Ann", "-o", "-").out, "utf-8")
    assert "Ann (id-Ann…) on this device: " in shell.run("verify", str(tmp_path / "ann.json")).out


def test_stats_print_and_json(shell: Shell) -> None:
    ran = shell.run("stats", "--json")
    assert ran.code == 0
    valid(ran.json, "stats")
    assert ran.json["withheld"] == 2
    assert "2 judgments without a verdict" in ran.err
    assert shell.run("stats", "--json").json == ran.json
    page = shell.run("stats", "--by", "unit", "--by", "type")
    assert page.code == 0
    assert "whole_video" in page.out


def test_the_other_shapes(shell: Shell) -> None:
    valid(shell.run("annotator", "list", "--json").json, "annotators")
    valid(shell.run("store", "role", "--json").json, "store_role")
    for arguments in (("pack", "list", "--json"), ("pack", "show", "p1", "--json")):
        valid(shell.run(*arguments).json, "pack")


@pytest.mark.parametrize("name", sorted(schemas()))
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(dict(schemas()[name]))


def test_the_schemas_are_printed(shell: Shell) -> None:
    assert shell.run("schema").out.split()[:3] == ["annotation", "pack", "stats"]
    assert shell.run("schema", "annotation").json == schemas()["annotation"]


@pytest.mark.parametrize(
    "arguments",
    [("stats",), ("stats", "--json"), ("export", "--annotator", "Ann", "-o", "-"), ("pack", "list")],
    ids=str,
)
def test_neither_textual_nor_vlc_is_loaded(shell: Shell, arguments: tuple[str, ...]) -> None:
    ran = shell.run(*arguments, watch=True)
    assert ran.code == 0, ran.err
    assert ran.err.splitlines()[-1].split() == ["loaded:"]
