"""Units by the names that upstream's files give them."""

from __future__ import annotations

_OTHER_NAMES = {"60s_segment": "segment"}


def unit_named(name: str) -> str:
    """The unit that a file means; an unknown name is kept as it is."""
    return _OTHER_NAMES.get(name, name)
