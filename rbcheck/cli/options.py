"""Options that several commands share, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rbcheck.domain.errors import N_, RbcheckError

if TYPE_CHECKING:
    from rbcheck.stats.blind import DropRule

_BAD_DROP = N_("“{value}” is no drop rule: write hits/guesses, like 2/3.")

DROP = click.option("--drop", metavar="H/B", default="2/3", show_default=True, help="Guessable: H of B blind hits.")


def drop_rule(value: str) -> DropRule:
    """The rule that `--drop` names; RbcheckError where it names none."""
    from rbcheck.stats.blind import DropRule

    hits, _slash, guesses = value.partition("/")
    if not (hits.isdecimal() and guesses.isdecimal() and 0 < int(hits) <= int(guesses)):
        raise RbcheckError(_BAD_DROP, value=value)
    return DropRule(int(hits), int(guesses))
