"""What tests of several packages share, one for all of a run: a PostgreSQL server, the sample data."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import sample_data
import servers
from hypothesis import HealthCheck, settings

from rbcheck import locale

# Timings are never asserted: an example may take long on a machine that does something else. Two runs of a commit try
# the same examples; `pytest --hypothesis-profile=hunt` looks for new ones, and more of them.
settings.register_profile("hunt", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=3000)
settings.register_profile("rbcheck", settings.get_profile("hunt"), derandomize=True, max_examples=100)
settings.load_profile("rbcheck")


# Begun in the background by a shell, this process ignores Ctrl+C, and so would every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language is one for the process: a test that ran the program in Chinese leaves it to none of the others."""
    locale.use(locale.LANGUAGES[0])
    yield
    locale.use(locale.LANGUAGES[0])


@pytest.fixture(scope="session")
def cluster() -> Iterator[servers.Cluster]:
    """A server that runs until the last test; skipped with the reason where none can."""
    why_not = servers.why_no_server()
    if why_not:
        pytest.skip(why_not)
    with servers.server() as started:
        yield started


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with `bundle_04.tar` and `cli/`."""
    folder = tmp_path_factory.mktemp("laid_out")
    sample_data.lay_out(folder)
    return folder
