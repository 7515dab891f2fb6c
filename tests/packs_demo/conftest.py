"""What the tests of the practice pack share: all questions of a few seeds."""

from __future__ import annotations

import pytest

from rbcheck.packs.demo.assembling import Made
from rbcheck.packs.demo.pack import questions_of

SEEDS = (0, 1, 7)


@pytest.fixture(scope="session", params=SEEDS, ids=lambda seed: f"seed {seed}")
def made(request: pytest.FixtureRequest) -> tuple[Made, ...]:
    """All questions of a seed, with the claims behind their options."""
    return questions_of(int(request.param))
