"""Chance that a seed decides: the same seed and names give the same draw, on every machine and version."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from typing import TypeVar

from rbcheck.domain.canonical import Json, canonical

T = TypeVar("T")


class Dice:
    """Draws by name. Who does not know the seed cannot tell a draw, nor undo one."""

    def __init__(self, seed: str) -> None:
        self._key = seed.encode("utf-8")

    def digest(self, *names: Json) -> bytes:
        """32 bytes for a name."""
        return hmac.new(self._key, canonical(list(names)).encode("utf-8"), hashlib.sha256).digest()

    def word(self, letters: int, *names: Json) -> str:
        """So many hex digits, at most 64, for a name."""
        return self.digest(*names).hex()[:letters]

    def shuffled(self, items: Iterable[T], name: Callable[[T], Json], *what: Json) -> list[T]:
        """The items in an order that depends on the seed and their names alone, not on how they came."""
        return sorted(items, key=lambda item: self.digest(*what, name(item)))
