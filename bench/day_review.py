"""The end of a day: a reviewer returns a question, and its annotator answers with a new revision."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from terminal.driving import Terminal, rbcheck

from bench.day_terminal import DayTerminal

SIZE = (120, 36)


def answered_return(home: Path, folder: Path) -> str:
    """What the review lists of the question that was returned and answered."""
    office = Path(shutil.copytree(home, folder / "office", ignore=shutil.ignore_patterns("device", "rbcheck.db*")))
    with closing(sqlite3.connect(home / "rbcheck.db")) as kept, closing(sqlite3.connect(office / "rbcheck.db")) as copy:
        kept.backup(copy)
    with Terminal(office, folder / "tmp-office", SIZE) as reviewer:
        reviewer.run("rbcheck review --annotator Ada --by Lea")
        reviewer.wait_for("day-0001")
        reviewer.type("R")
        reviewer.wait_for("Return day-0001")
        reviewer.type("please look again")
        reviewer.press("Enter")
        reviewer.wait_for("Lea: please look again")
        reviewer.press("C-q")
        reviewer.ended()
    _hand(office, home, folder / "to-annotator")
    with DayTerminal(home, folder / "tmp", SIZE) as own:
        own.run("rbcheck --lang en --annotator Ada --pack day --question day-0001")
        own.wait_for("Lea: please look again")
        own.key("R")
        own.wait_for("your answer to the reviewer")
        own.words("seen again, the same")
        own.key("Enter")
        for number in (3, 4):
            own.stage(number)
            own.key("C-s")
        own.stage(5)
        own.key("1")
        own.seen(r"\(●\) 1")
        own.key("C-s")
        own.done()
        own.leave()
        keys = own.keys
    _hand(home, office, folder / "to-office")
    (judgment,) = [
        each
        for each in json.loads(rbcheck(office, "review", "--json").stdout)["judgments"]
        if each["question"] == "day-0001"
    ]
    return f"returned: day-0001 is {judgment['state']} with revision {judgment['revision']}, in {keys} keys"


def _hand(sender: Path, receiver: Path, folder: Path) -> None:
    folder.mkdir()
    rbcheck(sender, "export", "--annotator", "Ada", "-o", str(folder))
    (path,) = folder.iterdir()
    rbcheck(receiver, "import", str(path))
