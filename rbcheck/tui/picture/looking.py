"""What `doctor` says of a terminal: asked as before the interface, and put into words for a machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TextIO

from rbcheck.tui.picture.abilities import Abilities, Asked, cell_size, has_display, modes_for
from rbcheck.tui.picture.asking import ask, give_back
from rbcheck.tui.picture.ways import colours_for, in_multiplexer, may_be_asked


def look_at(environ: Mapping[str, str], source: TextIO, *targets: TextIO) -> dict[str, Any]:
    """Size, colours, and the ways of showing in the order of choice; without a terminal what the environment tells."""
    target = next((stream for stream in targets if stream.isatty()), None)
    asked = Asked(Abilities())
    if target is not None and source.isatty():
        asked = ask(environ, source.fileno(), target.fileno())
        give_back(source.fileno(), asked.typed)
    abilities = asked.abilities
    size = os.get_terminal_size(target.fileno()) if target is not None else None
    modes = modes_for(abilities, environ, has_display=has_display(environ))
    return {
        "size": f"{size.columns}×{size.lines}" if size else None,
        "term": environ.get("TERM"),
        "name": abilities.name or None,
        "multiplexer": in_multiplexer(environ),
        "asked": target is not None and may_be_asked(environ),
        "answered": target is not None and asked.late is None,
        "colours": colours_for(environ).value,
        "cell": list(cell_size(abilities, target.fileno())) if target is not None else None,
        "synchronized": abilities.synchronized,
        "shared_memory": abilities.shared_memory,
        "ways": [mode.value for mode in modes],
    }
