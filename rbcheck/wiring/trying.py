"""How video files are tried and shown; codecs and VLC are loaded only where they are wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbcheck.sealing import PackKey
    from rbcheck.services.playing import DecodeReport, Probe
    from rbcheck.services.window import OnWindowNews, PictureWindow


def probe(path: Path, from_ms: int | None, to_ms: int | None) -> Probe:
    """Try a clip; the codecs are loaded only where one is tried."""
    from rbcheck.player.probing import MediaInspector

    return MediaInspector().probe(path, from_ms, to_ms)


def probe_sealed(path: Path, from_ms: int | None, to_ms: int | None, key: PackKey) -> Probe:
    """Try a sealed clip."""
    from rbcheck.player.probing import MediaInspector

    return MediaInspector().probe(path, from_ms, to_ms, key)


def decode(
    path: Path, from_ms: int | None, to_ms: int | None, should_stop: Callable[[], bool], key: PackKey | None = None
) -> DecodeReport:
    """Decode a clip; the codecs are loaded only where one is decoded."""
    from rbcheck.player.probing import MediaInspector

    return MediaInspector().full_decode(path, from_ms, to_ms, should_stop, key)


def make_window(on_news: OnWindowNews) -> PictureWindow:
    """VLC's own window; the player is loaded only where one is wanted."""
    from rbcheck.player.window import VlcWindow

    return VlcWindow(on_news)
