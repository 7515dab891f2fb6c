"""Revisions side by side: one column each, one row for each thing that can differ, what differs standing out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rbcheck.domain.errors import in_a_row
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Revision
from rbcheck.domain.marks import OptionMark
from rbcheck.locale import _
from rbcheck.services.views import FreeView
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.widgets.wording import MARK_COLOURS, MARK_SIGNS, VERDICT_WORDS, moment, prose

_LEAST_COLUMN = 28
_TITLES = 14


class Revisions(Dialog[None]):
    """Every revision of a judgment, the last one to the right; ← → where not all of them fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f9,q", "dismiss(None)", show=False),
        Binding("left", "by(-1)", show=False),
        Binding("right", "by(1)", show=False),
        Binding("up", "roll(-3)", show=False),
        Binding("down", "roll(3)", show=False),
    ]

    def __init__(self, view: FreeView) -> None:
        super().__init__()
        self._view = view
        self._first = 0
        self._fit = 0

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="revisions-page", can_focus=False):
            yield Grid(id="revisions-grid")
        yield Static("", id="revisions-keys", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """As many columns as fit, the last ones first."""
        count = len(self._view.revisions)
        fit = min(max((event.size.width - _TITLES - 4) // _LEAST_COLUMN, 1), count)
        if fit != self._fit:
            self._fit, self._first = fit, count - fit
            self.call_later(self._fill)

    async def action_by(self, by: int) -> None:
        """Show the revisions before or after."""
        first = min(max(self._first + by, 0), len(self._view.revisions) - self._fit)
        if first != self._first:
            self._first = first
            await self._fill()

    def action_roll(self, by: int) -> None:
        """Read on."""
        self.query_one("#revisions-page").scroll_relative(y=by, animate=False)

    async def _fill(self) -> None:
        shown = self._view.revisions[self._first : self._first + self._fit]
        grid = self.query_one("#revisions-grid", Grid)
        grid.styles.grid_size_columns = len(shown) + 1
        grid.styles.grid_columns = f"{_TITLES} " + "1fr " * len(shown)
        await grid.remove_children()
        cells: list[Static] = []
        for title, texts in rows_of(self._view, shown):
            differs = len({text.plain for text in texts}) > 1
            cells.append(Static(Content.styled(f"{'≠ ' if differs else '  '}{title}", "bold" if differs else "")))
            cells += [Static(text, classes="-differs" if differs else "") for text in texts]
        await grid.mount_all(cells)
        more = f"{_('← → other revisions')} · " if self._fit < len(self._view.revisions) else ""
        self.query_one("#revisions-keys", Static).update(more + _("↑ ↓ read on · Esc goes back · ≠ differs"))


def rows_of(view: FreeView, shown: Sequence[Revision]) -> list[tuple[str, list[Content]]]:
    """The rows: a title, and what each of the revisions says; rows in which none says anything are left out."""
    labels = {track.position: inert(track.label) for track in view.tracks}

    def every(told: Callable[[Revision], Content]) -> list[Content]:
        return [told(revision) for revision in shown]

    rows = [
        (_("revision"), every(lambda each: Content.styled(str(each.number), "bold underline"))),
        (_("opened"), every(lambda each: Content(each.opened_at.astimezone().strftime("%Y-%m-%d %H:%M")))),
        (_("reopened because"), every(lambda each: prose(each.reason))),
    ]
    rows += [
        (option.key, every(lambda each, key=option.key: _mark(each.option(key), labels)))  # type: ignore[misc]
        for option in view.options
    ]
    rows += [
        (_("final answer"), every(lambda each: Content(in_a_row(each.final.options, _) if each.final else ""))),
        (_("verdict"), every(lambda each: _said(VERDICT_WORDS[each.verdict.verdict] if each.verdict else ""))),
        (_("notes"), every(lambda each: prose(each.verdict.notes if each.verdict else ""))),
        (
            _("on the gold"),
            every(lambda each: _said(VERDICT_WORDS[each.gold_verdict.verdict] if each.gold_verdict else "")),
        ),
        (_("its notes"), every(lambda each: prose(each.gold_verdict.notes if each.gold_verdict else ""))),
    ]
    return [(title, texts) for title, texts in rows if any(text.plain for text in texts)]


def _said(word: str) -> Content:
    return Content(_(word) if word else "")


def _mark(said: OptionMark, labels: dict[int, str]) -> Content:
    lines = [Content.styled(MARK_SIGNS[said.mark], MARK_COLOURS[said.mark])]
    lines += [Content(f"◆ {moment(item, labels.get(item.clip, '?'))}") for item in said.evidence]
    for claim in said.claims:
        lines.append(Content.assemble((f"{MARK_SIGNS[claim.mark]} ", MARK_COLOURS[claim.mark]), prose(claim.text)))
        lines += [Content(f"  ◆ {moment(item, labels.get(item.clip, '?'))}") for item in claim.evidence]
    if said.reason:
        lines.append(prose(said.reason))
    return Content("\n").join(lines)
