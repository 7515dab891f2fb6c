"""The rules of a verdict, row by row, and what a note names."""

from __future__ import annotations

import pytest
from builders import GOLD, KEYS, T0

from rbcheck.domain.errors import Refused
from rbcheck.domain.judgment import FinalAnswer, GoldVerdict, Revision, Verdict
from rbcheck.domain.marks import Mark, OptionMark
from rbcheck.domain.naming import options_named, times_named
from rbcheck.domain.verdict import check_gold_verdict, check_verdict


def revision(supported: str, final: str) -> Revision:
    marks = tuple(OptionMark(key, Mark.SUPPORTED if key in supported else Mark.RULED_OUT) for key in KEYS)
    return Revision(1, T0, marks=marks, final=FinalAnswer(tuple(final), T0))


@pytest.mark.parametrize(
    ("verdict", "notes", "supported", "final", "reported", "rule"),
    [
        (Verdict.CLEAR, "", "ABH", "ABH", "", None),
        (Verdict.CLEAR, "", "AB", "ABH", "", "count"),
        (Verdict.CLEAR, "H: barely", "ABCH", "ABH", "", "count"),
        (Verdict.AMBIGUOUS, "two are alike", "AB", "ABH", "", "count"),
        (Verdict.AMBIGUOUS, "0:38 is dark", "AB", "ABH", "", "count"),
        (Verdict.AMBIGUOUS, "H: barely", "AB", "ABH", "", None),
        (Verdict.CANT_TELL, "H右侧", "", "ABH", "", None),
        (Verdict.CLEAR, "", "ABH", "ABC", "", "final"),
        (Verdict.CLEAR, "C: it is", "ABH", "ABC", "", "final"),
        (Verdict.CLEAR, "C rather than H", "ABH", "ABC", "", None),
        (Verdict.AMBIGUOUS, "", "ABH", "ABH", "", "note"),
        (Verdict.AMBIGUOUS, "two are alike", "ABH", "ABH", "", "note"),
        (Verdict.AMBIGUOUS, "B and D are both right", "ABH", "ABH", "", None),
        (Verdict.CANT_TELL, "dark at 0:38", "ABH", "ABH", "", None),
        (Verdict.CANT_TELL, "第38秒太暗", "ABH", "ABH", "", None),
        (Verdict.CLEAR, "", "ABH", "ABH", "CLIP_1", "unplayable"),
        (Verdict.CANT_TELL, "B: missing", "ABH", "ABH", "CLIP_1", None),
    ],
)
def test_verdict_on_the_question(
    verdict: Verdict, notes: str, supported: str, final: str, reported: str, rule: str | None
) -> None:
    def check() -> None:
        check_verdict(verdict, notes, revision(supported, final), 3, KEYS, [reported] if reported else [])

    if rule is None:
        check()
        return
    with pytest.raises(Refused) as refused:
        check()
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("verdict", "notes", "supported", "final", "reported", "outcome"),
    [
        (GoldVerdict.CORRECT, "", "ABH", "ABH", "", False),
        (GoldVerdict.CORRECT, "", "ABC", "ABC", "", "concession"),
        (GoldVerdict.CORRECT, "D: never mind", "ABC", "ABC", "", "concession"),
        (GoldVerdict.CORRECT, "C: I overlooked it", "ABC", "ABC", "", True),
        (GoldVerdict.CORRECT, "", "AB", "ABH", "", "concession"),
        (GoldVerdict.CORRECT, "H: it is there", "AB", "ABH", "", True),
        (GoldVerdict.CORRECT, "", "ABCH", "ABH", "", "concession"),
        (GoldVerdict.WRONG_ANSWER, "B: no", "ABH", "ABH", "", "gold"),
        (GoldVerdict.WRONG_ANSWER, "", "ABC", "ABC", "", "note"),
        (GoldVerdict.WRONG_ANSWER, "H is on the left", "ABC", "ABC", "", False),
        (GoldVerdict.AMBIGUOUS, "hard", "ABH", "ABH", "", "note"),
        (GoldVerdict.CANT_TELL, "[CLIP_C 0:37.9] dark", "ABH", "ABH", "", False),
        (GoldVerdict.CORRECT, "", "ABH", "ABH", "CLIP_1", "unplayable"),
    ],
)
def test_verdict_on_the_gold(
    verdict: GoldVerdict, notes: str, supported: str, final: str, reported: str, outcome: bool | str
) -> None:
    def check() -> bool:
        return check_gold_verdict(
            verdict, notes, revision(supported, final), GOLD, KEYS, [reported] if reported else []
        )

    if isinstance(outcome, bool):
        assert check() is outcome
        return
    with pytest.raises(Refused) as refused:
        check()
    assert refused.value.rule == outcome


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("B: the bench", "B"), ("A右侧的是灯杆", "A"), ("选项E", "E"), ("选项 A 不对", "A"), ("option A", "A"),
        ("Option A is wrong", "A"), ("C、D", "CD"), ("E选项", "E"), ("A, B", "AB"), ("(A)", "A"), ("A/B", "AB"),
        ("options A and I", "A"), ("A", "A"), ("A.", "A"), ("A的", "A"), ("between C and D", "CD"), ("A bench", ""),
        ("A is wrong", ""), ("I saw it", ""), ("I'm sure", ""), ("A-frame", ""), ("Bench", ""), ("CLIP_B", ""),
        ("[CLIP_C 0:37.9]", ""), ("B2", ""), ("b: the bench", ""), ("", ""), ("Z", ""), ("BCD", ""),
    ],
)  # fmt: skip
def test_options_that_a_note_names(text: str, named: str) -> None:
    assert options_named(text, KEYS) == frozenset(named)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("0:38", [(None, 38_000)]), ("00:37.9", [(None, 37_900)]), ("38 s", [(None, 38_000)]),
        ("38s", [(None, 38_000)]), ("第38秒", [(None, 38_000)]), ("38.5 秒", [(None, 38_500)]),
        ("[CLIP_C 0:37.9]", [("CLIP_C", 37_900)]), ("[CLIP_3 00:37.9]", [("CLIP_3", 37_900)]),
        ("1:02:03", [(None, 3_723_000)]), ("0:38-0:40", [(None, 38_000), (None, 40_000)]),
        ("38", []), ("2 stones", []), ("0:99", []), ("room 12", []), ("", []), ("3 signs", []),
    ],
)  # fmt: skip
def test_times_that_a_note_names(text: str, times: list[tuple[str | None, int]]) -> None:
    assert [(found.label, found.at_ms) for found in times_named(text)] == times
    assert all(text[found.start : found.end].strip() for found in times_named(text))
