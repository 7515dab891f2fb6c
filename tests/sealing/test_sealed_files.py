"""The sealed format: what was sealed comes out again, and anything else is an error that says what it is."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from rbcheck.sealing import (
    CHUNK,
    HEADER,
    SealBroken,
    SealError,
    WrongPassphrase,
    is_sealed,
    make_seal,
    open_sealed,
    read_seal,
    seal_file,
)

SALT, CLIP = bytes(range(16)), bytes(16)
SEAL, KEY = make_seal("open sesame", SALT)
PART = CHUNK + 16
PLAIN = random.Random(1).randbytes(3 * CHUNK + 1234)


def sealed(path: Path, plain: bytes = PLAIN, clip: bytes = CLIP) -> Path:
    with path.open("wb") as target:
        seal_file(io.BytesIO(plain), target, KEY, clip)
    return path


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 1234])
def test_what_was_sealed_comes_out_again(size: int, tmp_path: Path) -> None:
    path = sealed(tmp_path / "c", PLAIN[:size])
    assert is_sealed(path)
    with open_sealed(path, KEY) as file:
        assert file.read() == PLAIN[:size]


def test_any_place_can_be_read_in_any_order(tmp_path: Path) -> None:
    dice = random.Random(2)
    with open_sealed(sealed(tmp_path / "c"), KEY) as file:
        for _ in range(200):
            at, length = dice.randrange(len(PLAIN) + 100), dice.randrange(2 * CHUNK)
            assert file.seek(at) == at
            assert file.read(length) == PLAIN[at : at + length]
        assert file.seek(-5, io.SEEK_END) == len(PLAIN) - 5
        assert file.read() == PLAIN[-5:]


def test_nothing_of_the_content_stands_in_the_file(tmp_path: Path) -> None:
    content = b"a readable sign " * 20_000
    held = sealed(tmp_path / "c", content).read_bytes()
    assert b"readable" not in held
    assert len(held) == HEADER + len(content) + 16 * -(-len(content) // CHUNK)


def test_the_passphrase_is_told_from_every_other(tmp_path: Path) -> None:
    assert SEAL.key("open sesame") == KEY
    with pytest.raises(WrongPassphrase, match="not the passphrase"):
        SEAL.key("open sesamE")
    _, other = make_seal("another", SALT)
    with pytest.raises(SealBroken, match="of another pack"):
        open_sealed(sealed(tmp_path / "c"), other)
    with pytest.raises(SealError, match="passphrase is needed"):
        open_sealed(tmp_path / "c", None)


def flipped(held: bytes) -> bytes:
    at = HEADER + PART + 777
    return held[:at] + bytes([held[at] ^ 1]) + held[at + 1 :]


def swapped(held: bytes) -> bytes:
    one, two = held[HEADER : HEADER + PART], held[HEADER + PART : HEADER + 2 * PART]
    return held[:HEADER] + two + one + held[HEADER + 2 * PART :]


def doubled(held: bytes) -> bytes:
    return held[: HEADER + PART] + held[HEADER : HEADER + PART] + held[HEADER + 2 * PART :]


def inserted(held: bytes) -> bytes:
    return held[: HEADER + PART] + held[HEADER : HEADER + PART] + held[HEADER + PART :]


def missing(held: bytes) -> bytes:
    return held[: HEADER + PART] + held[HEADER + 2 * PART :]


def truncated(held: bytes) -> bytes:
    return held[:-1]


def other_length(held: bytes) -> bytes:
    return held[:19] + bytes([held[19] ^ 1]) + held[20:]


def _read(path: Path, given: list[bytes]) -> None:
    with open_sealed(path, KEY) as file:
        while piece := file.read1(CHUNK):
            given.append(piece)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (flipped, "part 2 of 4 is damaged"), (swapped, "is damaged"), (doubled, "part 2 of 4 is damaged"),
        (inserted, "not whole"), (missing, "not whole"), (truncated, "not whole"), (other_length, "header is damaged"),
        (lambda held: held[:20], "header is damaged"),
    ],
)  # fmt: skip
def test_what_is_not_what_was_sealed_is_an_error_and_never_other_bytes(
    spoil: Callable[[bytes], bytes], said: str, tmp_path: Path
) -> None:
    path = sealed(tmp_path / "c")
    path.write_bytes(spoil(path.read_bytes()))
    given: list[bytes] = []
    with pytest.raises(SealBroken, match=said):
        _read(path, given)
    assert PLAIN.startswith(b"".join(given))


def test_a_part_of_another_clip_is_refused(tmp_path: Path) -> None:
    one, two = sealed(tmp_path / "1").read_bytes(), sealed(tmp_path / "2", clip=bytes([1] * 16)).read_bytes()
    (tmp_path / "1").write_bytes(one[: HEADER + PART] + two[HEADER + PART :])
    with pytest.raises(SealBroken, match="part 2 of 4"), open_sealed(tmp_path / "1", KEY) as file:
        file.read()


def test_a_seal_is_stated_and_read(tmp_path: Path) -> None:
    assert read_seal(SEAL.stated()) == SEAL
    assert KEY.secret.hex() not in repr(KEY) + repr(SEAL) + str(SEAL.stated())


@pytest.mark.parametrize(
    "changed",
    [
        {"cipher": "AES-128-CBC"}, {"chunk_bytes": 1}, {"kdf": None}, {"kdf": {"name": "md5"}}, {"check": "zz"},
        {"kdf": {"name": "scrypt", "n": 2**30, "r": 8, "p": 1, "salt": "00" * 16}},
        {"kdf": {"name": "scrypt", "n": 3, "r": 8, "p": 1, "salt": "00" * 16}},
        {"kdf": {"name": "scrypt", "n": "9", "r": 8, "p": 1, "salt": "00" * 16}},
    ],
)  # fmt: skip
def test_a_seal_that_cannot_be_used_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(SealError, match="cannot be used"):
        read_seal(SEAL.stated() | changed)
