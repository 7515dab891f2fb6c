"""Write the generated parts of the manuals: the keys, and the table of the protocol.

usage: python scripts/manual_tables.py [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from string import ascii_uppercase

from rbcheck import locale
from rbcheck.domain.protocol import ACT_WORDS, STAGE_WORDS, TRANSITIONS, WITHIN, Act, Stage
from rbcheck.locale import _
from rbcheck.tui.keymap import KEYS, Focus, Key, alone, words

MANUALS = Path(__file__).resolve().parents[1] / "manuals"
TITLES = {"en": ("Keys", "key", "does"), "zh": ("按键", "按键", "作用")}
PROTOCOL = {
    "en": (
        "The table of the protocol",
        "Made from the program's own table. ● leaves the stage as it is; an arrow says where the act leads.",
        "act",
    ),
    "zh": ("流程总表", "由程序内部的表生成。● 表示停留在本阶段；箭头表示该操作通向哪里。", "操作"),
}

_ALSO = {
    (Stage.VERDICT, Act.COMMIT_VERDICT): (Stage.REVEAL, Stage.DONE),
    (Stage.VERDICT, Act.BACK): (Stage.ANSWER, Stage.CHECK),
}


def keys_page(lang: str) -> str:
    """The keys by the place where they act."""
    locale.use(lang)
    title, key, does = TITLES[lang]
    lines = [f"# {title}", ""]
    for focus in Focus:
        rows = [entry for entry in KEYS if entry.focus is focus]
        if rows:
            lines += [f"## {_(focus.value)}", "", f"| {key} | {does} |", "| --- | --- |"]
            lines += [f"| {_plain(signs)} | {_plain(does_it)} |" for signs, does_it in _folded(rows)]
            lines.append("")
    return "\n".join(lines)


def _folded(rows: list[Key]) -> Iterator[tuple[str, str]]:
    """What stands in each line: commands that do the same, one letter or number after the other, share one."""
    for does_it, same in groupby(rows, key=words):
        signs = [alone(entry) for entry in same]
        if not signs[0]:
            yield "—", does_it
        elif len(signs) == 1 or "–" in signs[0]:  # the first of a row of numbers stands for all of them
            yield f"`{signs[0]}`", does_it
        else:
            yield f"`{signs[0]}` … `{signs[-1]}`{_left_out(signs)}", does_it


def _left_out(signs: list[str]) -> str:
    """The letters between the first and the last that do something else."""
    letters = {sign[-1] for sign in signs}
    missing = [letter for letter in ascii_uppercase if min(letters) < letter < max(letters) and letter not in letters]
    return f" (− {' '.join(missing)})" if missing else ""


def protocol_page(lang: str) -> str:
    """Stage × Act, as the program has it."""
    locale.use(lang)
    title, intro, act_word = PROTOCOL[lang]
    head = " | ".join(_(STAGE_WORDS[stage]) for stage in Stage)
    lines = [f"# {title}", "", intro, "", f"| {act_word} | {head} |", "| --- |" + " --- |" * len(Stage)]
    for act in Act:
        cells = " | ".join(_cell(stage, act) for stage in Stage)
        lines.append(f"| {_(ACT_WORDS[act])} (`{act}`) | {cells} |")
    return "\n".join([*lines, ""])


def _cell(stage: Stage, act: Act) -> str:
    if reached := TRANSITIONS.get((stage, act)):
        return "→ " + " / ".join(_(STAGE_WORDS[each]) for each in _ALSO.get((stage, act), (reached,)))
    return "●" if act in WITHIN[stage] else ""


def _plain(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write the pages, or (with --check) say which are out of date."""
    stale = []
    for lang in TITLES:
        for name, page in (("keys", keys_page(lang)), ("protocol", protocol_page(lang))):
            path = MANUALS / lang / f"{name}.md"
            if not path.exists() or path.read_text("utf-8") != page:
                stale.append(path)
                if "--check" not in sys.argv:
                    path.write_text(page, "utf-8")
    if "--check" in sys.argv and stale:
        sys.stderr.write("out of date: " + ", ".join(map(str, stale)) + "; run scripts/manual_tables.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
