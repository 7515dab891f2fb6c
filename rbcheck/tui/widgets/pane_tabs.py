"""The panes of a narrow screen by name: one of them is in front."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.tui.widgets.wording import click


class PaneTabs(Widget):
    """One line of names; a click brings a pane to the front."""

    names: reactive[tuple[tuple[str, str], ...]] = reactive(())
    front: reactive[str] = reactive("")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line."""
        return 1

    def render(self) -> Content:
        """The name in front stands out by its brackets as well as by its colour."""
        tabs = []
        for pane, name in self.names:
            here = pane == self.front
            tab = Content.styled(
                f"▐{name}▌" if here else f" {name} ", "bold $text-primary" if here else "$foreground-muted"
            )
            tabs.append(tab.stylize(click(f"screen.front('{pane}')")))
        return Content(" ").join(tabs)
