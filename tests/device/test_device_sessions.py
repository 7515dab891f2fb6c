"""Whether a session that holds a question still runs: dead ones bind nobody, those of other devices are believed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rbcheck.device.sessions import alive, holder

HERE = "d" * 32
ROOT = Path(__file__).resolve().parents[2]
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to know when it began")


def session_of_a_process_that_ended() -> str:
    code = f"from rbcheck.device.sessions import holder; print(holder({HERE!r}))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout[
        :-1
    ]


def test_this_session_is_alive_and_each_has_a_name_of_its_own() -> None:
    assert alive(HERE, holder(HERE))
    assert holder(HERE) != holder(HERE)
    assert holder(HERE).startswith(f"{HERE}:{os.getpid()}:")


def test_a_session_that_ended_is_dead() -> None:
    assert not alive(HERE, session_of_a_process_that_ended())


@needs_proc
def test_a_number_that_another_process_has_now_is_no_sign_of_life() -> None:
    device, pid, began, random = holder(HERE).split(":")
    assert not alive(HERE, f"{device}:{pid}:{int(began) - 1}:{random}")


def test_sessions_of_other_devices_are_taken_to_run() -> None:
    other = session_of_a_process_that_ended().replace(HERE, "e" * 32)
    assert alive(HERE, other)


@pytest.mark.parametrize("name", ["", "me", f"{HERE}:x:1:2", f"{HERE}:1", f"{HERE}:1:2:3:4"])
def test_a_name_that_says_nothing_is_taken_to_run(name: str) -> None:
    assert alive(HERE, name)


def test_a_number_that_no_process_can_have_is_dead() -> None:
    assert not alive(HERE, f"{HERE}:99999999999999999999:1:2")


@needs_proc
def test_a_process_that_ended_and_was_not_waited_for_is_dead() -> None:
    code = f"import sys; from rbcheck.device.sessions import holder; print(holder({HERE!r}))"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    name = process.stdout.read().strip()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not alive(HERE, name)
    process.communicate()
