"""Texts that are told again at every act, most of them unchanged."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from rbcheck.tui.pages.wrapping import Lines, wrapped


class TextLine(Static):
    """A text that costs nothing when it is told again, and no layout while it stays as high as it is."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._told = Content("")

    def tell(self, text: Content) -> None:
        """Show this text, exactly as it is."""
        before = self._told
        if text.is_same(before):
            return
        self._told = text
        self.update(Lines(text), layout=not self._as_large(before, text))

    def _as_large(self, before: Content, after: Content) -> bool:
        """Whether both take the same room: the parents need not look again."""
        if self.styles.width is not None and self.styles.width.is_auto and before.cell_length != after.cell_length:
            return False
        width = self.content_size.width
        return width > 0 and len(wrapped(before, width)) == len(wrapped(after, width))
