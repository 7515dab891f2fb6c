"""What the workbench is told of clips: that one is unplayable, and which came first."""

from __future__ import annotations

from rbcheck.domain.protocol import Stage
from rbcheck.domain.watching import NO_REASON
from rbcheck.locale import _
from rbcheck.services.playing import PlayState
from rbcheck.tui.screens.workbench_model import label
from rbcheck.tui.screens.workbench_seek import SeekBench
from rbcheck.tui.widgets.order_pane import Groups, OrderPane


class ClipBench(SeekBench):
    """What has to do with reports and with the order of clips."""

    # reports

    def action_report(self) -> None:
        """Report the open clip as unplayable with a reason; a report that stands is taken back."""
        track, judgment_id = self.track(), self.judgment_id
        if track is None:
            return
        clip = track.position
        if track.report is not None:
            self.write(lambda: self.desk.withdraw_report(judgment_id, clip), about="player")
            return
        plays = self.status.state not in (PlayState.FAILED, PlayState.EMPTY, PlayState.LOADING)
        first = (self.status.reason or "") if not plays else ""
        name = label(self.view, clip) if self.view else ""
        question = _("What is wrong with {label}?").format(label=name)
        self.ask(
            f"report:{clip}",
            question,
            lambda reason: self.write(lambda: self.desk.report(judgment_id, clip, reason, plays), about="player"),
            first,
            needed=_(NO_REASON).format(clip=name),
        )

    # the order of clips

    def action_order_by(self, by: int) -> None:
        """Move among the clips to be numbered."""
        self.query_one(OrderPane).move(by)

    def action_number(self, rank: int) -> None:
        """Number the clip under the cursor."""
        self._ordered(self.query_one(OrderPane).number(rank))

    def action_number_by(self, by: int) -> None:
        """One number higher or lower."""
        self._ordered(self.query_one(OrderPane).number_by(by))

    def action_number_clip(self, place: int) -> None:
        """The next number for a clip that was clicked."""
        self._ordered(self.query_one(OrderPane).number_by(1, place))

    def action_cannot_be_told(self) -> None:
        """The order cannot be told."""
        self._ordered(self.query_one(OrderPane).cannot_be_told())

    def _ordered(self, groups: Groups | None) -> None:
        """Write the order once it is whole, at once: the next key may commit the stage."""
        judgment_id, kind = self.judgment_id, self.query_one(OrderPane).facts.kind
        if groups is not None and self.stage is Stage.WATCH:
            self.write(lambda: self.desk.order(judgment_id, kind, groups), about="order", key="order")
