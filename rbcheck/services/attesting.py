"""Whether marks, evidence, notes, order, reports and spans of a judgment are what its events say."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from rbcheck.domain.footage import Note, watched_hash
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Event, timestamp
from rbcheck.domain.marks import OptionMark
from rbcheck.domain.protocol import Stage

Said = Mapping[str, object]
Option = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """An event about one question, with its payload taken apart."""

    event: Event
    said: Said


def must_hold(judgment: Judgment, acts: Sequence[Act], home: str | None) -> list[Act]:
    """The acts that a judgment has to show: its own, of the device `home` all, of others as far as it came from there.

    What another device made of it may have been refused. And a chain comes whole where judgments come in part (an
    export of one pack, of what is complete): the rest is then as late as it was when it came itself.
    """
    own = [act for act in acts if act.said.get("judgment") == judgment.judgment_id]
    if home is None:
        return own
    said = [part for one in judgment.revisions for part in (one.final, one.verdict, one.gold_verdict)]
    times = {part.at for part in (judgment.blind, *said) if part}
    came_from = {act.event.device for act in own if act.event.kind == "opened" or act.event.at in times}
    until = judgment.last_act_at or judgment.opened_at
    return [
        act
        for act in own
        if act.event.device == home or (act.event.at <= until and (act.event.device in came_from or not came_from))
    ]


def unattested(judgment: Judgment, acts: Sequence[Act], devices: int = 1, home: str | None = None) -> Iterator[str]:
    """The kinds of events that a judgment's parts contradict; `acts` are all that its annotator did to the question.

    Of an annotator of one device whose judgment is as late as its events, each part must be as the last event says.
    Else (two states of a judgment made one, a judgment that came before the rest of its chain) some event must say it.
    """
    last = devices == 1 and is_as_last_said(judgment, acts, home)
    yield from _marks(judgment, acts, last)
    yield from _notes(judgment, acts, last)
    yield from _watching(judgment, acts, last)
    if last:
        yield from _order_and_reports(judgment, acts)
        yield from _playing(judgment, acts)
        yield from _spent(judgment, acts)


def is_as_last_said(judgment: Judgment, acts: Sequence[Act], home: str | None) -> bool:
    """Whether a judgment of an annotator of one device is as late as its events."""
    if any(act.said.get("judgment") != judgment.judgment_id for act in acts):
        return False
    if judgment.imported_at is None and all(act.event.device == home for act in acts if home):
        return True
    times = [act.event.at for act in acts]
    in_order = all(before <= after for before, after in pairwise(times))
    return in_order and bool(times) and judgment.last_act_at is not None and times[-1] <= judgment.last_act_at


def _marks(judgment: Judgment, acts: Sequence[Act], last: bool) -> Iterator[str]:
    told = [(_number(act.said), _option_said(act.said)) for act in acts if act.event.kind == "marked"]
    anywhere = {option for _, option in told}
    latest: dict[object, Option] = {}
    later = iter(sorted(told, key=lambda item: item[0]) if last else ())
    ahead = next(later, None)
    for revision in judgment.revisions:
        # A revision begins with the marks of the one before it.
        while ahead is not None and ahead[0] <= revision.number:
            latest[ahead[1][0]] = ahead[1]
            ahead = next(later, None)
        held = {mark.key: _option_held(mark) for mark in revision.marks if mark != OptionMark(mark.key)}
        if last:
            said = {key: option for key, option in latest.items() if option != _option_held(OptionMark(str(key)))}
            if held != said:
                yield "marked"
        elif not set(held.values()) <= anywhere:
            yield "marked"


def _option_said(said: Said) -> Option:
    claims = [
        tuple(plain(claim.get(name)) for name in ("text", "mark", "scope"))
        for claim in _listed(said.get("claims"))
        if isinstance(claim, dict)
    ]
    evidence = [tuple(map(plain, item)) for item in _listed(said.get("evidence")) if isinstance(item, list)]
    mark = (plain(said.get(name)) for name in ("option", "mark", "reason", "overridden"))
    return (*mark, tuple(claims), tuple(evidence))


def _option_held(mark: OptionMark) -> Option:
    return (
        mark.key, mark.mark, mark.reason, mark.overridden,
        tuple((claim.text, claim.mark, claim.scope) for claim in mark.claims),
        tuple((item.clip, item.from_ms, item.to_ms) for item in mark.all_evidence),
    )  # fmt: skip


def _notes(judgment: Judgment, acts: Sequence[Act], last: bool) -> Iterator[str]:
    told: dict[object, list[Act]] = {}
    # Judgments begun by older programs have notes that no event tells of.
    all_told = begun_telling("notes", acts)
    for act in acts:
        if act.event.kind == "noted":
            told.setdefault(plain(act.said.get("note")), []).append(act)
    for note in judgment.notes:
        events = told.pop(note.note_id, [])
        if not events and not all_told:
            continue
        if not note_is_told(note, events[-1:] if last else events) or (all_told and not _texts_are_told(note, events)):
            yield "noted"
    if told and last:
        yield "noted"


def begun_telling(part: str, acts: Sequence[Act]) -> bool:
    """Whether the program that began a judgment tells the ledger all of one part of it."""
    opened = [act.said for act in acts if act.event.kind == "opened"]
    return bool(opened) and all(said.get(part) is True for said in opened)


def note_is_told(note: Note, events: Iterable[Act]) -> bool:
    """Whether one of these events says of a note what it says."""
    held = (note.clip, note.at_ms, note.text, note.tag, note.deleted_at is not None)
    return any(held == tuple(act.said.get(name) for name in _NOTED) for act in events)


_NOTED = ("clip", "at_ms", "text", "tag", "deleted")


def _texts_are_told(note: Note, events: Iterable[Act]) -> bool:
    """Whether each text of a note was written when it says."""
    written = {(plain(act.said.get("at_ms")), plain(act.said.get("text")), act.event.at) for act in events}
    texts = [(text.at_ms, text.text, text.written_at) for text in note.earlier]
    return {*texts, (note.at_ms, note.text, note.written_at)} <= written


def _watching(judgment: Judgment, acts: Sequence[Act], last: bool) -> Iterator[str]:
    finished = [act for act in acts if act.event.kind == "watch_finished"]
    if judgment.watched_at is None:
        if last and finished:
            yield "watch_finished"
        return
    of_then = [act.said.get("spans") for act in finished if act.event.at == judgment.watched_at]
    # Older programs told no hash.
    changed = bool(of_then) and last and of_then[-1] not in (None, watched_hash(judgment.spans))
    if not of_then or changed:
        yield "watch_finished"


def _playing(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """Whether the stretches of WATCH are those that were told when the last of them began; that one may have grown."""
    if not begun_telling("spans", acts):
        return
    said = next((act.said for act in reversed(acts) if act.event.kind == "played"), {})
    watched = [span for span in judgment.spans if span.stage is Stage.WATCH]
    last = [span for span in watched if span.span_id == said.get("span")]
    held = [(one.clip, one.from_ms, str(float(one.rate)), timestamp(one.at), one.shown, one.lines) for one in last]
    told = (
        [tuple(plain(said.get(name)) for name in ("clip", "from_ms", "rate", "at", "shown", "lines"))] if said else []
    )
    to_ms = said.get("to_ms")
    shorter = any(not isinstance(to_ms, int) or one.to_ms < to_ms for one in last)
    others = watched_hash(span for span in watched if span not in last)
    if held != told or shorter or (others != said.get("others") if said else watched != []):
        yield "played"


def _spent(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """Whether the active time of each stage is what was told when the last one was left; older programs told none."""
    said = next((act for act in reversed(acts) if "spent" in act.said), None)
    if said is None:
        return
    told = said.said.get("spent")
    open_still = {judgment.stage, Stage.DONE}
    for stage in Stage:
        before = told.get(stage.value, 0) if isinstance(told, dict) else None
        held = judgment.active_ms.get(stage, 0)
        if not isinstance(before, int) or held < before or (held > before and stage not in open_still):
            yield said.event.kind
            return


def _order_and_reports(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    order: tuple[object, list[object], datetime] | None = None
    reports: dict[object, tuple[object, ...]] = {}
    revision = 1
    for act in acts:
        said = act.said
        match act.event.kind:
            case "clips_ordered":
                order = (said.get("order_kind"), _listed(said.get("groups")), act.event.at)
            case "order_withdrawn":
                order = None
            case "clip_reported":
                reports[plain(said.get("clip"))] = (
                    said.get("reason"),
                    said.get("playable_here"),
                    act.event.at,
                    revision,
                )
            case "report_withdrawn":
                reports.pop(plain(said.get("clip")), None)
            case "reopened":
                revision = _number(said)
    held = judgment.order
    if order != (None if held is None else (held.kind, [list(group) for group in held.groups], held.at)):
        yield "clips_ordered"
    if reports != {one.clip: (one.reason, one.playable_here, one.at, one.revision) for one in judgment.reports}:
        yield "clip_reported"


def plain(value: object) -> Hashable:
    """What an event says; of a list or an object, which no such part of a judgment is, something that equals none."""
    return value if value is None or isinstance(value, str | int | float) else ("no plain value", repr(value))


def _number(said: Said) -> int:
    number = said.get("revision")
    return number if isinstance(number, int) else 0


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
