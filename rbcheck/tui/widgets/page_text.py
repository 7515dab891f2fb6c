"""A page of the manual: one widget, however long the page is."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from rbcheck.tui.pages.layout import Laid, laid_out


class PageText(Widget):
    """Shows Markdown, laid out anew where the width is another."""

    class LaidOut(Message):
        """The page was laid out in another width: its sections begin at other lines."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""
        self._width = 0

    def on_resize(self) -> None:
        if self.content_size.width != self._width:
            self._width = self.content_size.width
            self.post_message(self.LaidOut())

    def show(self, text: str) -> None:
        """Show this page."""
        self._text = text
        self.refresh(layout=True)

    def line_of(self, section: int) -> int:
        """The line at which a section of the page begins, counted from 1; what stands before it begins at the top."""
        sections = self._at(self.content_size.width).sections
        return sections[section - 1] if 0 < section <= len(sections) else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the page takes."""
        return len(self._at(width).lines)

    def render(self) -> Content:
        """The whole page."""
        return Content("\n").join(self._at(self.content_size.width).lines)

    def render_line(self, y: int) -> Strip:
        """One line, drawn when it is looked at: a page has hundreds. While text is selected, as any other widget."""
        lines, width = self._at(self.content_size.width).lines, self.size.width
        if self.text_selection is not None:
            return super().render_line(y)
        if y >= len(lines) or not lines[y]:
            return Strip.blank(width, self.visual_style.rich_style)
        strips = Visual.to_strips(self, lines[y], width, 1, self.visual_style)
        return strips[0].apply_offsets(0, y)

    def _at(self, width: int) -> Laid:
        return laid_out(self._text, width)
