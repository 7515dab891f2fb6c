"""From the sheets of a store to the columns of the statistics: the counted revision of each judgment, once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING, TypeVar

from rbcheck.domain.taxonomy import taxonomy
from rbcheck.services.original_sheets import originals_for
from rbcheck.services.ports import Annotator, Kind, UnitOfWork
from rbcheck.services.sheets import Batch, FinalSheet, HeadSheet, OrderSheet, QuestionSheet, RevisionSheet
from rbcheck.services.withholding import Withholding
from rbcheck.stats.records import ClipOrderFound, Reached

if TYPE_CHECKING:
    from rbcheck.stats.builder import Builder
    from rbcheck.stats.joining import AskedHow
    from rbcheck.stats.table import Records

T = TypeVar("T", FinalSheet, RevisionSheet)


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
        self._how: dict[int, AskedHow] = {}
        self._codes: dict[str, int] = {}
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
        from rbcheck.stats.joining import AskedHow

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
            flags |= FLAG["check"] * check
            self._asked[sheet.number] = code, shown, flags
            withheld = (False, False)
            if sheet.gold is not None:
                withheld = (
                    self._withholding.withholds_of(sheet.pack, sheet.question_id, True, "none", False),
                    self._withholding.withholds_of(sheet.pack, sheet.question_id, True, "verified", True),
                )
            self._how[sheet.number] = AskedHow(code, shown.keys, flags, withheld)

    def _take(self, batch: Batch, voids: frozenset[tuple[str, str | None]]) -> None:
        from rbcheck.stats.joining import Judged, join

        heads, spent = self._counting(batch)
        if not heads:
            return
        sheets = {head[2]: self._asked[head[2]][1] for head in heads}
        played = {span[0] for span in batch.spans}
        known = {head[0]: head for head in heads}
        facts = join(
            Judged(heads, spent, self._how, self._counted(heads, batch)),
            self._persons(head[1] for head in heads),
            self._more_flags(heads, batch, voids),
            batch.guesses, batch.marks, batch.evidence, batch.finals, batch.verdicts,
        )  # fmt: skip
        notes = Counter(note[0] for note in batch.notes)
        comments = {number: count for number, count, _returned in batch.comments}
        orders = {
            number: order_found((number, kind, groups), sheets[known[number][2]])
            for number, kind, groups in batch.orders if number in known
        }  # fmt: skip
        began, withheld = self._builder.add_columns(
            facts,
            watch_known=[head[0] in played or not head[9] for head in heads],
            notes=[notes[number] for number in known],
            comments=[comments.get(number, 0) for number in known],
            order=[orders.get(number, ClipOrderFound.NOT_ASKED) for number in known],
        )
        self.withheld += withheld
        self.packs |= {sheet.pack for sheet in sheets.values()}
        places = {number: began + place for place, number in enumerate(known)}
        codes = self._codes
        self._builder.notes(
            (places[number], codes[known[number][1]], text) for number, text in batch.notes if number in places
        )
        spans = batch.spans
        if self._turned:
            turned = {number: self._turned[head[2]] for number, head in known.items() if head[2] in self._turned}
            spans = [
                (span[0], turned[span[0]][span[1]], *span[2:]) if span[0] in turned else span for span in spans
            ]  # fmt: skip
        self._builder.spans(spans, places)

    def _counting(self, batch: Batch) -> tuple[Sequence[HeadSheet], Sequence[int]]:
        """The heads on questions that are asked for, each question once an annotator; and their active times."""
        asked, turned = self._asked, bool(self._turned)
        here = [
            head[2] in asked and not (turned and self._counted_before(head[1], asked[head[2]][1]))
            for head in batch.heads
        ]  # fmt: skip
        if all(here):
            return batch.heads, batch.spent
        return list(compress(batch.heads, here)), list(compress(batch.spent, here))

    def _counted(self, heads: Sequence[HeadSheet], batch: Batch) -> Mapping[int, int]:
        """The revision that counts of each judgment that has more than one."""
        again = {head[0]: head for head in heads if head[5] > 1}
        if not again:
            return {}
        opened = _by(row for row in batch.revisions if row[0] in again)
        finals = _by(row for row in batch.finals if row[0] in again)
        returned = {number: at for number, _count, at in batch.comments}
        return {
            number: counted_number(
                head[5], (head[14], returned.get(number)), opened.get(number, []), finals.get(number, [])
            )
            for number, head in again.items()
        }

    def _more_flags(
        self, heads: Sequence[HeadSheet], batch: Batch, voids: frozenset[tuple[str, str | None]]
    ) -> Mapping[int, int]:
        """Flags beside those of the question and of what was chosen: reports, returns by a comment, work left out."""
        from rbcheck.stats.builder import FLAG

        found: dict[int, int] = defaultdict(int)
        for number, _count, returned in batch.comments:
            found[number] |= FLAG["returned"] if returned is not None else 0
        if batch.reports:
            counted = self._counted(heads, batch)
            for number, plays, told, after_reveal in batch.reports:
                if plays and not after_reveal and told <= counted.get(number, 1):
                    found[number] |= FLAG["unplayable"]
        if voids:
            for head in heads:
                if (head[1], None) in voids or (head[1], self._asked[head[2]][1].pack) in voids:
                    found[head[0]] |= FLAG["void"]
        return found

    def _counted_before(self, annotator: str, sheet: QuestionSheet) -> bool:
        """Whether an annotator's judgment of this question was taken in another pack: nobody votes twice on one."""
        where = (annotator, sheet.question_id, sheet.version)
        if where in self._once:
            return True
        self._once.add(where)
        return False

    def _wait(self, annotator: str, question: int) -> None:
        from rbcheck.stats.builder import FLAG, Facts

        code, sheet, flags = self._asked[question]
        held = self._withholding.pack(sheet.pack)
        withheld = sheet.gold is not None and self._withholding.withholds_of(
            sheet.pack, sheet.question_id, True, "none", False
        )
        flags |= FLAG["blind_first"] * bool(held and held.protocol == "blind-first") | FLAG["locked"]
        self._builder.add(Facts(code, self._person(annotator), flags | FLAG["withheld"] * withheld, Reached.ASSIGNED))
        self.packs.add(sheet.pack)

    def _persons(self, annotators: Iterable[str]) -> list[int]:
        """The code of each, new ones in the order they come."""
        return [self._codes[each] if each in self._codes else self._person(each) for each in annotators]

    def _person(self, annotator: str) -> int:
        if annotator not in self._codes:
            self._codes[annotator] = self._code_of(annotator)
        return self._codes[annotator]

    def _code_of(self, annotator: str) -> int:
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
