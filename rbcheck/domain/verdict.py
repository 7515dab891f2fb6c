"""The rules of a verdict: what each case refuses, and what its note must name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rbcheck.domain.errors import N_, RbcheckError, Refused
from rbcheck.domain.judgment import GoldVerdict, Options, Revision, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.naming import options_named, times_named

VERDICT_WORDS: Mapping[Verdict | GoldVerdict, str] = {
    Verdict.CLEAR: N_("clear"),
    Verdict.AMBIGUOUS: N_("ambiguous"),
    Verdict.CANT_TELL: N_("cannot tell"),
    GoldVerdict.CORRECT: N_("correct"),
    GoldVerdict.WRONG_ANSWER: N_("wrong answer"),
    GoldVerdict.AMBIGUOUS: N_("ambiguous"),
    GoldVerdict.CANT_TELL: N_("cannot tell"),
}
NOT_N_CLEAR = N_(
    "“clear” needs the number of ✓ to be {n}, and it is {found}: change the marks, or choose “ambiguous” with a note."
)
NOT_N_NOTE = N_("The number of ✓ is {found}, not {n}: name at least one option in the note (“B: …”).")
FINAL_DIFFERS = N_("The final answer differs from the ✓ options in {differing}: name each of them in the note.")
NOTE_NAMES_NOTHING = N_("“{verdict}” needs a note that names an option (“B: …”) or a time (“0:38”).")
UNPLAYABLE = N_(
    "“{verdict}” cannot be chosen while {clips} is reported unplayable: choose “ambiguous” or “cannot tell”."
)
CONCESSION = N_(
    "“correct” concedes what you said of {misjudged}: name at least one of these options in the note (“{first}: …”)."
)
ANSWER_IS_GOLD = N_("Your final answer is the published one, so it cannot be “wrong answer”: choose another verdict.")


def check_verdict(
    verdict: Verdict, notes: str, revision: Revision, n: int, keys: Sequence[str], reported: Collection[str]
) -> None:
    """Pass where a verdict on the question may be committed; Refused, naming the rule, where not.

    `reported` holds the labels of clips that were reported unplayable.
    """
    if reported and verdict is Verdict.CLEAR:
        raise Refused(
            "unplayable",
            UNPLAYABLE,
            about="verdict",
            verdict=_said(verdict),
            clips=tuple(sorted(reported)),
        )
    named = options_named(notes, keys)
    supported = frozenset(revision.supported)
    if len(supported) != n:
        if verdict is Verdict.CLEAR:
            raise Refused("count", NOT_N_CLEAR, about="verdict", n=n, found=len(supported))
        if not named:
            raise Refused("count", NOT_N_NOTE, about="notes", n=n, found=len(supported))
    elif (differing := supported ^ _final(revision)) - named:
        raise Refused("final", FINAL_DIFFERS, about="notes", differing=tuple(sorted(differing)))
    if verdict is not Verdict.CLEAR and not (named or times_named(notes)):
        raise Refused("note", NOTE_NAMES_NOTHING, about="notes", verdict=_said(verdict))


def misjudged(revision: Revision, gold: Options) -> Options:
    """The options in which a revision contradicts the gold: by its final answer, a gold option ✗, another ✓."""
    wrong = set(_final(revision) ^ frozenset(gold))
    for mark in revision.marks:
        if mark.mark is Mark.RULED_OUT and mark.key in gold:
            wrong.add(mark.key)
        if mark.mark is Mark.SUPPORTED and mark.key not in gold:
            wrong.add(mark.key)
    return tuple(sorted(wrong))


def check_gold_verdict(
    verdict: GoldVerdict, notes: str, revision: Revision, gold: Options, keys: Sequence[str], reported: Collection[str]
) -> bool:
    """Whether a verdict on the gold is a concession; Refused, naming the rule, where it may not be committed."""
    named = options_named(notes, keys)
    match verdict:
        case GoldVerdict.CORRECT:
            if reported:
                clips = tuple(sorted(reported))
                raise Refused("unplayable", UNPLAYABLE, about="verdict", verdict=_said(verdict), clips=clips)
            wrong = misjudged(revision, gold)
            if wrong and not named & set(wrong):
                raise Refused("concession", CONCESSION, about="notes", misjudged=tuple(wrong), first=wrong[0])
            return bool(wrong)
        case GoldVerdict.WRONG_ANSWER if _final(revision) == frozenset(gold):
            raise Refused("gold", ANSWER_IS_GOLD, about="verdict")
        case _:
            if not (named or times_named(notes)):
                raise Refused("note", NOTE_NAMES_NOTHING, about="notes", verdict=_said(verdict))
            return False


def _said(verdict: Verdict | GoldVerdict) -> RbcheckError:
    """A verdict as a text that is translated where it is shown."""
    return RbcheckError(VERDICT_WORDS[verdict])


def _final(revision: Revision) -> frozenset[str]:
    return frozenset(revision.final.options) if revision.final else frozenset()
