"""What an import says of questions that the store does not hold: which pack brings them in, and how."""

from __future__ import annotations

import pytest

from rbcheck.domain.errors import ExchangeError
from rbcheck.services.interchange import Arrival, Incoming
from rbcheck.services.receiving import find


def unmade(*_: object) -> None:
    raise AssertionError("nothing is made of a question that is not there")


@pytest.mark.parametrize(
    ("pack", "says"),
    [
        (None, "add its pack first with `rbcheck pack add PATH`"),
        ("cli-6", "add the pack cli-6 that it is of with `rbcheck pack add PATH`"),
        ("practice", "make the practice pack practice first with `rbcheck demo --no-open`"),
        ("practice-7", "make the practice pack practice-7 first with `rbcheck demo --seed 7 --no-open`"),
        ("practice-run", "add the pack practice-run that it is of with `rbcheck pack add PATH`"),
    ],
)
def test_a_pack_is_named_with_the_command_that_brings_it_in(pack: str | None, says: str) -> None:
    arrival = Arrival("ann.jsonl", "jsonl", iter(()))
    said = Incoming("q1", unmade, pack=pack)  # type: ignore[arg-type]
    with pytest.raises(ExchangeError, match="the store holds no such question: ") as refused:
        find(arrival, said, ())
    assert str(refused.value).endswith(says)
