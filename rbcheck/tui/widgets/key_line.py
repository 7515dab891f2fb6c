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
WIDE = 120


class KeyLine(Widget):
    """As many keys as fit whole, the first before the later ones; what holds everywhere is always among them.

    From `wide_from` columns on it is one line, whatever stands in it, else two.
    """

    keys: reactive[tuple[Key, ...]] = reactive(())
    standing: reactive[tuple[Key, ...]] = reactive(())
    commit_word: reactive[str] = reactive("")

    def __init__(self, *, id: str | None = None, wide_from: int = WIDE) -> None:
        super().__init__(id=id)
        self._wide_from = wide_from

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line where the screen is wide, two where it is not: another focus moves nothing."""
        return 1 if width >= self._wide_from else 2

    def render(self) -> Content:
        """The keys of the focus first, then those that hold everywhere."""
        always = [self._hint(key) for key in self.standing]
        room = self.size.width - 2
        lines: list[list[Content]] = [[]]
        while self.size.height > 1 and len(always) > 1 and _length(always) > room:
            lines[0].append(always.pop(0))
        for key in self.keys:
            hint = self._hint(key)
            last = len(lines) == self.size.height
            taken = _length([*lines[-1], hint]) + (len(_GAP) + _length(always) if last else 0)
            if taken > room and not last:
                lines.append([])
            elif taken > room:
                continue
            lines[-1].append(hint)
        lines += [[]] * (self.size.height - len(lines))
        lines[-1] = [*lines[-1], *always]
        return Content("\n").join(Content(" ") + Content(_GAP).join(line) for line in lines)

    def _hint(self, key: Key) -> Content:
        word = self.commit_word if key.name == "commit" and self.commit_word else _(key.hint)
        return Content.assemble((key.sign, "bold $text-primary"), f" {word}").stylize(click(key.action))


def _length(hints: Sequence[Content]) -> int:
    return sum(hint.cell_length for hint in hints) + len(_GAP) * max(len(hints) - 1, 0)
