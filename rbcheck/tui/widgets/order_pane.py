"""The order of lettered clips in time, or which of them are of one recording: a number a clip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.widgets.wording import click

_ONE_COLUMN = 8

Groups = tuple[tuple[int, ...], ...]
"""Positions of clips, ties together; none at all: it cannot be told."""


@dataclass(frozen=True, slots=True)
class OrderFacts:
    """What is asked, of which clips (position, label), and what was recorded last (None: nothing)."""

    kind: OrderKind = OrderKind.TIME
    labels: tuple[tuple[int, str], ...] = ()
    recorded: Groups | None = None


def groups_of(numbers: Mapping[int, int]) -> Groups:
    """Clips by their numbers, ties together."""
    ranks = sorted(set(numbers.values()))
    return tuple(tuple(sorted(clip for clip, rank in numbers.items() if rank == each)) for each in ranks)


def numbers_of(groups: Groups) -> dict[int, int]:
    """The number of each clip."""
    return {clip: rank for rank, group in enumerate(groups, 1) for clip in group}


class OrderPane(Widget, can_focus=True):
    """Number the clips; ties by the same number."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.ORDER)

    facts: reactive[OrderFacts] = reactive(OrderFacts(), layout=True)
    cursor: reactive[int] = reactive(0)
    numbers: reactive[Mapping[int, int]] = reactive({}, init=False, always_update=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """What is asked, the clips, and the way out."""
        return self._text().get_height({}, width)

    def render(self) -> Content:
        """What is asked, one line a clip, and "cannot be told"."""
        return self._text()

    @property
    def label(self) -> str:
        """The label of the clip under the cursor, harmless."""
        return inert(self.facts.labels[self.cursor][1]) if self.cursor < len(self.facts.labels) else ""

    def move(self, by: int) -> None:
        """Move the cursor by clips."""
        self.cursor = min(max(self.cursor + by, 0), max(len(self.facts.labels) - 1, 0))

    def number(self, rank: int, place: int | None = None) -> Groups | None:
        """Give the clip under the cursor (or at a place) a number; the whole numbering, once every clip has one."""
        place = self.cursor if place is None else place
        if place >= len(self.facts.labels):
            return None
        self.cursor = place
        self.numbers = {**self.numbers, self.facts.labels[place][0]: min(max(rank, 1), len(self.facts.labels))}
        return groups_of(self.numbers) if len(self.numbers) == len(self.facts.labels) else None

    def number_by(self, by: int, place: int | None = None) -> Groups | None:
        """One number higher or lower; from nothing, the first free one. Tells as `number` does."""
        place = self.cursor if place is None else place
        if place >= len(self.facts.labels):
            return None
        clip = self.facts.labels[place][0]
        free = max(self.numbers.values(), default=0) + 1
        now = self.numbers.get(clip)
        top = len(self.facts.labels)
        return self.number(free if now is None else (now - 1 + by) % top + 1, place)

    def cannot_be_told(self) -> Groups:
        """Say that it cannot be told, which is no groups."""
        self.numbers = {}
        return ()

    def watch_facts(self, before: OrderFacts, facts: OrderFacts) -> None:
        if facts.recorded is not None and (before.recorded, before.labels) != (facts.recorded, facts.labels):
            self.numbers = numbers_of(facts.recorded)

    def _text(self) -> Content:
        facts = self.facts
        if facts.kind is OrderKind.TIME:
            asked = _("Number the clips in the order of time. The letters say nothing about it.")
        else:
            asked = _("Give clips of one recording the same number. Time between recordings cannot be compared.")
        lines = [Content.styled(asked, "$foreground-muted")]
        lines += self._columns([self._line(place) for place in range(len(facts.labels))])
        told = facts.recorded == ()
        mark = "[x]" if told else "[ ]"
        lines.append(Content(f"  {mark} {_('it cannot be told (u)')}").stylize(click("screen.cannot_be_told")))
        return Content("\n").join(lines)

    def _line(self, place: int) -> Content:
        position, label = self.facts.labels[place]
        number = self.numbers.get(position)
        line = Content.assemble(
            ("›" if place == self.cursor and self.has_focus else " ", "bold $text-primary"),
            (f" {number if number is not None else '·':>2}  ", "bold" if number else "$foreground-muted"),
            (inert(label), "bold" if place == self.cursor and self.has_focus else ""),
        )
        return line.stylize(click(f"screen.number_clip({place})"))

    def _columns(self, lines: list[Content]) -> list[Content]:
        if len(lines) <= _ONE_COLUMN:
            return lines
        half = (len(lines) + 1) // 2
        width = max(line.cell_length for line in lines[:half]) + 4
        right = [*lines[half:], Content("")][:half]
        return [
            left + Content(" " * (width - left.cell_length)) + beside
            for left, beside in zip(lines[:half], right, strict=True)
        ]
