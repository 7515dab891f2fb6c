"""The manual on the screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, MarkdownViewer, TabbedContent, TabPane

from rbcheck.locale import _
from rbcheck.manual import topics


class Manual(Screen[None]):
    """Every page under its tab, open at one of them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.pop_screen", "back")]

    def __init__(self, lang: str, topic: str) -> None:
        super().__init__()
        self._pages = topics(lang)
        self._topic = topic

    def compose(self) -> ComposeResult:
        with TabbedContent(initial=f"page-{self._topic}" if self._topic in self._pages else ""):
            for name, page in self._pages.items():
                with TabPane(page.title, id=f"page-{name}"):
                    yield MarkdownViewer(page.text, show_table_of_contents=False, open_links=False)
        yield Footer()

    def on_mount(self) -> None:
        self.sub_title = _("Manual")
