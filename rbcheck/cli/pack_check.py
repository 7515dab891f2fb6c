"""`rbcheck pack check`: a pack against the gates, before it goes out to people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from rbcheck.cli import pack_json
from rbcheck.cli.pack_output import named
from rbcheck.cli.pack_progress import bars
from rbcheck.cli.passphrases import OPTION, read_passphrase
from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.packs import schemas
from rbcheck.services.gate_values import Finding, Severity
from rbcheck.services.intake import IntakeOptions
from rbcheck.services.pack_checking import Checked
from rbcheck.wiring import Wiring

MOST_NAMES = 12
MOST_ALIKE = 5
"""How many findings that say the same of several questions are printed for people; JSON has them all."""
_MARKS = {Severity.ERROR: ("✗", "bold red"), Severity.WARNING: ("!", "yellow"), Severity.NOTE: ("✓", "green")}
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@click.command("check")
@click.argument("target", metavar="P|PATH")
@click.option("--gate", "gates", multiple=True, metavar="GATE", help="Run this gate; again for several. Else all.")
@click.option("--words", type=click.Path(path_type=Path), metavar="FILE",
              help="A TOML file with more words for the gates leak and scene.")  # fmt: skip
@click.option("--video-root", type=click.Path(path_type=Path), help="PATH: the folder that holds the recordings.")
@click.option("--gold", type=click.Path(path_type=Path), help="PATH: a file with the golds, by id.")
@click.option("--map", "own_names", type=click.Path(path_type=Path), metavar="FILE",
              help="PATH: a TOML file that says what your fields mean.")  # fmt: skip
@click.option("--id-from", metavar="COLS", help="PATH: the columns that together name a question.")
@OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def check(
    wiring: Wiring,
    target: str,
    gates: tuple[str, ...],
    words: Path | None,
    video_root: Path | None,
    gold: Path | None,
    own_names: Path | None,
    id_from: str | None,
    passphrase_file: Path | None,
    as_json: bool,
) -> int:
    """Run the gates on a pack of the store, or on one at a path, which is read without writing a thing.

    The gates, in their order: intent, structure, leak, scene, labels, cues, negation, turnaround, duplicates, clips,
    guessable, unsupported. Exit code 1 where an error stands.

    \b
    Examples:
      rbcheck pack check cli-1285
      rbcheck pack check bundle_04.tar --gate leak --gate cues
      rbcheck pack check review_set.jsonl --video-root /data/recordings --json
      rbcheck pack check sealed/bundle_01 --passphrase-file secret.txt
    """
    from rbcheck.packs.gates.finding_words import word_lists

    columns = tuple(name for part in (id_from or "").split(",") if (name := part.strip()))
    passphrase = read_passphrase(passphrase_file) if passphrase_file else None
    options = IntakeOptions(
        video_root=video_root, gold=gold, own_names=own_names, id_from=columns, passphrase=passphrase
    )
    lists = word_lists(words)
    with bars(Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)) as progress:
        checked = wiring.pack_checking.check(target, gates, options, lists, progress)
    if as_json:
        click.echo(pack_json.printed(checked_json(checked)))
    else:
        _say(checked, Console(highlight=False, emoji=False, soft_wrap=True))
    click.echo(_sum(checked), err=True)
    return 1 if checked.errors else 0


def checked_json(checked: Checked) -> dict[str, Json]:
    """The shape of `pack check`."""
    findings: list[Json] = [
        {
            "gate": found.gate, "severity": found.severity.value, "question": found.question, "option": found.option,
            "clip": found.clip, "message": found.message, "data": dict(found.data),
        }
        for found in checked.findings
    ]  # fmt: skip
    skipped: list[Json] = [{"gate": skip.gate, "reason": skip.reason} for skip in checked.skipped]
    return {
        "schema": schemas.CHECK, "pack": checked.pack, "questions": checked.questions, "withheld": checked.withheld,
        "findings": findings, "skipped": skipped,
    }  # fmt: skip


def _say(checked: Checked, console: Console) -> None:
    """Each gate's findings under its name, errors first; then what was not looked at, and why."""
    for gate, group in groupby(checked.findings, key=lambda found: found.gate):
        found = sorted(group, key=lambda one: _ORDER.index(one.severity))
        console.print(Text(f"{gate} ({len(found)})", style="bold"))
        for alike in _kinds(found):
            for one in alike[:MOST_ALIKE]:
                for line, style in _lines(one):
                    console.print(Text(line, style=style))
            if len(alike) > MOST_ALIKE:
                more = _("and {count} more like these: --json has all").format(count=len(alike) - MOST_ALIKE)
                console.print(Text(f"    {more}", style="dim"))
    told = {one.gate for one in checked.findings} | {skip.gate for skip in checked.skipped}
    if clean := [gate for gate in checked.gates if gate not in told]:
        console.print(Text(f"✓ {_('found nothing: {gates}').format(gates=in_a_row(clean, _))}", style="green"))
    for skip in checked.skipped:
        said = _("{gate} skipped: {reason}").format(gate=skip.gate, reason=inert(skip.reason))
        console.print(Text(f"- {said}", style="dim"))


def _kinds(found: Iterable[Finding]) -> Iterable[list[Finding]]:
    """What says the same of several questions, together, in the order of the first of each kind."""
    kinds: dict[tuple[Severity, Json], list[Finding]] = {}
    for one in found:
        kinds.setdefault((one.severity, one.data.get("why")), []).append(one)
    return kinds.values()


def _lines(found: Finding) -> Iterator[tuple[str, str]]:
    mark, style = _MARKS[found.severity]
    said = inert(found.message)  # it begins with the option or the clip that it is about
    if found.question is not None:
        said = named(inert(found.question), said)
    yield f"  {mark} {said}", style if found.severity is Severity.ERROR else ""
    match found.data.get("questions"):
        case list(names) if names:
            shown = in_a_row((inert(str(name)) for name in names[:MOST_NAMES]), _)
            more = _("and {count} more: --json has all").format(count=len(names) - MOST_NAMES)
            yield "      " + (in_a_row((shown, more), _) if len(names) > MOST_NAMES else shown), "dim"


def _sum(checked: Checked) -> str:
    counts: Mapping[Severity, int] = {
        severity: sum(found.severity is severity for found in checked.findings) for severity in _ORDER
    }
    questions = ngettext("{count} question", "{count} questions", checked.questions).format(count=checked.questions)
    errors = ngettext("{count} error", "{count} errors", counts[Severity.ERROR])
    warnings = ngettext("{count} warning", "{count} warnings", counts[Severity.WARNING])
    said = _("{pack}, {questions}: {errors}, {warnings}.").format(
        pack=inert(checked.pack), questions=questions, errors=errors.format(count=counts[Severity.ERROR]),
        warnings=warnings.format(count=counts[Severity.WARNING]),
    )  # fmt: skip
    if checked.withheld:
        said += " " + ngettext(
            "What the gold, the blind hits and further fields of {count} question tell is withheld, as this is an "
            "annotator's store.",
            "What the gold, the blind hits and further fields of {count} questions tell is withheld, as this is an "
            "annotator's store.",
            checked.withheld,
        ).format(count=checked.withheld)
    return said
