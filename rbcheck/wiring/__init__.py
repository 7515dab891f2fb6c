"""The only place that builds things: settings, then the store, the services, the player, the interface."""

from __future__ import annotations

from rbcheck.wiring.interface import PRACTICE as PRACTICE
from rbcheck.wiring.interface import Interfaces
from rbcheck.wiring.looking import DEVICE as DEVICE
from rbcheck.wiring.looking import Looking


class Wiring(Interfaces, Looking):
    """Everything that one run of the program needs, each built when it is first asked for."""
