"""The terminal of a day: keys are counted, and the time from an act's last key to its sign on the screen."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from terminal import driving
from terminal.driving import Terminal, Waited

from bench.day_pack import ANNOTATOR

Found = TypeVar("Found")
_NUMBERS = "①②③④⑤"
_GLANCE_SECONDS = 0.02
PATIENCE = 180.0
"""A day is long: what else runs on the machine may stop it for a while."""
_BACK = "UPDATE work_session SET " + ", ".join(
    f"{name} = strftime('%Y-%m-%d %H:%M:%f000', {name}, :shift)" for name in ("began_at", "last_act_at")
)


class DayTerminal(Terminal):
    """A terminal with the program, in the language that is set."""

    def __init__(self, home: Path, temporary: Path, size: tuple[int, int]) -> None:
        driving.PATIENCE = PATIENCE
        super().__init__(home, temporary, size, COLORTERM="truecolor")
        # Whoever stops every process for a while (to measure) is not to make a suspended job of the program.
        self.run("set +m")
        self.lang = "en"
        self.begin_counting()

    # counting

    def begin_counting(self) -> None:
        """From now on it is another question."""
        self.keys, self.waited = 0, 0.0
        self._counting = self._last = time.perf_counter()

    @property
    def since_counting(self) -> float:
        """Seconds since the question began."""
        return time.perf_counter() - self._counting

    def key(self, *keys: str) -> None:
        """Press keys."""
        self.press(*keys)
        self.keys += len(keys)
        self._last = time.perf_counter()

    def words(self, text: str) -> None:
        """Type the words of a note, which are the annotator's own."""
        self.type(text)
        self._last = time.perf_counter()

    def wait(self, condition: Callable[[], Found | None], what: str, timeout: float = PATIENCE) -> Found:
        """What the condition says once it says something, looked at as often as it can be."""
        end = time.monotonic() + timeout
        while not (found := condition()):
            if time.monotonic() > end:
                raise Waited(f"waited {timeout:g} s for {what}; the screen:\n{self.screen()}")
            time.sleep(_GLANCE_SECONDS)
        return found

    def _counted(self, condition: Callable[[], object], what: str) -> None:
        self.wait(condition, what)
        now = time.perf_counter()
        self.waited += now - self._last
        self._last = now

    # what is waited for

    def seen(self, pattern: str) -> None:
        """Wait until this pattern is on the screen; that is time which the interface takes."""
        self._counted(lambda: re.search(pattern, self.flat()), f"/{pattern}/")

    def stage(self, number: int) -> None:
        """Wait for a stage by its number."""
        self.seen(rf"{_NUMBERS[number - 1]} \S+ [━─]*●")

    def done(self) -> None:
        """Wait until the question is judged."""
        self.seen(rf"{_NUMBERS[-1]} \S+ ✔")

    def covered(self, label: str) -> None:
        """Wait until a clip has been played; that is no time which the interface takes.

        A clip with a gap, which a busy machine leaves, is played again, as a person would.
        """

        def played() -> bool:
            flat = self.flat()
            if re.search(rf"\d {label} \S+ +(9[5-9]|100) ?%", flat):
                return True
            if " ■ " in flat:
                self.key("Home", "Space")
                self.wait(lambda: " ■ " not in self.flat(), "the gap to play")
            return False

        self.wait(played, f"{label} to be covered")
        self._last = time.perf_counter()

    # from start to end

    def begin(self) -> float:
        """Start the program; seconds until something can be done."""
        self.run(f"clear; rbcheck --lang {self.lang} --annotator Ada --pack day")
        began = time.perf_counter()
        self.wait(lambda: re.search(r"day-\d{4} ", self.flat()), "the queue, or the question that was open")
        self._last = time.perf_counter()
        return self._last - began

    def open_first(self) -> None:
        """Open the first question that is not done."""
        self.wait_match(r"Enter \S+ .*F1")
        self.key("Enter")
        self.stage(1)

    def leave(self) -> None:
        """To the queue where a question is open, and out."""
        self.key("F10")
        self.wait_match(r"Enter \S+ .*F1")
        self.key("C-q")
        self.wait(lambda: not self.pids(), "the program's end")

    def take_break(self, offer: str, taken: str) -> None:
        """Wait for the offer, take it, and leave the program there; eleven minutes go by."""
        self.wait_for(offer)
        self.key("Enter")
        self.wait_for(taken)
        self.key("C-q")
        self.wait(lambda: not self.pids(), "the program's end")
        self._go_by(11)

    def worked_before(self, minutes: int) -> None:
        """So many minutes go by in which somebody worked without a break."""
        from rbcheck.device.clock import SystemClock
        from rbcheck.domain.pace import WorkSession
        from rbcheck.settings import read_settings
        from rbcheck.wiring import Wiring

        self._go_by(minutes)
        wiring = Wiring(read_settings({"RBCHECK_HOME": str(self.home), "LANG": "C.UTF-8"}))
        now = SystemClock().now()
        with wiring.open_work() as work:
            work.sessions.add(ANNOTATOR, "the same", WorkSession(now - timedelta(minutes=minutes), now))
            work.commit()
        wiring.open_work.dispose()

    def _go_by(self, minutes: int) -> None:
        """What was kept of sittings lies further back."""
        with closing(sqlite3.connect(self.home / "rbcheck.db")) as file, file:
            file.execute(_BACK, {"shift": f"-{minutes} minutes"})
