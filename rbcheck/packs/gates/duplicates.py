"""The gate `duplicates`: the same question again, in four layers from its hash to its signature."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Hashable, Iterator

from rbcheck.domain.percent import percent
from rbcheck.domain.taxonomy import taxonomy
from rbcheck.locale import _
from rbcheck.packs.gates.near_texts import near_pairs
from rbcheck.packs.gates.saying import error, shown, warning
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Skip

NAME = "duplicates"


def duplicates(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Each question that repeats an earlier one, by the strongest layer that says so; and footage twice in one."""
    hashes: dict[Hashable, str] = {}
    signatures: dict[Hashable, str] = {}
    clips: dict[Hashable, str] = {}
    again: set[str] = set()
    for item in pack.questions:
        yield from _footage_twice(item)
        footage = tuple(sorted(str(clip.footage) for clip in item.clips if clip.footage))
        same = hashes.setdefault(_hash(item, footage), item.id)
        if same != item.id:
            again.add(item.id)
            yield error(
                NAME, _("the same question as {other}").format(other=shown(same)), item, layer="hash", other=same
            )
        kind = taxonomy().type_of(item.question.question_type)
        key = (footage, kind.name if kind else item.question.question_type)
        like = clips.setdefault(key, item.id) if footage else item.id
        signature = (*key, item.question.k, tuple(sorted(item.gold))) if item.gold and footage else None
        signed = signatures.setdefault(signature, item.id) if signature else item.id
        if same != item.id:
            continue
        if signed != item.id:
            said = _("the same clips, type and answer as {other}").format(other=shown(signed))
            yield warning(NAME, said, item, layer="signature", other=signed)
        elif like != item.id:
            said = _("the same clips with the same type as {other}").format(other=shown(like))
            yield warning(NAME, said, item, layer="clips", other=like)
    rest = [item for item in pack.questions if item.id not in again]
    for one, other, share in near_pairs([(item.id, _wording(item)) for item in rest]):
        item = rest[one]
        said = _("worded almost as {other} ({share} of both is the same)")
        yield warning(NAME, said.format(other=shown(rest[other].id), share=percent(share, 0)), item,
                      layer="wording", other=rest[other].id, share=share)  # fmt: skip
    if pack.questions and all(item.gold is None for item in pack.questions):
        yield Skip(NAME, _("the answers of questions on the same clips: there is no gold to look at"))


def _footage_twice(item: CheckedQuestion) -> Iterator[Finding]:
    seen: dict[Hashable, int] = {}
    for clip in item.clips:
        if clip.sha256 is None:
            continue
        first = seen.setdefault((clip.sha256, clip.span_ms), clip.position)
        if first != clip.position:
            said = _("clip {clip} ({label}) is the same footage as clip {first}")
            yield error(NAME, said.format(clip=clip.position, label=shown(clip.label), first=first), item,
                        clip=clip.position, layer="hash", clips=[first, clip.position])  # fmt: skip


def _hash(item: CheckedQuestion, footage: tuple[str, ...]) -> str:
    """What a question is, whatever its id and the order of its options."""
    texts = (item.question.stem, *sorted(option.text for option in item.question.options))
    plain = "\0".join(unicodedata.normalize("NFC", " ".join(text.split())) for text in (*texts, *footage))
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def _wording(item: CheckedQuestion) -> str:
    return "\n".join(text for _option, text in item.texts)
