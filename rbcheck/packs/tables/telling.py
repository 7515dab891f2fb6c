"""What was understood of a question file, in words that a lead can check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _
from rbcheck.packs.gathering import golds_of_nothing
from rbcheck.packs.tables.naming import Naming
from rbcheck.packs.tables.surveying import Surveyed


def told(
    used: Mapping[str, Counter[str]], surveyed: Surveyed, naming: Naming, root: Path | None, unused_gold: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences, and those that are for the lead alone since they would give golds away."""
    gold, lead = _gold(used["gold"], surveyed)
    notes = [
        _("stem from {fields}").format(fields=_fields(used["stem"])) if used["stem"] else "",
        _("options from {forms}").format(forms=_counted(used["options"])) if used["options"] else "",
        gold,
        _("n from {forms}").format(forms=_counted(used["n"])) if used["n"] else "",
        _clips(used, root),
        naming.told(),
    ]
    if unused_gold:
        notes.append(golds_of_nothing(unused_gold))
    return tuple(note for note in notes if note), lead


def _gold(fields: Counter[str], surveyed: Surveyed) -> tuple[str, tuple[str, ...]]:
    if not fields:
        return _("no gold"), ()
    said = _("gold from {fields}").format(fields=_fields(fields))
    if surveyed.settled is None:
        return said, ()
    how = {"index0": _("0-based index"), "index1": _("1-based index"), "text": _("the option's text")}
    said = f"{said}, {how[surveyed.settled]}"
    lines = surveyed.counting.deciding()
    if surveyed.settled == "text" or not lines:
        return said, ()
    return said, (_("the index of golds was decided by lines {lines}").format(lines=lines),)


def _clips(used: Mapping[str, Counter[str]], root: Path | None) -> str:
    if not used["clips"]:
        return ""
    where = (
        _(", looked for beside the file and by file stem below {folder}").format(folder=inert(str(root)))
        if root
        else ""
    )
    spans = used.get("spans", Counter())
    kind = _("spans of recordings") if not spans["files"] else _("whole files") if not spans["spans"] else _(
        "files, and spans of recordings"
    )  # fmt: skip
    return _("clips from {fields}, {kind}{where}").format(fields=_fields(used["clips"]), kind=kind, where=where)


def _fields(counts: Counter[str]) -> str:
    """Names of fields; with their counts where there are several."""
    if len(counts) == 1:
        return f"`{brief(next(iter(counts)))}`"
    return ", ".join(f"`{brief(name)}` ({count})" for name, count in counts.most_common(5))


def _counted(counts: Counter[str]) -> str:
    if len(counts) <= 1:
        return ", ".join(brief(name) for name in counts)
    return ", ".join(f"{brief(name)} ({count})" for name, count in counts.most_common(5))
