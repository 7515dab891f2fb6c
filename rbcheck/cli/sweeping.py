"""How often Python looks for garbage: seldom while a command loads and works, as usual while the interface is open."""

from __future__ import annotations

import gc

_SELDOM, _USUAL = (10_000, 20, 50), (700, 10, 10)


def sweep_seldom() -> None:
    """What is loaded stays, and looking through it again and again is a sixth of a short command."""
    gc.set_threshold(*_SELDOM)


def sweep_as_usual() -> None:
    """Small looks, which nobody notices at the keyboard; what is loaded by now is left out of them."""
    gc.freeze()
    gc.set_threshold(*_USUAL)


def sweep_no_more() -> None:
    """Nor at the end, when all goes with the process."""
    gc.freeze()
