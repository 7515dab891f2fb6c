"""What a terminal answers, in any pieces and between any keys, and what is understood of it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rbcheck.tui.picture.abilities import BY_DATA, BY_MEMORY, Abilities, has_display, modes_for, understood
from rbcheck.tui.picture.answers import Answers
from rbcheck.tui.picture.ways import Mode, Way, may_be_asked

KITTY = (
    f"\x1b_Gi={BY_DATA};OK\x1b\\\x1b_Gi={BY_MEMORY};OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;18;9t\x1b[?2026;2$y\x1b[?62;c"
).encode()
KITTY_ELSEWHERE = KITTY.replace(f"i={BY_MEMORY};OK".encode(), f"i={BY_MEMORY};EBADF:no such object".encode())
XTERM_340 = b"\x1bP>|XTerm(379)\x1b\\\x1b[?1;0;1024S\x1b[?63;1;2;4;6;9;15;16;22;28c"
XTERM = b"\x1bP>|XTerm(379)\x1b\\\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"
FOOT = b"\x1bP>|foot(1.13.1)\x1b\\\x1b[6;14;7t\x1b[?2026;2$y\x1b[?1;0;1024S\x1b[?62;4;22c"
ALL = (KITTY, KITTY_ELSEWHERE, XTERM_340, XTERM, FOOT)
TRUECOLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def heard(*pieces: bytes) -> tuple[Answers, bytes]:
    """What was heard of these, and what was typed."""
    answers = Answers()
    return answers, b"".join(answers.feed(piece) for piece in pieces)


def abilities(said: bytes) -> Abilities:
    answers, _ = heard(said)
    return understood(answers.heard, {})


@pytest.mark.parametrize("said", ALL)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_answers_are_told_from_keys_wherever_they_are_cut(said: bytes, size: int) -> None:
    typed = b"k\x1b[A" + said + b"j\x1b"
    answers, left = heard(*(typed[start : start + size] for start in range(0, len(typed), size)))
    assert answers.complete
    assert left + answers.release() == b"k\x1b[Aj\x1b"


def test_keys_between_two_answers_keep_their_order() -> None:
    first, _, rest = KITTY.partition(b"\x1b\\")
    answers, left = heard(b"a" + first + b"\x1b\\", b"bc" + rest, b"d")
    assert answers.complete
    assert left == b"abcd"


@pytest.mark.parametrize("key", [b"\x1b", b"\x1b[", b"\x1b[6", b"\x1b_", b"\x1bP"])
def test_a_key_that_begins_like_an_answer_is_given_out_when_nothing_follows(key: bytes) -> None:
    answers, left = heard(key)
    assert left + answers.release() == key


def test_what_comes_behind_the_last_answer_is_never_held_back() -> None:
    answers, left = heard(XTERM + b"\x1b")
    assert answers.complete
    assert left == b"\x1b"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (KITTY, Abilities("kitty(0.26.5)", kitty=True, shared_memory=True, cell=(9, 18), synchronized=True)),
        (KITTY_ELSEWHERE, Abilities("kitty(0.26.5)", kitty=True, cell=(9, 18), synchronized=True)),
        (XTERM_340, Abilities("XTerm(379)", sixel=True, registers=1024)),
        (XTERM, Abilities("XTerm(379)")),
        (FOOT, Abilities("foot(1.13.1)", sixel=True, registers=1024, cell=(7, 14), synchronized=True)),
        (b"\x1b[?1;2c", Abilities()),
        (b"", Abilities()),
    ],
)
def test_what_each_terminal_says_is_understood(said: bytes, expected: Abilities) -> None:
    assert abilities(said) == expected


@pytest.mark.parametrize(
    ("said", "environ"),
    [
        (b"\x1bP>|iTerm2 3.5.0\x1b\\\x1b[?62;4c", {}),
        (b"\x1bP>|WezTerm 20240203\x1b\\\x1b[?65;4;6c", {}),
        (b"\x1b[?1;2c", {"LC_TERMINAL": "iTerm2"}),
        (b"\x1b[?1;2c", {"TERM_PROGRAM": "iTerm.app"}),
    ],
)
def test_inline_pictures_are_known_by_the_terminals_name(said: bytes, environ: dict[str, str]) -> None:
    assert understood(heard(said)[0].heard, environ).iterm


@pytest.mark.parametrize(
    ("said", "environ", "expected"),
    [
        (KITTY, TRUECOLOR, (Mode.KITTY, Mode.TRUE, Mode.PALETTE)),
        (KITTY_ELSEWHERE, TRUECOLOR, (Mode.TRUE, Mode.PALETTE, Mode.KITTY_DATA)),
        (XTERM_340, {"TERM": "xterm-256color"}, (Mode.PALETTE, Mode.SIXEL)),
        (XTERM, TRUECOLOR, (Mode.TRUE, Mode.PALETTE)),
        (b"", TRUECOLOR | {"TMUX": "x"}, (Mode.PALETTE, Mode.TRUE)),
        (KITTY, TRUECOLOR | {"NO_COLOR": "1"}, (Mode.GREY, Mode.KITTY)),
    ],
)
def test_the_order_of_choice(said: bytes, environ: dict[str, str], expected: tuple[Mode, ...]) -> None:
    assert modes_for(abilities(said), environ) == expected


def test_a_window_comes_last_and_only_where_a_display_is() -> None:
    assert modes_for(Abilities(), TRUECOLOR, has_display=True)[-1] is Mode.WINDOW
    assert has_display({"DISPLAY": ":0"}, "linux")
    assert not has_display({}, "linux")
    assert not has_display({"DISPLAY": ":0"}, "darwin")


@pytest.mark.parametrize(
    "environ",
    [
        {"TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"},
        {"TERM": "screen-256color"},
        {"TERM": "linux"},
        {"TERM": "dumb"},
        {},
        {"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"},
    ],
)
def test_a_terminal_that_would_print_the_questions_is_not_asked(environ: dict[str, str]) -> None:
    assert not may_be_asked(environ)
    assert may_be_asked({"TERM": "xterm-kitty"})


def test_every_mode_belongs_to_a_way_that_a_span_can_record() -> None:
    assert {mode.way for mode in Mode} == set(Way)
    assert all(first is not second for first, second in pairwise(Mode))
