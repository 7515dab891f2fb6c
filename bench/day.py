"""A whole day in a terminal: questions of all units, two languages, two breaks, a crash, a returned question.

    .venv/bin/python bench/day.py [--questions 100] [--folder DIR] [--seconds N]

The real program runs in tmux at 120 x 36; a script presses what an annotator presses, and reads the screen. For each
question it counts the keys (without the words of notes) and the time that the interface let it wait: from the last key
of an act to its sign on the screen, playing left out. Beside it stand the model of `day_model.py` for the same work.
The first half is in English, the second in Chinese. After a third and after two thirds the program is left, and comes
back with 95 minutes of work behind it, so that it offers a break, which is taken. In the middle of the day its
processes are killed while options are marked. At the end a reviewer returns the first question, and it is answered
with a new revision.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from math import inf
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from bench import day_model  # noqa: E402
from bench.day_pack import MIX, OPTIONS, PICKS, make_home, unit_of  # noqa: E402
from bench.day_review import answered_return  # noqa: E402
from bench.day_terminal import DayTerminal  # noqa: E402

SIZE = (120, 36)
BREAK_WORDS = {"en": ("Take a break now", "Back to work"), "zh": ("现在休息", "回去工作")}
MARKED = rf"✓ {PICKS}\b"
NOTE = {"en": "left at the kerb", "zh": "在路沿左转"}


@dataclass(slots=True)
class Spent:
    """What one question took: keys, seconds of waiting, seconds in all."""

    unit: str
    keys: int
    waited: float
    seconds: float


@dataclass(slots=True)
class Day:
    """The day as it went so far."""

    spent: list[Spent] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    done: int = 0
    breaks: int = 0
    after_crash: str = ""
    took: float = 0.0

    @classmethod
    def read(cls, path: Path) -> Day:
        """The day that was kept there; a new one where none was."""
        if not path.exists():
            return cls()
        kept = json.loads(path.read_text("utf-8"))
        return cls(**{**kept, "spent": [Spent(**each) for each in kept["spent"]]})

    def keep(self, path: Path) -> None:
        """Keep it, to be gone on with."""
        path.write_text(json.dumps(asdict(self)), "utf-8")


def judge(terminal: DayTerminal, place: int, crash: Day | None) -> None:
    """One question from the blind guess to DONE; with `crash`, the program is killed while its options are marked."""
    _unit, labels, ordered = unit_of(place)
    terminal.stage(1)
    for letter in "ACE"[:PICKS]:
        terminal.key(letter)
    terminal.key("2")
    terminal.seen(r"\(●\) 2")
    terminal.key("C-s")
    terminal.seen(r"\(y\)")
    terminal.key("y")
    terminal.stage(2)
    for clip in range(1, len(labels) + 1):
        if clip > 1:
            terminal.key("PageDown")
        terminal.seen(rf"{labels[clip - 1]} 0:0\d\.\d / 0:0\d\.\d ❚❚")
        terminal.key("Space", "]", "]", "]")
        terminal.seen("[▶■] ")
        terminal.key("t")
        terminal.seen(rf"▸ {labels[clip - 1]} 0:0")
        terminal.words(NOTE[terminal.lang])
        terminal.key("Enter")
        terminal.covered(labels[clip - 1])
    if ordered:
        terminal.key("F6", "F6")
        for number in range(1, len(labels) + 1):
            terminal.key(*(["Down"] if number > 1 else []), str(number))
        terminal.seen(rf"{len(labels)} {labels[-1]}\b")
    terminal.key("C-s")
    terminal.stage(3)
    for at in range(OPTIONS):
        supported = at % 2 == 0
        terminal.key(*(["Down"] if at else []), "y" if supported else "x", *(["e"] if supported else []))
        if crash is not None and at == OPTIONS - 2:
            terminal.seen(MARKED)
            time.sleep(1.0)  # an act is on the screen some milliseconds before it is in the store
            terminal.kill9()
            crash.starts.append(terminal.begin())
            terminal.stage(3)
            terminal.seen(MARKED)
            crash.after_crash = f"killed at question {place}: it stood open again with its marks"
            terminal.key(*["Down"] * at)
    terminal.seen(MARKED)
    terminal.key("C-s")
    terminal.stage(4)
    terminal.key("C-s")
    terminal.stage(5)
    terminal.key("1")
    terminal.seen(r"\(●\) 1")
    terminal.key("C-s")
    terminal.done()


def day(home: Path, folder: Path, questions: int, went: Day, end: float) -> None:
    """Go on with the day, each question judged once, until it is over or the time (monotonic) has come."""
    half, breaks = questions // 2, (questions // 3, 2 * questions // 3)
    with ExitStack() as stack:
        terminal = stack.enter_context(DayTerminal(home, folder / "tmp", SIZE))
        terminal.lang = "en" if went.done < half else "zh"
        went.starts.append(terminal.begin())
        terminal.open_first()
        for place in range(went.done + 1, questions + 1):
            began = time.monotonic()
            terminal.begin_counting()
            judge(terminal, place, went if place == half else None)
            if place < questions and place != half:
                terminal.key("n")
                terminal.stage(1)
            if place != half:
                went.spent.append(Spent(unit_of(place)[0], terminal.keys, terminal.waited, terminal.since_counting))
            if place == half:
                terminal.leave()
                terminal.lang = "zh"
                went.starts.append(terminal.begin())
                terminal.open_first()
            elif place in breaks:
                terminal.leave()
                terminal.worked_before(95)
                terminal.begin()
                terminal.take_break(*BREAK_WORDS[terminal.lang])
                went.breaks += 1
                went.starts.append(terminal.begin())
                terminal.open_first()
            went.done = place
            went.took += time.monotonic() - began
            went.keep(folder / "day.json")
            if time.monotonic() > end:
                break
        terminal.leave()


def report(went: Day, returned: str) -> str:
    """The table, and what else happened."""
    head = f"{'a question of':<36}{'n':>4}{'keys':>6}{'keys s':>8}{'waited s':>10}{'here':>6}{'prompts':>9}{'page':>6}"
    lines = [head, "-" * len(head)]
    for name, labels, ordered in MIX:
        own = [each for each in went.spent if each.unit == name]
        if not own:
            continue
        task = day_model.Task(OPTIONS, PICKS, len(labels), ordered)
        count = statistics.mean(each.keys for each in own)
        waited = statistics.median(each.waited for each in own)
        keys = day_model.keys(round(count))
        lines.append(
            f"{f'{name}, clips: {len(labels)}':<36}{len(own):>4}{count:>6.0f}{keys:>8.1f}{waited:>10.2f}"
            f"{keys + waited:>6.1f}{day_model.prompts(task):>9.1f}{day_model.page(task):>6.1f}"
        )
    everything = [each.waited for each in went.spent]
    lines += [
        f"waiting a question: median {statistics.median(everything):.2f} s, worst {max(everything):.2f} s",
        f"starts of the program: {', '.join(f'{each:.1f}' for each in went.starts)} s; breaks offered {went.breaks}",
        went.after_crash,
        returned,
        f"{went.done} questions in {went.took / 60:.1f} minutes",
    ]
    return "\n".join(lines)


def main() -> None:
    """Go through a day and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="keep the day there; one that is there is gone on with")
    parser.add_argument("--seconds", type=float, default=inf, help="stop after the question that is open then")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = arguments.folder or Path(made)
        home = folder / "home"
        if not home.exists():
            make_home(home, arguments.questions)
        went = Day.read(folder / "day.json")
        if went.done < arguments.questions:
            day(home, folder, arguments.questions, went, time.monotonic() + arguments.seconds)
        over = went.done == arguments.questions
        returned = answered_return(home, folder) if over else "the day is not over: go on with it by the same --folder"
    print(report(went, returned))


if __name__ == "__main__":
    main()
