"""Evidence that plays: from two seconds before its moment to two seconds after."""

from __future__ import annotations

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.playing import ClipSource, PlayerStatus, PlayState
from rbcheck.tui.screens.adjudicate_base import AdjudicateBase, ProofTable
from rbcheck.tui.screens.adjudicate_words import Proof
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import sentence

LEAD_MS, TAIL_MS = 2000, 2000


class EvidenceScreen(AdjudicateBase):
    """What has to do with the picture."""

    _stop_at_ms: int | None = None
    _wanted: Proof | None = None

    def action_play_evidence(self) -> None:
        """Play the evidence under the cursor from two seconds before, and stand still after it."""
        case, place = self.case, self.query_one(ProofTable).cursor
        proof = self.proofs[place] if place < len(self.proofs) else None
        if case is None or proof is None or proof.evidence is None:
            self.refuse(_("There is no moment to play here."), warning=True)
            return
        self.refuse("")
        self._wanted = proof
        evidence, stored = proof.evidence, case.dossier.stored
        label = stored.question.clips[evidence.clip - 1].label
        self.query_one(VideoView).expect(_("Opening …"), label)
        self.front("picture")
        self.query_one(PlayerPane).focus(scroll_visible=False)

        def opened() -> None:
            try:
                source = self.desk.clip_source(stored, evidence.clip)
            except RbcheckError as error:
                self.app.call_from_thread(self._cannot_open, label, sentence(error))
                return
            self.app.call_from_thread(self._play, proof, source)

        self.run_worker(opened, thread=True, group="open")

    def _play(self, proof: Proof, source: ClipSource) -> None:
        if proof is not self._wanted or proof.evidence is None:
            return
        evidence = proof.evidence
        self._source = source
        self._stop_at_ms = (evidence.to_ms if evidence.to_ms is not None else evidence.from_ms) + TAIL_MS
        self.player.open(source, max(evidence.from_ms - LEAD_MS, 0))
        self.player.play()

    def _cannot_open(self, label: str, why: str) -> None:
        self.query_one(VideoView).clear(why, _("{label} cannot be played").format(label=inert(label)))

    def _see(self, status: PlayerStatus) -> None:
        if not self.query(VideoView):  # the screen is being taken down
            return
        super()._see(status)
        stop = self._stop_at_ms
        if stop is not None and status.state is PlayState.PLAYING and status.at_ms >= stop:
            self._stop_at_ms = None
            self.player.pause()
