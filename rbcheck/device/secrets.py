"""The system's keyring, where the `keyring` library and a place to keep secrets are there."""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from typing import Any

_SERVICE = "rbcheck"


class SystemKeyring:
    """Keys of sealed packs under the program's name; without a keyring it holds nothing and says so."""

    @property
    def available(self) -> bool:
        """Whether secrets can be kept."""
        return self._library is not None

    def get(self, name: str) -> str | None:
        """A secret that was kept."""
        if self._library is None:
            return None
        try:
            kept: str | None = self._library.get_password(_SERVICE, name)
        except self._library.errors.KeyringError:
            return None
        return kept

    def keep(self, name: str, secret: str) -> bool:
        """Keep a secret; whether that could be done."""
        if self._library is None:
            return False
        try:
            self._library.set_password(_SERVICE, name, secret)
        except self._library.errors.KeyringError:
            return False
        return True

    @cached_property
    def _library(self) -> Any:
        if find_spec("keyring") is None:
            return None
        import keyring
        import keyring.errors

        try:
            backend = keyring.get_keyring()
            usable = backend.priority > 0
        except (keyring.errors.KeyringError, RuntimeError):
            return None
        return keyring if usable else None
