"""Manners towards the terminal: a program that is asked to end leaves in order, and one that comes back draws again."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, TypeVar

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, TextArea
from textual.worker import WorkerFailed

from rbcheck.tui.held_keys import HeldKeys
from rbcheck.tui.pictured import PicturedApp
from rbcheck.tui.standing import StandingScreen

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PATIENCE_SECONDS = 5
_KEYS_OF_ANOTHER = (signal.SIGINT, signal.SIGQUIT)
TEXTS = (Input, TextArea)
PROMPT_SECONDS = 0.06
_HEARD_SECONDS = 1.0
_INPUT = 0

Result = TypeVar("Result")


def mind_signals(app: App[Any]) -> None:
    """Leave as by a key, with 128 + n, where signal n asks for it; stop in order, draw all again after `fg`."""
    if app.is_headless:
        return
    loop = asyncio.get_running_loop()
    for number in ENDING:
        loop.add_signal_handler(number, leave, app, number)
    # Textual's own handlers run in the midst of whatever is done, and wait for ever where that is a write.
    loop.add_signal_handler(signal.SIGTSTP, _pause, app, loop, True)
    loop.add_signal_handler(signal.SIGCONT, _pause, app, loop, False)


def _pause(app: App[Any], loop: asyncio.AbstractEventLoop, stops: bool) -> None:
    """Hand the terminal back, stop where that was asked for or somebody else has the terminal, then take it again."""
    with app.suspend():
        loop.remove_signal_handler(signal.SIGCONT)
        while stops or not _has_terminal():
            stops = False
            os.kill(os.getpid(), signal.SIGSTOP)
        loop.add_signal_handler(signal.SIGCONT, _pause, app, loop, False)


@contextmanager
def signals_of_another(app: App[Any], end: Callable[[int], None]) -> Iterator[None]:
    """While another program has the terminal its keys for signals are its own; `end` hears who asks to leave.

    A stop stops both, as the kernel does it by itself.
    """
    loop = asyncio.get_running_loop()
    for number in _KEYS_OF_ANOTHER:
        loop.add_signal_handler(number, _nothing)
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end, number)
    for number in (signal.SIGTSTP, signal.SIGCONT):
        loop.remove_signal_handler(number)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGQUIT)
        mind_signals(app)


def _nothing() -> None:
    """A signal that is ignored would be ignored by the other program too."""


def _has_terminal() -> bool:
    """Whether this process is in the foreground of its terminal; without one, nobody else is."""
    try:
        return os.tcgetpgrp(_INPUT) == os.getpgrp()
    except OSError:
        return True


class LineInput(Input):
    """A line that takes all of a text that is pasted: its lines stand one after the other, none is dropped.

    Its cursor stands still: one that blinks draws the eye off the picture, and is painted twice a second for it.
    """

    cursor_blink = reactive(False, init=False)

    def _on_paste(self, event: events.Paste) -> None:
        # Textual would take the first line alone, and its handler runs after this one unless it is told not to.
        event.prevent_default()
        event.stop()
        text = " ".join(" ".join(event.text.splitlines()).split("\t")).strip()
        if text and self.selection.is_empty:
            self.insert_text_at_cursor(text)
        elif text:
            self.replace(text, *self.selection)


class PromptInput(LineInput):
    """A line whose Enter is acted on, and heard of by all above it, before the next key is looked at."""


class PromptKeys(PicturedApp):
    """An application that acts on a key before it looks at the next one, unless it is a letter that goes into a text.

    Textual hands a key to the widget in focus and acts on it when it has come back; what was typed behind it meanwhile
    goes to the same widget, so that the first letters of a text would be taken for commands, and a Backspace would take
    away letters that were typed after it.
    """

    key_at = 0.0
    """When a key was last pressed, on the clock of `time.monotonic`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._held_keys = HeldKeys(self, self._is_under_way, self._act_on)

    async def on_event(self, event: events.Event) -> None:
        """Act at once on a key that is a command here, unless what a key before it began is under way."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif not self._held_keys.holds(event):
            await self._act_on(event)

    def _is_under_way(self) -> bool:
        screen = self.screen_stack[-1] if self.screen_stack else None
        return isinstance(screen, StandingScreen) and screen.is_under_way

    async def _act_on(self, event: events.Key) -> None:
        if not self.screen_stack:
            return  # pressed when the program had left
        before = self.screen_stack[-1]
        if isinstance(before, StandingScreen) and before.is_attached:
            before.before_key()
        await self._press(event)
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, StandingScreen) and screen.HEARS_FIRST:
            await heard(screen.focused or screen)
            await heard(screen)

    async def _press(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self.key_at = monotonic()
            line = self.focused
            if event.key == "enter" and not event.is_forwarded and isinstance(line, PromptInput):
                await _submitted(line)
                return
        if isinstance(event, events.Key) and not event.is_forwarded and not _is_letter(event, self.focused):
            if isinstance(self.focused, TEXTS):
                await heard(self.focused)  # the letters before it
            for priority in (True, False):
                if await self._check_bindings(event.key, priority=priority):
                    return
        await super().on_event(event)


def _is_letter(key: events.Key, focused: Widget | None) -> bool:
    """Whether a key becomes a letter, or a new line, of the text in focus."""
    if not isinstance(focused, TEXTS):
        return False
    return key.is_printable or (key.key == "enter" and isinstance(focused, TextArea) and not focused.read_only)


class PromptScreen(StandingScreen[Result]):
    """A screen that paints what a key has changed as soon as nothing else waits, not at the next beat of a timer."""

    def on_idle(self) -> None:
        """Paint now, shortly after a key."""
        app = self.app
        if isinstance(app, PromptKeys) and monotonic() - app.key_at < PROMPT_SECONDS:
            self._on_timer_update()


async def _submitted(line: PromptInput) -> None:
    """Submit a line with all the letters before this Enter; done when everybody above it has heard of that."""
    await heard(line)
    if line.has_focus:
        await line.action_submit()
        for each in (line, *line.ancestors):
            if isinstance(each, Widget):
                await heard(each)


async def heard(widget: MessagePump) -> None:
    """Wait until a widget has heard all that was told to it; not for long where it is busy or going."""
    reached = asyncio.Event()
    if widget.is_running and widget.call_later(reached.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(reached.wait(), _HEARD_SECONDS)


def bug_of(error: Exception | None) -> BaseException | None:
    """What really went wrong, where it went wrong in a worker too."""
    return error.error if isinstance(error, WorkerFailed) else error


def leave(app: App[Any], number: int) -> None:
    """Leave because signal `number` asked for it."""
    # Drawing to a terminal that is gone may never end.
    signal.alarm(PATIENCE_SECONDS)
    app.exit(return_code=128 + number)
