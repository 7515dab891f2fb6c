"""Built, judged, exported, imported, counted: a vote on a built pack is one on the question that it was made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from building.campaigns import Answered, Machine, done, lead, lead_pack
from cli.program import Program

from rbcheck.domain.errors import Missing
from rbcheck.player.probing import MediaInspector
from rbcheck.sealing import WrongPassphrase
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

RIGHT = Answered(guess="CD", final="AB")


def figures(program: Program, *more: object) -> Any:
    return done(program("stats", "--json", *more)).value


def test_votes_on_built_packs_count_in_the_lead_s_store(tmp_path: Path) -> None:
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source"))
    out = tmp_path / "out"
    built = done(office("pack", "build", "source", "-o", out, "--bundles", 2, "--seed", "s", "--json")).value
    names = [pack["pack"] for pack in built["built"]]
    exports = []
    for name, person in zip(names, ("Ann", "Ben"), strict=True):
        machine = Machine(tmp_path / person, person)
        done(machine.program("pack", "add", out / name))
        machine.judge(name, RIGHT)
        export = tmp_path / f"{person}.json"
        done(machine.program("export", "--annotator", person, "-o", export))
        exports.append(export)
    assert figures(office)["figures"]["G1"]["den"] == 0
    for export in exports:
        taken = done(office("import", export, "--json")).value["files"][0]
        assert (taken["refused"], taken["same"]) == ([], 0)
    told = figures(office)
    judged = sum(pack["questions"] for pack in built["built"])
    assert told["packs"] == ["source"]
    assert (told["figures"]["G1"]["num"], told["figures"]["G1"]["den"]) == (judged, judged), "each answer is the gold"
    assert {question["id"] for question in told["questions"]} == {f"fv-{number:06d}" for number in range(1, 13)}
    assert figures(office, "--pack", "source")["figures"]["G1"]["den"] == judged
    assert figures(office, "--pack", names[0])["figures"]["G1"]["den"] == built["built"][0]["questions"]
    assert done(office("verify", "--json")).value["ok"]


def test_an_answer_in_the_letters_of_the_built_pack_is_not_taken_for_the_gold_s(tmp_path: Path) -> None:
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=6))
    done(office("pack", "build", "source", "-o", tmp_path / "out", "--seed", "s"))
    ann = Machine(tmp_path / "ann", "Ann")
    done(ann.program("pack", "add", tmp_path / "out" / "source_built"))
    ann.judge("source_built", Answered(guess="AB", final="CD"))
    done(ann.program("export", "--annotator", "Ann", "-o", tmp_path / "ann.json"))
    done(office("import", tmp_path / "ann.json"))
    told = figures(office)
    assert (told["figures"]["G1"]["num"], told["figures"]["G1"]["den"]) == (0, 6)
    assert (told["figures"]["B1"]["num"], told["figures"]["B1"]["den"]) == (6, 6), "each guess was the gold"


def test_check_questions_count_for_the_annotator_and_stay_outside_the_headline(tmp_path: Path) -> None:
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=9))
    checks = tmp_path / "checks.jsonl"
    checks.write_text('{"id": "fv-000001", "answer": ["A", "B"]}\n{"id": "fv-000002"}\n', encoding="utf-8")
    out = tmp_path / "out"
    built = done(
        office("pack", "build", "source", "-o", out, "--checks", checks, "--check-share", "0.2", "--json")
    ).value
    assert built["built"][0]["checks"] == 2
    assert built["built"][0]["questions"] == 9
    ann = Machine(tmp_path / "ann", "Ann")
    done(ann.program("pack", "add", out / "source_built"))
    ann.judge("source_built", RIGHT)
    done(ann.program("export", "--annotator", "Ann", "-o", tmp_path / "ann.json"))
    done(office("import", tmp_path / "ann.json"))
    told = figures(office)
    assert told["figures"]["G1"]["den"] == 7
    assert told["excluded"]["check"] == 2


@pytest.mark.parametrize(("share", "in_it"), [("0.2", 2), ("0.4", 4)])
def test_check_questions_beyond_their_share_are_told(tmp_path: Path, share: str, in_it: int) -> None:
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=9))
    checks = tmp_path / "checks.jsonl"
    checks.write_text("".join(f'{{"id": "fv-{number:06d}"}}\n' for number in range(1, 5)), encoding="utf-8")
    said = done(
        office("pack", "build", "source", "-o", tmp_path / "out", "--checks", checks, "--check-share", share, "--json")
    )
    (built,) = said.value["built"]
    assert (built["checks"], built["questions"], said.value["checks_unused"]) == (in_it, 5 + in_it, 4 - in_it)
    told = f"{4 - in_it} questions of --checks stand in no pack, nobody judges them: raise --check-share"
    assert (told in said.err) is (in_it < 4)


def test_the_lead_can_add_what_was_built_and_nothing_changes(tmp_path: Path) -> None:
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=3))
    done(office("pack", "build", "source", "-o", tmp_path / "out"))
    said = done(office("pack", "add", tmp_path / "out" / "source_built", "--json")).value
    assert (said["added"], said["changed"], said["unchanged"]) == (0, 0, 3)


def test_a_sealed_pack_is_added_with_or_without_its_passphrase_and_opens_with_it_alone(tmp_path: Path) -> None:
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=2))
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("open sesame\n", encoding="utf-8")
    wrong.write_text("sesame\n", encoding="utf-8")
    out = tmp_path / "out"
    done(office("pack", "build", "source", "-o", out, "--seal", "--passphrase-file", right))
    clips = list((out / "source_built" / "clips").iterdir())
    assert {path.suffix for path in clips} == {".rbs"}
    assert not any(b"moov" in path.read_bytes() for path in clips)
    ann = Program(tmp_path / "ann")
    said = ann("pack", "add", out / "source_built", "--passphrase-file", wrong)
    assert (said.code, "not the passphrase" in said.err) == (1, True)
    added = done(ann("pack", "add", out / "source_built", "--passphrase-file", right, "--json")).value
    assert added["understood"]["media_problems"] == []
    unasked = Program(tmp_path / "ben")
    added = done(unasked("pack", "add", out / "source_built", "--json")).value
    assert added["understood"]["media_problems"] == []
    wiring = Wiring(read_settings(unasked.environment))
    try:
        assert wiring.unlocking.locked("source_built")
        person = wiring.queueing.sign_in("Ben", "en").annotator_id
        row = wiring.queueing.queue(person, "source_built").rows[0]
        judgment_id = wiring.annotating.open(person, "source_built", row.question_id).header.judgment_id
        wiring.annotating.commit_blind(judgment_id, "AB")
        with pytest.raises(Missing, match="sealed"):
            wiring.annotating.clip_source(judgment_id, 1)
        with pytest.raises(WrongPassphrase):
            wiring.unlocking.unlock("source_built", "sesame")
        wiring.unlocking.unlock("source_built", "open sesame")
        assert not wiring.unlocking.locked("source_built")
        source = wiring.annotating.clip_source(judgment_id, 1)
        assert MediaInspector().probe(source.path, key=source.key).playable
        assert not MediaInspector().probe(source.path).playable
    finally:
        wiring.close()
