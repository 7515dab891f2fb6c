"""The gate `scene`: things that the pack's scenes cannot hold, so that common sense rules an option out unseen."""

from __future__ import annotations

from collections.abc import Iterator

from rbcheck.locale import _
from rbcheck.packs.gates.finding_words import Words
from rbcheck.packs.gates.saying import shown, warning
from rbcheck.packs.gates.settings import impossible_things
from rbcheck.services.gate_values import CheckedPack, Finding, Skip

NAME = "scene"


def scene(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Options, and stems, that name such a thing."""
    things = (*impossible_things(pack.manifest), *pack.words.get(NAME, ()))
    if not things:
        yield Skip(NAME, _("the pack's manifest lists under `scene` nothing that its scenes cannot hold"))
        return
    words = Words([*things, *(_plural(thing) for thing in things if thing.isascii())])
    for item in pack.questions:
        for option, text in item.texts:
            for found, start, end in words.found_in(text):
                place = _("the stem") if option is None else option
                said = _("{place} names what no scene of this pack can hold: {found}")
                yield warning(
                    NAME, said.format(place=place, found=f"“{shown(found)}”"), item, option,
                    found=found, at=[start, end],
                )  # fmt: skip


def _plural(thing: str) -> str:
    return f"{thing}es" if thing.endswith(("s", "x", "ch", "sh")) else f"{thing}s"
