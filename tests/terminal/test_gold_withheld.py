"""Before the verdict no command prints what depends on the gold: two stores that differ in it alone print alike."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from packs.making import cli_pack, cli_row, jsonl, native_pack, native_row
from terminal.driving import rbcheck

from rbcheck.cli.main import run
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

ORDER = (Stage.BLIND, Stage.WATCH, Stage.CHECK, Stage.ANSWER, Stage.VERDICT, Stage.DONE)
MARKER = "UNMISTAKABLE"
# One store's gold is what the annotator guessed, marked and answers; the other's is the opposite.
SIDES = {"same": (["A", "B"], 3), "other": (["C", "D"], 0)}


def judge(wiring: Wiring, pack: str, question: str, until: Stage) -> None:
    """A judgment that has come as far as a stage: A and B all along."""
    desk = wiring.annotating
    annotator = wiring.queueing.sign_in("Ann", "en").annotator_id
    view = desk.open(annotator, pack, question)
    jid = view.header.judgment_id
    steps = {
        Stage.BLIND: lambda: desk.commit_blind(jid, "AB", None),
        Stage.WATCH: lambda: desk.finish_watching(jid),
        Stage.CHECK: lambda: desk.finish_marks(jid),
        Stage.ANSWER: lambda: desk.commit_answer(jid, "AB"),
        Stage.VERDICT: lambda: desk.commit_verdict(jid, Verdict.CLEAR, ""),
    }
    while view.header.stage is not until:
        stage = view.header.stage
        if stage is Stage.WATCH:
            desk.played(jid, WatchSpan(f"{jid}:1", 1, 0, 60_500, 1.0, wiring.clock.now(), "blocks", 68))
        if stage is Stage.CHECK:
            for key in "ABCD":
                desk.mark(jid, key, Mark.SUPPORTED if key in "AB" else Mark.RULED_OUT)
        view = steps[stage]()
    desk.close()


def telling(kind: str, question: str) -> dict[str, object]:
    """What upstream lines carry beside the question, gold and all."""
    return {"rationale": f"{MARKER} rationale of {question}", "private_order": [MARKER, kind]}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose judgments stand in every stage, in packs that will reveal their gold, never will, and are direct."""
    place = tmp_path_factory.mktemp("withheld")
    home = place / "home"
    names = [f"q{number}" for number in range(1, 6)]
    rows = [cli_row(name, question=f"Which two of {name}?", **telling("cli", name)) for name in names]
    review_set = cli_pack(place / "cli", rows)
    rbcheck(home, "pack", "add", str(review_set), "--video-root", str(place / "cli" / "recordings"), "--name", "cli")
    manifests: dict[str, dict[str, object]] = {
        "never": {"reveal_gold": False},
        "direct": {"reveal_gold": True, "protocol": "direct"},
    }
    for name, manifest in manifests.items():
        row = native_row(name, explanations={"A": f"{MARKER} because"}, **telling(name, name))
        clips = [{"label": "CLIP_1", "file": f"clips/{name}.mp4", "duration_s": 60.5}]
        folder = native_pack(place / name, [row | {"clips": clips}], {name: ["A", "B"]}, name=name, **manifest)
        rbcheck(home, "pack", "add", str(folder))
    wiring = Wiring(read_settings({"RBCHECK_HOME": str(home)}))
    for name, until in zip(names, ORDER, strict=False):
        judge(wiring, "cli", name, until)
    judge(wiring, "never", "never", Stage.DONE)
    judge(wiring, "direct", "direct", Stage.VERDICT)
    wiring.open_work.dispose()
    # The first export makes the key of the device: both stores sign with the same.
    rbcheck(home, "export", "--annotator", "Ann", "-o", str(place / "first.json"))
    return home


def with_gold(home: Path, answer: list[str], hits: int, kind: str) -> None:
    """Put another gold, and all that gives it away, under a store that the program does not watch meanwhile."""
    with closing(sqlite3.connect(home / "rbcheck.db")) as raw:
        rules = raw.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('gold', 'question')"
        ).fetchall()
        for name, _rule in rules:
            raw.execute(f"DROP TRIGGER {name}")
        changed = raw.execute("UPDATE gold SET answer = ?", [json.dumps(answer)]).rowcount
        assert changed == 7
        extra = json.dumps({"rationale": f"{MARKER} {kind}"})
        told = json.dumps({"A": f"{MARKER} {kind}"})
        raw.execute("UPDATE question SET machine_blind_hits = ?, extra = ?, explanations = ?", [hits, extra, told])
        for _name, rule in rules:
            raw.execute(rule)
        raw.commit()


def reading(place: Path) -> Iterator[list[str]]:
    """Every command that reads, in every form."""
    yield ["pack", "list"]
    yield ["pack", "list", "--json"]
    for pack in ("cli", "never", "direct"):
        yield ["pack", "show", pack]
        yield ["pack", "show", pack, "--json"]
        yield ["pack", "show", pack, "--annotator", "Ann", "--json"]
    for form in ("full", "runningbench", "cli-results", "csv", "tsv", "jsonl"):
        yield ["export", "--annotator", "Ann", "--format", form, "-o", str(place / f"ann.{form}")]
    yield ["export", "--all", "--format", "jsonl", "-o", "-"]
    yield ["export", "--annotator", "Ann", "--complete", "--format", "csv", "-o", "-"]
    yield ["stats"]
    yield ["stats", "--json"]
    for group in ("unit", "type", "dimension", "source", "pack", "annotator", "verdict"):
        yield ["stats", "--by", group]
    for pack in ("cli", "never", "direct"):
        yield ["stats", "--pack", pack, "--json"]
    yield ["stats", "--annotator", "Ann", "--json"]
    yield ["verify"]
    yield ["verify", "--json"]
    yield ["verify", str(place / "ann.full"), "--json"]
    yield ["doctor", "--json"]
    yield ["annotator", "list"]
    yield ["schema"]
    yield ["import", str(place / "ann.full"), "--json"]
    yield ["import", str(place / "ann.cli-results"), "--json"]
    yield ["import", str(place / "ann.runningbench"), "--json"]


def guessing(place: Path) -> Iterator[list[str]]:
    """Commands that would tell whether a guessed gold is the gold."""
    source, videos = str(place.parent / "cli" / "review_set.jsonl"), str(place.parent / "cli" / "recordings")
    for letters in (["A", "B"], ["C", "D"]):
        guess = place / f"guess_{''.join(letters)}.jsonl"
        guess.write_bytes(jsonl([{"id": f"q{number}", "answer": letters} for number in range(1, 6)]))
        yield ["gold", "add", str(guess), "--pack", "cli"]
        for how in (["--dry-run"], [], ["--update", "--dry-run"], ["--update"]):
            named = ["--video-root", videos, "--name", "cli", "--gold", str(guess), "--json", *how]
            yield ["pack", "add", source, *named]
        yield ["pack", "show", "cli", "--json"]
        yield ["stats", "--json"]


FREE = r'(?<="disk_space", "ok": true, "found": )\d+'
SIGNED = r'(?<="value": ")[0-9a-f]{128}'
# What is signed has the time in it.
UNSTEADY = re.compile(rf"\d{{4}}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|\d+(?= MB are free)|{FREE}|{SIGNED}")


class Teller:
    """Runs commands on a copy of the judged store with another gold under it, and tells all that they print."""

    def __init__(self, judged: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self._judged, self._capfd = judged, capfd
        self.home, self.files = judged.parent / "copy", judged.parent / "files"
        monkeypatch.setenv("RBCHECK_HOME", str(self.home))
        monkeypatch.setenv("RBCHECK_LANG", "en")

    def lay(self, side: str) -> None:
        """Put a fresh copy there, with this side's gold."""
        for folder in (self.home, self.files):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self._judged, self.home)
        self.files.mkdir()
        with_gold(self.home, *SIDES[side], side)

    def tell(self, commands: Iterable[list[str]]) -> dict[str, str]:
        """What each command prints and writes, times and free space apart."""
        told: dict[str, str] = {}
        self._capfd.readouterr()
        for number, command in enumerate(commands):
            code = run(command)
            out, err = self._capfd.readouterr()
            assert "Traceback" not in err, err
            told[f"{number} {' '.join(command)}"] = f"{code}\n{out}\n{err}"
        for path in sorted(self.files.glob("ann.*")):
            told[path.name] = path.read_text("utf-8")
        return {name: UNSTEADY.sub("…", text) for name, text in told.items()}


@pytest.fixture
def teller(judged: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Teller:
    """A teller on the judged store."""
    return Teller(judged, monkeypatch, capfd)


@pytest.mark.parametrize("commands", [reading, guessing])
def test_what_commands_print_does_not_depend_on_the_gold(
    commands: Callable[[Path], Iterator[list[str]]], teller: Teller
) -> None:
    told: list[dict[str, str]] = []
    for side in SIDES:
        teller.lay(side)
        told.append(teller.tell(commands(teller.files)))
    same, other = told
    assert same.keys() == other.keys()
    assert {name: (text, other[name]) for name, text in same.items() if text != other[name]} == {}
    assert not [name for name, text in same.items() if MARKER in text]


def test_the_same_commands_do_tell_a_lead(teller: Teller) -> None:
    told: list[dict[str, str]] = []
    for side in SIDES:
        teller.lay(side)
        told.append(teller.tell([["store", "role", "lead"], *reading(teller.files)]))
    same, other = told
    different = {name.split(" ", 1)[-1] for name, text in same.items() if text != other[name]}
    assert {"stats --json", "ann.cli-results", "stats --pack cli --json"} <= different
