"""A lead's store with what there is to adjudicate, made through the program's own services."""

from __future__ import annotations

import json
from pathlib import Path

from exchange.places import Place

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.services.annotating import Annotating
from rbcheck.services.ports import Role
from rbcheck.stats.campaign import Settings

SETTINGS = Settings(groups=(), draws=20, resamples=20)
PEOPLE = ("Ann", "Bo", "Chen 陈")


def a_lead(folder: Path, *, reveal: bool = False) -> Place:
    """A lead's store with both packs and nobody in it."""
    folder.mkdir(parents=True, exist_ok=True)
    return Place(folder, role=Role.LEAD).with_packs(reveal=reveal)


def a_campaign(folder: Path) -> Place:
    """q1 confirmed by all, q2 answered otherwise by all, q3 guessed by all, q4 of which nobody can tell, q5 split,
    q6 seen by one, q7 and q8 by nobody."""
    place = a_lead(folder)
    answers = {
        "q1": ("ABC", ("ABH", "ABH", "ABH")),
        "q2": ("CDE", ("ABC", "ABC", "ABC")),
        "q3": ("ABH", ("ABH", "ABH", "ABH")),
        "q4": ("CDE", ("ABH", "ABC", "ABD")),
        "q5": ("CDE", ("ABH", "ABC", "ABH")),
    }
    own = place.annotating
    for number, name in enumerate(PEOPLE):
        somebody = place.person(name)
        # Footage opened on a device was seen there by whoever guesses next.
        device = DeviceFiles(folder / f"device of {number}")
        place.annotating = Annotating(place.store, place.clock, device, "me", lambda other: True)
        for question, (blind, finals) in answers.items():
            lost = question == "q4"
            place.judge(
                somebody, question, blind=blind, final=finals[number],
                verdict=Verdict.CANT_TELL if lost else Verdict.CLEAR, notes="A at 0:03 <b>" if lost else "",
                gold_verdict=GoldVerdict.CORRECT,
            )  # fmt: skip
        if number == 0:
            place.judge(somebody, "q6", blind="CDE")
    place.annotating = own
    return place


def decisions_file(folder: Path, *lines: dict[str, object]) -> Path:
    """A file with a line a decision."""
    path = folder / "decisions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path
