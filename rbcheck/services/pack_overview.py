"""What one look through a pack tells of it: counts, every media file once, how much is asked of each recording."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rbcheck.services.intake import Footage, ReadPack
from rbcheck.services.pack_reports import Understood
from rbcheck.services.ports import Role


@dataclass(slots=True)
class Overview:
    """The counts of a pack; `asked` and `reach` are the milliseconds that spans of a file add up to and end at."""

    footage: dict[Footage, None] = field(default_factory=dict)
    asked: dict[Footage, int] = field(default_factory=dict)
    reach: dict[Footage, int] = field(default_factory=dict)
    media: int = 0
    clips: int = 0
    gold: int = 0
    blind_hits: int = 0
    units: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)

    def understood(self, pack: ReadPack, role: Role) -> Understood:
        """What was made of the pack, as this store may tell it."""
        return Understood(
            form=pack.form,
            protocol=pack.protocol,
            reveal_gold=pack.reveal_gold,
            practice=pack.practice,
            questions=len(pack.questions),
            clips=self.clips,
            units=dict(self.units.most_common()),
            sources=dict(self.sources.most_common()),
            types=dict(self.types.most_common()),
            gold=self.gold,
            blind_hits=self.blind_hits,
            notes=(*pack.notes, *pack.lead_notes) if role is Role.LEAD else pack.notes,
            fields=pack.fields,
        )


def overview(pack: ReadPack) -> Overview:
    """Look through a pack once."""
    found = Overview()
    for item in pack.questions:
        question = item.question
        found.units[question.unit] += 1
        found.sources[question.source] += 1
        found.types[question.question_type] += 1
        found.clips += len(question.clips)
        found.gold += item.gold is not None
        found.blind_hits += item.machine_blind_hits is not None
        for clip in item.clips:
            found.media += 1
            found.footage[clip.footage] = None
            if clip.span_ms:
                start, end = clip.span_ms
                found.asked[clip.footage] = found.asked.get(clip.footage, 0) + end - start
                found.reach[clip.footage] = max(found.reach.get(clip.footage, 0), end)
    return found
