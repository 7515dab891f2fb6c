"""The colours: dark, light, high contrast."""

from __future__ import annotations

from textual.theme import Theme

# Textual's own shades for placeholders, for what is locked and for rows under the cursor are too faint to be read:
# every text stands out from every ground that it can lie on by 4.5 to 1, in high contrast by 7 to 1 (WCAG 2.2, 1.4.3
# and 1.4.6).
_DARK = {
    "text-muted": "auto 74%", "text-disabled": "auto 60%", "foreground-muted": "#d8dee9c8",
    "foreground-disabled": "#d8dee99c", "primary-muted": "#263b50", "surface-lighten-2": "#333a44",
}  # fmt: skip
_LIGHT = {
    "text-muted": "auto 72%", "text-disabled": "auto 60%", "foreground-muted": "#1c1f23b8",
    "foreground-disabled": "#1c1f23a8", "block-cursor-background": "#174a85",
}  # fmt: skip
_CONTRAST = {
    "text": "auto 100%", "text-muted": "auto 86%", "text-disabled": "auto 70%", "foreground-muted": "#ffffffdc",
    "foreground-disabled": "#ffffffb8", "primary-muted": "#333300", "surface-lighten-2": "#333333",
    "error-muted": "#3a0000", "warning-muted": "#333300",
    "block-cursor-blurred-background": "#333300",
}  # fmt: skip

THEMES: tuple[Theme, ...] = (
    Theme(
        name="rbcheck-dark", primary="#6fa8dc", secondary="#8fbc8f", accent="#e6b450", warning="#e6b450",
        error="#e06c75", success="#8fbc8f", foreground="#d8dee9", background="#14181d", surface="#1a1f26",
        panel="#262b32", dark=True, variables=_DARK,
    ),
    Theme(
        name="rbcheck-light", primary="#1f5fa8", secondary="#2e7d32", accent="#9a6700", warning="#9a6700",
        error="#b3261e", success="#2e7d32", foreground="#1c1f23", background="#fbfbf9", surface="#f2f2ee",
        panel="#e4e4de", dark=False, variables=_LIGHT,
    ),
    Theme(
        name="rbcheck-contrast", primary="#ffff00", secondary="#00ff00", accent="#00ffff", warning="#ffff00",
        error="#ff8080", success="#00ff00", foreground="#ffffff", background="#000000", surface="#161616",
        panel="#303030", dark=True, variables=_CONTRAST,
    ),
)  # fmt: skip
NAMES = tuple(theme.name for theme in THEMES)
DEFAULT = NAMES[0]
