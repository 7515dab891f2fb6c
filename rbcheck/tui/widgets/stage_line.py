"""The line of stages: where the judgment stands, what is locked and why, which question, when it was saved."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.locale import _
from rbcheck.services.views import Header
from rbcheck.tui.widgets.wording import STAGE_WORDS

_NUMBERS = "①②③④⑤⑥⑦"
LOCK = "🔒"


@dataclass(frozen=True, slots=True)
class Standing:
    """What the line tells besides the header: what opens the next lock, how far it is (0 to 1), what is saved."""

    why: str = ""
    progress: float = 0.0
    saved: str = ""
    trouble: bool = False


def stages_of(header: Header) -> tuple[Stage, ...]:
    """The stages that this judgment goes through, DONE aside."""
    first = (Stage.BLIND,) if header.protocol is Protocol.BLIND_FIRST else ()
    last = (Stage.REVEAL,) if header.reveals else ()
    return (*first, Stage.WATCH, Stage.CHECK, Stage.ANSWER, Stage.VERDICT, *last)


class StageLine(Widget):
    """Two lines: the stages with their locks; below, the reason of the lock, the question, and when it was saved."""

    header: reactive[Header | None] = reactive(None)
    standing: reactive[Standing] = reactive(Standing())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Always two lines, so that nothing moves when the stage changes."""
        return 2

    def render(self) -> Content:
        """Both lines, each filled from both ends; the time of saving stands where there is room."""
        if self.header is None:
            return Content("")
        width = self.size.width
        stages, saved = self._stages(self.header), self._saved()
        first, second = stages, saved
        room = width - stages.cell_length - saved.cell_length
        if room >= 2:
            first, second = stages + Content(" " * room) + saved, Content("")
        return Content("\n").join([first, self._facts(self.header, second, width)])

    def _stages(self, header: Header) -> Content:
        order = list(stages_of(header))
        here = order.index(header.stage) if header.stage in order else len(order)
        parts: list[Content] = []
        for place, stage in enumerate(order):
            name = f"{_NUMBERS[place]} {_(STAGE_WORDS[stage])} "
            if place < here:
                parts.append(Content.assemble((name, "$foreground-muted"), ("✔", "$text-success")))
            elif place == here:
                parts.append(Content.assemble((name, "bold $text-primary"), (self._gauge(), "$text-primary")))
            else:
                parts.append(Content.assemble((name, "$foreground-disabled"), LOCK))
        if header.stage is Stage.DONE:
            parts.append(Content.styled(_("DONE"), "bold $text-success"))
        return Content("  ").join(parts)

    def _gauge(self) -> str:
        done = round(2 * self.standing.progress)
        return "━" * done + "●" + "─" * (2 - done)

    def _saved(self) -> Content:
        return Content.styled(self.standing.saved, "bold $text-error" if self.standing.trouble else "$foreground-muted")

    def _facts(self, header: Header, saved: Content, width: int) -> Content:
        which = f"{header.place}/{header.total}{_flags(header)}"
        question, kind = inert(header.question_id), inert(header.question_type)
        end = Content("   ") + saved if saved.cell_length else saved
        right = Content("")
        for told in (f"{question} · {kind} · {which}", f"{question} · {which}", which):
            right = Content.styled(told, "$foreground-muted") + end
            room = width - right.cell_length - cell_len(self.standing.why)
            if room >= 2:
                return Content.assemble((self.standing.why, "$foreground-muted"), " " * room, right)
        return right.truncate(width, ellipsis=True)


def _flags(header: Header) -> str:
    later = f" · {_('later')}" if header.later else ""
    flag = " · ⚑" if header.flagged is not None else ""
    returned = f" · {_('returned')}" if header.returned else ""
    return later + flag + returned
