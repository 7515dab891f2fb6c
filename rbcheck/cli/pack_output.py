"""What the commands of packs say to people: tables and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rbcheck.domain.errors import CLAUSES, in_a_row
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.protocol import STAGE_WORDS
from rbcheck.locale import _, ngettext
from rbcheck.services.intake import MissingRecording, Refusal
from rbcheck.services.pack_reports import Added, Change, PackRow, Relinked, Shown, Withheld
from rbcheck.services.packs import WITHHELD

_LEAST_ID = 12
"""How wide a question's id may be in the narrowest terminal: a row is of no use without it."""
MOST_LINES = 40
"""How many refusals, problems or changes are printed for people; the rest is counted, and JSON has them all."""

_LONGEST = 400
"""How many characters of what was found are printed; JSON has them all."""


def named(name: str, said: str) -> str:
    """A name and what is said of it, with the colon of the language."""
    return _("{name}: {what}").format(name=name, what=said)


def say_added(answer: Added, console: Console) -> None:
    """What was understood, and then everything that somebody has to look at."""
    what = answer.understood
    console.print(Text(named(inert(answer.pack), in_a_row((_(what.form), what.protocol.value), _)), style="bold"))
    gold = _("gold of {count} shown after the verdict") if what.reveal_gold else _("gold of {count} kept back")
    facts = [
        ngettext("{count} question", "{count} questions", what.questions).format(count=what.questions),
        ngettext("{count} clip", "{count} clips", what.clips).format(count=what.clips),
        gold.format(count=what.gold) if what.gold else _("no gold"),
    ]
    console.print(Text("  " + in_a_row(facts, _)))
    for name, counts in ((_("units"), what.units), (_("sources"), what.sources), (_("types"), what.types)):
        if not any(counts):
            continue
        console.print(Text("  " + named(name, _counts(counts))))
    for note in what.notes:
        console.print(Text(f"  {inert(note)}"))
    if answer.left:
        left = _("answers and further fields of questions that are here already stay as they are: an annotator's store")
        console.print(Text(f"  {left}"))
    _say_refused(answer.refused, console)
    _say_missing(answer.missing, console)
    _say_problems(answer, console)
    _say_changes(answer.pack, answer.changes, console)


def say_found_later(answer: Added, before: Added, console: Console) -> None:
    """What only the media told, after the rest was said."""
    _say_refused([item for item in answer.refused if item not in set(before.refused)], console)
    _say_changes(answer.pack, [item for item in answer.changes if item not in set(before.changes)], console)
    _say_problems(answer, console)


def _say_refused(refused: Iterable[Refusal], console: Console) -> None:
    lines = [
        named(
            f"{inert(item.file)}:{item.line or '-'} {inert(item.id or '-')} {brief(item.field)}",
            _("found {found}; expected {expected}").format(found=_found(item.found), expected=inert(item.expected)),
        )
        for item in refused
    ]
    _say_lines(_("refused"), lines, console)


def _say_changes(pack: str, changes: Iterable[Change], console: Console) -> None:
    lines = [_change(pack, change) for change in changes]
    _say_lines(_("differences from what the store holds"), lines, console)


def _change(pack: str, change: Change) -> str:
    """One question's difference in a line: the fields, and each as it was and as it is."""
    fields = named(inert(change.question_id or pack), in_a_row(map(brief, change.what), _))
    return in_a_row((fields, *map(inert, change.details)), _, CLAUSES)


def _say_problems(answer: Added, console: Console) -> None:
    _say_lines(
        _("cannot be played as they should"),
        [named(f"{inert(item.question_id)} {brief(item.label)}", inert(item.problem)) for item in answer.problems],
        console,
    )


def say_listed(packs: Sequence[PackRow], console: Console) -> None:
    """A table of packs."""
    table = _table(_("pack"), _("protocol"), _("questions"), _("clips"), _("judged"), _("gold"))
    for pack in packs:
        gold = _("shown after the verdict") if pack.reveal_gold else "—"
        row = (pack.name, pack.protocol.value, pack.questions, pack.clips, pack.judged, gold)
        table.add_row(*(Text(inert(str(cell))) for cell in row))
    console.print(table)


def say_shown(shown: Shown, console: Console) -> None:
    """A table of a pack's questions; golds are in a lead's alone."""
    lead = any(row.gold for row in shown.questions)
    begun = any(row.stage for row in shown.questions)
    table = _table(_("question"), _("unit"), _("type"), _("clips"), _("select"))
    table.columns[2].ratio = table.columns[3].ratio = 1
    table.columns[4].no_wrap = True
    for heading in (*([_("stage")] if begun else []), *([_("gold")] if lead else [])):
        # What is short and must be read whole: the others give way.
        table.add_column(heading, no_wrap=True)
    longest = max((len(row.question_id) for row in shown.questions), default=0)
    room = max(_LEAST_ID, console.width * 3 // 10 - 8 * (begun and lead))
    table.columns[0].width = min(longest, room) or None
    for row in shown.questions:
        clips = in_a_row((f"{label} {_length(length)}" for label, length in row.clips), _)
        cells = [
            row.question_id,
            row.unit,
            row.question_type,
            clips,
            f"{row.n}/{row.k}",
        ]
        if begun:
            cells.append(_(STAGE_WORDS[row.stage]) if row.stage else "")
        if lead:
            cells.append(" ".join(row.gold or ()))
        table.add_row(*(Text(inert(cell)) for cell in cells))
    console.print(table)


def say_relinked(answer: Relinked, console: Console) -> None:
    """What was found again, and what was not."""
    said = ngettext(
        "{pack}: {found} clip found below that folder, {kept} where they were.",
        "{pack}: {found} clips found below that folder, {kept} where they were.",
        answer.found,
    )
    console.print(Text(said.format(pack=inert(answer.pack), found=answer.found, kept=answer.kept)))
    _say_missing(answer.missing, console)


def withheld_sentence(withheld: Withheld) -> str:
    """How much an annotator's store kept back."""
    kinds = (
        (withheld.gold, ngettext("gold of {count} question", "gold of {count} questions", withheld.gold)),
        (withheld.blind_hits, ngettext("blind hits of machines of {count} question",
                                       "blind hits of machines of {count} questions", withheld.blind_hits)),
        (withheld.extra, ngettext("further fields of {count} question", "further fields of {count} questions",
                                  withheld.extra)),
    )  # fmt: skip
    told = in_a_row([said.format(count=count) for count, said in kinds if count], _)
    return _("Withheld, as this is an annotator's store: {what}.").format(what=told)


def _say_missing(missing: Iterable[MissingRecording], console: Console) -> None:
    lines = [named(brief(item.recording), in_a_row(map(inert, item.questions), _)) for item in missing]
    _say_lines(_("recordings not found, and their questions"), lines, console)


def _say_lines(heading: str, lines: Sequence[str], console: Console) -> None:
    if not lines:
        return
    console.print(Text("  " + _("{heading} ({count}):").format(heading=heading, count=len(lines))))
    for line in lines[:MOST_LINES]:
        console.print(Text(f"    {line}"))
    if len(lines) > MOST_LINES:
        console.print(Text("    " + _("and {count} more: --json has all").format(count=len(lines) - MOST_LINES)))


def _found(found: str) -> str:
    return _(WITHHELD) if found == WITHHELD else brief(found, _LONGEST)


def _counts(counts: Mapping[str, int]) -> str:
    said = [f"{brief(name) or '-'} {count}" for name, count in list(counts.items())[:MOST_LINES]]
    if len(counts) > MOST_LINES:
        said.append(_("and {count} more: --json has all").format(count=len(counts) - MOST_LINES))
    return in_a_row(said, _)


def _length(milliseconds: int | None) -> str:
    if milliseconds is None:
        return "?"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02d}"


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table
