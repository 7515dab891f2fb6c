"""`--show`: the way pictures are shown in this run, whatever the settings and the terminal say."""

from __future__ import annotations

from dataclasses import replace

from rbcheck.domain.errors import N_
from rbcheck.settings import Settings
from rbcheck.tui.picture.ways import Mode

AUTOMATIC = "auto"
MODES = (AUTOMATIC, *(mode.value for mode in Mode))
SHOW_HELP = N_(
    "How pictures are shown: auto, kitty, kitty-data, iterm, sixel, blocks, truecolor, 256, grey, sextants, window."
)


def with_show(settings: Settings, show: str | None) -> Settings:
    """The settings with this way of showing, where one was asked for."""
    if show is None:
        return settings
    return replace(settings, show="" if show == AUTOMATIC else show)
