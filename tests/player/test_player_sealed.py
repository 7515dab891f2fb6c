"""Sealed clips: VLC and the exact reader show what the open clip shows, and no plaintext reaches a disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from player.clips import make_clip, number_in
from player.listening import Listener

from rbcheck.player.exact import ExactReader
from rbcheck.player.media import Unplayable
from rbcheck.player.probing import MediaInspector
from rbcheck.player.vlc import VlcPlayer
from rbcheck.sealing import HEADER, make_seal, seal_file
from rbcheck.services.playing import ClipSource, PlayState

SEAL, KEY = make_seal("secret", bytes(16))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A clip and the same sealed."""
    plain = make_clip(tmp_path / "open.mp4", frames=90).path
    sealed = tmp_path / "sealed.rbs"
    with plain.open("rb") as source, sealed.open("wb") as target:
        seal_file(source, target, KEY, bytes(16))
    return plain, sealed


def test_the_exact_reader_gives_the_same_frames(pair: tuple[Path, Path]) -> None:
    plain, sealed = (ExactReader.open(ClipSource(path, "CLIP_A", key=KEY)) for path in pair)
    for index in (0, 1, 44, 89, 3):
        assert np.array_equal(plain.pixels(index), sealed.pixels(index))
    plain.close()
    sealed.close()


def test_probing_tells_the_same(pair: tuple[Path, Path]) -> None:
    look = MediaInspector()
    assert look.probe(pair[0]) == look.probe(pair[1], key=KEY)


@pytest.mark.vlc
def test_vlc_plays_it_to_its_end_with_nothing_open_but_the_sealed_file(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = set(os.listdir("/tmp")) | set(os.listdir("/dev/shm"))
    plain, sealed = pair
    plain.unlink()
    player = VlcPlayer()
    heard = Listener(player)
    try:
        assert heard.opened(ClipSource(sealed, "CLIP_A", key=KEY)).state is PlayState.PAUSED
        player.play()
        heard.until(lambda: len(heard.pictures) > 20)
        opened = {os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")}
        assert str(sealed) in opened
        assert not [name for name in opened if name.endswith((".mp4", ".part")) or str(temporary) in name]
        assert heard.until_state(PlayState.ENDED, PlayState.FAILED).state is PlayState.ENDED
        numbers = [number_in(picture) for picture in heard.pictures]
        assert numbers[-1] == 89
        assert len(set(numbers)) > 45
    finally:
        player.close()
    assert player.faults == []
    assert list(temporary.iterdir()) == []
    fresh = (set(os.listdir("/tmp")) | set(os.listdir("/dev/shm"))) - before
    assert not [name for name in fresh if "rbcheck" in name or "vlc" in name.lower()]


@pytest.mark.parametrize(("key", "said"), [(None, "passphrase"), (make_seal("x", bytes(16))[1], "another pack")])
def test_without_the_right_key_it_cannot_be_played(pair: tuple[Path, Path], key: object, said: str) -> None:
    with pytest.raises(Unplayable, match=said):
        ExactReader.open(ClipSource(pair[1], "CLIP_A", key=key))  # type: ignore[arg-type]


@pytest.mark.parametrize("cut", [1, 70_000])
def test_a_clip_that_is_not_whole_is_told(pair: tuple[Path, Path], cut: int) -> None:
    pair[1].write_bytes(pair[1].read_bytes()[:-cut])
    assert "not whole" in (MediaInspector().probe(pair[1], key=KEY).reason or "")


def test_a_flipped_bit_anywhere_in_the_pictures_is_told(pair: tuple[Path, Path]) -> None:
    held = bytearray(pair[1].read_bytes())
    held[HEADER + len(held) // 2] ^= 1
    pair[1].write_bytes(held)
    assert "damaged" in (MediaInspector().probe(pair[1], key=KEY).reason or "")
