"""Evidence that plays: from two seconds before its moment to two seconds after."""

from __future__ import annotations

from rbcheck.locale import _
from rbcheck.tui.screens.adjudicate_base import AdjudicateBase, ProofTable
from rbcheck.tui.widgets.refusal import Tone


class EvidenceScreen(AdjudicateBase):
    """What has to do with the picture."""

    def action_play_evidence(self) -> None:
        """Play the evidence under the cursor from two seconds before, and stand still after it."""
        case, place = self.case, self.query_one(ProofTable).cursor
        proof = self.proofs[place] if place < len(self.proofs) else None
        if case is None or proof is None or proof.evidence is None:
            self.refuse(_("There is no moment to play here."), Tone.WARNING)
            return
        self.refuse("")
        self.play_moment(self.desk.clip_source, case.dossier.stored, proof.evidence)
