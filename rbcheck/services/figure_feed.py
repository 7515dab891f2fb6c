"""From the sheets of a store to the columns of the statistics: the counted revision of each judgment, once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from rbcheck.domain.taxonomy import taxonomy
from rbcheck.services.original_sheets import originals_for
from rbcheck.services.ports import Annotator, Kind, UnitOfWork
from rbcheck.services.sheets import (
    Batch,
    FinalSheet,
    GuessSheet,
    Keys,
    MarkSheet,
    OrderSheet,
    QuestionSheet,
    ReportSheet,
    RevisionSheet,
    VerdictSheet,
)
from rbcheck.services.withholding import Withholding
from rbcheck.stats.records import ClipOrderFound, Reached

if TYPE_CHECKING:
    from rbcheck.stats.builder import Builder
    from rbcheck.stats.table import Records

_WATCHING = frozenset({"blind", "watch"})
_NOTHING: list[Any] = []
_NO_COMMENTS: tuple[int, int | None] = (0, None)
_UNKNOWN = float("nan")

T = TypeVar("T", FinalSheet, VerdictSheet, MarkSheet, ReportSheet, RevisionSheet)


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
        verdict_codes = {verdict: code for code, verdict in enumerate(VERDICTS)}
        gold_codes = {verdict: code for code, verdict in enumerate(GOLD_VERDICTS)}
        guesses: dict[int, GuessSheet] = {}
        for guess in batch.guesses:
            earlier = guesses.get(guess[0])
            if earlier is None or (guess[2], guess[5]) < (earlier[2], earlier[5]):
                guesses[guess[0]] = guess
        finals, marks, verdicts = _by(batch.finals), _by(batch.marks), _by(batch.verdicts)
        reports, opened = _by(batch.reports), _by(batch.revisions)
        notes: dict[int, list[str]] = {}
        for number, text in batch.notes:
            notes.setdefault(number, []).append(text)
        played = {span[0] for span in batch.spans}
        orders = {order[0]: order for order in batch.orders}
        comments = {number: (count, returned_us) for number, count, returned_us in batch.comments}
        people: dict[str, int] = {}
        turned: dict[int, Mapping[int, int]] = {}
        places: dict[int, int] = {}
        direct, practice = FLAG["blind_first"], FLAG["practice"]
        for (
            number, annotator, question, is_direct, stage, revision, gold_open, chain, returned, imported, has_watched,
            opened_us, last_us, first_play_us, revealed_us, judge_ms,
        ) in batch.heads:  # fmt: skip
            known = self._asked.get(question)
            if known is None:
                continue
            code, sheet, flags = known
            if self._counted_before(annotator, sheet):
                continue
            if question in self._turned:
                turned[number] = self._turned[question]
            keys = sheet.keys
            made = guesses.get(number)
            own_finals, own_marks = finals.get(number, _NOTHING), marks.get(number, _NOTHING)
            said = verdicts.get(number, _NOTHING)
            counted = 1
            if revision > 1:
                _count, returned_us = comments.get(number, _NO_COMMENTS)
                counted = counted_number(revision, (revealed_us, returned_us), opened.get(number, _NOTHING), own_finals)
            final = next((each for each in own_finals if each[1] == counted), None)
            marked = next((each[2] for each in own_marks if each[1] == counted), ())
            supported, ruled_out, undecidable = sets_of(marked, keys)
            verdict = gold_verdict = later = NONE
            committed = False
            for each in said:
                if each[2] == "question":
                    committed = True
                    if each[1] == counted:
                        verdict = verdict_codes[each[3]]
                elif each[1] >= counted and gold_verdict == NONE:
                    gold_verdict = gold_codes[each[3]]
            if len(own_finals) > 1:
                after = [each for each in own_finals if each[1] != counted and (each[4] or each[1] > counted)]
                later = bits(max(after, key=lambda each: each[1])[2], keys) if after else NONE
            if sheet.gold is not None and self._withholding.withholds_of(
                sheet.pack, True, chain, bool(gold_open) or committed
            ):
                self.withheld += not flags & practice
                flags |= FLAG["withheld"]
            if number in reports and any(
                plays and not after_reveal and told <= counted for _n, plays, told, after_reveal in reports[number]
            ):
                flags |= FLAG["unplayable"]
            if not is_direct:
                flags |= direct
            if made is None or first_play_us is None or made[5] <= first_play_us:
                flags |= FLAG["locked"]
            if made is not None:
                flags |= FLAG["seen"] * bool(made[2]) | FLAG["recording_seen"] * bool(made[3])
            if final is not None and final[4]:
                flags |= FLAG["after_reveal"]
            if gold_open:
                flags |= FLAG["gold_open"]
            if returned or comments.get(number, _NO_COMMENTS)[1] is not None:
                flags |= FLAG["returned"]
            if voids and ((annotator, None) in voids or (annotator, sheet.pack) in voids):
                flags |= FLAG["void"]
            written = notes.get(number, _NOTHING)
            who = people.get(annotator)
            if who is None:
                who = people[annotator] = self._person(annotator)
            place = self._builder.add(
                Facts(
                    code,
                    who,
                    flags,
                    furthest(stage, bool(has_watched), made is not None, own_finals, own_marks, said, len(keys)),
                    NONE if made is None else bits(made[1], keys),
                    NONE if final is None else bits(final[2], keys),
                    later,
                    supported,
                    ruled_out,
                    undecidable,
                    verdict,
                    gold_verdict,
                    opened_us,
                    NONE if final is None else final[3],
                    last_us,
                    _UNKNOWN if made is None else made[4],
                    judge_ms / 1000 if judge_ms else _UNKNOWN,
                    number in played or not imported,
                    len(written),
                    comments.get(number, _NO_COMMENTS)[0],
                    revision,
                    order_found(orders[number], sheet) if number in orders else ClipOrderFound.NOT_ASKED,
                )
            )
            places[number] = place
            for text in written:
                self._builder.note(place, who, text)
            self.packs.add(sheet.pack)
        spans = batch.spans
        if turned:
            spans = [(span[0], turned[span[0]][span[1]], *span[2:]) if span[0] in turned else span for span in spans]
        self._builder.spans(spans, places)

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


def counted_number(
    last: int, ends_us: Sequence[int | None], opened: Sequence[RevisionSheet], finals: Sequence[FinalSheet]
) -> int:
    """The last revision with a final answer before the first reveal or return; without one, the last before them."""
    begun = {number: at for _judgment, number, at in opened}
    told = {number: after for _judgment, number, _options, _at, after in finals}
    numbers = range(1, last + 1)
    free = [number for number in numbers if not told.get(number)]
    for end in ends_us:
        if end is not None:
            free = [number for number in free if begun.get(number, 0) <= end]
    answered = [number for number in free if number in told]
    return next(reversed(answered or free or list(numbers)))


def furthest(
    stage: str,
    watched: bool,
    guessed: bool,
    finals: Sequence[FinalSheet],
    marks: Sequence[MarkSheet],
    verdicts: Sequence[VerdictSheet],
    k: int,
) -> Reached:
    """The furthest step that any revision took."""
    if verdicts:
        return Reached.VERDICT
    if finals:
        return Reached.FINAL
    if any(len(own) >= k for _judgment, _revision, own in marks):
        return Reached.MARKED
    if watched or stage not in _WATCHING:
        return Reached.WATCHED
    return Reached.BLIND_LOCKED if guessed else Reached.ASSIGNED


def order_found(order: OrderSheet, question: QuestionSheet) -> ClipOrderFound:
    """What the annotator made of the order of clips; not asked where the true one is not known."""
    _judgment, kind, groups = order
    if None in question.recordings or len(question.recordings) < 2:
        return ClipOrderFound.NOT_ASKED
    if kind == "recordings":
        truth = _grouped(question.recordings)
        found = {frozenset(group) for group in groups}
    else:
        if None in question.starts_ms or len(set(question.recordings)) > 1:
            return ClipOrderFound.NOT_ASKED
        truth = _grouped(question.starts_ms)
        found = {frozenset(group) for group in groups}
    if not groups:
        return ClipOrderFound.CANNOT_BE_TOLD
    told = [frozenset(group) for group in groups]
    in_order = kind == "recordings" or told == sorted(
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
    """Rows by judgment, which stands first in each."""
    grouped: dict[int, list[T]] = {}
    for row in rows:
        own = grouped.get(row[0])
        if own is None:
            grouped[row[0]] = [row]
        else:
            own.append(row)
    return grouped


def _qualification(manifest: Mapping[str, object] | None) -> frozenset[str]:
    """The questions of a pack that qualify annotators."""
    declared = (manifest or {}).get("qualification")
    questions = declared.get("questions") if isinstance(declared, Mapping) else None
    return frozenset(str(each) for each in questions) if isinstance(questions, list) else frozenset()
