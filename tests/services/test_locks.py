"""Every way around the lock, tried through the use cases on a real store: refused, or recorded as the protocol says."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile

import pytest
from builders import GOLD, KEYS, question, span

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import Leased, Missing, NotAllowed, ProtocolError, Refused
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Opening, Pack, StoredQuestion
from rbcheck.services.views import BlindView, FreeView, RevealView, WatchView
from rbcheck.store.unit_of_work import SqlStore, open_store

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
ANN, BOB = "a" * 32, "b" * 32


class Ticking:
    """A clock that moves a second at each look."""

    def __init__(self) -> None:
        self.seconds = 0

    def now(self) -> datetime:
        self.seconds += 1
        return NOON + timedelta(seconds=self.seconds)

    def mono_ns(self) -> int:
        return self.seconds * 1_000_000_000


class Place:
    """One device with a store that holds a question in two packs, blind-first and gold to be revealed."""

    def __init__(self, folder: Path, *, reveal: bool = True) -> None:
        self.folder, self.clock = folder, Ticking()
        self.path = folder / "rbcheck.db"
        self.device = DeviceFiles(folder / "device")
        self.store = open_store(str(self.path))
        with self.store() as work:
            for name in (ANN, BOB):
                work.people.add(Annotator(name, name[0], Kind.HUMAN, "en", NOON))
            for pack in ("first", "again"):
                work.packs.add(Pack(pack, {"en": pack}, Protocol.BLIND_FIRST, reveal, 0.95, False, NOON))
                asked = replace(question("q1"), stem=f"Which hold, in {pack}? Select three.")
                work.packs.add_question(StoredQuestion(pack, 1, asked, True, self.media(), GOLD, {"secret": "A"}, {}))
            work.commit()

    def media(self, shift: int = 0) -> tuple[ClipMedia, ...]:
        spans = {1: (0 + shift, 20_000 + shift), 2: (40_000 + shift, 70_000 + shift)}
        return tuple(
            ClipMedia(
                place, self.folder, "rec.mp4", 9, "f" * 64, spans[place], "rec", None, spans[place][1] - spans[place][0]
            )
            for place in (1, 2)
        )

    def desk(self, store: SqlStore | None = None, holder: str = "here") -> Annotating:
        return Annotating(store or self.store, self.clock, self.device, holder, lambda other: True)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.store.dispose()


def locked(desk: Annotating, annotator: str = ANN, pack: str = "first") -> tuple[str, bool, bool]:
    """Commit a blind guess; the judgment, and whether it carries seen and recording_seen."""
    jid = desk.open(annotator, pack, "q1").header.judgment_id
    desk.commit_blind(jid, "ABC", None)
    desk.close()
    with desk._open_work(write=False) as work:
        judgment = work.judgments.get(jid)
    assert judgment is not None
    assert judgment.blind is not None
    return jid, judgment.blind.seen, judgment.blind.recording_seen


def done(desk: Annotating, jid: str) -> None:
    desk.played(jid, span(1, 0, 20_000))
    desk.played(jid, span(2, 0, 30_000))
    desk.finish_watching(jid)
    for key in KEYS:
        desk.mark(jid, key, Mark.SUPPORTED if key in GOLD else Mark.RULED_OUT)
    desk.finish_marks(jid)
    desk.commit_answer(jid, GOLD)
    desk.commit_verdict(jid, Verdict.CLEAR, "")


def test_before_the_lock_a_view_has_no_field_for_footage_and_no_clip_can_be_opened(place: Place) -> None:
    desk = place.desk()
    view = desk.open(ANN, "first", "q1")
    assert isinstance(view, BlindView)
    assert "rec" not in repr(view)
    assert str(place.folder) not in repr(view)
    for clip in (1, 2):
        with pytest.raises(NotAllowed, match="locked until"):
            desk.clip_source(view.header.judgment_id, clip)
    assert place.device.openings(["f" * 64], ["rec"]) == ()


def test_while_watching_no_options_and_before_the_reveal_no_gold(place: Place) -> None:
    desk = place.desk()
    jid, *_ = locked(desk)
    assert isinstance(desk.view(jid), WatchView)
    assert not hasattr(desk.view(jid), "options")
    desk.played(jid, span(1, 0, 20_000))
    desk.played(jid, span(2, 0, 30_000))
    free = desk.finish_watching(jid)
    assert isinstance(free, FreeView)
    assert not hasattr(free, "gold")


@pytest.mark.parametrize("stage", [Stage.WATCH, Stage.REVEAL, Stage.DONE])
def test_a_second_blind_guess_is_refused_in_every_later_stage(place: Place, stage: Stage) -> None:
    desk = place.desk()
    jid, *_ = locked(desk)
    if stage is not Stage.WATCH:
        done(desk, jid)
    if stage is Stage.DONE:
        desk.commit_gold_verdict(jid, GoldVerdict.CORRECT, "")
    with pytest.raises(NotAllowed):
        desk.commit_blind(jid, "DEF", None)
    again = place.desk(holder="after a restart").open(ANN, "first", "q1")
    assert again.header.stage is stage


def test_a_second_session_on_the_question_is_refused_until_the_first_has_ended(place: Place) -> None:
    place.desk(holder="one").open(ANN, "first", "q1")
    with pytest.raises(Leased):
        place.desk(holder="two").open(ANN, "first", "q1")
    dead = Annotating(place.store, place.clock, place.device, "three", lambda other: False)
    assert dead.open(ANN, "first", "q1").header.stage is Stage.BLIND


def test_a_guess_without_openings_is_not_seen(place: Place) -> None:
    assert locked(place.desk())[1:] == (False, False)


def opened(place: Place) -> None:
    desk = place.desk()
    jid, *_ = locked(desk)
    desk.clip_source(jid, 1)


def test_another_pack_with_the_same_footage_carries_seen(place: Place) -> None:
    opened(place)
    assert locked(place.desk(), ANN, "again")[1:] == (True, False)


def test_another_annotators_name_on_this_device_carries_seen(place: Place) -> None:
    opened(place)
    assert locked(place.desk(), BOB)[1:] == (True, False)


def test_footage_that_was_only_locked_and_never_opened_is_not_seen(place: Place) -> None:
    locked(place.desk())
    assert locked(place.desk(), BOB)[1:] == (False, False)


def test_other_footage_under_a_clips_path_is_not_shown_and_not_taken_for_what_was_added(place: Place) -> None:
    """Else a locked question's footage could be watched under an open question's clip."""
    jid, *_ = locked(place.desk())
    (place.folder / "rec.mp4").write_bytes(b"other footage")
    with pytest.raises(Missing, match="not the one that was added"):
        place.desk().clip_source(jid, 1)
    assert place.device.openings(["f" * 64], ["rec"]) == ()


def test_a_clip_that_became_a_pipe_is_refused_at_once(place: Place) -> None:
    jid, *_ = locked(place.desk())
    os.mkfifo(place.folder / "rec.mp4")
    with pytest.raises(Missing, match="not the one that was added"):
        place.desk().clip_source(jid, 1)


def test_other_seconds_of_the_recording_carry_recording_seen(place: Place) -> None:
    opened(place)
    with place.store() as work:
        asked = replace(question("q2"), stem="Another part. Select three.")
        far = tuple(
            replace(media, span_ms=(start, start + 10_000))
            for media, start in zip(place.media(), (100_000, 120_000), strict=True)
        )
        work.packs.add_question(StoredQuestion("first", 2, asked, True, far, GOLD, {}, {}))
        work.commit()
    desk = place.desk()
    jid = desk.open(ANN, "first", "q2").header.judgment_id
    desk.commit_blind(jid, "ABC", None)
    with place.store(write=False) as work:
        judgment = work.judgments.get(jid)
    assert judgment is not None
    assert judgment.blind is not None
    assert (judgment.blind.seen, judgment.blind.recording_seen) == (False, True)


def test_rbcheck_play_on_the_file_carries_seen(place: Place) -> None:
    place.device.note_opening(Opening("f" * 64, None, "rec", None, place.device.device_id, NOON, "play"))
    assert locked(place.desk())[1:] == (True, False)


def test_a_restored_copy_of_the_store_carries_seen_and_shows_as_a_fork(place: Place) -> None:
    desk = place.desk()
    desk.open(ANN, "first", "q1")
    desk.close()
    place.store.dispose()
    copy = place.folder / "copy.db"
    copyfile(place.path, copy)
    opened(place)
    restored = open_store(str(copy))
    jid, seen, _ = locked(place.desk(restored))
    assert seen
    from rbcheck.domain.ledger import verify_chain

    with restored(write=False) as work:
        events = list(work.ledger.events(ANN, place.device.device_id))
    report = verify_chain(events, place.device.heads(ANN))
    assert not report.ok
    assert jid
    restored.dispose()


def test_a_new_version_of_the_question_opens_no_unseen_guess(place: Place) -> None:
    opened(place)
    with place.store() as work:
        reworded = replace(question("q1"), stem="Which hold? Select three of them.")
        work.packs.add_question(StoredQuestion("first", 1, reworded, True, place.media(), GOLD, {}, {}))
        work.commit()
    assert locked(place.desk())[1:] == (True, False)


@pytest.mark.parametrize(
    "statement",
    [
        'UPDATE blind_guess SET options = \'["D","E","F"]\'',
        "DELETE FROM blind_guess",
        "DELETE FROM judgment",
        "DELETE FROM event",
        "UPDATE event SET payload = '{}'",
        "UPDATE blind_guess SET seen = 0",
    ],
)
def test_raw_sql_on_the_file_is_refused(place: Place, statement: str) -> None:
    opened(place)
    place.store.dispose()
    connection = sqlite3.connect(place.path)
    connection.execute("PRAGMA foreign_keys = ON")
    before = connection.execute("SELECT * FROM blind_guess").fetchall()
    if "seen = 0" in statement:
        connection.execute("SELECT 1")
    with pytest.raises(sqlite3.DatabaseError):
        connection.execute(statement)
    assert connection.execute("SELECT * FROM blind_guess").fetchall() == before
    connection.close()


def test_raw_sql_cannot_open_the_video_before_the_guess(place: Place) -> None:
    desk = place.desk()
    desk.open(ANN, "first", "q1")
    place.store.dispose()
    connection = sqlite3.connect(place.path)
    with pytest.raises(sqlite3.DatabaseError, match="blind"):
        connection.execute("UPDATE judgment SET stage = 'watch'")
    connection.close()


def test_gold_comes_with_the_verdict_and_never_where_the_pack_does_not_reveal_it(tmp_path: Path) -> None:
    for reveal in (True, False):
        folder = tmp_path / str(reveal)
        folder.mkdir()
        place = Place(folder, reveal=reveal)
        desk = place.desk()
        jid, *_ = locked(desk)
        desk.clip_source(jid, 1)
        done(desk, jid)
        view = desk.view(jid)
        assert isinstance(view, RevealView) is reveal
        if not reveal:
            with pytest.raises(ProtocolError):
                desk.commit_gold_verdict(jid, GoldVerdict.CORRECT, "")
        place.store.dispose()


def test_seeking_beyond_what_was_played_is_refused_while_watching(place: Place) -> None:
    desk = place.desk()
    jid, *_ = locked(desk)
    desk.played(jid, span(1, 0, 5_000))
    desk.seek(jid, 1, 5_000)
    with pytest.raises(Refused):
        desk.seek(jid, 1, 12_000)
