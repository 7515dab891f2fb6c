"""What the evidence on a question proposes: its tier, a decision, and the reasons for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rbcheck.domain.decision import DecisionKind, Tier
from rbcheck.domain.errors import N_
from rbcheck.domain.judgment import Options
from rbcheck.services.evidence import Dossier, Viewer

VIEWERS = 2
"""How many independent viewers settle an answer."""
SPREAD = 3
"""From how many people on that all disagree a question is unresolved."""
SURE, LIKELY = 0.9, 0.5

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "viewers_on_gold": N_("people: {people}, families of models: {families}, on the gold {answer}"),
        "viewers_on_other": N_("people: {people}, families of models: {families}, on {answer}, not on the gold {gold}"),
        "viewers_on_gold.people": N_("{people} people on the gold {answer}"),
        "viewers_on_other.people": N_("{people} people on {answer}, not on the gold {gold}"),
        "two_alone": N_("two viewers alone, who can be fooled alike: look before you take it"),
        "tie_settled": N_(
            "a trusted person whose clear answers are proven is on the gold {answer}; a family of models is not"
        ),
        "guessable": N_("{hits} of {guesses} blind guesses are {answer}"),
        "guessable_by_machines": N_("{hits} blind guesses of machines hit the gold"),
        "needs_rewriting": N_("{people} of {all} people find it ambiguous"),
        "no_correct_option": N_("{people} of {all} people: no option is supported"),
        "not_covered": N_("{people} of {all} people: it cannot be told from the footage"),
        "unresolved": N_("{people} people, and no two of them on one answer"),
        "posterior": N_("all judgments together: {p} % for {best}, {gold} % for the gold"),
        "posterior.gold": N_("all judgments together: {gold} % for the gold"),
        "posterior.few": N_("views: {views}, too few to tell: {p} % for {best}, {gold} % for the gold"),
        "posterior.gold.few": N_("views: {views}, too few to tell: {gold} % for the gold"),
        "contested": N_("{first} and {second} have {people} people each"),
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is proposed: a code for scripts, what fills its sentence, and which of its sentences that is."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    variant: str = ""

    def render(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language of `translate`."""
        return translate(REASONS[self.code + self.variant]).format(**self.values)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the evidence on a question proposes; no decision where it does not suffice for one."""

    dossier: Dossier
    tier: Tier
    decision: DecisionKind | None
    answer: Options | None
    reasons: tuple[Reason, ...]


def propose(dossier: Dossier) -> Proposal:
    """The proposal for one question."""
    decision, answer, reasons = _decided(dossier)
    return Proposal(dossier, tier_of(dossier), decision, answer, (*reasons, *_together(dossier)))


def _together(dossier: Dossier) -> tuple[Reason, ...]:
    """What all judgments together make probable, where people have answered at all."""
    found = dossier.posterior
    if found is None or found.gold is None:
        return ()
    values = {
        "p": percent(found.p), "best": " ".join(found.best), "gold": percent(found.gold), "views": found.annotators,
    }  # fmt: skip
    variant = (".gold" if found.best == dossier.key else "") + (".few" if found.few else "")
    return (Reason("posterior", values, variant),)


def percent(probability: float) -> int:
    """A probability of section 8 in whole percent: it is never told as 0 or 100, which no number of views makes it."""
    return min(max(round(100 * probability), 1), 99)


def tier_of(dossier: Dossier) -> Tier:
    """How far the evidence of trusted people who did not know the answer bears it out."""
    key, keys = dossier.key, set(dossier.stored.question.keys)
    trusted = [
        viewer for viewer in dossier.viewers if viewer.human and viewer.counts and viewer.trusted and viewer.free
    ]
    if key is None:
        return Tier.B
    for viewer in trusted:
        if viewer.rules_out(key) or viewer.verdict in ("ambiguous", "cant_tell"):
            return Tier.C
        if keys <= set(viewer.marks) and not viewer.supported:
            return Tier.C
    return Tier.A if any(viewer.final == key for viewer in trusted) else Tier.B


_Outcome = tuple[DecisionKind | None, Options | None, tuple[Reason, ...]]


def _decided(dossier: Dossier) -> _Outcome:
    everybody = len(dossier.people)
    lost = (
        ("no_correct_option", [viewer for viewer in dossier.fully_marked if not viewer.supported]),
        ("not_covered", [viewer for viewer in dossier.people if viewer.verdict == "cant_tell"]),
    )
    for code, found in lost:
        if _many(found, everybody):
            return DecisionKind.DROPPED, None, (Reason(code, {"people": len(found), "all": everybody}),)
    settled = _settled(dossier)
    key = settled[1] if settled[1] is not None else dossier.key
    repairs = (*_guessable(dossier, key), *_unclear(dossier, everybody))
    if repairs:
        return DecisionKind.REPAIR, key, (*repairs, *(settled[2] if settled[1] is not None else ()))
    return settled


def _settled(dossier: Dossier) -> _Outcome:
    """What the final answers settle: a key that holds, another one, or that none can be found."""
    gold = dossier.key
    backed = [
        answer
        for answer in dossier.answers
        if dossier.people_for(answer) and dossier.people_for(answer) + dossier.families_for(answer) >= VIEWERS
    ]
    rivals = [answer for answer in backed if dossier.people_for(answer) == dossier.people_for(backed[0])]
    if len(rivals) > 1:
        chosen = _probable(dossier, rivals)
        if chosen is None:
            return _contested(dossier, rivals)
        backed = [chosen]
    top = backed[0] if backed else None
    if top is not None and top == gold:
        return DecisionKind.CONFIRMED, top, (_viewers(dossier, "viewers_on_gold", top),)
    others = dossier.people_for(gold) if gold is not None else 0
    if top is not None and (dossier.people_for(top) > others or len(rivals) > 1):
        alone = dossier.people_for(top) + dossier.families_for(top) == VIEWERS
        doubt = (Reason("two_alone"),) if alone else ()
        return DecisionKind.REKEYED, top, (_viewers(dossier, "viewers_on_other", top), *doubt)
    if gold is not None and _tie_settled(dossier, gold):
        return DecisionKind.CONFIRMED, gold, (Reason("tie_settled", {"answer": " ".join(gold)}),)
    answered = [viewer for viewer in dossier.people if viewer.free and viewer.final is not None]
    lone = max(map(dossier.people_for, dossier.answers), default=0) < VIEWERS
    if len(answered) >= SPREAD and lone and top is None and not _likely(dossier):
        return DecisionKind.DROPPED, None, (Reason("unresolved", {"people": len(answered)}),)
    return None, None, ()


def _tie_settled(dossier: Dossier, gold: Options) -> bool:
    """Whether a model stands against the gold, one proven person for it, and nobody else against it."""
    against = any(vote not in (None, gold) for vote in dossier.family_votes.values())
    finals = [viewer for viewer in dossier.people if viewer.free and viewer.final is not None]
    for_it = [
        viewer
        for viewer in finals
        if viewer.final == gold and viewer.trusted and viewer.proven and viewer.verdict == "clear"
    ]
    return against and bool(for_it) and all(viewer.final == gold for viewer in finals)


def _probable(dossier: Dossier, rivals: list[Options]) -> Options | None:
    """The one of several equally backed answers that all judgments together make probable."""
    found = dossier.posterior
    return found.best if found is not None and found.p >= SURE and found.best in rivals else None


def _likely(dossier: Dossier) -> bool:
    """Whether all judgments together leave somebody's answer more probable than all others."""
    found = dossier.posterior
    return found is not None and found.p >= LIKELY and found.best in dossier.answers


def _contested(dossier: Dossier, rivals: list[Options]) -> _Outcome:
    values = {"first": " ".join(rivals[0]), "second": " ".join(rivals[1]), "people": dossier.people_for(rivals[0])}
    many = dossier.people_for(rivals[0]) >= VIEWERS
    return DecisionKind.DROPPED if many else None, None, (Reason("contested", values),)


def _guessable(dossier: Dossier, key: Options | None) -> tuple[Reason, ...]:
    if not dossier.guessable(key):
        return ()
    hits = dossier.hits(key)
    if dossier.guesses and dossier.drop.status(hits, len(dossier.guesses)) == "dropped":
        values = {"hits": hits, "guesses": len(dossier.guesses), "answer": " ".join(key or ())}
        return (Reason("guessable", values),)
    return (Reason("guessable_by_machines", {"hits": dossier.stored.machine_blind_hits}),)


def _unclear(dossier: Dossier, everybody: int) -> tuple[Reason, ...]:
    """Whether most people find it ambiguous; who gave no verdict says so by a number of ✓ that is not the one asked."""
    asked, marked = dossier.stored.question.n, {viewer.code for viewer in dossier.fully_marked}
    found = [
        viewer
        for viewer in dossier.people
        if viewer.verdict == "ambiguous"
        or (viewer.verdict is None and viewer.code in marked and viewer.supported != asked)
    ]
    if not _many(found, everybody) or 2 * len(found) == everybody:
        return ()
    return (Reason("needs_rewriting", {"people": len(found), "all": everybody}),)


def _many(found: list[Viewer], everybody: int) -> bool:
    """Whether at least two people, and at least half of all, say so."""
    return len(found) >= VIEWERS and 2 * len(found) >= everybody


def _viewers(dossier: Dossier, code: str, answer: Options) -> Reason:
    values = {
        "people": dossier.people_for(answer), "families": dossier.families_for(answer), "answer": " ".join(answer),
        "gold": " ".join(dossier.key or ()),
    }  # fmt: skip
    return Reason(code, values, "" if values["families"] else ".people")
