"""An option put back as it was."""

from __future__ import annotations

from dataclasses import replace

import builders
import pytest

from rbcheck.domain import checking
from rbcheck.domain.errors import NotAllowed, Refused
from rbcheck.domain.marks import Claim, Evidence, Mark, OptionMark
from rbcheck.domain.protocol import Stage

NOON = builders.T0
_CLAIMS = (Claim("c1", "benches", Mark.SUPPORTED), Claim("c2", "bollards", Mark.RULED_OUT))


@pytest.mark.parametrize(
    "said",
    [
        OptionMark("A"),
        OptionMark("A", Mark.SUPPORTED, "seen", evidence=(Evidence(1, 900),)),
        OptionMark("A", Mark.RULED_OUT, claims=_CLAIMS),
        OptionMark("A", Mark.SUPPORTED, "they hold", overridden=True, claims=_CLAIMS),
    ],
)
def test_everything_that_was_said_of_it_is_as_it_was(said: OptionMark) -> None:
    judgment = replace(builders.fresh(), stage=Stage.CHECK)
    elsewhere = checking.mark(judgment, "A", Mark.UNDECIDABLE, NOON).judgment
    moved = checking.restore(elsewhere, said, NOON)
    assert moved.judgment.revision.option("A") == said
    assert [entry.kind for entry in moved.entries] == ["marked"]


@pytest.mark.parametrize(
    "said",
    [
        OptionMark("A", Mark.SUPPORTED, claims=_CLAIMS),
        OptionMark("A", Mark.SUPPORTED, " ", overridden=True, claims=_CLAIMS),
        OptionMark("?", Mark.SUPPORTED),
    ],
)
def test_what_no_act_leads_to_is_refused(said: OptionMark) -> None:
    with pytest.raises(Refused):
        checking.restore(replace(builders.fresh(), stage=Stage.CHECK), said, NOON)


def test_only_in_check() -> None:
    with pytest.raises(NotAllowed):
        checking.restore(replace(builders.fresh(), stage=Stage.VERDICT), OptionMark("A"), NOON)
