"""What is asked of a player and what VLC tells it, in the order in which its one thread takes them."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, replace

from rbcheck.player.engine import News
from rbcheck.player.surface import Shown
from rbcheck.services.playing import ClipSource


@dataclass(frozen=True, slots=True)
class Open:
    """Load a clip."""

    source: ClipSource
    at_ms: int
    ticket: int


@dataclass(frozen=True, slots=True)
class Play:
    """Go on."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stand still."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Go to a time."""

    at_ms: int
    ticket: int


@dataclass(frozen=True, slots=True)
class Step:
    """Move by frames."""

    frames: int


@dataclass(frozen=True, slots=True)
class SetRate:
    """Play at another rate."""

    rate: float


@dataclass(frozen=True, slots=True)
class SetDetail:
    """Give pictures at the clip's own size, or as large as they are shown whole."""

    full: bool


@dataclass(frozen=True, slots=True)
class Unload:
    """Let go of the clip."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Close:
    """End."""


Command = Open | Play | Pause | Seek | Step | SetRate | SetDetail | Unload | Close


class Inbox:
    """Commands before news; what is outrun by something newer of its kind is left out, so that nothing piles up."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._commands: deque[Command] = deque()
        self._news: deque[News] = deque()

    def ask(self, command: Command) -> None:
        """Add a command; a seek replaces a seek before it, steps are added up, a new clip makes the rest pointless."""
        with self._ready:
            last = self._commands[-1] if self._commands else None
            match command, last:
                case Open() | Unload() | Close(), _:
                    rates = [asked for asked in self._commands if isinstance(asked, SetRate)]
                    details = [asked for asked in self._commands if isinstance(asked, SetDetail)]
                    self._commands.clear()
                    self._commands.extend([*rates[-1:], *details[-1:]])
                case (Seek(), Seek()) | (SetRate(), SetRate()) | (SetDetail(), SetDetail()):
                    self._commands.pop()
                case Step(frames), Step(before):
                    self._commands.pop()
                    command = replace(command, frames=frames + before)
            self._commands.append(command)
            self._ready.notify()

    def tell(self, news: News) -> None:
        """Add news of VLC; a picture replaces one that was not taken yet."""
        with self._ready:
            last = self._news[-1] if self._news else None
            if isinstance(news, Shown) and isinstance(last, Shown):
                if news.rgb is None:
                    return
                self._news.pop()
            self._news.append(news)
            self._ready.notify()

    def take(self, timeout: float | None) -> Command | News | None:
        """The next thing to do, or None when nothing came in time (seconds)."""
        with self._ready:
            if not self._commands and not self._news:
                self._ready.wait(timeout)
            if self._commands:
                return self._commands.popleft()
            return self._news.popleft() if self._news else None

    def forget_news(self) -> None:
        """Drop what VLC told so far."""
        with self._ready:
            self._news.clear()

    def waits(self) -> bool:
        """Whether any command waits."""
        return bool(self._commands)

    def outruns(self) -> bool:
        """Whether the next command shows another picture, so that working on this one is pointless."""
        with self._ready:
            return bool(self._commands) and not isinstance(self._commands[0], Pause | SetRate | SetDetail)

    def ends_clip(self) -> bool:
        """Whether a command waits that makes work on this clip pointless."""
        with self._ready:
            return any(isinstance(asked, Open | Unload | Close) for asked in self._commands)
