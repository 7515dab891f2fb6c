"""What decodes (packs.md): in the background, the next question's first, resumable, never what is judged unseen."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from builders import GOLD, question
from player.clips import make_clip

from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.protocol import Protocol
from rbcheck.player.probing import MediaInspector
from rbcheck.sealing import PackKey
from rbcheck.services.annotating import Annotating
from rbcheck.services.decoding import Decoding
from rbcheck.services.decoding_thread import DecodingThread, QuietDesk
from rbcheck.services.playing import DecodeReport
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore, open_store

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def footage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good clip, one with a hole, one that is gone."""
    folder = tmp_path_factory.mktemp("footage")
    good = make_clip(folder / "good.mp4", frames=90, fps=Fraction(30)).path.read_bytes()
    half = len(good) // 2
    (folder / "hole.mp4").write_bytes(good[:half] + bytes(8000) + good[half + 8000 :])
    return folder


@pytest.fixture
def store(tmp_path: Path, footage: Path) -> SqlStore:
    store = open_store(str(tmp_path / "rbcheck.db"))
    names = {"q1": ("good.mp4", "hole.mp4"), "q2": ("good.mp4", "gone.mp4"), "q3": ("good.mp4", "hole.mp4")}
    with store() as work:
        work.packs.add(Pack("p", {"en": "p"}, Protocol.BLIND_FIRST, False, 0.95, False, NOON))
        for place, (name, files) in enumerate(names.items(), 1):
            media = tuple(
                ClipMedia(at, footage, file, 9, hashlib.sha256(file.encode()).hexdigest(), span, None, None, 3000)
                for at, (file, span) in enumerate(
                    zip(files, ((0, 1000) if name == "q3" else None, None), strict=True), 1
                )
            )
            work.packs.add_question(StoredQuestion("p", place, question(name), True, media, GOLD, {}, {}))
        work.commit()
    return store


class Decoder:
    """The real decoder, which remembers what it opened."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, int | None]] = []
        self.at_picture: Callable[[], None] = lambda: None

    def __call__(
        self,
        path: Path,
        from_ms: int | None,
        to_ms: int | None,
        should_stop: Callable[[], bool],
        key: PackKey | None = None,
    ) -> DecodeReport:
        self.opened.append((path.name, to_ms))

        def stops() -> bool:
            self.at_picture()
            return should_stop()

        return MediaInspector().full_decode(path, from_ms, to_ms, stops, key)


def media_of(store: SqlStore, name: str) -> tuple[ClipMedia, ...]:
    with store(write=False) as work:
        stored = work.packs.question("p", name)
        assert stored is not None
        return stored.media


def test_every_clip_is_decoded_once_and_what_is_damaged_is_kept(store: SqlStore) -> None:
    decoder = Decoder()
    told: list[tuple[int, int]] = []
    Decoding(store, decoder).finish("p", lambda done, total: told.append((done, total)))
    assert decoder.opened == [("good.mp4", None), ("hole.mp4", None), ("gone.mp4", None), ("good.mp4", 1000)]
    assert media_of(store, "q1")[0].decoded_ms == media_of(store, "q2")[0].decoded_ms == 3000
    assert media_of(store, "q3")[0].decoded_ms == 1000
    assert media_of(store, "q1")[0].damaged == ()
    hole = media_of(store, "q1")[1].damaged
    assert hole == media_of(store, "q3")[1].damaged != ()
    assert all(0 <= start < end <= 3000 for start, end in hole)
    assert media_of(store, "q2")[1].decoded_ms is None
    assert told[0] == (0, 6)
    assert told[-1] == (6, 6)


def test_another_session_goes_on_where_one_stopped(store: SqlStore) -> None:
    first = Decoder()
    assert Decoding(store, first).decode_next("p")
    second = Decoder()
    Decoding(store, second).finish("p", lambda done, total: None)
    assert ("good.mp4", None) not in second.opened


def test_the_next_questions_come_first(store: SqlStore) -> None:
    decoder = Decoder()
    assert Decoding(store, decoder).decode_next("p", first="q3")
    assert decoder.opened == [("good.mp4", 1000)]


def test_one_that_is_stopped_is_begun_again(store: SqlStore) -> None:
    decoder = Decoder()
    decoding = Decoding(store, decoder)
    assert not decoding.decode_next("p", should_stop=lambda: True)
    assert media_of(store, "q1")[0].decoded_ms is None
    assert decoding.decode_next("p")
    assert media_of(store, "q1")[0].decoded_ms == 3000


def test_no_file_of_a_question_is_opened_between_its_display_and_the_lock(store: SqlStore) -> None:
    decoder = Decoder()
    decoding = Decoding(store, decoder)
    decoding.close_question("p", "q1")
    # q2 and q3 show the same content: it stays closed for them too.
    decoding.finish("p", lambda done, total: None)
    assert decoder.opened == [("gone.mp4", None)]
    decoding.open_question("p", "q1")
    assert decoding.decode_next("p")


def test_what_somebody_displayed_and_did_not_lock_stays_closed_in_the_next_session(
    store: SqlStore, tmp_path: Path
) -> None:
    with store() as work:
        work.people.add(Annotator("a" * 32, "Ann", Kind.HUMAN, "en", NOON))
        work.people.add(Annotator("b" * 32, "Bob", Kind.HUMAN, "en", NOON))
        work.commit()
    desk = Annotating(store, SystemClock(), DeviceFiles(tmp_path / "device"), "here", lambda other: True)
    locked = desk.open("a" * 32, "p", "q1").header.judgment_id
    desk.commit_blind(locked, GOLD)
    decoding = Decoding(store, Decoder())
    decoding.close_begun()
    assert decoding.closed == frozenset()
    desk.open("b" * 32, "p", "q2")
    decoding.close_begun()
    assert decoding.closed == {media.sha256 for media in media_of(store, "q2")}


def test_a_question_that_is_shown_meanwhile_waits_until_its_file_is_closed(store: SqlStore) -> None:
    decoder, shown = Decoder(), threading.Event()
    decoding = Decoding(store, decoder)
    reached, closed_by_then = threading.Event(), []

    def at_picture() -> None:
        if not reached.is_set():
            reached.set()
            shown.wait(20)

    def show() -> None:
        reached.wait(20)
        shown.set()
        decoding.close_question("p", "q1")
        closed_by_then.append(decoding._at_work_on)

    decoder.at_picture = at_picture
    thread = threading.Thread(target=show)
    thread.start()
    decoding.finish("p", lambda done, total: None)
    thread.join(20)
    assert closed_by_then in ([None], [hashlib.sha256(b"gone.mp4").hexdigest()])


def test_while_it_rests_no_file_is_opened_and_the_one_at_work_is_closed(store: SqlStore) -> None:
    decoder = Decoder()
    decoding = Decoding(store, decoder)
    reached, rested = threading.Event(), []

    def rest() -> None:
        reached.wait(20)
        decoding.rest()
        rested.append(decoding._at_work_on)

    def at_picture() -> None:
        reached.set()
        until(lambda: decoding._resting)

    decoder.at_picture = at_picture
    thread = threading.Thread(target=rest)
    thread.start()
    assert not decoding.decode_next("p")
    thread.join(20)
    assert rested == [None]
    assert decoder.opened == [("good.mp4", None)]
    assert not decoding.decode_next("p")
    assert decoding.left("p") == 6
    decoder.at_picture = lambda: None
    decoding.go_on()
    assert decoding.decode_next("p")


def test_before_the_lock_the_desks_thread_opens_nothing_and_never_what_is_judged_unseen(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rbcheck.services.decoding_thread.SETTLE_S", 0.0)
    monkeypatch.setattr("rbcheck.services.decoding_thread.LOOK_AGAIN_S", 0.01)
    with store() as work:
        work.people.add(Annotator("a" * 32, "Ann", Kind.HUMAN, "en", NOON))
        work.commit()
    decoder, turns = Decoder(), []
    decoding = Decoding(store, decoder)

    def decode_next(*given: object) -> bool:
        turns.append(given)
        return Decoding.decode_next(decoding, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(decoding, "decode_next", decode_next)
    desk = QuietDesk(store, SystemClock(), DeviceFiles(tmp_path / "device"), "here", lambda other: True)
    desk.decoding, desk.thread = decoding, DecodingThread(decoding, store)
    judgment = desk.open("a" * 32, "p", "q1").header.judgment_id
    desk.thread.start()
    until(lambda: len(turns) > 2)
    assert decoder.opened == []
    desk.close()
    until(lambda: decoding.left("p") == 5)
    assert decoder.opened == [("gone.mp4", None)]
    desk.open("a" * 32, "p", "q1")
    desk.commit_blind(judgment, "ABC")
    until(lambda: decoding.left("p") == 0)
    desk.thread.stop()


def until(what: Callable[[], bool]) -> None:
    """Wait until something holds; fails when it does not come."""
    for _ in range(2000):
        if what():
            return
        threading.Event().wait(0.01)
    raise AssertionError("did not come")
