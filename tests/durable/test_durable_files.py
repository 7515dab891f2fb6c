"""Files that are whole under their name, or not there."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from rbcheck.durable import place, write_first


def test_of_two_that_write_a_name_first_one_does(tmp_path: Path) -> None:
    path = tmp_path / "device" / "id"
    assert write_first(path, "one")
    assert not write_first(path, "two")
    assert path.read_text("ascii") == "one"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [*path.parent.iterdir()] == [path]


def test_nothing_is_left_of_what_the_disk_does_not_take(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            write_first(tmp_path / "id", "one")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [*tmp_path.iterdir()] == []


def test_a_name_that_is_taken_is_given_to_nobody_else(tmp_path: Path) -> None:
    target = tmp_path / "export.json"
    for text, name in (("a", "export.json"), ("b", "export_2.json"), ("c", "export_3.json")):
        fresh = tmp_path / "fresh"
        fresh.write_text(text)
        placed = place(fresh, target)
        fresh.unlink()
        assert (placed.name, placed.read_text()) == (name, text)
