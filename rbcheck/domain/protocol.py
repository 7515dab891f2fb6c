"""The protocol of one judgment: its stages, its acts, and the one table that says what leads where."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from rbcheck.domain.errors import N_, NotAllowed, RbcheckError


class Protocol(StrEnum):
    """The order of stages that a pack demands."""

    BLIND_FIRST = "blind-first"
    DIRECT = "direct"


class Stage(StrEnum):
    """Where a judgment stands."""

    BLIND = "blind"
    WATCH = "watch"
    CHECK = "check"
    ANSWER = "answer"
    VERDICT = "verdict"
    REVEAL = "reveal"
    DONE = "done"


class Act(StrEnum):
    """What an annotator can do to a judgment."""

    PICK = "pick"
    RATE = "rate"
    PLAY = "play"
    SEEK = "seek"
    NOTE = "note"
    REPORT = "report"
    ORDER = "order"
    SPLIT = "split"
    MARK = "mark"
    ATTACH = "attach"
    OVERRIDE = "override"
    CHOOSE = "choose"
    BACK = "back"
    DEFER = "defer"
    FLAG = "flag"
    UNDO = "undo"
    COMMIT_BLIND = "commit_blind"
    FINISH_WATCHING = "finish_watching"
    FINISH_MARKS = "finish_marks"
    COMMIT_ANSWER = "commit_answer"
    COMMIT_VERDICT = "commit_verdict"
    COMMIT_GOLD_VERDICT = "commit_gold_verdict"
    REOPEN = "reopen"


FIRST_STAGE: Mapping[Protocol, Stage] = MappingProxyType(
    {Protocol.BLIND_FIRST: Stage.BLIND, Protocol.DIRECT: Stage.WATCH}
)

TRANSITIONS: Mapping[tuple[Stage, Act], Stage] = MappingProxyType(
    {
        (Stage.BLIND, Act.COMMIT_BLIND): Stage.WATCH,
        (Stage.WATCH, Act.FINISH_WATCHING): Stage.CHECK,
        (Stage.CHECK, Act.FINISH_MARKS): Stage.ANSWER,
        (Stage.ANSWER, Act.COMMIT_ANSWER): Stage.VERDICT,
        (Stage.ANSWER, Act.BACK): Stage.CHECK,
        (Stage.VERDICT, Act.COMMIT_VERDICT): Stage.REVEAL,
        (Stage.VERDICT, Act.BACK): Stage.ANSWER,
        (Stage.REVEAL, Act.COMMIT_GOLD_VERDICT): Stage.DONE,
        (Stage.DONE, Act.REOPEN): Stage.CHECK,
    }
)
"""Every act that changes the stage. REVEAL is passed over, to DONE, where the pack has no gold to reveal.

BACK from VERDICT may also name CHECK as where to go.
"""

_PLAYER = frozenset({Act.PLAY, Act.SEEK, Act.REPORT})
_ALWAYS = frozenset({Act.DEFER, Act.FLAG})

WITHIN: Mapping[Stage, frozenset[Act]] = MappingProxyType(
    {
        Stage.BLIND: _ALWAYS | {Act.PICK, Act.RATE, Act.UNDO},
        Stage.WATCH: _ALWAYS | _PLAYER | {Act.NOTE, Act.ORDER, Act.UNDO},
        Stage.CHECK: _ALWAYS | _PLAYER | {Act.NOTE, Act.SPLIT, Act.MARK, Act.ATTACH, Act.OVERRIDE, Act.UNDO},
        Stage.ANSWER: _ALWAYS | _PLAYER | {Act.PICK, Act.UNDO},
        Stage.VERDICT: _ALWAYS | _PLAYER | {Act.CHOOSE, Act.UNDO},
        Stage.REVEAL: _ALWAYS | _PLAYER | {Act.CHOOSE, Act.UNDO},
        Stage.DONE: _ALWAYS | _PLAYER,
    }
)
"""The acts that leave the stage as it is."""

COMMITS: Mapping[Stage, Act] = MappingProxyType(
    {stage: act for (stage, act), _ in TRANSITIONS.items() if act not in (Act.BACK, Act.REOPEN)}
)
"""The act that leaves each stage forward."""

LOCKED_UNTIL: Mapping[Stage, Act] = MappingProxyType({Stage.WATCH: Act.COMMIT_BLIND, Stage.REVEAL: Act.COMMIT_VERDICT})
"""The two locks: what stands behind them, and the act that opens them for good."""

STAGE_WORDS: Mapping[Stage, str] = MappingProxyType(
    {
        Stage.BLIND: N_("BLIND"),
        Stage.WATCH: N_("WATCH"),
        Stage.CHECK: N_("CHECK"),
        Stage.ANSWER: N_("ANSWER"),
        Stage.VERDICT: N_("VERDICT"),
        Stage.REVEAL: N_("REVEAL"),
        Stage.DONE: N_("DONE"),
    }
)
"""What each stage is called."""

ACT_WORDS: Mapping[Act, str] = MappingProxyType(
    {
        Act.PICK: N_("pick options"),
        Act.RATE: N_("rate your confidence"),
        Act.PLAY: N_("play a clip"),
        Act.SEEK: N_("move in a clip"),
        Act.NOTE: N_("take notes"),
        Act.REPORT: N_("report a clip as unplayable"),
        Act.ORDER: N_("put the clips in order"),
        Act.SPLIT: N_("split an option into claims"),
        Act.MARK: N_("mark options"),
        Act.ATTACH: N_("attach evidence"),
        Act.OVERRIDE: N_("set a mark against its claims"),
        Act.CHOOSE: N_("choose a verdict"),
        Act.BACK: N_("go back a stage"),
        Act.DEFER: N_("put the question off"),
        Act.FLAG: N_("flag the question"),
        Act.UNDO: N_("undo"),
        Act.COMMIT_BLIND: N_("lock the blind guess"),
        Act.FINISH_WATCHING: N_("finish watching the clips"),
        Act.FINISH_MARKS: N_("finish the marks"),
        Act.COMMIT_ANSWER: N_("commit the final answer"),
        Act.COMMIT_VERDICT: N_("commit the verdict"),
        Act.COMMIT_GOLD_VERDICT: N_("commit the verdict on the published answer"),
        Act.REOPEN: N_("reopen the question"),
    }
)
"""What each act is called, behind “you can”."""

_NOT_NOW = N_("At {stage} you cannot {act}: what you can do now is {allowed}.")


def spoken(word: Stage | Act) -> RbcheckError:
    """A stage or an act as a text that is translated where it is shown."""
    return RbcheckError(STAGE_WORDS[word] if isinstance(word, Stage) else ACT_WORDS[word])


def allowed(stage: Stage) -> frozenset[Act]:
    """Every act that the stage knows, commits included."""
    return WITHIN[stage] | {act for at, act in TRANSITIONS if at is stage}


def require(stage: Stage, act: Act) -> None:
    """Pass where the stage knows the act; NotAllowed, with nothing changed, where it does not."""
    known = allowed(stage)
    if act not in known:
        possible = tuple(spoken(each) for each in Act if each in known)
        raise NotAllowed(_NOT_NOW, act=spoken(act), stage=spoken(stage), allowed=possible)


def advance(stage: Stage, act: Act, *, reveals: bool = False, to: Stage | None = None) -> Stage:
    """The stage after an act; `reveals` says whether there is gold to show, `to` where BACK is to lead."""
    require(stage, act)
    reached = TRANSITIONS.get((stage, act), stage)
    if reached is Stage.REVEAL and not reveals:
        return Stage.DONE
    if act is Act.BACK and stage is Stage.VERDICT and to is Stage.CHECK:
        return Stage.CHECK
    return reached
