"""The text of each question."""

from __future__ import annotations

from rbcheck.packs.demo.footage import Footage
from rbcheck.packs.demo.specs import CROSS_RECORDING, CROSS_VIDEO, SEGMENT, WHOLE, Spec

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def stem(spec: Spec, footage: Footage) -> str:
    """What is asked of the clips, and how many options to select."""
    labels = list(footage.labels)
    named = labels[0] if len(labels) == 1 else ", ".join(labels[:-1]) + f" and {labels[-1]}"
    if spec.unit == WHOLE:
        opening = f"{named} show one run from its beginning to its end, in order of time."
    elif spec.unit == SEGMENT:
        opening = f"{named} shows a part of one run."
    elif spec.unit == CROSS_VIDEO:
        opening = f"{named} come from different runs; a letter stands for one of them."
    elif spec.unit == CROSS_RECORDING:
        opening = f"{named} were filmed on different occasions."
    else:
        opening = f"{named} were cut from one run; their letters say nothing about time."
    if len(labels) == 1 and spec.unit == WHOLE:
        opening = f"{named} shows one whole run."
    several = "statement is" if spec.n == 1 else "statements are"
    return f"{opening} Which {several} right about {spec.about}? Select {_NUMBERS[spec.n]}."
