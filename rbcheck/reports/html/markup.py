"""Markup made of parts: every text is escaped and made inert where it enters; what is markup says so by its type."""

from __future__ import annotations

import html
from typing import NewType

from rbcheck.domain.inert import inert

Markup = NewType("Markup", str)
"""A text that is markup already, and safe."""

NOTHING = Markup("")


def text(value: object) -> Markup:
    """Anything as a text: control characters inert, nothing in it markup; a number keeps its percent sign beside it."""
    return Markup(html.escape(inert(str(value)), quote=True).replace(" %", "\u00a0%"))


def tag(name: str, *children: Markup | str, **attributes: object) -> Markup:
    """An element; children that are plain texts go through `text`, attributes that are None are left out.

    An attribute's trailing underscore is dropped, other underscores become hyphens (`class_`, `text_anchor`).
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{''.join(children)}</{name}>")


def joined(*parts: Markup) -> Markup:
    """Markup after markup."""
    return Markup("".join(parts))
