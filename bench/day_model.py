"""A written keystroke model: what one judgment costs in keys and clicks here, at line-by-line prompts, on a web page.

The operators are those of Card, Moran and Newell (1980): a key 0.28 s, pointing 1.10 s, a click 0.20 s, a hand moved
between keyboard and mouse 0.40 s. Thinking is left out, and so are the words of notes: both are the same everywhere.
What is asked is the same for all three: a blind guess with its confidence, every clip played through with a note at its
moment, the order of lettered clips, a mark an option, a moment as evidence for each supported one, the final answer,
the verdict.
"""

from __future__ import annotations

from dataclasses import dataclass

KEY, POINT, CLICK, HAND = 0.28, 1.10, 0.20, 0.40
TIME_KEYS = 6
"""A time that is read off another program and typed: 0:18.4 and a space."""
SWITCH = 2 * KEY
"""To another window and, later, back: Alt+Tab each."""


@dataclass(frozen=True, slots=True)
class Task:
    """One question: how many options, how many to pick, how many clips, whether their order is asked."""

    options: int
    picks: int
    clips: int
    ordered: bool


def prompts(task: Task) -> float:
    """Seconds at a program that asks line by line, beside a video player of its own."""
    lines = [
        task.picks, 1,  # the guess, how sure
        *[TIME_KEYS] * task.clips,  # notes, without their words
        *([task.clips] if task.ordered else []),
        *[1] * task.options,  # marks
        *[TIME_KEYS] * task.picks,  # evidence
        task.picks, 1,  # the answer, the verdict
    ]  # fmt: skip
    typed = sum(lines) + len(lines)  # each line with its Enter
    # A clip is opened by its name (completed with Tab: 4 keys, Enter), played, paused for its note, and left.
    played = task.clips * (5 * KEY + 2 * KEY + 2 * SWITCH)
    sought = task.picks * (2 * SWITCH + 4 * KEY)
    return typed * KEY + played + sought


def page(task: Task) -> float:
    """Seconds on a web page with one click a mark, times typed into their fields."""
    click = POINT + CLICK
    clicks = (
        task.picks + 1 + 2  # the guess, how sure, lock it and say yes
        + task.clips * 2  # play, and pause for the note
        + (task.clips if task.ordered else 0)
        + task.options + task.picks + 1  # marks, the answer, the verdict
        + 4 + 1  # each stage, and the next question
    )  # fmt: skip
    fields = task.clips + task.picks
    return clicks * click + fields * (click + 2 * HAND + TIME_KEYS * KEY)


def keys(count: int) -> float:
    """Seconds of so many keys."""
    return count * KEY
