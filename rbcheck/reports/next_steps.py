"""What to do next: a ranked list of steps, each with its count and the command that does it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rbcheck.domain.errors import CLAUSES, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.reports import words
from rbcheck.stats import flags
from rbcheck.stats.campaign import Campaign
from rbcheck.stats.flags import Flag
from rbcheck.stats.records import Caution


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence, and the command for it."""

    said: str
    command: str = ""


def steps(
    campaign: Campaign, pack: str | None = None, held: Sequence[str] = (), *, sends: bool = False
) -> Iterator[Step]:
    """What is to be gained most first: golds, annotators, guessable questions, gates, answers still missing.

    `held`: the packs of the store, of which nothing may be judged yet. `sends`: nobody judges in this store, a lead's,
    and what is to be judged goes out from it as packs.
    """
    of_pack = f" --pack {shlex.quote(inert(pack))}" if pack else ""
    shown = pack or (campaign.packs[0] if len(campaign.packs) == 1 else "PACK")
    suspect = sum(bool(part.posterior and part.posterior.suspect) for part in campaign.questions)
    if suspect:
        yield Step(
            ngettext(
                "Settle {count} question whose gold is in doubt.",
                "Settle {count} questions whose gold is in doubt.",
                suspect,
            ).format(count=suspect),
            f"rbcheck adjudicate{of_pack}",
        )
    if not campaign.funnel["assigned"]:
        yield from _first_steps(campaign, held, sends)
        return
    names = {part.annotator: part.name or part.annotator for part in campaign.annotators}
    findings: dict[str, list[str]] = {}
    for flag in campaign.flags:
        findings.setdefault(flag.annotator, []).append(finding(flag, names))
    for annotator, found in findings.items():
        name = inert(names[annotator])
        yield Step(
            _("Talk to {name}: {findings}.").format(name=name, findings=in_a_row(found, _, CLAUSES)),
            f"rbcheck stats --annotator {shlex.quote(name)}",
        )
    guessable = sum(part.blind_status == "dropped" for part in campaign.questions)
    if guessable:
        yield Step(
            ngettext(
                "Send {count} guessable question back for other options.",
                "Send {count} guessable questions back for other options.",
                guessable,
            ).format(count=guessable),
            f"rbcheck adjudicate{of_pack}",  # what is decided to be repaired goes out by `pack export --for-repair`
        )
    kinds = {warned.kind for warned in campaign.cautions}
    if kinds & {Caution.LENGTHS, Caution.GOLD_POSITIONS}:
        yield Step(
            _("See what gives answers away without the footage."),
            f"rbcheck pack check {shlex.quote(inert(shown))}",
        )
    open_ = campaign.figures["B4.undecided"]
    if open_.num:
        yield Step(
            ngettext(
                "{count} question needs more blind guesses before it is known whether it can be guessed.",
                "{count} questions need more blind guesses before it is known whether they can be guessed.",
                int(open_.num),
            ).format(count=int(open_.num)),
            _sent(shown) if sends else f"rbcheck assign {shlex.quote(inert(shown))} --to NAME",
        )


def _first_steps(campaign: Campaign, held: Sequence[str], sends: bool) -> Iterator[Step]:
    """What to do where no judgment counts."""
    for practice in campaign.practice:
        yield Step(
            _(
                "Nothing but practice of {pack} is judged here, and practice counts in no figure. "
                "To see it all the same:"
            ).format(pack=inert(practice)),
            f"rbcheck stats --pack {shlex.quote(inert(practice))}",
        )
    if held and sends:
        yield Step(
            _("Make packs of {packs} to give out: this is a lead's store, in which nobody should judge.").format(
                packs=inert(in_a_row(held, _))
            ),
            _sent(held[0] if len(held) == 1 else "PACK"),
        )
    elif held:
        yield Step(
            _("Judge questions of {packs}.").format(packs=inert(in_a_row(held, _))),
            f"rbcheck --pack {shlex.quote(inert(held[0])) if len(held) == 1 else 'PACK'}",
        )
    else:
        yield Step(
            _("Bring in a pack to give out.") if sends else _("Bring in a pack to judge."), "rbcheck pack add PATH"
        )
    yield Step(_("Bring in what others have judged."), "rbcheck import FILE")


def _sent(pack: str) -> str:
    """The command that makes packs to give out."""
    return f"rbcheck pack build {shlex.quote(inert(pack))} -o DIR"


def finding(flag: Flag, names: dict[str, str]) -> str:
    """What was found, as a part of a sentence with its counts."""
    match flag.kind:
        case flags.EXCESS:
            return _("blind guesses hit more often than others' do, {found}").format(
                found=words.plain(flag.data["B1"])
            )  # fmt: skip
        case flags.IDENTITY:
            return _("wrong blind guesses come back as the final answer, {found}").format(
                found=words.plain(flag.data["B10"])
            )
        case flags.COPYING:
            return _copying(flag, inert(names[(flag.pair or ("", ""))[0]]))
        case flags.FATIGUE:
            lost = -100 * (flag.data["Q4"].value or 0)
            return _("right less and less often, {points} points an hour without a break ({count} judgments)").format(
                points=f"{lost:.0f}", count=words.count(flag.data["Q4"].den)
            )
        case flags.UNWATCHED:
            return _("less than half of the footage watched in {found}").format(
                found=words.plain(flag.data["Q5.little"])
            )  # fmt: skip
        case flags.NOTES:
            questions = flag.told.get("questions")
            return _("the same note on {count} questions, “{note}”").format(
                count=len(questions) if isinstance(questions, list) else 0,
                note=inert(str(flag.told.get("note", "")))[:60],
            )
        case _:
            return _("answers as chance would give them, {found} beyond it").format(
                found=words.plain(flag.data["skill"])
            )  # fmt: skip


def _copying(flag: Flag, other: str) -> str:
    said = _("the same wrong answers as {other}, {found}, where others have {elsewhere}").format(
        other=other, found=words.plain(flag.data["same"]), elsewhere=words.plain(flag.data["elsewhere"])
    )
    if flag.told.get("answered_first"):
        said += _(" ({other} was first in {found})").format(other=other, found=words.plain(flag.data["earlier"]))
    return said
