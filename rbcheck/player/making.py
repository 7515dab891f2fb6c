"""The player for this machine."""

from __future__ import annotations

from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import Player


def make_player() -> Player:
    """A player on libvlc; where there is none, one that shows still frames and says why it does not play."""
    return VlcPlayer()
