"""The real program in a real terminal: tmux on a socket of its own, driven and read as a person would."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

PATIENCE = 60.0
Found = TypeVar("Found")
BIN = Path(sys.executable).parent


class Waited(AssertionError):
    """What was waited for did not come; holds the screen as it stood."""


def environment(home: Path, temporary: Path, **more: str) -> dict[str, str]:
    """What a fresh login has, with the program's folder and the temporary folder set."""
    kept = {name: os.environ[name] for name in ("HOME", "USER", "SHELL", "PYTHONPATH") if name in os.environ}
    return {
        **kept,
        "PATH": f"{BIN}:{os.environ.get('PATH', '/usr/bin:/bin')}",
        "LANG": "C.UTF-8",
        "RBCHECK_HOME": str(home),
        "TMPDIR": str(temporary),
        **more,
    }


class Terminal:
    """A shell of the given size (columns, lines) with a folder of the program's own; a context manager."""

    def __init__(self, home: Path, temporary: Path, size: tuple[int, int] = (80, 24), **more: str) -> None:
        self.home, self.temporary = home, temporary
        temporary.mkdir(parents=True, exist_ok=True)
        self._socket = f"rbcheck-test-{os.getpid()}-{secrets.token_hex(4)}"
        settings = [f"{name}={value}" for name, value in environment(home, temporary, **more).items()]
        shell = shlex.join(["env", "-u", "TMUX", *settings, "PS1=ready> ", "bash", "--norc", "--noprofile"])
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "-s", "t", shell)
        self.shell_pid = int(self._tmux("display-message", "-p", "-t", "t", "#{pane_pid}"))
        self.wait_for("ready>")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    def type(self, text: str) -> None:
        """Type these characters."""
        self._tmux("send-keys", "-t", "t", "-l", "--", text)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names: `Enter`, `C-s`, `F6`, `Down`."""
        self._tmux("send-keys", "-t", "t", *keys)

    def run(self, command: str) -> None:
        """Type a command line and press Enter."""
        self.type(command)
        self.press("Enter")

    def screen(self) -> str:
        """What stands on the screen, line by line."""
        return self._tmux("capture-pane", "-p", "-t", "t")

    def flat(self) -> str:
        """The screen as one line with single spaces, to look for sentences that may be wrapped."""
        return " ".join(self.screen().split())

    def everything(self) -> str:
        """The screen with its scroll-back and its colours."""
        return self._tmux("capture-pane", "-p", "-e", "-S", "-", "-t", "t")

    def alternate(self) -> bool:
        """Whether a program holds the alternate screen."""
        return self._tmux("display-message", "-p", "-t", "t", "#{alternate_on}").strip() == "1"

    def wait(self, condition: Callable[[], Found | None], what: str, timeout: float = PATIENCE) -> Found:
        """What the condition says once it says something that holds."""
        end = time.monotonic() + timeout
        while True:
            if found := condition():
                return found
            if time.monotonic() > end:
                raise Waited(f"waited {timeout:g} s for {what}; the screen:\n{self.screen()}")
            time.sleep(0.05)

    def wait_for(self, text: str, timeout: float = PATIENCE) -> str:
        """The screen once this text stands on it, wrapped or not."""
        self.wait(lambda: text in self.flat(), repr(text), timeout)
        return self.screen()

    def wait_all(self, *texts: str, timeout: float = PATIENCE) -> None:
        """Wait until all these texts stand on one and the same screen."""
        self.wait(lambda: (flat := self.flat()) and all(text in flat for text in texts), repr(texts), timeout)

    def wait_match(self, pattern: str, timeout: float = PATIENCE) -> re.Match[str]:
        """The match once this pattern is found on the flattened screen."""
        return self.wait(lambda: re.search(pattern, self.flat()), f"/{pattern}/", timeout)

    def wait_gone(self, text: str, timeout: float = PATIENCE) -> None:
        """Wait until this text stands no more on the screen."""
        self.wait(lambda: text not in self.flat(), f"{text!r} to go", timeout)

    def pids(self) -> list[int]:
        """Every process that the shell has begun and what those have begun, without the shell."""
        return descendants(self.shell_pid)

    def open_files(self) -> list[str]:
        """The files that those processes hold open, or have mapped."""
        return [name for pid in self.pids() for name in open_files(pid)]

    def kill9(self) -> None:
        """End the program without a word to it, all of its processes at once, and clear the screen of it."""
        for pid in self.pids():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.wait(lambda: not self.pids(), "the program's end")
        # What it left on the screen is not to be taken for what the next one shows.
        token = secrets.token_hex(3)
        self.run(f"clear; echo {token}=$?")
        self.wait(lambda: re.match(rf"{token}=0 ", self.flat()), "a clear screen")

    def ended(self, timeout: float = PATIENCE) -> int:
        """The exit code of the program, once the shell has the terminal back."""
        self.wait(lambda: not self.pids(), "the program's end", timeout)
        token = secrets.token_hex(3)
        self.run(f"clear; echo {token}=$?")
        return int(self.wait_match(rf"{token}=(\d+) ")[1])

    def close(self) -> None:
        """End everything that was begun here."""
        for pid in self.pids():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], check=False, capture_output=True, timeout=PATIENCE)
        # tmux leaves the socket's name behind.
        folder = Path(os.environ.get("TMUX_TMPDIR", "/tmp")) / f"tmux-{os.getuid()}"
        (folder / self._socket).unlink(missing_ok=True)


def descendants(pid: int) -> list[int]:
    """Every living process under this one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found, new = [], [pid]
    while new:
        new = [child for child, parent in parents.items() if parent in new]
        found += new
    return found


def open_files(pid: int) -> list[str]:
    """What a process holds open or mapped, as paths; nothing where it has gone meanwhile."""
    names = []
    try:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            try:
                names.append(os.readlink(link))
            except OSError:
                continue
        maps = Path(f"/proc/{pid}/maps").read_text("utf-8", "replace")
    except OSError:
        return names
    return names + [line.split(maxsplit=5)[5] for line in maps.splitlines() if len(line.split(maxsplit=5)) == 6]


def rbcheck(
    home: Path, *arguments: str, code: int | None = 0, temporary: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """One command, without a terminal; its exit code must be `code` (None: any)."""
    place = temporary or home.parent
    done = subprocess.run(
        [BIN / "rbcheck", *arguments],
        env=environment(home, place, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert code is None or done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr, done.stderr
    return done
