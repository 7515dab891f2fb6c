"""One question judged in the real program by its keys, each key answered by what the screen then shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from terminal.driving import Terminal

STAGE = re.compile(r"[①-⑦] ([A-Z]+) [━─]*●")
COVERED = re.compile(r"covered (\d+) %")
TIME = re.compile(r"(\d+):(\d\d\.\d) / (\d+):(\d\d\.\d)")
FAST = "]" * 3


def stage(terminal: Terminal) -> str | None:
    """The stage that the stage line shows; None where no question stands on the screen."""
    lines = terminal.screen().splitlines()
    first = lines[0] if lines else ""
    if found := STAGE.search(first):
        return found[1]
    return "DONE" if "DONE" in first else None


def wait_stage(terminal: Terminal, wanted: str) -> None:
    """Wait for a stage."""
    terminal.wait(lambda: stage(terminal) == wanted, f"the stage {wanted}")


def at_seconds(terminal: Terminal) -> float | None:
    """Where the clip stands, as the line over the picture says."""
    found = TIME.search(terminal.flat())
    return int(found[1]) * 60 + float(found[2]) if found else None


def covered(terminal: Terminal) -> int:
    """The coverage on the screen in percent; -1 where none is shown."""
    found = COVERED.search(terminal.flat())
    return int(found[1]) if found else -1


def sign_in(terminal: Terminal, name: str) -> None:
    """The first minutes: the name, and the first pack."""
    terminal.wait_all("Your name", "What to judge")
    terminal.type(name)
    terminal.wait_for(name)

    def pack() -> list[str]:
        return [line for line in terminal.everything().splitlines() if re.search(r"\d questions?\b", line)]

    unfocused = pack()
    terminal.press("Enter")
    terminal.wait(lambda: pack() != unfocused, "the pack to be under the cursor")
    terminal.press("Enter")
    terminal.wait_gone("Your name")


def open_first(terminal: Terminal) -> None:
    """The row under the cursor."""
    terminal.wait_for("Enter open")
    terminal.press("Enter")
    terminal.wait(lambda: stage(terminal) is not None, "the workbench")


def look_at_picture(terminal: Terminal) -> None:
    """Before the lock: the pane where the picture will be, which on a narrow screen stands behind the options."""
    if "▐Question and options▌" in terminal.screen():
        terminal.press("F6")
        terminal.wait_for("▐Picture▌")


def look_back(terminal: Terminal) -> None:
    """Before the lock: the options again."""
    if "▐Picture▌" in terminal.screen():
        terminal.press("F6")
        terminal.wait_for("▐Question and options▌")


def pick(terminal: Terminal, keys: Sequence[str]) -> None:
    """Pick options by their letters."""
    for key in keys:
        terminal.type(key)
        terminal.wait_match(rf"›\[x\] {key} ")


def lock_guess(terminal: Terminal, keys: Sequence[str]) -> None:
    """Pick the blind guess, say that it is one, and lock it."""
    pick(terminal, keys)
    terminal.press("2")
    terminal.wait_for("(●) 2 hunch")
    terminal.press("C-s")
    terminal.wait_for("as the blind guess?")
    terminal.type("y")
    wait_stage(terminal, "WATCH")


def watch(terminal: Terminal, look: Callable[[], None] = lambda: None, note: str = "") -> None:
    """Play the one clip through at double speed, `look` at every glance; write a note on the way."""
    terminal.wait_for("❚❚ 1×")
    terminal.press("Space")
    terminal.wait_for("▶")
    terminal.type(FAST)
    terminal.wait_for("2×")
    if note:
        terminal.press("Enter")
        terminal.wait_match(r"note ▸ \S+ \d+:\d\d")
        terminal.type(note)
        terminal.wait_for(note)
        terminal.press("Enter")
        terminal.wait_for("note ▸ Enter or i")

    def through() -> bool:
        look()
        return covered(terminal) >= 95

    terminal.wait(through, "the clip to be covered", 180)
    terminal.press("C-s")
    wait_stage(terminal, "CHECK")


SIGNS = {"y": "✓", "x": "✗", "u": "?"}


def mark(terminal: Terminal, marks: Mapping[str, str]) -> None:
    """Mark options with y, x or u, from the first to the last, and finish the marks."""
    for place, (key, sign) in enumerate(marks.items()):
        if place:
            terminal.press("Down")
        terminal.wait_match(rf"›{key} ")
        terminal.type(sign)
        terminal.wait_match(rf"›{key}\s+{re.escape(SIGNS[sign])}")
    terminal.press("C-s")
    wait_stage(terminal, "ANSWER")


def answer(terminal: Terminal, keys: Sequence[str]) -> None:
    """Commit the final answer, which is preset to the supported options."""
    terminal.wait_for(f"{len(keys)} of {len(keys)}")
    terminal.press("C-s")
    wait_stage(terminal, "VERDICT")


def verdict(terminal: Terminal, number: int, following: str, note: str = "") -> None:
    """Choose a verdict by its number, write a note where one is needed, and commit."""
    if "▐Question and options▌" in terminal.screen():
        terminal.press("F6")
        terminal.wait_for("▐Verdict")
    terminal.type(str(number))
    terminal.wait_for(f"(●) {number}")
    if note:
        terminal.press("Enter")
        terminal.wait_for("time into text")
        terminal.type(note)
        terminal.wait_for(note)
    terminal.press("C-s")
    wait_stage(terminal, following)
