"""How gates say what they found, and why they look no further."""

from __future__ import annotations

from rbcheck.domain.canonical import Json
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Severity

_SHORT = 60


def error(gate: str, message: str, item: CheckedQuestion | None = None, option: str | None = None,
          clip: int | None = None, **data: Json) -> Finding:  # fmt: skip
    """A finding that stands in the way of the pack."""
    return Finding(gate, Severity.ERROR, message, item.id if item else None, option, clip, data)


def warning(gate: str, message: str, item: CheckedQuestion | None = None, option: str | None = None,
            clip: int | None = None, **data: Json) -> Finding:  # fmt: skip
    """A finding that somebody should look at."""
    return Finding(gate, Severity.WARNING, message, item.id if item else None, option, clip, data)


def shown(text: str) -> str:
    """A text of the pack as it may stand in a sentence: short, in one line, steering no terminal."""
    line = inert(" ".join(text.split()))
    return line if len(line) <= _SHORT else line[: _SHORT - 1] + "…"


def no_gold(pack: CheckedPack) -> str:
    """Why there is no gold to look at."""
    if pack.withheld:
        return ngettext(
            "the gold of {count} question is withheld, as this is an annotator's store: "
            "`rbcheck store role lead` makes it a lead's",
            "the gold of {count} questions is withheld, as this is an annotator's store: "
            "`rbcheck store role lead` makes it a lead's",
            pack.withheld,
        ).format(count=pack.withheld)
    return _("the pack holds no gold")


def some_without_gold(pack: CheckedPack) -> str | None:
    """Which questions a look at the gold leaves out; None where it leaves out none."""
    without = sum(item.gold is None for item in pack.questions)
    if not without:
        return None
    if without == len(pack.questions) or pack.withheld:
        return no_gold(pack)
    return ngettext("{count} question has no gold", "{count} questions have no gold", without).format(count=without)
