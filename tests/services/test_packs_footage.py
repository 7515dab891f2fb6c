"""Packs come into a real store: their media kept, interrupted, moved, found again, put out of sight."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from packs.making import cli_pack, cli_row, listed, native_pack, native_row, tar_of, web_bundle, write
from services.shelves import KEEP, PLAIN, UPDATE, in_media, kinds

from rbcheck.domain.errors import NotFound, PackError
from rbcheck.services.intake import IntakeOptions, Progress, Step
from rbcheck.services.packs import PackService
from rbcheck.store.unit_of_work import SqlStore


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
