"""The sealed format: clips that are read only with their pack's passphrase, chunk by chunk, and never as plain files.

A file is a header, then chunks of 64 KiB, each under AES-256-GCM with its index as nonce and the header as associated
data. Its key comes from the pack's key and the clip's id (HKDF), the pack's key from a passphrase (scrypt). One clip
id belongs to one content, so no nonce is used twice under a key.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import struct
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, RbcheckError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MAGIC = b"RBSEAL1\n"
CHUNK = 64 * 1024
_TAG = 16
_FIELDS = struct.Struct(">8sIQ16s")
_CHECK = 16
HEADER = _FIELDS.size + _CHECK
KEPT_CHUNKS = 8

_N, _R, _P = 2**15, 8, 1
_MOST_MEMORY = 2**28

_WRONG = N_("This is not the passphrase of the pack: ask the lead who sealed it.")
_NO_SEAL = N_("The seal that pack.json states cannot be used ({why}): get the pack again.")
_DAMAGED = N_("a sealed clip whose part {part} of {parts} is damaged: get the pack again")
_HEADER = N_("a sealed clip whose header is damaged, or of another pack: get the pack again")
_SHORT = N_("a sealed clip that is not whole ({found} bytes of {expected}): get the pack again")
_NO_KEY = N_("a sealed clip: its pack's passphrase is needed")


class SealError(RbcheckError):
    """A sealed clip or pack that cannot be read: the sentence says why."""


class WrongPassphrase(SealError):
    """Not the passphrase that the pack was sealed with."""


class SealBroken(SealError):
    """A sealed clip that is not what was sealed: nothing of the damaged part is given out."""


@dataclass(frozen=True, slots=True)
class PackKey:
    """The key of a sealed pack, kept out of every text."""

    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seal:
    """What a sealed pack states of its key: how it comes from the passphrase, and how to tell that it is the one."""

    salt: bytes
    check: bytes
    n: int = _N
    r: int = _R
    p: int = _P

    def key(self, passphrase: str) -> PackKey:
        """The pack's key; WrongPassphrase where it is not that of this seal. Takes a tenth of a second."""
        key = _derive(passphrase, self.salt, self.n, self.r, self.p)
        if not self.fits(key):
            raise WrongPassphrase(_WRONG)
        return key

    def fits(self, key: PackKey) -> bool:
        """Whether a key is that of this seal."""
        return hmac.compare_digest(_check_of(key), self.check)

    def stated(self) -> dict[str, Json]:
        """The seal as `pack.json` holds it."""
        return {
            "cipher": "AES-256-GCM", "chunk_bytes": CHUNK,
            "kdf": {"name": "scrypt", "n": self.n, "r": self.r, "p": self.p, "salt": self.salt.hex()},
            "check": self.check.hex(),
        }  # fmt: skip


def make_seal(passphrase: str, salt: bytes) -> tuple[Seal, PackKey]:
    """A new seal and its key."""
    key = _derive(passphrase, salt, _N, _R, _P)
    return Seal(salt, _check_of(key)), key


def read_seal(stated: object) -> Seal:
    """The seal that a `pack.json` states; SealError where it is none that this version opens."""
    try:
        if not isinstance(stated, Mapping) or stated["cipher"] != "AES-256-GCM" or stated["chunk_bytes"] != CHUNK:
            raise ValueError("cipher")
        kdf = stated["kdf"]
        if not isinstance(kdf, Mapping) or kdf["name"] != "scrypt":
            raise ValueError("kdf")
        n, r, p = (_whole(kdf[name]) for name in ("n", "r", "p"))
        if n < 2 or n & (n - 1) or r < 1 or not 1 <= p <= 16 or 128 * n * r > _MOST_MEMORY:
            raise ValueError("scrypt")
        salt, check = bytes.fromhex(str(kdf["salt"])), bytes.fromhex(str(stated["check"]))
        if not 8 <= len(salt) <= 64 or len(check) != _CHECK:
            raise ValueError("salt")
    except (KeyError, ValueError) as error:
        raise SealError(_NO_SEAL, why=str(error).strip("'")) from error
    return Seal(salt, check, n, r, p)


def seal_file(plain: BinaryIO, sealed: BinaryIO, key: PackKey, clip_id: bytes) -> None:
    """Write a clip sealed. `clip_id` is 16 bytes that no other content under this key has."""
    length = plain.seek(0, os.SEEK_END)
    plain.seek(0)
    fields = _FIELDS.pack(MAGIC, CHUNK, length, clip_id)
    clip_key = _clip_key(key, clip_id)
    header = fields + _mac(clip_key, fields)
    cipher = _cipher(clip_key)
    sealed.write(header)
    for index in range(_parts(length)):
        sealed.write(cipher.encrypt(_nonce(index), plain.read(CHUNK), header))


def is_sealed(path: Path) -> bool:
    """Whether a file is a sealed clip; raises OSError where it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def open_sealed(path: Path, key: PackKey | None) -> io.BufferedReader:
    """A sealed clip as a file of its content; SealError where that cannot be given, OSError where it cannot be read."""
    if key is None:
        raise SealError(_NO_KEY)
    return io.BufferedReader(SealedReader(path.open("rb"), key), CHUNK)


class SealedReader(io.RawIOBase):
    """Decrypts what is asked for, in memory, and keeps the last few chunks. Closes the file that it reads."""

    def __init__(self, file: BinaryIO, key: PackKey) -> None:
        self._file = file
        with ExitStack() as undo:
            undo.callback(file.close)
            header = file.read(HEADER)
            if len(header) < HEADER or not header.startswith(MAGIC):
                raise SealBroken(_HEADER)
            _, chunk, self.length, clip_id = _FIELDS.unpack(header[: _FIELDS.size])
            clip_key = _clip_key(key, clip_id)
            if chunk != CHUNK or not hmac.compare_digest(
                _mac(clip_key, header[: _FIELDS.size]), header[_FIELDS.size :]
            ):
                raise SealBroken(_HEADER)
            found, expected = file.seek(0, os.SEEK_END), HEADER + self.length + _TAG * _parts(self.length)
            if found != expected:
                raise SealBroken(_SHORT, found=found, expected=expected)
            undo.pop_all()
        self._header = header
        self._cipher = _cipher(clip_key)
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        self._at = 0

    def readable(self) -> bool:
        """It is read."""
        return True

    def seekable(self) -> bool:
        """Any place can be gone to."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place of the content."""
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self.length}[whence]
        if base + offset < 0:
            raise ValueError("a place before the beginning")
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        """The place in the content."""
        return self._at

    def readinto(self, buffer: memoryview | bytearray) -> int:  # type: ignore[override]
        """The content from here on, up to the end of a chunk; SealBroken where it is not what was sealed."""
        if self._at >= self.length:
            return 0
        index, skip = divmod(self._at, CHUNK)
        piece = self._chunk(index)[skip : skip + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def close(self) -> None:
        """Let go of the file and of what was decrypted."""
        if not self.closed:
            self._kept.clear()
            self._file.close()
        super().close()

    def _chunk(self, index: int) -> bytes:
        kept = self._kept.get(index)
        if kept is not None:
            self._kept.move_to_end(index)
            return kept
        from cryptography.exceptions import InvalidTag

        self._file.seek(HEADER + index * (CHUNK + _TAG))
        sealed = self._file.read(min(CHUNK, self.length - index * CHUNK) + _TAG)
        try:
            plain = self._cipher.decrypt(_nonce(index), sealed, self._header)
        except (InvalidTag, ValueError) as error:
            raise SealBroken(_DAMAGED, part=index + 1, parts=_parts(self.length)) from error
        self._kept[index] = plain
        while len(self._kept) > KEPT_CHUNKS:
            self._kept.popitem(last=False)
        return plain


def _parts(length: int) -> int:
    return (length + CHUNK - 1) // CHUNK


def _nonce(index: int) -> bytes:
    return index.to_bytes(12, "big")


def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _derive(passphrase: str, salt: bytes, n: int, r: int, p: int) -> PackKey:
    secret = passphrase.encode("utf-8", "surrogatepass")
    return PackKey(hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=256 * n * r + 2**20, dklen=32))


def _clip_key(key: PackKey, clip_id: bytes) -> bytes:
    return _hkdf(key, b"rbcheck clip " + clip_id)


def _check_of(key: PackKey) -> bytes:
    return _hkdf(key, b"rbcheck check")[:_CHECK]


def _hkdf(key: PackKey, purpose: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key.secret)


def _mac(clip_key: bytes, fields: bytes) -> bytes:
    return hmac.new(clip_key, fields, hashlib.sha256).digest()[:_CHECK]


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("scrypt")
    return value
