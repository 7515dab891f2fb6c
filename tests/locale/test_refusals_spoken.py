"""What a refusal names, it names in the person's language: stages, acts, verdicts, and things in a row."""

from __future__ import annotations

import itertools
import re

import pytest
from builders import T0, fresh

from rbcheck.domain import reviewing
from rbcheck.domain.comment import About
from rbcheck.domain.errors import NotAllowed, RbcheckError, Refused
from rbcheck.domain.protocol import ACT_WORDS, STAGE_WORDS, Act, Protocol, Stage, allowed, require
from rbcheck.locale import _, speaking

STRANGE = [pair for pair in itertools.product(Stage, Act) if pair[1] not in allowed(pair[0])]


def said(error: RbcheckError, lang: str) -> str:
    with speaking(lang):
        return error.render(_)


def refused(stage: Stage, act: Act) -> RbcheckError:
    with pytest.raises(NotAllowed) as found:
        require(stage, act)
    return found.value


@pytest.mark.parametrize(("stage", "act"), STRANGE, ids=lambda value: value.value)
def test_an_act_out_of_its_stage_is_refused_without_a_word_of_another_language(stage: Stage, act: Act) -> None:
    english, chinese = said(refused(stage, act), "en"), said(refused(stage, act), "zh")

    assert english.startswith(f"At {STAGE_WORDS[stage]} you cannot {ACT_WORDS[act]}: ")
    assert "_" not in english
    assert not re.search("[A-Za-z,;]", chinese)


def test_every_act_that_can_be_done_is_told() -> None:
    with speaking("zh"):
        words = [_(ACT_WORDS[act]) for act in Act if act in allowed(Stage.BLIND)]

    assert said(refused(Stage.BLIND, Act.MARK), "zh").endswith("、".join(words) + "。")


@pytest.mark.parametrize(("lang", "at", "done"), [("en", "BLIND", "DONE"), ("zh", "盲答", "完成")])
def test_a_comment_before_the_end_is_refused_with_the_stages_names(lang: str, at: str, done: str) -> None:
    with pytest.raises(Refused) as found:
        reviewing.write(fresh(Protocol.BLIND_FIRST), About(), "Li", "look again", T0)
    sentence = said(found.value, lang)

    assert at in sentence
    assert done in sentence
    assert re.findall("[A-Z]{4,}", sentence) == ([at, done] if lang == "en" else [])


@pytest.mark.parametrize(("lang", "row"), [("en", "A, B, C"), ("zh", "A、B、C")])
def test_things_in_a_row_have_the_marks_of_the_language(lang: str, row: str) -> None:
    assert said(RbcheckError("{keys}", keys=("A", "B", "C")), lang) == row


def test_nothing_in_a_row_is_nothing() -> None:
    assert RbcheckError("<{keys}>", keys=()).render() == "<>"
