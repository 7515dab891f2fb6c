"""Packs come into a real store: what is written, what is refused, what stays tied to what."""

from __future__ import annotations

from pathlib import Path

import pytest
from packs.making import cli_pack, cli_row, native_pack, native_row, tar_of, write
from services.shelves import KEEP, PLAIN, UPDATE, in_media, kinds

from rbcheck.domain.protocol import Protocol
from rbcheck.services.intake import IntakeOptions
from rbcheck.services.packs import PackService
from rbcheck.store.unit_of_work import SqlStore


def test_a_pack_is_kept_whole_and_its_coming_is_an_event_of_the_stores_own_chain(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    row = native_row(rationale="told", explanations={"A": "seen"})
    answer = packs.add(native_pack(tmp_path / "包 p", [row, native_row("q2")], {"q1": ["A", "C"]}), PLAIN)
    assert (answer.added, answer.unchanged, answer.changed, answer.found, answer.written) == (2, 0, 0, 2, True)
    with store(write=False) as work:
        [pack] = work.packs.all()
        one, two = work.packs.questions("made")
        [(chain, _)] = work.ledger.chains()
        assert chain == f"store:{work.people.store_id()}"
    assert (pack.title, pack.coverage, pack.protocol) == ({"en": "Made", "zh": "样包"}, 0.9, Protocol.BLIND_FIRST)
    assert (one.gold, one.extra, one.explanations, two.gold) == (("A", "C"), {"rationale": "told"}, {"A": "seen"}, None)
    [clip] = one.media
    assert (clip.root, clip.relative, clip.bytes) == ((tmp_path / "包 p").resolve(), "clips/q1.mp4", 300)
    assert clip.path.is_file()
    assert kinds(store) == ["pack_added"]
    assert in_media(tmp_path) == []


def test_a_dry_run_writes_nothing_anywhere(packs: PackService, store: SqlStore, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row()], {"q1": ["A", "C"]})
    answer = packs.look(tar_of(folder, tmp_path / "p.tar"), PLAIN)
    assert (answer.added, answer.written, answer.why) == (1, False, None)
    assert answer.understood.units == {"whole_video": 1}
    assert (answer.understood.gold, answer.understood.clips) == (1, 1)
    assert packs.list() == ()
    assert (kinds(store), in_media(tmp_path)) == ([], [])


@pytest.mark.parametrize("packed", [False, True])
def test_the_same_pack_again_changes_nothing(packs: PackService, store: SqlStore, tmp_path: Path, packed: bool) -> None:
    path = native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")], {"q1": ["A", "C"]})
    path = tar_of(path, tmp_path / "p.tar.gz") if packed else path
    packs.add(path, PLAIN)
    files = in_media(tmp_path)
    again = packs.add(path, PLAIN)
    assert (again.added, again.changed, again.unchanged, again.changes) == (0, 0, 2, ())
    assert kinds(store) == ["pack_added"]
    assert in_media(tmp_path) == files
    assert len(files) == (2 if packed else 0)


def test_one_bad_question_stops_the_pack_unless_the_good_ones_are_asked_for(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    path = tar_of(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2", n=9)]), tmp_path / "p.tar")
    answer = packs.add(path, PLAIN)
    assert answer.why is not None
    assert "--keep-good" in str(answer.why)
    assert [(refusal.line, refusal.id, refusal.field) for refusal in answer.refused] == [(2, "q2", "n")]
    assert (packs.list(), kinds(store), in_media(tmp_path)) == ((), [], [])
    kept = packs.add(path, KEEP)
    assert (kept.added, len(kept.refused), kept.written) == (1, 1, True)
    assert packs.add(path, KEEP).unchanged == 1


def test_a_pack_of_which_nothing_can_be_taken_is_refused_even_then(packs: PackService, tmp_path: Path) -> None:
    answer = packs.add(native_pack(tmp_path / "p", [native_row(n=9)]), KEEP)
    assert answer.why is not None
    assert packs.list() == ()


def test_questions_without_their_recording_stay_out_and_the_rest_can_go_on(packs: PackService, tmp_path: Path) -> None:
    lost = [{"label": "CLIP_1", "video": "rec9", "span_sec": [0, 60]}]
    file = cli_pack(tmp_path / "cli", [cli_row("r1"), cli_row("r2", evidence=lost)])
    stopped = packs.add(file, PLAIN)
    assert [(item.recording, item.questions) for item in stopped.missing] == [("rec9", ("r2",))]
    assert stopped.why is not None
    assert packs.add(file, KEEP).added == 1
    write(tmp_path / "cli" / "recordings" / "rec9.mkv")
    whole = packs.add(file, UPDATE)
    assert (whole.added, whole.unchanged, whole.missing) == (1, 1, ())


def test_a_changed_pack_waits_for_update_which_shows_each_difference(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    rows = [native_row("q1"), native_row("q2"), native_row("q3")]
    packs.add(native_pack(tmp_path / "p", rows, {"q1": ["A", "C"]}), PLAIN)
    with store(write=False) as work:
        before = {item.question.question_id: item.question.version for item in work.packs.questions("made")}
    changed = [native_row("q1", stem="Which two now?"), native_row("q2"), native_row("q4")]
    folder = native_pack(tmp_path / "p", changed, {"q1": ["A", "C"]}, coverage=0.5)
    stopped = packs.add(folder, PLAIN)
    assert "--update" in str(stopped.why)
    assert {change.question_id: change.what for change in stopped.changes} == {
        None: ("coverage",), "q1": ("stem",), "q4": ("added",), "q3": ("removed",),
    }  # fmt: skip
    details = {change.question_id: change.details for change in stopped.changes}
    assert details["q1"] == ("stem: “Which two of q1 are passed?” → “Which two now?”",)
    assert kinds(store) == ["pack_added"]
    taken = packs.add(folder, UPDATE)
    assert (taken.added, taken.changed, taken.removed, taken.unchanged) == (1, 1, 1, 1)
    with store(write=False) as work:
        now = {item.question.question_id: item.question.version for item in work.packs.questions("made")}
        old = work.packs.question("made", "q1", before["q1"])
        assert work.packs.get("made").coverage == 0.5  # type: ignore[union-attr]
    assert sorted(now) == ["q1", "q2", "q4"]
    assert now["q1"] != before["q1"]
    assert now["q2"] == before["q2"]
    assert old is not None
    assert (old.question.stem, old.current) == ("Which two of q1 are passed?", False)
    assert kinds(store) == ["pack_added", "pack_updated"]


PACK_FIELDS: dict[str, tuple[object, str]] = {
    "protocol": ("blind-first", "protocol: “direct” → “blind-first”"),
    "reveal_gold": (True, "reveal_gold: “false” → “true”"),
    "coverage": (0.5, "coverage: “0.9” → “0.5”"),
    "practice": (True, "practice: “false” → “true”"),
    "title": ({"en": "New"}, 'title: “{"en": "Made", "zh": "样包"}” → “{"en": "New"}”'),
    "options": ([4, 8], "options: “[6, 8]” → “[4, 8]”"),
    "types": (["gait"], 'types: nothing → “["gait"]”'),
    "scene": (None, 'scene: “["beach"]” → nothing'),
}


@pytest.mark.parametrize("field", PACK_FIELDS)
def test_a_change_of_the_pack_itself_is_told_as_it_was_and_as_it_is(
    packs: PackService, tmp_path: Path, field: str
) -> None:
    rows, (value, told) = [native_row()], PACK_FIELDS[field]
    before: dict[str, object] = {"options": [6, 8], "scene": ["beach"], "protocol": "direct"}
    packs.add(native_pack(tmp_path / "p", rows, None, **before), PLAIN)
    again = before | {field: value}
    answer = packs.add(native_pack(tmp_path / "p", rows, None, **again), UPDATE)
    assert (answer.changed, answer.unchanged, answer.written) == (0, 1, True)
    assert [(change.question_id, change.what, change.details) for change in answer.changes] == [
        (None, (field,), (told,))
    ]


def test_a_question_that_goes_back_to_an_earlier_text_is_that_version_again(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    for stem in ("First?", "Second?", "First?"):
        packs.add(native_pack(tmp_path / "p", [native_row(stem=stem)]), UPDATE)
    with store(write=False) as work:
        assert [item.question.stem for item in work.packs.questions("made")] == ["First?"]
        assert len(work.packs.versions("q1")) == 2


def test_each_part_of_a_question_is_shown_as_it_was_and_as_it_is(packs: PackService, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    packs.add(folder, PLAIN)
    options = [
        {"key": key, "text": text} for key, text in (("A", "A red bench."), ("B", "Another bin."), ("C", "New."))
    ]
    clips = [{"label": "CLIP_2", "file": "clips/q1.mp4", "duration_s": 30.0}]
    native_pack(tmp_path / "p", [native_row(options=options, n=1, unit="segment", clips=clips)])
    [change] = packs.look(folder, PLAIN).changes
    assert change.what == ("options", "n", "unit", "clips")
    assert change.details == (
        "B: “A green bin.” → “Another bin.”", "C: “A blue door.” → “New.”", "D: “A grey wall.” → nothing",
        "n: “2” → “1”", "unit: “whole_video” → “segment”", "clips: “CLIP_1 20 s” → “CLIP_2 30 s”",
    )  # fmt: skip


def test_another_content_of_a_clip_is_a_change_of_footage(packs: PackService, store: SqlStore, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    packs.add(folder, PLAIN)
    write(folder / "clips" / "q1.mp4", b"another")
    assert packs.add(folder, PLAIN).changes[0].what == ("footage",)
    packs.add(folder, UPDATE)
    with store(write=False) as work:
        [item] = work.packs.questions("made")
    assert item.media[0].bytes == len(b"another")


def test_a_gold_that_came_later_is_no_difference_to_a_pack_without_one(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    packs.add(folder, PLAIN)
    gold = write(tmp_path / "gold.jsonl", b'{"id": "q1", "answer": ["B", "C"]}')
    assert packs.add(folder, IntakeOptions(gold=gold, update=True)).changed == 1
    assert packs.add(folder, PLAIN).unchanged == 1
    with store(write=False) as work:
        [item] = work.packs.questions("made")
    assert item.gold == ("B", "C")
