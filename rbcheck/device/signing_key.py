"""The key that this device signs exports with: made on first use, readable by its owner alone."""

from __future__ import annotations

import os
from pathlib import Path

from rbcheck import signing
from rbcheck.device.reading import read_bytes
from rbcheck.domain.errors import N_, StoreUnreachable
from rbcheck.durable import write_first

_BAD_KEY = N_("{path} is damaged, it holds no key: put a backup of it in its place, or remove it for a new key.")
_CANNOT = N_("{path} cannot be written ({why}): free some space or mend its permissions; nothing was changed.")
_OPEN_KEY = N_("{path} can be read by others on this machine: close it with `chmod 600`.")


class SigningKey:
    """The secret key in `signing.key` of a device's folder; it never leaves this object."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "signing.key"
        self._secret: bytes | None = None

    @property
    def public(self) -> str | None:
        """The public key in hex; None where no key was made yet."""
        secret = self._secret or self._read()
        return signing.public_key(secret) if secret else None

    def sign(self, device: str, statement: bytes) -> signing.Signature:
        """A signature by this device's key, which is made where there is none."""
        if self._secret is None:
            self._secret = self._read() or self._make()
        return signing.sign(self._secret, device, statement)

    def check(self) -> None:
        """StoreUnreachable where the file holds no key, or where others may read it."""
        if self._read() is not None and os.name == "posix" and self._path.stat().st_mode & 0o077:
            raise StoreUnreachable(_OPEN_KEY, path=self._path)

    def _read(self) -> bytes | None:
        content = read_bytes(self._path)
        if content is None:
            return None
        try:
            secret = bytes.fromhex(content.decode("ascii").strip())
        except ValueError:
            secret = b""
        if len(secret) != signing.SECRET_BYTES:
            raise StoreUnreachable(_BAD_KEY, path=self._path)
        return secret

    def _make(self) -> bytes:
        """A new key under its name, durably; of two programs that make one at once, both take the first's."""
        made = signing.new_secret()
        try:
            return made if write_first(self._path, made.hex()) else self._read() or made
        except OSError as error:
            raise StoreUnreachable(_CANNOT, path=self._path, why=error.strerror) from error
