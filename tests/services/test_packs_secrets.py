"""Packs come into a real store: what is told of answers, and no way around the blind guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from packs.making import Row, cli_pack, cli_row, native_pack, native_row, tar_of, web_bundle, web_case
from services.shelves import KEEP, PLAIN, UPDATE, in_media, kinds, lead

from rbcheck.domain.errors import PackError
from rbcheck.domain.protocol import Protocol
from rbcheck.services.intake import IntakeOptions
from rbcheck.services.packs import PackService
from rbcheck.services.ports import Role
from rbcheck.store.unit_of_work import SqlStore


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.LEAD])
def test_what_concerns_answers_is_told_to_a_lead_alone(
    packs: PackService, store: SqlStore, tmp_path: Path, role: Role
) -> None:
    if role is Role.LEAD:
        lead(store)
    file = cli_pack(tmp_path, [cli_row("r1"), cli_row("r2", answer=["A", "Z"])])
    [refusal] = packs.add(file, KEEP).refused
    assert ("Z" in refusal.found) is (role is Role.LEAD)
    cli_pack(tmp_path, [cli_row("r1", answer=["B", "D"]), cli_row("r2", answer=["A", "Z"])])
    changes = packs.look(file, KEEP).changes
    told = [(change.what, change.details) for change in changes]
    assert told == ([(("gold",), ("gold: “AC” → “BD”",))] if role is Role.LEAD else [])
    shown = packs.show("cli-2")
    assert shown.questions[0].gold == (("A", "C") if role is Role.LEAD else None)
    assert (shown.withheld.gold, shown.withheld.blind_hits) == ((0, 0) if role is Role.LEAD else (1, 1))


@pytest.mark.parametrize("spaced", [False, True])
@pytest.mark.parametrize("form", ["native", "cli"])
def test_an_annotators_store_tells_a_guessed_gold_from_no_other(
    packs: PackService, store: SqlStore, tmp_path: Path, form: str, spaced: bool
) -> None:
    def laid(gold: list[str], stem: str = "Which two?") -> Path:
        if form == "cli":
            return cli_pack(tmp_path / "in", [cli_row("q1", question=stem, answer=gold, rationale=f"as {gold}")])
        row = native_row(stem=stem, explanations={"A": f"as {gold}"})
        return native_pack(tmp_path / "in", [row], {"q1": gold})

    root = tmp_path / "in" / "recordings" if form == "cli" else None
    packs.add(laid(["A", "C"]), IntakeOptions(name="p", video_root=root))
    told: list[list[object]] = []
    for gold in (["A", "C"], ["B", "D"]):
        options = IntakeOptions(name="p", video_root=root, update=not spaced)
        path = laid(gold, "Which two ?" if spaced else "Which two?")
        answers = [packs.look(path, options), packs.add(path, options)]
        told.append([(each.added, each.changed, each.unchanged, each.changes, each.left, each.written, each.why is None)
                     for each in answers] + [kinds(store)])  # fmt: skip
    assert told[0] == told[1]
    with store(write=False) as work:
        [item] = work.packs.questions("p")
    assert item.gold == ("A", "C"), "what was guessed is not kept either"


def as_web(row: Row, **changed: object) -> Row:
    """The same question as a case of a web bundle."""
    return web_case(str(row["review_id"]), question=row["question"], options=row["options"]) | changed


SAME_TEXT: dict[str, Row] = {
    "as it is": {},
    "under another id": {"review_id": "other"},
    "spaced and cased otherwise": {"question": "  WHICH two of r1 —\n are passed  "},
    "options in another order": {
        "options": {"A": "A grey wall.", "B": "A blue door.", "C": "a GREEN bin", "D": "A red bench"}
    },
}  # fmt: skip


@pytest.mark.parametrize("look", SAME_TEXT)
def test_a_blind_first_question_cannot_come_in_again_as_direct(
    packs: PackService, store: SqlStore, tmp_path: Path, look: str
) -> None:
    packs.add(cli_pack(tmp_path / "cli", [cli_row("r1")]), PLAIN)
    bundle = web_bundle(tmp_path / "b", [as_web(cli_row("r1"), **SAME_TEXT[look])])
    for come_in in (packs.look, packs.add):
        with pytest.raises(PackError, match="blind-first, in the pack cli-1"):
            come_in(bundle, PLAIN)
    assert [row.name for row in packs.list()] == ["cli-1"]
    assert packs.add(bundle, IntakeOptions(protocol=Protocol.BLIND_FIRST)).added == 1


def test_neither_another_protocol_of_the_same_pack_nor_a_hidden_one_opens_the_lock(
    packs: PackService, tmp_path: Path
) -> None:
    file = cli_pack(tmp_path / "cli", [cli_row("r1")])
    packs.add(file, PLAIN)
    direct = IntakeOptions(protocol=Protocol.DIRECT, update=True)
    with pytest.raises(PackError, match="blind-first"):
        packs.add(file, direct)
    packs.remove("cli-1")
    with pytest.raises(PackError, match="blind-first"):
        packs.add(file, direct)
    with pytest.raises(PackError, match="blind-first"):
        packs.add(file, IntakeOptions(protocol=Protocol.DIRECT, name="other"))


def test_a_direct_pack_that_was_there_first_stays_as_it_is(packs: PackService, tmp_path: Path) -> None:
    bundle = web_bundle(tmp_path / "b", [as_web(cli_row("r1"))])
    packs.add(bundle, PLAIN)
    packs.add(cli_pack(tmp_path / "cli", [cli_row("r1")]), PLAIN)
    assert packs.add(bundle, PLAIN).unchanged == 1
    with pytest.raises(PackError, match="blind-first"):
        packs.add(bundle, IntakeOptions(name="again"))


def test_an_earlier_text_of_a_blind_first_question_cannot_come_in_as_direct(packs: PackService, tmp_path: Path) -> None:
    packs.add(native_pack(tmp_path / "p", [native_row(stem="First?")]), PLAIN)
    packs.add(native_pack(tmp_path / "p", [native_row(stem="Second?")]), UPDATE)
    again = native_pack(tmp_path / "again", [native_row(stem="First?")], name="again", protocol="direct")
    with pytest.raises(PackError, match="blind-first"):
        packs.add(again, PLAIN)


def test_the_same_clips_under_another_text_cannot_come_in_as_direct(packs: PackService, tmp_path: Path) -> None:
    packs.add(native_pack(tmp_path / "p", [native_row("q1")]), PLAIN)
    other = tar_of(
        native_pack(tmp_path / "o", [native_row("q1", stem="Something else?")], name="other", protocol="direct"),
        tmp_path / "o.tar",
    )
    with pytest.raises(PackError, match="blind-first"):
        packs.add(other, PLAIN)
    assert in_media(tmp_path) == []


def test_a_lead_may_hold_the_same_questions_under_both_protocols(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    lead(store)
    packs.add(cli_pack(tmp_path / "cli", [cli_row("r1")]), PLAIN)
    assert packs.add(web_bundle(tmp_path / "b", [as_web(cli_row("r1"))]), PLAIN).added == 1
