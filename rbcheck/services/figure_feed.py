"""From the sheets of a store to the columns of the statistics: the counted revision of each judgment, once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from rbcheck.domain.taxonomy import taxonomy
from rbcheck.services.original_sheets import originals_for
from rbcheck.services.ports import Annotator, Kind, UnitOfWork
from rbcheck.services.sheets import (
    Batch,
    FinalSheet,
    GuessSheet,
    HeadSheet,
    Keys,
    MarkSheet,
    OrderSheet,
    QuestionSheet,
    ReportSheet,
    VerdictSheet,
)
from rbcheck.services.withholding import Withholding
from rbcheck.stats.records import ClipOrderFound, Reached

if TYPE_CHECKING:
    from rbcheck.stats.builder import Builder
    from rbcheck.stats.table import Records

_WATCHING = frozenset({"blind", "watch"})
_COUNT_ONCE = 1_000_000

T = TypeVar("T", GuessSheet, FinalSheet, VerdictSheet, MarkSheet, ReportSheet)


class Feed:
    """Reads one unit of work; `withheld` counts the judgments whose gold may not be shown, beside practice."""

    def __init__(self, work: UnitOfWork, *, named: bool) -> None:
        from rbcheck.stats.builder import Builder

        self._work = work
        self._named = named
        self._withholding = Withholding(work)
        self._people = {person.annotator_id: person for person in work.people.all()}
        self._builder: Builder = Builder()
        self._asked: dict[int, tuple[int, QuestionSheet, int]] = {}
        self._turned: dict[int, Mapping[int, int]] = {}
        self._once: set[tuple[str, str, str]] = set()
        self.withheld = 0
        self.packs: set[str] = set()

    def records(self, pack: str | None) -> Records:
        """The columns of the judgments, and of the assignments that nobody has begun."""
        self._questions(pack)
        voids = self._work.sheets.voids()
        for batch in self._work.sheets.judgments(pack):
            self._take(batch, voids)
        for who, question in self._work.sheets.waiting(pack):
            if question in self._asked:
                self._wait(who, question)
        return self._builder.records()

    def _questions(self, pack: str | None) -> None:
        from rbcheck.stats.builder import FLAG

        known = taxonomy()
        qualification: dict[str, frozenset[str]] = {}
        sheets = originals_for(self._work, pack)
        self._turned = {sheet.number: turned for sheet, _shown, turned, _check in sheets if turned}
        for sheet, shown, _turned, check in sheets:
            held = self._withholding.pack(sheet.pack)
            if sheet.pack not in qualification:
                qualification[sheet.pack] = _qualification(held.manifest if held else None)
            flags = FLAG["practice"] if held and held.practice and not self._named else 0
            flags |= FLAG["qualification"] if sheet.question_id in qualification[sheet.pack] else 0
            groups = (
                sheet.unit, sheet.question_type, sheet.source, known.dimension_of(sheet.question_type), sheet.pack,
            )  # fmt: skip
            code = self._builder.question(
                sheet.question_id, sheet.version, sheet.keys, sheet.n, sheet.gold, groups, sheet.chars, sheet.clip_ms
            )
            self._asked[sheet.number] = code, shown, flags | FLAG["check"] * check

    def _take(self, batch: Batch, voids: frozenset[tuple[str, str | None]]) -> None:
        from rbcheck.stats.builder import FLAG, Facts, set_bits
        from rbcheck.stats.records import GOLD_VERDICTS, VERDICTS
        from rbcheck.stats.table import NONE

        bits = lru_cache(maxsize=200_000)(set_bits)
        sets_of = lru_cache(maxsize=200_000)(_mark_sets)
        guesses, finals, verdicts = _by(batch.guesses), _by(batch.finals), _by(batch.verdicts)
        marks, reports = _by(batch.marks), _by(batch.reports)
        opened: dict[int, dict[int, int]] = defaultdict(dict)
        for revision in batch.revisions:
            opened[revision.judgment][revision.number] = revision.opened_us
        spans: dict[int, list[tuple[int, int, int, float, bool]]] = defaultdict(list)
        for span in batch.spans:
            spans[span[0]].append(span[1:])
        notes: dict[int, list[str]] = defaultdict(list)
        for note in batch.notes:
            notes[note.judgment].append(note.text)
        orders = {order.judgment: order for order in batch.orders}
        comments = dict(batch.comments)
        person_codes: dict[str, int] = {}
        for head in batch.heads:
            known = self._asked.get(head.question)
            if known is None:
                continue
            code, sheet, flags = known
            if self._counted_before(head.annotator, sheet):
                continue
            keys, number = sheet.keys, head.number
            guess = min(guesses.get(number, ()), key=lambda made: (made.seen, made.at_us), default=None)
            own_finals = {final.revision: final for final in finals.get(number, ())}
            own_marks = {mark.revision: mark.marks for mark in marks.get(number, ())}
            said = verdicts.get(number, ())
            counted = counted_number(head, opened.get(number, {}), own_finals)
            final = own_finals.get(counted)
            later = max(
                (each for each in own_finals.values() if each.after_reveal and each.revision != counted),
                key=lambda each: each.revision, default=None,
            )  # fmt: skip
            supported, ruled_out, undecidable = sets_of(own_marks.get(counted, ()), keys)
            verdict = next(
                (each.verdict for each in said if each.about == "question" and each.revision == counted), None
            )
            gold_verdict = next(
                (each.verdict for each in sorted(said) if each.about == "gold" and each.revision >= counted), None
            )
            committed = any(each.about == "question" for each in said)
            withheld = sheet.gold is not None and self._withholding.withholds_of(
                sheet.pack, True, head.chain, head.gold_open or committed
            )
            unplayable = any(
                report.playable_here and not report.after_reveal and report.revision <= counted
                for report in reports.get(number, ())
            )
            self.withheld += bool(withheld and not flags & FLAG["practice"])
            flags |= FLAG["blind_first"] * (not head.direct)
            flags |= FLAG["locked"] * (
                guess is None or head.first_play_us is None or guess.at_us <= head.first_play_us
            )  # fmt: skip
            flags |= FLAG["seen"] * bool(guess and guess.seen)
            flags |= FLAG["recording_seen"] * bool(guess and guess.recording_seen)
            flags |= FLAG["after_reveal"] * bool(final and final.after_reveal)
            flags |= FLAG["gold_open"] * bool(head.gold_open)
            flags |= FLAG["unplayable"] * unplayable
            flags |= FLAG["void"] * bool(
                voids and ((head.annotator, None) in voids or (head.annotator, sheet.pack) in voids)
            )
            flags |= FLAG["withheld"] * bool(withheld)
            flags |= FLAG["returned"] * bool(head.returned)
            played, written = spans.get(number, ()), notes.get(number, ())
            if (turned := self._turned.get(head.question)) is not None:
                played = [(turned[span[0]], *span[1:]) for span in played]
            who = person_codes.get(head.annotator)
            if who is None:
                who = person_codes[head.annotator] = self._person(head.annotator)
            order = orders.get(number)
            made = self._builder.add(
                Facts(
                    code,
                    who,
                    flags,
                    furthest(head, guess is not None, own_finals, own_marks, said, len(keys)),
                    NONE if guess is None else bits(guess.options, keys),
                    NONE if final is None else bits(final.options, keys),
                    NONE if later is None else bits(later.options, keys),
                    supported,
                    ruled_out,
                    undecidable,
                    NONE if verdict is None else VERDICTS.index(verdict),
                    NONE if gold_verdict is None else GOLD_VERDICTS.index(gold_verdict),
                    head.opened_us,
                    NONE if final is None else final.at_us,
                    head.last_us,
                    float("nan") if guess is None else guess.seconds,
                    head.judge_ms / 1000 if head.judge_ms else float("nan"),
                    bool(played) or not head.imported,
                    len(written),
                    comments.get(number, 0),
                    head.revision,
                    ClipOrderFound.NOT_ASKED if order is None else order_found(order, sheet),
                ),
                played,
            )
            for text in written:
                self._builder.note(made, who, text)
            self.packs.add(sheet.pack)

    def _counted_before(self, annotator: str, sheet: QuestionSheet) -> bool:
        """Whether an annotator's judgment of this question was taken in another pack: nobody votes twice on one."""
        if not self._turned:
            return False
        where = (annotator, sheet.question_id, sheet.version)
        if where in self._once:
            return True
        self._once.add(where)
        return False

    def _wait(self, annotator: str, question: int) -> None:
        from rbcheck.stats.builder import FLAG, Facts

        code, sheet, flags = self._asked[question]
        held = self._withholding.pack(sheet.pack)
        withheld = sheet.gold is not None and self._withholding.withholds_of(sheet.pack, True, "none", False)
        flags |= FLAG["blind_first"] * bool(held and held.protocol == "blind-first") | FLAG["locked"]
        self._builder.add(Facts(code, self._person(annotator), flags | FLAG["withheld"] * withheld, Reached.ASSIGNED))
        self.packs.add(sheet.pack)

    def _person(self, annotator: str) -> int:
        person: Annotator | None = self._people.get(annotator)
        if person is None:
            return self._builder.person(annotator, "", Kind.HUMAN)
        return self._builder.person(annotator, person.name, person.kind, person.family or "")


def counted_number(head: HeadSheet, opened: Mapping[int, int], finals: Mapping[int, FinalSheet]) -> int:
    """The last revision with a final answer before the first reveal; where there is none, the last one before it."""
    if head.revision <= 1:
        return 1
    numbers = range(1, head.revision + 1)
    free = [number for number in numbers if number not in finals or not finals[number].after_reveal]
    if head.revealed_us is not None:
        free = [number for number in free if opened.get(number, 0) <= head.revealed_us]
    answered = [number for number in free if number in finals]
    return next(reversed(answered or free or list(numbers)))


def furthest(
    head: HeadSheet,
    guessed: bool,
    finals: Mapping[int, FinalSheet],
    marks: Mapping[int, tuple[tuple[str, str], ...]],
    verdicts: Sequence[VerdictSheet],
    k: int,
) -> Reached:
    """The furthest step that any revision took."""
    if verdicts:
        return Reached.VERDICT
    if finals:
        return Reached.FINAL
    if any(len(own) >= k for own in marks.values()):
        return Reached.MARKED
    if head.watched or head.stage not in _WATCHING:
        return Reached.WATCHED
    return Reached.BLIND_LOCKED if guessed else Reached.ASSIGNED


def order_found(order: OrderSheet, question: QuestionSheet) -> ClipOrderFound:
    """What the annotator made of the order of clips; not asked where the true one is not known."""
    if None in question.recordings or len(question.recordings) < 2:
        return ClipOrderFound.NOT_ASKED
    if order.kind == "recordings":
        truth = _grouped(question.recordings)
        found = {frozenset(group) for group in order.groups}
    else:
        if None in question.starts_ms or len(set(question.recordings)) > 1:
            return ClipOrderFound.NOT_ASKED
        truth = _grouped(question.starts_ms)
        found = {frozenset(group) for group in order.groups}
    if not order.groups:
        return ClipOrderFound.CANNOT_BE_TOLD
    told = [frozenset(group) for group in order.groups]
    in_order = order.kind == "recordings" or told == sorted(
        told, key=lambda group: min(question.starts_ms[position - 1] or 0 for position in group)
    )
    return ClipOrderFound.RIGHT if found == truth and in_order else ClipOrderFound.WRONG


def _grouped(values: Sequence[object]) -> set[frozenset[int]]:
    """Positions with the same value, together."""
    together: dict[object, set[int]] = defaultdict(set)
    for position, value in enumerate(values, 1):
        together[value].add(position)
    return {frozenset(group) for group in together.values()}


def _mark_sets(marks: tuple[tuple[str, str], ...], keys: Keys) -> tuple[int, int, int]:
    """The options marked ✓, ✗ and ?, as bits."""
    places = {key: 1 << place for place, key in enumerate(keys)}
    sets = {"supported": 0, "ruled_out": 0, "undecidable": 0}
    for key, mark in marks:
        sets[mark] |= places.get(key, 0)
    return sets["supported"], sets["ruled_out"], sets["undecidable"]


def _by(rows: Iterable[T]) -> dict[int, list[T]]:
    """Rows by judgment."""
    grouped: dict[int, list[T]] = {}
    for row in rows:
        grouped.setdefault(row.judgment, []).append(row)
    return grouped


def _qualification(manifest: Mapping[str, object] | None) -> frozenset[str]:
    """The questions of a pack that qualify annotators."""
    declared = (manifest or {}).get("qualification")
    questions = declared.get("questions") if isinstance(declared, Mapping) else None
    return frozenset(str(each) for each in questions) if isinstance(questions, list) else frozenset()
