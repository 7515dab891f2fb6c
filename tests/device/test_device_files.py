"""What this device remembers: one id, openings that are durable, heads in order, torn lines skipped."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import StoreUnreachable
from rbcheck.domain.ledger import Event, Head
from rbcheck.services.ports import Opening

AT = datetime(2026, 11, 29, 14, 0, 31, 120_000, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]


def opening(sha256: str = "a" * 64, recording: str | None = "rec1", **more: object) -> Opening:
    values: dict[str, object] = {
        "sha256": sha256, "span_ms": (1000, 2000), "recording": recording, "annotator": "ann", "device": "d", "at": AT,
        "by": "workbench",
    }  # fmt: skip
    return Opening(**(values | more))  # type: ignore[arg-type]


def test_the_id_is_made_once_and_kept(tmp_path: Path) -> None:
    first = DeviceFiles(tmp_path / "device").device_id
    assert len(first) == 32
    assert int(first, 16) >= 0
    assert DeviceFiles(tmp_path / "device").device_id == first
    assert [path.name for path in (tmp_path / "device").iterdir()] == ["id"]
    assert DeviceFiles(tmp_path / "other").device_id != first


def test_processes_that_make_the_id_at_once_agree(tmp_path: Path) -> None:
    go = tmp_path / "go"
    code = (
        "import sys, time; from pathlib import Path; from rbcheck.device.files import DeviceFiles\n"
        "files = DeviceFiles(Path(sys.argv[1])); print('ready', flush=True)\n"
        "while not Path(sys.argv[2]).exists(): pass\n"
        "print(files.device_id)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "device"), str(go)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(6)]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    go.touch()
    told = {process.communicate()[0].strip() for process in running}
    assert told == {DeviceFiles(tmp_path / "device").device_id}
    assert [path.name for path in (tmp_path / "device").iterdir()] == ["id"]


def test_openings_are_found_by_content_and_by_recording(tmp_path: Path) -> None:
    files = DeviceFiles(tmp_path)
    one, other = opening(), opening("b" * 64, "rec2", span_ms=None, annotator=None)
    files.note_opening(one)
    files.note_opening(other)
    assert DeviceFiles(tmp_path).openings(["a" * 64], []) == (one,)
    assert files.openings([], ["rec2"]) == (other,)
    assert files.openings(["a" * 64], ["rec2"]) == (one, other)
    assert files.openings(["c" * 64], ["rec3"]) == ()


def test_names_of_any_kind_come_back(tmp_path: Path) -> None:
    files = DeviceFiles(tmp_path)
    strange = opening(recording="跑步 \u2028\n\x1b[2J")
    files.note_opening(strange)
    assert files.openings(["a" * 64], []) == (strange,)


def test_an_opening_is_on_disk_before_the_call_returns(tmp_path: Path) -> None:
    DeviceFiles(tmp_path).note_opening(opening())
    (line,) = (tmp_path / "openings.jsonl").read_text().splitlines()
    assert json.loads(line)["sha256"] == "a" * 64
    assert (tmp_path / "openings.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_line_that_was_torn_hides_neither_what_stands_before_nor_what_comes_after(tmp_path: Path) -> None:
    files = DeviceFiles(tmp_path)
    files.note_opening(opening())
    with (tmp_path / "openings.jsonl").open("ab") as file:
        file.write(b'{"sha256": "' + b"a" * 64 + b'", "recor')
    assert files.openings(["a" * 64], []) == (opening(),)
    files.note_opening(opening(by="play"))
    assert [found.by for found in files.openings(["a" * 64], [])] == ["workbench", "play"]


@pytest.mark.parametrize("line", [b"{}", b"[]", b"7", b"", b"\xff\xfe"])
def test_a_line_that_is_no_opening_is_passed_over(line: bytes, tmp_path: Path) -> None:
    files = DeviceFiles(tmp_path)
    (tmp_path / "openings.jsonl").write_bytes(line + b"\n")
    files.note_opening(opening())
    assert files.openings(["a" * 64], []) == (opening(),)


def test_a_damaged_opening_counts_as_seen_from_the_first_day(tmp_path: Path) -> None:
    (tmp_path / "openings.jsonl").write_bytes(b'{"sha256": "' + b"a" * 64 + b'", "at": "long ago"}\n')
    (found,) = DeviceFiles(tmp_path).openings(["a" * 64], [])
    assert found.at == datetime(1970, 1, 1, tzinfo=UTC)


def test_a_full_disk_is_refused_in_one_sentence(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs a device that is always full")
    (tmp_path / "openings.jsonl").symlink_to("/dev/full")
    with pytest.raises(StoreUnreachable, match="cannot be written"):
        DeviceFiles(tmp_path).note_opening(opening())


def test_heads_are_kept_a_chain_and_in_order(tmp_path: Path) -> None:
    files = DeviceFiles(tmp_path)
    heads = [Head(n, f"{n:064x}") for n in (1, 2, 3)]
    for head in heads:
        files.note_head("ann", head)
    files.note_head("store:x/../y", heads[0])
    assert DeviceFiles(tmp_path).heads("ann") == tuple(heads)
    assert files.heads("store:x/../y") == (heads[0],)
    assert files.heads("nobody") == ()
    assert all(path.parent == tmp_path / "heads" for path in tmp_path.rglob("*.jsonl"))


def test_what_is_committed_is_not_refused_for_its_head_and_the_next_one_stands_for_both(tmp_path: Path) -> None:
    files = DeviceFiles(tmp_path)
    first, second = (Event("ann", "device", n, AT, n, "noted", "{}", "0" * 64, f"{n:064x}") for n in (1, 2))
    (tmp_path / "heads").write_text("a file where a folder is needed")
    files.note_event(first)
    (trouble,) = files.troubles()
    assert str(tmp_path / "heads") in trouble.render()
    (tmp_path / "heads").unlink()
    files.note_event(second)
    assert files.heads("ann") == (Head(2, second.hash),)
    assert list(files.troubles()) == []


@pytest.mark.parametrize(
    "act",
    [
        lambda files: files.device_id,
        lambda files: files.note_opening(opening()),
        lambda files: files.note_head("ann", Head(1, "a" * 64)),
    ],
    ids=["id", "opening", "head"],
)
def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(
    act: Callable[[DeviceFiles], object], tmp_path: Path
) -> None:
    (tmp_path / "device").write_text("a file where a folder is needed")
    files = DeviceFiles(tmp_path / "device")
    with pytest.raises(StoreUnreachable, match="cannot be written"):
        act(files)


def test_the_clock_is_aware_and_never_goes_back() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() is not None
    before = datetime.now(UTC)
    assert before <= clock.now() <= datetime.now(UTC)
    readings = [clock.mono_ns() for _ in range(100)]
    assert readings == sorted(readings)


def test_who_signed_in_is_remembered_store_by_store_the_last_first(tmp_path: Path) -> None:
    device = DeviceFiles(tmp_path / "device")
    assert device.signed_in("s1") == ()
    for store, annotator in (("s1", "ann"), ("s1", "bo"), ("s2", "eve"), ("s1", "ann"), ("s1", "ann")):
        device.note_sign_in(store, annotator)
    assert device.signed_in("s1") == ("ann", "bo")
    assert DeviceFiles(tmp_path / "device").signed_in("s2") == ("eve",)
    assert len((tmp_path / "device" / "signed_in.jsonl").read_text("utf-8").splitlines()) == 4


def test_damaged_lines_are_passed_over_and_their_spans_count_as_the_whole_clip(tmp_path: Path) -> None:
    line = b'{"sha256": "' + b"a" * 64 + b'", "span_ms": ["x", null], "at": "2026-01-01T00:00:00"}\n'
    unhashable = b'{"sha256": ["x"], "recording": {}}\n'
    (tmp_path / "openings.jsonl").write_bytes(b"[" * 100_000 + b"\n\xff\xfe\n" + unhashable + line)
    (found,) = DeviceFiles(tmp_path).openings(["a" * 64], ["rec"])
    assert found.span_ms is None
    assert found.at == datetime(1970, 1, 1, tzinfo=UTC)


def test_a_line_that_was_begun_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "openings.jsonl").write_bytes(b'{"sha256": "aa')
    files = DeviceFiles(tmp_path)
    files.note_opening(opening())
    assert list(files.troubles()) == []
