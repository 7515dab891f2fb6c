"""Ctrl+C while the program is still being loaded ends it without a word."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

_INTERRUPTED = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

from rbcheck.__main__ import main
sys.meta_path.insert(0, Interrupting())
main()
"""


@pytest.mark.parametrize("loaded", ["rbcheck.cli.discretion", "click", "rbcheck.cli.streams"])
def test_ctrl_c_while_a_module_is_loaded_ends_without_a_traceback(loaded: str) -> None:
    ended = subprocess.run([sys.executable, "-c", _INTERRUPTED, loaded], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")
