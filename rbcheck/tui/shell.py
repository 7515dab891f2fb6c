"""What the interface is given: the use cases, what was chosen, and the few things that only the wiring can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from rbcheck.services.annotating import Annotating
    from rbcheck.services.pacing import Pacing
    from rbcheck.services.playing import Player
    from rbcheck.services.queueing import Queueing
    from rbcheck.services.unlocking import Unlocking

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asked to be opened."""

    annotator: str | None = None
    pack: str | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What the annotator chose for every screen; `show` is how pictures are shown, empty for what fits best."""

    lang: str = "en"
    theme: str = ""
    show: str = ""
    pause_on_note: bool = False


@dataclass(frozen=True, slots=True)
class Shell:
    """Everything that screens need. `make_practice` makes and adds the practice pack and returns its name.

    `export` writes an annotator's judgments of a pack and says in one sentence where they are.
    `unlocking` opens sealed packs. `warnings` are what must be said of the store as it opens.
    """

    queueing: Queueing
    annotating: Annotating
    make_player: Callable[[], Player]
    now: Callable[[], datetime]
    make_practice: Callable[[OnProgress], str]
    export: Callable[[str, str | None], str]
    pacing: Pacing
    unlocking: Unlocking | None = None
    warnings: tuple[str, ...] = ()


@runtime_checkable
class Retells(Protocol):
    """A screen that can say everything again, in another language."""

    def retell(self, lang: str) -> None:
        """Say everything again, in this language."""
