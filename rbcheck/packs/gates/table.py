"""The gates in their order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rbcheck.packs.gates.clips import clips
from rbcheck.packs.gates.cues import cues
from rbcheck.packs.gates.duplicates import duplicates
from rbcheck.packs.gates.guessable import guessable
from rbcheck.packs.gates.intent import intent
from rbcheck.packs.gates.labels import labels
from rbcheck.packs.gates.leak import leak
from rbcheck.packs.gates.negation import negation
from rbcheck.packs.gates.scene import scene
from rbcheck.packs.gates.structure import structure
from rbcheck.packs.gates.turnaround import turnaround
from rbcheck.packs.gates.unsupported import unsupported
from rbcheck.services.gate_values import Gate

GATES: Mapping[str, Gate] = MappingProxyType(
    {
        "intent": intent,
        "structure": structure,
        "leak": leak,
        "scene": scene,
        "labels": labels,
        "cues": cues,
        "negation": negation,
        "turnaround": turnaround,
        "duplicates": duplicates,
        "clips": clips,
        "guessable": guessable,
        "unsupported": unsupported,
    }
)
