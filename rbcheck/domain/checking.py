"""The moves of CHECK: claims, marks, evidence, and marks set against what the claims say."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rbcheck.domain.errors import N_, Refused
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark, Scope, mark_of_claims
from rbcheck.domain.moves import Moved, entry, touch
from rbcheck.domain.picking import selection
from rbcheck.domain.protocol import Act, require

NO_REASON = N_("The claims of {key} say otherwise: write why its mark is to differ.")
_NO_SUCH_CLAIM = N_("This claim of {key} is not there any more.")
_NO_CLAIMS = N_("A split needs at least one claim with a text.")


def mark(judgment: Judgment, key: str, given: Mark | None, now: datetime, *, claim_id: str | None = None) -> Moved:
    """Mark an option that has no claims, or one claim of it (the option's mark follows its claims)."""
    require(judgment.stage, Act.MARK)
    option = _option(judgment, key)
    if claim_id is not None:
        claims = tuple(replace(claim, mark=given) if claim.claim_id == claim_id else claim for claim in option.claims)
        _claim(option, claim_id)
        return _changed(judgment, _following(replace(option, claims=claims)), now)
    if option.claims and given is not mark_of_claims(option.claims):
        raise Refused("override", NO_REASON, about="options", key=key)
    return _changed(judgment, replace(option, mark=given, overridden=False), now)


def override(judgment: Judgment, key: str, given: Mark, reason: str, now: datetime) -> Moved:
    """Set an option's mark against what its claims say; a reason is needed."""
    require(judgment.stage, Act.OVERRIDE)
    if not reason.strip():
        raise Refused("override", NO_REASON, about="options", key=key)
    option = _option(judgment, key)
    against = bool(option.claims) and given is not mark_of_claims(option.claims)
    return _changed(judgment, replace(option, mark=given, reason=reason.strip(), overridden=against), now)


def explain(judgment: Judgment, key: str, reason: str, now: datetime) -> Moved:
    """Write why an option has its mark."""
    require(judgment.stage, Act.MARK)
    return _changed(judgment, replace(_option(judgment, key), reason=reason.strip()), now)


def split(judgment: Judgment, key: str, claims: tuple[Claim, ...], now: datetime) -> Moved:
    """Split an option into claims (none: unsplit it again); an unset mark follows the claims from here on."""
    require(judgment.stage, Act.SPLIT)
    if any(not claim.text.strip() for claim in claims):
        raise Refused("claims", _NO_CLAIMS, about="options")
    option = _option(judgment, key)
    return _changed(judgment, _following(replace(option, claims=claims)), now)


def scope(judgment: Judgment, key: str, claim_id: str, given: Scope | None, now: datetime) -> Moved:
    """Say whether a claim is decided within one clip or across clips."""
    require(judgment.stage, Act.MARK)
    option = _option(judgment, key)
    _claim(option, claim_id)
    claims = tuple(replace(claim, scope=given) if claim.claim_id == claim_id else claim for claim in option.claims)
    return _changed(judgment, replace(option, claims=claims), now)


def attach(judgment: Judgment, key: str, evidence: Evidence, now: datetime, *, claim_id: str | None = None) -> Moved:
    """Rest an option's mark, or a claim, on a moment or a span of a clip."""
    require(judgment.stage, Act.ATTACH)
    if evidence.to_ms is not None and evidence.to_ms < evidence.from_ms:
        evidence = replace(evidence, from_ms=evidence.to_ms, to_ms=evidence.from_ms)
    option = _option(judgment, key)
    if claim_id is None:
        return _changed(judgment, replace(option, evidence=(*option.evidence, evidence)), now)
    claim = _claim(option, claim_id)
    longer = replace(claim, evidence=(*claim.evidence, evidence))
    claims = tuple(longer if kept.claim_id == claim_id else kept for kept in option.claims)
    return _changed(judgment, replace(option, claims=claims), now)


def detach(judgment: Judgment, key: str, evidence: Evidence, now: datetime) -> Moved:
    """Take evidence off an option and its claims."""
    require(judgment.stage, Act.ATTACH)
    option = _option(judgment, key)
    claims = tuple(
        replace(claim, evidence=tuple(kept for kept in claim.evidence if kept != evidence)) for claim in option.claims
    )
    kept = tuple(item for item in option.evidence if item != evidence)
    return _changed(judgment, replace(option, evidence=kept, claims=claims), now)


def restore(judgment: Judgment, said: OptionMark, now: datetime) -> Moved:
    """Put everything that is said of an option back as it was: mark, reason, claims and evidence."""
    require(judgment.stage, Act.MARK)
    _option(judgment, said.key)
    if said.overridden and not said.reason.strip():
        raise Refused("override", NO_REASON, about="options", key=said.key)
    if said.claims and not said.overridden and said.mark is not mark_of_claims(said.claims):
        raise Refused("override", NO_REASON, about="options", key=said.key)
    return _changed(judgment, said, now)


def _option(judgment: Judgment, key: str) -> OptionMark:
    selection(judgment, [key])
    return judgment.revision.option(key)


def _claim(option: OptionMark, claim_id: str) -> Claim:
    found = next((claim for claim in option.claims if claim.claim_id == claim_id), None)
    if found is None:
        raise Refused("claims", _NO_SUCH_CLAIM, about="options", key=option.key)
    return found


def _following(option: OptionMark) -> OptionMark:
    if option.overridden or not option.claims:
        return option
    return replace(option, mark=mark_of_claims(option.claims))


def _changed(judgment: Judgment, option: OptionMark, now: datetime) -> Moved:
    revision = judgment.revision.with_option(option)
    moved = replace(touch(judgment, now), revisions=(*judgment.revisions[:-1], revision))
    said = entry(
        judgment, "marked", revision=revision.number, option=option.key, mark=option.mark, reason=option.reason,
        overridden=option.overridden,
        claims=[{"text": claim.text, "mark": claim.mark, "scope": claim.scope} for claim in option.claims],
        evidence=[[item.clip, item.from_ms, item.to_ms] for item in option.all_evidence],
    )  # fmt: skip
    return Moved(moved, (said,))
