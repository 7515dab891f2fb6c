"""What each format holds, and what none of them shows."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from pathlib import Path

import builders
import jsonschema
import pytest
from exchange.places import Place

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import FORMATS, safe_name, write_file
from rbcheck.exchange.line_schemas import LINE_SCHEMAS
from rbcheck.exchange.schemas import SCHEMAS
from rbcheck.exchange.table import COLUMNS
from rbcheck.services.exporting import ExportRequest
from rbcheck.services.ports import Role

DATA = Path(__file__).parents[2] / "../shared/data/runningbench/annotation_Annotator_01.json"

JSONL_KEYS = [
    "pack", "question_id", "version", "annotator", "kind", "revision", "stage", "blind", "marks", "final", "verdict",
    "gold_verdict", "notes", "opened_at", "first_play_at", "final_at", "verdict_at", "submitted_at", "active_seconds",
    "minutes_since_break", "spans", "after_reveal", "flags", "chain",
]  # fmt: skip


def text_of(place: Place, form: str, **more: object) -> str:
    """The text of one export to a stream."""
    parts: list[str] = []
    place.exchanging.export(ExportRequest(FORMATS[form], "Ann", stream=parts.append, **more))  # type: ignore[arg-type]
    return "".join(parts)


def lines_of(place: Place, form: str) -> dict[str, dict[str, object]]:
    """The lines of an export, by question."""
    values = [json.loads(line) for line in text_of(place, form).splitlines()]
    return {value.get("question_id") or value["review_id"]: value for value in values}


def test_full_is_valid_against_the_schema_that_ships(house: Place) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS["annotation"])
    value = json.loads(text_of(house, "full"))
    jsonschema.Draft202012Validator(SCHEMAS["annotation"]).validate(value)
    assert value["signature"]["device"] == house.device.device_id
    assert value["signature"]["key"] == house.device.public_key
    assert {judgment["stage"] for judgment in value["judgments"]} == {stage.value for stage in Stage}
    value["judgments"][0]["surprise"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, SCHEMAS["annotation"])


@pytest.mark.parametrize("form", ["jsonl", "cli-results", "runningbench", "csv"])
def test_the_smaller_formats_are_valid_against_theirs(house: Place, form: str) -> None:
    text = text_of(house, form, pack="p1")
    values: list[object]
    match form:
        case "csv":
            values = list(csv.DictReader(io.StringIO(text)))
        case "runningbench":
            values = [json.loads(text)]
        case _:
            values = [json.loads(line) for line in text.splitlines()]
    validator = jsonschema.Draft202012Validator(LINE_SCHEMAS[form.replace("-", "_")])
    for value in values:
        validator.validate(value)
    assert len(values) == {"csv": 64, "runningbench": 1}.get(form, 8)


def test_text_and_version_travel_with_every_vote(house: Place) -> None:
    for judgment in json.loads(text_of(house, "full"))["judgments"]:
        asked = judgment["question"]
        assert asked["version"].startswith("sha256:")
        assert [option["key"] for option in asked["options"]] == judgment["frame"]["keys"]
        assert all(option["text"] for option in asked["options"])
    for row in csv.DictReader(io.StringIO(text_of(house, "csv"))):
        assert row["option_text"] == f"Statement {row['option']} of {row['question_id']}"


def test_the_record_of_jsonl_to_the_letter(house: Place) -> None:
    lines = lines_of(house, "jsonl")
    for line in lines.values():
        assert list(line) == JSONL_KEYS
        assert list(line["active_seconds"]) == ["blind", "watch", "check", "answer", "verdict"]  # type: ignore[call-overload]
        assert list(line["marks"]) == list(builders.KEYS)  # type: ignore[call-overload]
    done = lines["q7"]
    assert done["blind"] == {**done["blind"], "options": ["A", "B", "C"], "confidence": "hunch"}  # type: ignore[dict-item]
    assert (done["final"], done["verdict"], done["gold_verdict"]) == (["A", "B", "H"], "clear", "correct")
    assert str(done["submitted_at"]).endswith("Z")
    assert done["spans"][0] == {  # type: ignore[index]
        "clip": 1, "from_ms": 0, "to_ms": 20000, "rate": 1.0, "shown": "kitty", "lines": 480,
    }  # fmt: skip
    assert lines["q1"]["final"] is None


def test_nothing_is_escaped_that_need_not_be(house: Place) -> None:
    for form in FORMATS:
        if not FORMATS[form].bundled:
            assert "\\u4" not in text_of(house, form)
    assert "红门" in text_of(house, "full")
    assert "从未出现" in text_of(house, "csv")


def test_cli_results_withhold_gold_until_the_verdict(house: Place) -> None:
    """In an annotator's store gold, and what is computed from it, is null (never left out) without a verdict."""
    lines = lines_of(house, "cli-results")
    for question_id, stage in zip((f"q{n}" for n in range(1, 8)), Stage, strict=True):
        checks = lines[question_id]["human_checks"]
        assert isinstance(checks, dict)
        opened = stage in (Stage.REVEAL, Stage.DONE)
        assert lines[question_id]["gold"] == (list(builders.GOLD) if opened else None)
        assert lines[question_id]["machine_blind_hits"] == (1 if opened else None)
        assert checks["blind_hit"] is (False if opened else None)
        assert checks["agrees_with_gold"] is (True if opened else None)
        assert {"blind_attempt", "final_answer", "verdict", "notes"} < set(checks)
        assert checks["verdict"] == ("correct" if stage is Stage.DONE else None)
        assert checks["verdict_before_gold"] == ("clear" if opened else None)


def test_how_much_was_withheld_is_counted(house: Place) -> None:
    """gold, hits, blind_hit, agrees_with_gold: as many as would have had a value."""
    parts: list[str] = []
    done = house.exchanging.export(ExportRequest(FORMATS["cli-results"], "Ann", "p1", stream=parts.append))[0]
    assert (done.judgments, done.complete, done.incomplete) == (8, 1, 7)
    # BLIND 2 (gold, hits); WATCH, CHECK, ANSWER 3 (+ blind_hit); VERDICT 4; REVEAL, DONE and the reopened one none.
    assert done.withheld == 2 + 3 * 3 + 4


def test_csv_leaves_withheld_cells_empty(house: Place) -> None:
    rows = list(csv.DictReader(io.StringIO(text_of(house, "csv"))))
    assert list(rows[0]) == list(COLUMNS)
    gold = {row["question_id"]: row["gold"] for row in rows if row["option"] == "A"}
    assert gold["q5"] == ""
    assert gold["q7"] == "1"
    assert len(rows) == 12 * 8


def test_gold_that_is_never_shown_stays_withheld(place: Place) -> None:
    """A pack that does not reveal keeps its gold from an annotator also after the verdict; a lead sees all."""
    with place.store() as work:
        pack = work.packs.get("p1")
        assert pack is not None
        work.packs.replace(
            type(pack)(**{**{name: getattr(pack, name) for name in pack.__slots__}, "reveal_gold": False})
        )
        work.commit()
    ann = place.person()
    place.judge(ann, "q1")
    assert lines_of(place, "cli-results")["q1"]["gold"] is None
    with place.store() as work:
        work.people.set_role(Role.LEAD)
        work.commit()
    assert lines_of(place, "cli-results")["q1"]["gold"] == list(builders.GOLD)


def test_runningbench_has_the_shape_of_the_web_bundles(house: Place) -> None:
    value = json.loads(text_of(house, "runningbench", pack="p1"))
    assert list(value) == ["schema", "bundle", "annotator", "exported_at", "reviews"]
    assert (value["schema"], value["bundle"], value["annotator"]) == ("runningbench-annotation-v1", "p1", "Ann")
    review = next(review for review in value["reviews"] if review["review_id"] == "q7")
    assert list(review) == [
        "review_id", "source", "unit", "question_type", "annotator", "tool", "n_select", "complete", "human_checks",
        "time_sec",
    ]  # fmt: skip
    assert list(review["human_checks"]) == ["per_option", "final_answer", "verdict", "notes"]
    assert review["complete"] is True
    if DATA.exists():
        real = json.loads(DATA.read_text("utf-8"))
        assert list(real) == list(value)
        assert list(real["reviews"][0]) == list(review)
        assert list(real["reviews"][0]["human_checks"]) == list(review["human_checks"])


def test_runningbench_holds_one_pack(house: Place) -> None:
    with pytest.raises(ExchangeError, match="p1, p2"):
        text_of(house, "runningbench")


def test_excel_runs_no_cell(house: Place) -> None:
    text = text_of(house, "csv", excel=True)
    assert text.startswith("\ufeff")
    plain = list(csv.reader(io.StringIO(text_of(house, "csv"))))
    safe = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    for before, after in zip(plain, safe, strict=True):
        for was, now in zip(before, after, strict=True):
            assert now == was or now == "'" + was
            assert not now.startswith(("=", "+", "@"))


def test_since_and_complete_choose(house: Place) -> None:
    everything = json.loads(text_of(house, "full"))["judgments"]
    late = sorted(judgment["last_act_at"] for judgment in everything)[6]
    since = datetime.fromisoformat(late)
    chosen = json.loads(text_of(house, "full", since=since))["judgments"]
    assert {judgment["last_act_at"] for judgment in chosen} == {
        judgment["last_act_at"] for judgment in everything if judgment["last_act_at"] >= late
    }
    done = json.loads(text_of(house, "full", complete=True))["judgments"]
    assert {judgment["stage"] for judgment in done} == {"done"}
    assert len(done) == 2


def test_pseudonyms_are_stable_and_no_names(house: Place) -> None:
    first, again = text_of(house, "jsonl", pseudonyms=True), text_of(house, "jsonl", pseudonyms=True)
    assert first == again
    names = {json.loads(line)["annotator"] for line in first.splitlines()}
    assert len(names) == 1
    assert names != {"Ann"}


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("张三", "张三"), ("Ann Lee", "Ann_Lee"), ("a/b\\c", "a_b_c"), ("..", "_"), ("é", "é"), ("CON", "CON_"),
        ("x\u202ey", "x_y"), ("\ud800", "_"), ("  ", "_"), ("क्षि", "क्षि"),
    ],
)  # fmt: skip
def test_names_in_file_names(name: str, kept: str) -> None:
    """Letters of any script are kept; what a file system cannot hold is an underscore."""
    assert safe_name(name) == kept


def test_a_long_name_fits_a_file_system() -> None:
    assert len(safe_name("张" * 300).encode()) <= 120


def test_no_file_is_ever_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("mine")
    assert write_file(target, ["one"]) == tmp_path / "out_2.json"
    assert write_file(target, ["two"]) == tmp_path / "out_3.json"
    assert [(tmp_path / name).read_text() for name in ("out.json", "out_2.json", "out_3.json")] == [
        "mine",
        "one",
        "two",
    ]


def test_an_export_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def failing() -> object:
        yield "half"
        raise ExchangeError("no")

    with pytest.raises(ExchangeError):
        write_file(tmp_path / "out.json", failing())  # type: ignore[arg-type]
    with pytest.raises(ExchangeError, match="cannot be written"):
        write_file(tmp_path / "no folder" / "out.json", ["x"])
    assert list(tmp_path.iterdir()) == []


def test_an_export_is_an_event_of_the_stores_own_chain(place: Place) -> None:
    ann = place.person()
    place.judge(ann, "q1", Stage.WATCH)
    place.export()
    with place.store(write=False) as work:
        chain = f"store:{work.people.store_id()}"
        events = list(work.ledger.events(chain, place.device.device_id))
    assert [event.kind for event in events] == ["exported"]
    assert place.device.heads(chain)[-1].hash == events[-1].hash
    assert json.loads(events[0].payload)["judgments"] == 1


def test_everybody_in_a_file_each_or_in_one_stream(place: Place) -> None:
    for name in ("Ann", "Bo"):
        place.judge(place.person(name), "q1", Stage.WATCH)
    files = place.exchanging.export(ExportRequest(FORMATS["full"], None, target=place.folder))
    assert len({done.path for done in files}) == 2
    parts: list[str] = []
    (done,) = place.exchanging.export(ExportRequest(FORMATS["jsonl"], None, stream=parts.append))
    assert done.judgments == 2
    assert len("".join(parts).splitlines()) == 2
    with pytest.raises(ExchangeError, match="one annotator"):
        place.exchanging.export(ExportRequest(FORMATS["full"], None, stream=parts.append))
