"""The judgments that the pictures show: one in each stage, and one of each kind that a stage alone does not show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from types import MappingProxyType

from rbcheck.domain.comment import About
from rbcheck.domain.errors import Refused
from rbcheck.domain.footage import OrderKind, WatchSpan
from rbcheck.domain.judgment import Confidence, GoldVerdict, Verdict
from rbcheck.domain.marks import Claim, Evidence, Mark, Scope
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.ports import Role, StoredQuestion
from rbcheck.wiring import PRACTICE, Wiring

NAMES = MappingProxyType({"en": "Ada", "zh": "王小明"})
REVIEWER = MappingProxyType({"en": "Lea", "zh": "李雷"})
_NOTES = {"en": ("cobbles, red bench on the right", "left, sharp"), "zh": ("鹅卵石路，右侧有红色长椅", "左转，急弯")}
_CLAIMS = {"en": ("striped bollards", "benches after them"), "zh": ("条纹路桩", "路桩之后有长椅")}
_REMARK = {"en": "look at 0:19 again: the bench is before the barrier", "zh": "请再看 0:19：长椅在路障之前"}
_WHY = {"en": "the sign at 0:12 was blurred, now read", "zh": "0:12 的路牌先前模糊，现在看清了"}
_FLAG = {"en": "two options say the same", "zh": "两个选项说的是同一件事"}

PLACES: Mapping[str, int] = MappingProxyType(
    {
        **{str(stage): place for stage, place in zip(Stage, (1, 3, 4, 8, 10, 12, 14), strict=True)},
        "lettered": 16,
        "recordings": 17,
        "reported": 6,
        "claims": 5,
        "again": 2,
        "returned": 15,
        "flagged": 7,
    }
)
"""The question of the practice pack that shows a scene: the stages are of one unit each."""
_UNTIL: Mapping[str, Stage] = MappingProxyType(
    {
        **{str(stage): stage for stage in Stage},
        "lettered": Stage.WATCH, "recordings": Stage.WATCH, "reported": Stage.WATCH, "claims": Stage.CHECK,
        "again": Stage.DONE, "returned": Stage.DONE, "flagged": Stage.BLIND,
    }
)  # fmt: skip


def make(wiring: Wiring) -> None:
    """The practice pack, and a judgment for each scene by somebody of each language; the store is a lead's then."""
    folder = wiring.practice_pack(wiring.settings.practice_dir, None, 0, lambda step: None)
    wiring.packs.add_practice(folder)
    with wiring.open_work(write=False) as work:
        stored = list(work.packs.questions(PRACTICE))
    for lang, name in NAMES.items():
        person = wiring.queueing.sign_in(name, lang).annotator_id
        for scene, place in PLACES.items():
            _Scene(wiring, person, stored[place - 1], lang).make(scene)
    wiring.annotating.close()
    with wiring.open_work() as work:
        work.people.set_role(Role.LEAD)
        work.commit()


class _Scene:
    """One judgment, brought as far as its scene wants it."""

    def __init__(self, wiring: Wiring, person: str, stored: StoredQuestion, lang: str) -> None:
        self._wiring, self._lang = wiring, lang
        self._desk: Annotating = wiring.annotating
        self._question = stored.question
        self._keys = [option.key for option in self._question.options]
        self._jid = self._desk.open(person, PRACTICE, self._question.question_id).header.judgment_id

    def make(self, scene: str) -> None:
        """Judge until the scene's stage, then do what is special in it."""
        self._bring_to(_UNTIL[scene], ordered=scene not in ("lettered", "recordings"))
        match scene:
            case "reported":
                self._desk.report(self._jid, 1, "grey from 0:04 on")
            case "flagged":
                self._desk.flag(self._jid, _FLAG[self._lang])
            case "claims":
                self._split()
            case "again":
                self._desk.reopen(self._jid, _WHY[self._lang])
                self._desk.mark(self._jid, self._keys[0], Mark.UNDECIDABLE)
                self._bring_to(Stage.DONE, begin=Stage.ANSWER)
            case "returned":
                self._return()

    def _split(self) -> None:
        first, second = self._keys[:2]
        claims = tuple(Claim(f"{first}{at}", text) for at, text in enumerate(_CLAIMS[self._lang], 1))
        self._desk.split(self._jid, first, claims)
        with_ids = [f"{first}{at}" for at in (1, 2)]
        self._desk.mark(self._jid, first, Mark.SUPPORTED, with_ids[0])
        self._desk.scope(self._jid, first, with_ids[0], Scope.WITHIN)
        self._desk.attach(self._jid, first, Evidence(1, 3_100, 5_000), with_ids[0])
        self._desk.mark(self._jid, first, Mark.RULED_OUT, with_ids[1])
        self._desk.mark(self._jid, second, Mark.SUPPORTED)
        self._desk.mark(self._jid, self._keys[2], Mark.RULED_OUT)
        self._desk.explain(self._jid, self._keys[2], _WHY[self._lang])

    def _return(self) -> None:
        reviewing, who = self._wiring.reviewing, REVIEWER[self._lang]
        self._desk.close()
        reviewing.comment(self._jid, About(option=self._keys[1]), who, _REMARK[self._lang])
        reviewing.comment(self._jid, About(clip=1, at_ms=19_000), who, _REMARK[self._lang])
        reviewing.give_back(self._jid, who, _REMARK[self._lang])

    def _bring_to(self, to: Stage, *, ordered: bool = True, begin: Stage = Stage.BLIND) -> None:
        desk, jid, question, keys = self._desk, self._jid, self._question, self._keys
        chosen, places = keys[: question.n], range(1, len(question.clips) + 1)
        marks = {key: Mark.SUPPORTED if key in chosen else Mark.RULED_OUT for key in keys}
        kind = OrderKind.RECORDINGS if question.unit.startswith("cross_") else OrderKind.TIME
        lengths = [clip.length_ms or 0 for clip in question.clips]
        notes = enumerate(_NOTES[self._lang])
        said = f"{keys[1]}: 0:12"
        steps: list[tuple[Stage, Callable[[], object]]] = [
            (Stage.BLIND, lambda: desk.commit_blind(jid, chosen, Confidence.HUNCH)),
            (Stage.WATCH, lambda: [desk.played(jid, _whole(at, lengths[at - 1])) for at in places]),
            (Stage.WATCH, lambda: [desk.write_note(jid, 1, 3_100 + 9_000 * at, text) for at, text in notes]),
            (Stage.WATCH, lambda: desk.order(jid, kind, tuple((at,) for at in places))),
            (Stage.WATCH, lambda: desk.finish_watching(jid)),
            (Stage.CHECK, lambda: [desk.mark(jid, key, mark) for key, mark in marks.items()]),
            (Stage.CHECK, lambda: desk.attach(jid, keys[0], Evidence(1, 3_100))),
            (Stage.CHECK, lambda: desk.finish_marks(jid)),
            (Stage.ANSWER, lambda: desk.commit_answer(jid, chosen)),
            (Stage.VERDICT, lambda: desk.commit_verdict(jid, Verdict.AMBIGUOUS, said)),
            (Stage.REVEAL, lambda: desk.commit_gold_verdict(jid, GoldVerdict.AMBIGUOUS, said)),
        ]
        if begin is not Stage.BLIND:
            desk.finish_marks(jid)
        if not ordered:
            steps = [(of, step) for of, step in steps if of is Stage.BLIND] + steps[1:3]
            to = Stage.CHECK
        order = list(Stage)
        for of, step in steps:
            if order.index(of) < order.index(to) and desk.view(jid).header.stage is of:
                with suppress(Refused):  # the order of clips, where none is asked for
                    step()


def _whole(clip: int, length_ms: int) -> WatchSpan:
    return WatchSpan(f"span-{clip}", clip, 0, length_ms, 1.0, datetime.now(UTC), "blocks", 68)
