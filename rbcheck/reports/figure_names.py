"""Figures by name, for the sections where coefficients stand."""

from __future__ import annotations

from rbcheck.domain.errors import N_

AGREEMENT = {
    "A1": N_("overlap of answers, beyond chance"),
    "A1.exact": N_("equal answers, beyond chance"),
    "A2": N_("same mark on an option"),
    "A2.binary": N_("same mark, ✓ or ✗ alone"),
    "A3": N_("Krippendorff's alpha, three marks"),
    "A3.binary": N_("Krippendorff's alpha, ✓ or ✗ alone"),
    "A3.ordinal": N_("Krippendorff's alpha, ✗ < ? < ✓"),
    "A4": N_("Gwet's AC1, three marks"),
    "A4.binary": N_("Gwet's AC1, ✓ or ✗ alone"),
    "A5": N_("Fleiss' kappa, generalised"),
    "A6": N_("alpha with MASI distance on answers (beside papers only)"),
}
SHARES = {
    "G1": N_("final answer is the gold"),
    "G1.answered": N_("the same without “cannot tell”"),
    "G1.standardised": N_("the same at the campaign's mix of sources"),
    "G2": N_("gold options in the final answer"),
    "G4": N_("clear answers that are the gold"),
    "G4.coverage": N_("answers that are clear"),
    "G5": N_("gold options ruled out"),
    "G6.undecidable": N_("gold options that cannot be decided"),
    "G7.false_alarm": N_("other options marked ✓"),
    "G8": N_("options of the final answer ruled out by their own mark"),
    "G10": N_("conceded once the gold was shown"),
    "Q1.clear": N_("right where the verdict is clear"),
    "Q1.ambiguous": N_("right where it is ambiguous"),
    "Q1.cant_tell": N_("right where it is “cannot tell”"),
    "B1": N_("blind guess is the gold"),
    "B10": N_("wrong guesses that came back as the final answer"),
    "Q5.little": N_("less than half of the footage watched"),
    "Q5.impossible": N_("answered before the clips could be played"),
    "Q5.hasty": N_("far quicker than the others on the same question"),
    "Q6.qualification": N_("marks right in the qualification"),
    "Q8.noted": N_("judgments with notes"),
    "Q8.bare": N_("marks ✓ or ✗ with nothing to show for them"),
    "Q8b": N_("returned by the reviewer"),
    "Q8c": N_("order of lettered clips found"),
    "A7": N_("the same answer when asked again"),
    "C4.modal": N_("answers of the commonest pattern of positions"),
}
NUMBERS = {
    "G3": N_("gold options found, beyond chance (0 luck, 1 all)"),
    "G7.youden": N_("✓ on gold minus ✓ on others (Youden's J)"),
    "Q1.auc": N_("how well the verdict ranks right over wrong (AUC)"),
    "Q5.coverage": N_("median share of the footage watched"),
    "Q5.play_ratio": N_("median share of the footage played"),
    "C4.entropy": N_("variety of position patterns (1: as many as there are)"),
}
TIMES = {
    "Q8.blind_seconds": N_("median seconds of a blind guess"),
    "Q8.judge_seconds": N_("median seconds of the rest"),
    "Q8.hourly": N_("judgments an hour of work"),
    "C4.run": N_("longest run of one pattern of positions"),
}
TESTS = {
    "C1": N_("overlap against uniform sets, exact"),
    "C2": N_("exact hits against uniform sets"),
    "C3": N_("overlap against the same answers dealt anew"),
    "B9": N_("blind hits against the others' on the same questions"),
    "B10.p": N_("wrong guesses that came back, against all others"),
    "Q4.p": N_("falling with the minutes since a break"),
    "B8.blind": N_("positions of blind guesses are even"),
    "B8.final": N_("positions of final answers are even"),
}
