"""`backup`, `restore` and `merge` as people run them: nothing that was judged is lost on the way."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
from cli.program import Program
from exchange.places import Place

from rbcheck.device.files import DeviceFiles
from rbcheck.device.sessions import holder
from rbcheck.domain.ledger import Head
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating

URL = "postgresql://ann:s3cret@nowhere.invalid/team"


@pytest.fixture
def mine(tmp_path: Path) -> tuple[Program, Place]:
    """A machine on which Ann finished q1, and the program on it."""
    place = Place(tmp_path / "home")
    place.with_packs()
    place.judge(place.person("Ann"), "q1")
    return Program(place.folder, RBCHECK_DB=str(place.folder / "store.db")), place


def judged(program: Program) -> int:
    """How many judgments there are."""
    return sum(row["judgments"] for row in program("annotator", "list", "--json").value["annotators"])


def test_what_was_judged_since_the_backup_goes_and_comes_back_by_a_merge(
    mine: tuple[Program, Place], tmp_path: Path
) -> None:
    program, place = mine
    backup = program("backup", "-o", tmp_path / "mine.db")
    assert (backup.code, backup.out.strip(), backup.err) == (0, str(tmp_path / "mine.db"), "")
    place.judge("id-Ann", "q2")
    place.store.dispose()
    restored = program("restore", tmp_path / "mine.db")
    assert restored.code == 0
    assert "1 judgment, " in restored.err
    assert judged(program) == 1
    (aside,) = place.folder.glob("store.db.before-restore-of-*")
    before = aside.read_bytes()
    merged = program("merge", aside, "--json")
    assert (merged.code, merged.value["files"][0]["new"], merged.value["files"][0]["same"]) == (0, 1, 1)
    assert judged(program) == 2
    assert aside.read_bytes() == before
    assert program("merge", aside, "--json").value["files"][0]["same"] == 2
    sound = program("verify", "--json").value
    assert (sound["ok"], [chain["put_back"] for chain in sound["chains"]]) == (True, [None, None])


def test_a_restored_store_shows_in_the_ledger_and_says_what_to_do(mine: tuple[Program, Place], tmp_path: Path) -> None:
    program, place = mine
    program("backup", "-o", tmp_path / "mine.db")
    place.judge("id-Ann", "q2")
    place.store.dispose()
    assert program("verify").code == 0
    restored = program("restore", tmp_path / "mine.db")
    (aside,) = place.folder.glob("store.db.before-restore-of-*")
    assert f"bring them back with `rbcheck merge {aside}`" in restored.err
    found = program("verify")
    assert (found.code, f"`rbcheck merge {aside}` brings the events back" in found.out) == (1, True)
    value = program("verify", "--json").value
    jsonschema.validate(value, program("schema", "verify").value)
    (ann,) = [chain for chain in value["chains"] if not chain["ok"]]
    assert (ann["annotator"], ann["first_bad"]["how"]) == ("id-Ann", "removed")
    assert (ann["put_back"]["file"], ann["put_back"]["before"]) == ("mine.db", aside.name)


def test_whoever_goes_on_after_a_restore_keeps_a_forked_chain(mine: tuple[Program, Place], tmp_path: Path) -> None:
    program, place = mine
    program("backup", "-o", tmp_path / "mine.db")
    place.judge("id-Ann", "q2")
    place.store.dispose()
    program("restore", tmp_path / "mine.db")
    place.judge("id-Ann", "q3")
    place.store.dispose()
    found = program("verify")
    (aside,) = place.folder.glob("store.db.before-restore-of-*")
    assert (found.code, "the chain stays forked" in found.out, str(aside) in found.out) == (1, True, True)
    assert program("merge", aside).code != 0
    assert program("verify").code == 1


def test_what_the_store_itself_did_and_pinned_since_outlives_a_restore(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("lead", "one")]
    lead, other = (Place(home).with_packs() for home in homes)
    program = Program(homes[0], RBCHECK_DB=str(homes[0] / "store.db"))
    program("backup", "-o", tmp_path / "mine.db")
    ann = other.person("Ann")
    for question in ("q1", "q2"):
        other.judge(ann, question)
        assert program("import", other.export()).code == 0
    lead.store.dispose()
    assert program("verify").code == 0
    program("restore", tmp_path / "mine.db")
    value = program("verify", "--json").value
    assert {chain["annotator"][:6]: chain["ok"] for chain in value["chains"]} == {"id-Ann": False, "store:": True}
    assert value["pins"] == []
    (aside,) = homes[0].glob("store.db.before-restore-of-*")
    assert program("merge", aside).code == 0
    assert program("verify").code == 0
    other.store.dispose()


def test_a_restore_is_undone_by_another(mine: tuple[Program, Place], tmp_path: Path) -> None:
    program, place = mine
    program("backup", "-o", tmp_path / "mine.db")
    place.judge("id-Ann", "q2")
    place.export()
    place.store.dispose()
    program("restore", tmp_path / "mine.db")
    (aside,) = place.folder.glob("store.db.before-restore-of-*")
    undone = program("restore", aside, "--json").value
    assert (undone["judgments"], undone["lost"]) == (2, 0)
    assert program("verify").code == 0


def test_another_break_is_never_put_down_to_a_restore(mine: tuple[Program, Place], tmp_path: Path) -> None:
    program, place = mine
    program("backup", "-o", tmp_path / "mine.db")
    place.store.dispose()
    program("restore", tmp_path / "mine.db")
    device = DeviceFiles(place.folder / "device")
    device.note_head("id-Ann", Head(3, "0" * 64))
    (ann,) = [chain for chain in program("verify", "--json").value["chains"] if not chain["ok"]]
    assert (ann["first_bad"], ann["put_back"]) == ({"n": 3, "how": "forked"}, None)


def test_nothing_is_put_back_under_a_session_that_runs(mine: tuple[Program, Place], tmp_path: Path) -> None:
    program, place = mine
    program("backup", "-o", tmp_path / "mine.db")
    device = DeviceFiles(place.folder / "device")
    desk = Annotating(place.store, place.clock, device, holder(device.device_id), lambda other: True)
    desk.open("id-Ann", "p1", "q3")
    refused = program("restore", tmp_path / "mine.db")
    assert (refused.code, "open in another rbcheck" in refused.sentence) == (1, True)
    desk.close()
    assert program("restore", tmp_path / "mine.db").code == 0


def test_stores_of_several_people_come_together_and_stay_as_they_are(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("lead", "one", "two")]
    places = [Place(home).with_packs() for home in homes]
    for place, name in zip(places[1:], ("Ann", "张三"), strict=True):
        place.judge(place.person(name), "q1")
        place.rich(f"id-{name}", "q2")
    for place in places:
        place.store.dispose()
    lead = Program(homes[0], RBCHECK_DB=str(homes[0] / "store.db"))
    theirs = [home / "store.db" for home in homes[1:]]
    before = [path.read_bytes() for path in theirs]
    merged = lead("merge", *theirs, "--json")
    jsonschema.validate(merged.value, lead("schema", "import").value)
    assert [(part["new"], part["chain"]) for part in merged.value["files"]] == [(2, "verified")] * 2
    assert [path.read_bytes() for path in theirs] == before
    assert judged(lead) == 4
    again = lead("merge", *theirs)
    assert again.err.count("Nothing has changed") == 2
    assert lead("verify").code == 0


def test_a_store_of_questions_that_are_not_here_is_refused_by_name(mine: tuple[Program, Place], tmp_path: Path) -> None:
    _, place = mine
    place.store.dispose()
    other = Program(tmp_path / "other")
    refused = other("merge", place.folder / "store.db")
    assert refused.code == 1
    assert "q1 was refused" in refused.err
    assert ".." not in refused.err
    assert judged(other) == 0


def test_many_refusals_for_one_reason_are_one_sentence(tmp_path: Path) -> None:
    votes = tmp_path / "votes.jsonl"
    line = '{{"id": "q{number}", "model": "m", "family": "f", "vote": 1, "overall": "answer_correct"}}\n'
    votes.write_text("".join(line.format(number=number) for number in range(100)))
    lead = Program(tmp_path / "lead")
    said = lead("import", votes)
    assert said.code == 1
    assert said.err.count("refused: ") == 1
    assert (
        "100 were refused: the store holds no such question: add its pack first with `rbcheck pack add PATH` (q0, q1, "
        in (said.err)
    )
    assert "q11 and 88 more: --json has all)." in said.err
    assert len(lead("import", votes, "--json").value["files"][0]["refused"]) == 100


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("backup", "-o", "-"), 1, "not written to standard output"),
        (("backup", "-o", "/nowhere/at/all.db"), 3, "is no folder"),
        (("restore", "/nowhere.db"), 3, "holds no store"),
        (("restore", __file__), 3, "is damaged or no store"),
        (("merge", "/nowhere.db"), 3, "holds no store"),
        (("backup", "--db", URL), 1, "pg_dump"),
        (("restore", "x.db", "--db", URL), 1, "pg_restore"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    mine: tuple[Program, Place], arguments: tuple[str, ...], code: int, words: str
) -> None:
    program, _ = mine
    refused = program(*arguments)
    assert (refused.code, refused.out) == (code, "")
    assert words in refused.sentence
    assert "s3cret" not in refused.sentence


def test_a_machine_without_a_store_has_nothing_to_copy_and_takes_a_backup(
    mine: tuple[Program, Place], tmp_path: Path
) -> None:
    program, _ = mine
    made = program("backup", "-o", tmp_path / "mine.db", "--json")
    jsonschema.validate(made.value, program("schema", "backup").value)
    assert made.value["bytes"] == (tmp_path / "mine.db").stat().st_size
    fresh = Program(tmp_path / "fresh")
    assert "nothing to copy" in fresh("backup").sentence
    restored = fresh("restore", tmp_path / "mine.db", "--json")
    jsonschema.validate(restored.value, program("schema", "restore").value)
    assert (restored.value["judgments"], restored.value["before"]) == (1, None)
    assert judged(fresh) == 1


def test_an_unfinished_judgment_goes_on_after_a_restore(mine: tuple[Program, Place], tmp_path: Path) -> None:
    program, place = mine
    judgment_id = place.judge("id-Ann", "q2", Stage.CHECK)
    place.annotating.close()
    program("backup", "-o", tmp_path / "mine.db")
    place.store.dispose()
    assert program("restore", tmp_path / "mine.db").code == 0
    place.annotating.finish_marks(judgment_id)
    with place.store(write=False) as work:
        kept = work.judgments.get(judgment_id)
    assert kept is not None
    assert kept.stage is Stage.ANSWER
