"""Which options are picked: keys of the question, each once, and exactly `n` of them where they are committed."""

from __future__ import annotations

from collections.abc import Iterable

from rbcheck.domain.errors import N_, Refused
from rbcheck.domain.judgment import Judgment, Options

_N_OPTIONS = N_("Options selected: {found}, where the question asks for {n}: {instead}.")
_TAKE_MORE = N_("select {count} more")
_TAKE_FEWER = N_("take {count} back")
_NO_SUCH = N_("This question has no option {keys}.")


def selection(judgment: Judgment, options: Iterable[str]) -> Options:
    """The picked keys in order, each once; Refused where one is no option of this question."""
    picked = tuple(sorted(set(options)))
    unknown = [key for key in picked if key not in judgment.frame.keys]
    if unknown:
        raise Refused("options", _NO_SUCH, about="options", keys=tuple(unknown))
    return picked


def exactly_n(judgment: Judgment, options: Iterable[str]) -> Options:
    """The picked keys where they are exactly `n`; Refused where not."""
    picked, n = selection(judgment, options), judgment.frame.n
    if len(picked) != n:
        short = n - len(picked)
        instead = Refused("n", _TAKE_MORE, count=short) if short > 0 else Refused("n", _TAKE_FEWER, count=-short)
        raise Refused("n", _N_OPTIONS, about="options", n=n, found=len(picked), instead=instead)
    return picked
