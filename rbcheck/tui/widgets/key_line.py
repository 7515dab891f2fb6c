"""The line of keys: what can be pressed now, where the focus is; every word of it can be clicked as well."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.locale import _
from rbcheck.tui.keymap import Key
from rbcheck.tui.widgets.wording import click

_GAP = " · "


class KeyLine(Widget):
    """As many keys as fit whole, the last ones (what holds everywhere) always among them."""

    keys: reactive[tuple[Key, ...]] = reactive(())
    standing: reactive[tuple[Key, ...]] = reactive(())
    commit_word: reactive[str] = reactive("")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line."""
        return 1

    def render(self) -> Content:
        """The keys of the focus first, then those that hold everywhere."""
        always = [self._hint(key) for key in self.standing]
        room = self.size.width - 1 - _length(always)
        shown: list[Content] = []
        for key in self.keys:
            hint = self._hint(key)
            if _length([*shown, hint]) + len(_GAP) > room:
                break
            shown.append(hint)
        return Content(" ") + Content(_GAP).join([*shown, *always])

    def _hint(self, key: Key) -> Content:
        word = self.commit_word if key.name == "commit" and self.commit_word else _(key.hint)
        return Content.assemble((key.sign, "bold $text-primary"), f" {word}").stylize(click(key.action))


def _length(hints: Sequence[Content]) -> int:
    return sum(hint.cell_length for hint in hints) + len(_GAP) * max(len(hints) - 1, 0)
