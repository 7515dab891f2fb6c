"""The colours: dark, light, high contrast."""

from __future__ import annotations

from textual.theme import Theme

THEMES: tuple[Theme, ...] = (
    Theme(
        name="rbcheck-dark", primary="#6fa8dc", secondary="#8fbc8f", accent="#e6b450", warning="#e6b450",
        error="#e06c75", success="#8fbc8f", foreground="#d8dee9", background="#14181d", surface="#1a1f26",
        panel="#262b32", dark=True,
    ),
    Theme(
        name="rbcheck-light", primary="#1f5fa8", secondary="#2e7d32", accent="#9a6700", warning="#9a6700",
        error="#b3261e", success="#2e7d32", foreground="#1c1f23", background="#fbfbf9", surface="#f2f2ee",
        panel="#e4e4de", dark=False,
    ),
    Theme(
        name="rbcheck-contrast", primary="#ffff00", secondary="#00ff00", accent="#00ffff", warning="#ffff00",
        error="#ff6060", success="#00ff00", foreground="#ffffff", background="#000000", surface="#161616",
        panel="#303030", dark=True,
    ),
)  # fmt: skip
NAMES = tuple(theme.name for theme in THEMES)
DEFAULT = NAMES[0]
