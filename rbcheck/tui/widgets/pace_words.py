"""The day and its pace in words: the own pace stands beside the expected one, and nothing counts down."""

from __future__ import annotations

from textual.content import Content

from rbcheck.domain.pace import MINUTES_MULTI, MINUTES_SINGLE, QUESTIONS_A_DAY
from rbcheck.locale import _, ngettext
from rbcheck.services.pacing import Day


def pace_words(day: Day) -> str:
    """`2.4 min a question, 2 to 3 expected`; empty where nothing was finished today."""
    if day.minutes is None or day.expected is None:
        return ""
    low, high = day.expected
    told = _("{pace:.1f} min a question, {low} to {high} expected")
    return told.format(pace=day.minutes, low=_short(low), high=_short(high))


def day_lines(day: Day) -> list[Content]:
    """The day line by line: how many questions, the pace for each kind, the work and its breaks."""
    least, most = QUESTIONS_A_DAY
    done = ngettext("{count} question finished today", "{count} questions finished today", day.done)
    lines = [
        Content.assemble((done.format(count=day.done), "bold"),
                         f"  ({_('{least} to {most} a day are usual').format(least=least, most=most)})")
    ]  # fmt: skip
    for word, count, spent, (low, high) in (
        (_("one clip"), day.single, day.single_ms, MINUTES_SINGLE),
        (_("several clips"), day.multi, day.multi_ms, MINUTES_MULTI),
    ):
        if count:
            told = _("{kind}: {count}, {pace:.1f} min each, {low} to {high} expected")
            lines.append(
                Content(
                    told.format(kind=word, count=count, pace=spent / count / 60_000, low=_short(low), high=_short(high))
                )
            )
    worked = sum((each.last_act_at - each.began_at).total_seconds() for each in day.sessions) // 60
    taken = sum(each.taken for each in day.sessions)
    if day.sessions:
        told = ngettext(
            "{hours}:{minutes:02d} h at work in {count} sitting; breaks in them: {taken}",
            "{hours}:{minutes:02d} h at work in {count} sittings; breaks in them: {taken}",
            len(day.sessions),
        )
        hours, minutes = divmod(int(worked), 60)
        lines.append(Content(told.format(hours=hours, minutes=minutes, count=len(day.sessions), taken=taken)))
    return lines


def _short(minutes: float) -> str:
    return f"{minutes:.1f}".removesuffix(".0")
