"""What the tests of the command line share: a fresh machine, and one on which a question was judged."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.program import Program
from exchange.places import Place

from rbcheck.domain.protocol import Stage


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program on a machine on which it never ran."""
    return Program(tmp_path / "home")


@pytest.fixture(scope="session")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program on a machine with the packs p1 and p2, where 张三 finished q1 and began q2. Not to be changed."""
    home = tmp_path_factory.mktemp("judged")
    with Place(home) as place:
        place.with_packs()
        somebody = place.person("张三")
        place.judge(somebody, "q1")
        place.judge(somebody, "q2", Stage.WATCH)
    return Program(home, RBCHECK_DB=str(home / "store.db"))
