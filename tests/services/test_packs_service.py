"""Packs come into a real store: what is written, what is refused, what stays tied to what."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from packs.making import Row, cli_pack, cli_row, listed, native_pack, native_row, tar_of, web_bundle, web_case, write

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import NotFound, PackError
from rbcheck.domain.protocol import Protocol
from rbcheck.packs.files import Files
from rbcheck.services.intake import IntakeOptions, Progress, Step
from rbcheck.services.packs import PackService
from rbcheck.services.playing import Probe
from rbcheck.services.ports import Role
from rbcheck.store.unit_of_work import SqlStore, open_store

PLAIN, UPDATE, KEEP = IntakeOptions(), IntakeOptions(update=True), IntakeOptions(keep_good=True)


class Minutes:
    """A clock that goes on by a minute whenever it is read."""

    def __init__(self) -> None:
        self._at = datetime(2026, 11, 29, 14, 0, tzinfo=UTC)

    def now(self) -> datetime:
        self._at += timedelta(minutes=1)
        return self._at

    def mono_ns(self) -> int:
        return int(self._at.timestamp() * 1e9)


def length_of_name(path: Path, from_ms: int | None, to_ms: int | None) -> Probe:
    """A look at a file that takes its content for what it is: `broken`, or so many seconds long."""
    content = path.read_bytes()
    if content == b"broken":
        return Probe(False, "no video stream")
    held = int(content) * 1000 if content.isdigit() else 10_000_000
    end = min(held, to_ms if to_ms is not None else held)
    return Probe(True, duration_ms=max(end - (from_ms or 0), 0))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    made = open_store(str(tmp_path / "home" / "store.db"))
    yield made
    made.dispose()


@pytest.fixture
def packs(store: SqlStore, tmp_path: Path) -> PackService:
    device = DeviceFiles(tmp_path / "home" / "device")
    return PackService(store, Minutes(), device, Files(tmp_path / "home" / "media"), length_of_name)


def lead(store: SqlStore) -> None:
    with store() as work:
        work.people.set_role(Role.LEAD)
        work.commit()


def kinds(store: SqlStore) -> list[str]:
    with store(write=False) as work:
        return [event.kind for chain in work.ledger.chains() for event in work.ledger.events(*chain)]


def in_media(tmp_path: Path) -> list[str]:
    folder = tmp_path / "home" / "media"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


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


def test_a_clip_that_cannot_be_played_comes_in_and_is_said(packs: PackService, store: SqlStore, tmp_path: Path) -> None:
    evidence = [{"label": "CLIP_1", "video": "rec1", "span_sec": [40, 100]}]
    file = cli_pack(tmp_path, [cli_row("r1", evidence=evidence), cli_row("r2")], ["rec1.mp4"])
    write(tmp_path / "recordings" / "rec1.mp4", b"70")
    one, two = packs.add(file, PLAIN).problems
    assert (one.question_id, one.label) == ("r1", "CLIP_1")
    assert "30 of 60 s are there" in one.problem
    assert "0 of 60.5 s are there" in two.problem
    with store(write=False) as work:
        first = next(work.packs.questions("cli-2"))
    assert (first.media[0].duration_ms, first.media[0].problem) == (30_000, one.problem)
    broken = native_pack(tmp_path / "p", [native_row()])
    write(broken / "clips" / "q1.mp4", b"broken")
    assert [item.problem for item in packs.look(broken, PLAIN).problems] == ["no video stream"]
    assert [item.problem for item in packs.add(broken, PLAIN).problems] == ["no video stream"]


def test_a_clip_of_another_content_than_declared_is_refused(packs: PackService, tmp_path: Path) -> None:
    rows = [native_row("q1"), native_row("q2")]
    declared = listed(native_pack(tmp_path / "p", rows))
    declared["clips/q1.mp4"]["sha256"] = "0" * 64
    folder = native_pack(tmp_path / "p", rows, files=declared)
    answer = packs.add(folder, PLAIN)
    assert [(refusal.id, refusal.field) for refusal in answer.refused] == [("q1", "clips")]
    assert answer.why is not None
    assert packs.list() == ()
    assert packs.add(folder, KEEP).added == 1


def test_copied_media_lie_under_random_names_in_the_stores_folder(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")])
    packs.add(folder, IntakeOptions(copy=True))
    with store(write=False) as work:
        media = [clip for item in work.packs.questions("made") for clip in item.media]
    assert sorted(clip.relative for clip in media) == in_media(tmp_path)
    assert not any("q1" in clip.relative or "q2" in clip.relative for clip in media)
    assert packs.add(folder, PLAIN).unchanged == 2


def stopping_at(at: Step, when: Callable[[int, int], bool]) -> Progress:
    """Somebody who presses Ctrl+C at a step."""

    def stop(step: Step, done: int, total: int) -> None:
        if step is at and when(done, total):
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize("at", [Step.COPY, Step.TRY])
def test_a_pack_that_was_interrupted_goes_on_where_it_was(
    packs: PackService, store: SqlStore, tmp_path: Path, at: Step
) -> None:
    path = tar_of(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")]), tmp_path / "p.tar")
    with pytest.raises(KeyboardInterrupt):
        packs.add(path, PLAIN, stopping_at(at, lambda done, total: done == total))
    assert (packs.list(), kinds(store)) == ((), [])
    there = [name for name in in_media(tmp_path) if not name.startswith(".")]
    inodes = {(tmp_path / "home" / "media" / name).stat().st_ino for name in there}
    assert len(there) == (1 if at is Step.COPY else 2)
    assert packs.add(path, PLAIN).added == 2
    now = in_media(tmp_path)
    assert len(now) == 2
    # What was brought in is the same file, under another name, and no note is left.
    assert inodes <= {(tmp_path / "home" / "media" / name).stat().st_ino for name in now}
    assert not set(there) & set(now)


def test_a_file_that_changed_while_the_work_rested_is_brought_in_anew(packs: PackService, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")])
    copied = IntakeOptions(copy=True)
    with pytest.raises(KeyboardInterrupt):
        packs.add(folder, copied, stopping_at(Step.TRY, lambda done, total: True))
    write(folder / "clips" / "q1.mp4", b"another content")
    assert packs.add(folder, copied).added == 2
    contents = {(tmp_path / "home" / "media" / name).read_bytes() for name in in_media(tmp_path)}
    assert b"another content" in contents


def test_hashing_that_was_interrupted_reads_no_file_twice(packs: PackService, tmp_path: Path) -> None:
    rows = [native_row("q1"), native_row("q2"), native_row("q3")]
    folder = native_pack(tmp_path / "p", rows)
    with pytest.raises(KeyboardInterrupt):
        packs.add(folder, PLAIN, stopping_at(Step.HASH, lambda done, total: done == total))
    steps: list[int] = []

    def watch(step: Step, done: int, total: int) -> None:
        if step is Step.HASH:
            steps.append(done)

    assert packs.add(folder, PLAIN, watch).added == 3
    assert steps[-1] == sum(path.stat().st_size for path in (folder / "clips").iterdir())
    assert in_media(tmp_path) == []


def test_what_a_killed_work_left_half_written_is_cleared_and_what_somebody_writes_is_not(
    packs: PackService, tmp_path: Path
) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1")])
    left, written = (write(tmp_path / "home" / "media" / f"{sign * 32}.mp4.part") for sign in "ab")
    with written.open("rb") as file:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        packs.add(folder, IntakeOptions(copy=True))
    assert (left.exists(), written.exists()) == (False, True)


def test_a_pack_put_out_of_sight_comes_back_with_update(packs: PackService, store: SqlStore, tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    packs.add(folder, PLAIN)
    packs.remove("made")
    assert packs.list() == ()
    with pytest.raises(NotFound):
        packs.remove("made")
    assert packs.add(folder, PLAIN).changes[0].what == ("hidden",)
    packs.add(folder, UPDATE)
    assert [row.name for row in packs.list()] == ["made"]
    assert kinds(store) == ["pack_added", "pack_removed", "pack_updated"]


def test_moved_media_are_found_again_by_their_content_and_others_are_not_taken(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    rows = [cli_row("r1"), cli_row("r2", evidence=[{"label": "C", "video": "rec2", "span_sec": [0, 60]}])]
    packs.add(cli_pack(tmp_path / "cli", rows, ["rec1.mp4", "rec2.mp4"]), PLAIN)
    moved = tmp_path / "moved"
    write(moved / "deep" / "renamed.mp4", (tmp_path / "cli/recordings/rec1.mp4").read_bytes())
    write(moved / "rec2.mp4", b"another of as many bytes".ljust(400)[:400])
    for name in ("rec1.mp4", "rec2.mp4"):
        (tmp_path / "cli" / "recordings" / name).unlink()
    answer = packs.relink("cli-2", moved)
    assert (answer.found, answer.kept) == (1, 0)
    assert [(item.recording, item.questions) for item in answer.missing] == [("rec2", ("r2",))]
    with store(write=False) as work:
        first = next(work.packs.questions("cli-2"))
    assert first.media[0].path == moved.resolve() / "deep" / "renamed.mp4"
    assert first.media[0].span_ms == (120_000, 180_500)
    assert kinds(store) == ["pack_added", "pack_relinked"]


@pytest.mark.parametrize("below", [True, False])
def test_a_file_that_is_another_now_is_not_where_it_was(packs: PackService, tmp_path: Path, below: bool) -> None:
    packs.add(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")]), PLAIN)
    other = tmp_path / "p" if below else tmp_path / "elsewhere"
    other.mkdir(exist_ok=True)
    same = packs.relink("made", other)
    assert (same.found, same.kept, same.missing) == (0, 2, ())
    changed = tmp_path / "p" / "clips" / "q1.mp4"
    changed.write_bytes(b"z" * (changed.stat().st_size + (not below)))
    answer = packs.relink("made", other)
    assert (answer.found, answer.kept) == (0, 1)
    assert [item.questions for item in answer.missing] == [("q1",)]


def test_the_place_of_media_that_moved_is_taken_when_the_pack_is_added_again(
    packs: PackService, store: SqlStore, tmp_path: Path
) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    packs.add(folder, PLAIN)
    folder.rename(tmp_path / "moved")
    again = packs.add(tmp_path / "moved", PLAIN)
    assert (again.unchanged, again.changed) == (1, 0)
    with store(write=False) as work:
        [item] = work.packs.questions("made")
    assert item.media[0].path.is_file()


def test_packs_that_are_not_there_are_named(packs: PackService, tmp_path: Path) -> None:
    for ask in (lambda: packs.show("x\x1b"), lambda: packs.remove("x\x1b"), lambda: packs.relink("x\x1b", tmp_path)):
        with pytest.raises(NotFound, match="holds no pack x\u241b"):
            ask()


def test_a_pack_without_a_question_is_refused(packs: PackService, tmp_path: Path) -> None:
    folder = web_bundle(tmp_path / "b", [])
    (folder / "review.html").write_text(f"const CASES = {json.dumps([])};", encoding="utf-8")
    with pytest.raises(PackError, match="no question"):
        packs.add(folder, PLAIN)
