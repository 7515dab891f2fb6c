"""What the plots of a report need beside the figures: sittings, watching against time, and golds that are doubted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rbcheck.domain.coverage import covered_ms
from rbcheck.domain.decision import DecisionKind
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Stage
from rbcheck.services.adjudicating import wrong_gold_among
from rbcheck.services.dossiers import chosen_packs, where_of
from rbcheck.services.judgment_records import row_of
from rbcheck.services.originals import counted
from rbcheck.services.persons import person_named
from rbcheck.services.ports import Kind, StoredQuestion, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.viewing import durations
from rbcheck.services.withholding import Withholding
from rbcheck.stats.records import JudgmentRow

if TYPE_CHECKING:
    from rbcheck.stats.drawn import Cell, SessionBin
    from rbcheck.stats.figure import Figure
    from rbcheck.stats.posteriors import QuestionPosterior

BREAK = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Doubted:
    """A question and what all judgments together make of its gold."""

    pack: str
    question: str
    gold: tuple[str, ...]
    posterior: QuestionPosterior


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn beside the figures; the golds least probable first, those that are withheld not among them.

    `wrong_gold` is the share of wrong gold among the questions that a lead settled.
    """

    sessions: tuple[SessionBin, ...]
    cells: tuple[Cell, ...]
    doubted: tuple[Doubted, ...]
    wrong_gold: Figure


@dataclass(frozen=True, slots=True)
class _Work:
    """One judgment as work: when, how long, and how much of how much footage was covered (None: not known)."""

    row: JudgmentRow
    began: datetime
    ended: datetime
    seconds: float
    clips_ms: int | None
    covered_ms: int | None


class Drawing:
    """Looks at judgments one by one."""

    def __init__(self, open_work: UnitOfWorkFactory) -> None:
        self._open_work = open_work

    def draw(self, pack: str | None = None, annotator: str | None = None) -> Drawn:
        """What is drawn of one pack, or of all in sight that are no practice; of everybody, or of one annotator."""
        from rbcheck.stats.drawn import session_bins, watching_cells
        from rbcheck.stats.row_populations import in_free, in_headline, informative

        with self._open_work(write=False) as work:
            works = _works(work, pack, person_named(work, annotator).annotator_id if annotator else None)
            settled = _settled(work, pack)
        asked = [one for one in works if in_headline(one.row)]
        minutes = _minutes(asked)
        free = [
            (one, at)
            for one, at in zip(asked, minutes, strict=True)
            if one.row.gold is not None and informative(one.row) and in_free(one.row)
        ]
        exact = [one.row.final == one.row.gold for one, _at in free]
        return Drawn(
            session_bins(
                [at for _one, at in free],
                exact,
                _codes([one.row for one, _at in free]),
                _expected([one.row for one, _at in free], exact),
            ),
            watching_cells([_watching(one) for one in asked]),
            _doubted([one.row for one in asked]),
            wrong_gold_among(settled),
        )


def _works(work: UnitOfWork, pack: str | None, annotator: str | None) -> list[_Work]:
    people = {person.annotator_id: person for person in work.people.all()}
    withholding = Withholding(work)
    found = []
    voids = work.sheets.voids()
    for held in chosen_packs(work, pack):
        known = {where_of(question) for question in work.packs.questions(held.name)}
        for item in counted(work, held.name, annotator):
            judgment, stored = item.judgment, item.stored
            if where_of(stored) not in known or item.check is not None:
                continue
            row = row_of(judgment, stored, held, people.get(judgment.annotator), named=pack is not None)
            void = (judgment.annotator, None) in voids or (judgment.annotator, held.name) in voids
            if row.kind != Kind.MODEL and not void:
                hidden = withholding.withholds(judgment, stored)
                found.append(_work(replace(row, gold=None) if hidden else row, judgment, stored))
    return found


def _settled(work: UnitOfWork, pack: str | None) -> Counter[DecisionKind]:
    """How many questions are decided how."""
    latest = {
        (decision.pack, decision.question_id, decision.version): decision.kind
        for held in chosen_packs(work, pack)
        for decision in work.decisions.of(held.name)
    }
    return Counter(latest.values())


def _work(row: JudgmentRow, judgment: Judgment, stored: StoredQuestion) -> _Work:
    lengths = durations(stored)
    total = None if None in lengths.values() else sum(length or 0 for length in lengths.values())
    covered = sum(covered_ms(judgment.covering_spans(clip), length or 0) for clip, length in lengths.items())
    spent = sum(ms for stage, ms in judgment.active_ms.items() if stage is not Stage.BLIND) / 1000
    final = next((part.final.at for part in judgment.revisions if part.final), None)
    return _Work(
        row, judgment.opened_at, final or judgment.last_act_at or judgment.opened_at, spent, total,
        covered if judgment.spans else None,
    )  # fmt: skip


def _watching(one: _Work) -> tuple[float, float, float]:
    """Seconds of judging, seconds of footage, covered share; NaN where nothing is known or nothing was answered."""
    nan = float("nan")
    if one.covered_ms is None or not one.clips_ms or one.row.final is None:
        return nan, nan, nan
    return one.seconds, one.clips_ms / 1000, one.covered_ms / one.clips_ms


def _minutes(works: Sequence[_Work]) -> list[float]:
    """For each judgment the minutes since its annotator's last break, or since they began."""
    found = [float("nan")] * len(works)
    places: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(works):
        places[one.row.annotator].append(place)
    for theirs in places.values():
        theirs.sort(key=lambda place: (works[place].began, works[place].row.question))
        began, ended = works[theirs[0]].began, works[theirs[0]].began
        for place in theirs:
            if works[place].began - ended >= BREAK:
                began = works[place].began
            found[place] = (works[place].began - began).total_seconds() / 60
            ended = max(ended, works[place].ended)
    return found


def _codes(rows: Sequence[JudgmentRow]) -> list[int]:
    known: dict[tuple[str, str, str], int] = {}
    return [known.setdefault((row.pack, row.question, row.version), len(known)) for row in rows]


def _expected(rows: Sequence[JudgmentRow], exact: Sequence[bool]) -> list[float]:
    """The share of others who are right on the same question, drawn half a judgment to the middle; NaN for nobody."""
    hits: dict[int, int] = defaultdict(int)
    size: dict[int, int] = defaultdict(int)
    codes = _codes(rows)
    for code, right in zip(codes, exact, strict=True):
        hits[code] += right
        size[code] += 1
    return [
        (hits[code] - right + 0.5) / size[code] if size[code] > 1 else float("nan")
        for code, right in zip(codes, exact, strict=True)
    ]


def _doubted(rows: Sequence[JudgmentRow]) -> tuple[Doubted, ...]:
    from rbcheck.stats.posteriors import posteriors

    apart = [replace(row, question=f"{row.pack}\n{row.question}") for row in rows if row.gold is not None]
    golds = {(row.question, row.version): tuple(sorted(row.gold or ())) for row in apart}
    found = []
    for where, posterior in posteriors(apart).items():
        pack, question = where[0].split("\n", 1)
        found.append(Doubted(pack, question, golds[where], posterior))
    found.sort(key=lambda one: (one.posterior.p_gold if one.posterior.p_gold is not None else 1.0, one.question))
    return tuple(found)
