"""What the workbench is told of clips: that one is unplayable, and which came first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rbcheck.domain.protocol import Stage
from rbcheck.domain.watching import NO_REASON
from rbcheck.locale import _
from rbcheck.services.playing import PlayState
from rbcheck.services.views import View, WatchView
from rbcheck.tui.screens.workbench_model import label
from rbcheck.tui.screens.workbench_seek import SeekBench
from rbcheck.tui.widgets.order_pane import Groups, OrderPane


class ClipBench(SeekBench):
    """What has to do with reports and with the order of clips."""

    _order_ahead: _OrderAhead | None = None

    # reports

    def action_report(self) -> None:
        """Report the open clip as unplayable with a reason; a report that stands is taken back."""
        track, judgment_id = self.track(), self.judgment_id
        if track is None:
            return
        clip = track.position
        name = label(self.view, clip) if self.view else ""

        def take_back() -> None:
            self.write(lambda: self.desk.withdraw_report(judgment_id, clip), about="player")

        def put(reason: str, plays: bool) -> None:
            self.write(lambda: self.desk.report(judgment_id, clip, reason, plays), about="player")

        if track.report is not None:
            stood = track.report
            take_back()
            what = _("report of {label} taken back").format(label=name)
            self.did(what, lambda: put(stood.reason, stood.playable_here), take_back)
            return
        plays = self.status.state not in (PlayState.FAILED, PlayState.EMPTY, PlayState.LOADING)
        first = (self.status.reason or "") if not plays else ""
        question = _("What is wrong with {label}?").format(label=name)

        def answered(reason: str) -> None:
            put(reason, plays)
            self.did(_("report of {label}").format(label=name), take_back, lambda: put(reason, plays))

        self.ask(f"report:{clip}", question, answered, first, needed=_(NO_REASON).format(clip=name))

    # the order of clips

    def action_order_by(self, by: int) -> None:
        """Move among the clips to be numbered."""
        self.query_one(OrderPane).move(by)

    def action_number(self, rank: int) -> None:
        """Number the clip under the cursor."""
        self._ordered(lambda pane: pane.number(rank))

    def action_number_by(self, by: int) -> None:
        """One number higher or lower."""
        self._ordered(lambda pane: pane.number_by(by))

    def action_number_clip(self, place: int) -> None:
        """The next number for a clip that was clicked."""
        self._ordered(lambda pane: pane.number_by(1, place))

    def action_cannot_be_told(self) -> None:
        """The order cannot be told."""
        self._ordered(OrderPane.cannot_be_told)

    @property
    def order_given(self) -> Groups | None:
        """The order that was given last, also where it is still on its way into the store; None where there is none."""
        if self._order_ahead is not None:
            return self._order_ahead.groups
        order = self.view.order if isinstance(self.view, WatchView) else None
        return order.groups if order is not None else None

    def _ordered(self, change: Callable[[OrderPane], Groups | None]) -> None:
        """Change the numbers; write the order once it is whole, at once: the next key may commit the stage."""
        if self.stage is not Stage.WATCH:
            return
        pane = self.query_one(OrderPane)
        before = (pane.numbers, self.order_given)
        whole = change(pane)
        after = (pane.numbers, self.order_given if whole is None else whole)
        if before == after:
            return
        self._give_order(after)
        what = _("it cannot be told") if whole == () else _("number of {label}").format(label=pane.label)
        self.did(what, lambda: self._give_order(before), lambda: self._give_order(after))

    def _give_order(self, wanted: tuple[Mapping[int, int], Groups | None]) -> None:
        """Show these numbers, and have the store hold this order, or none."""
        numbers, groups = wanted
        pane, judgment_id = self.query_one(OrderPane), self.judgment_id
        kind = pane.facts.kind
        if groups != self.order_given:
            this = self._order_ahead = _OrderAhead(groups)

            def arrived() -> None:
                if self._order_ahead is this:
                    self._order_ahead = None

            def run() -> View:
                if groups is None:
                    return self.desk.withdraw_order(judgment_id)
                return self.desk.order(judgment_id, kind, groups)

            self.write(run, about="order", key="order", first=arrived)
        self.show_view()
        pane.numbers = numbers


@dataclass(eq=False, frozen=True, slots=True)
class _OrderAhead:
    """An order, or that there is none, on its way into the store."""

    groups: Groups | None
