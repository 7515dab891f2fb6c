"""Which sessions of the program run on this machine, so that a lease of one that died binds nobody."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def holder(device_id: str) -> str:
    """The name of this session: device, process, when the process began, and a random part."""
    pid = os.getpid()
    return f"{device_id}:{pid}:{_began(pid)}:{secrets.token_hex(4)}"


def alive(device_id: str, other: str) -> bool:
    """Whether the session `other` may still run: sessions of other devices are taken to."""
    parts = other.split(":")
    if len(parts) != 4 or parts[0] != device_id or not parts[1].isdecimal():
        return True
    pid = int(parts[1])
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return _began(pid) == parts[2]


def _began(pid: int) -> str:
    """When a process began, in the kernel's ticks; empty where nobody says, "ended" for one that did."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "ended" if fields[0] in {"Z", "X"} else fields[19]
