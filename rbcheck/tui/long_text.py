"""A long text in somebody's own editor: which one, and what came of it. What was typed is never lost to it."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert

_NAMES = ("VISUAL", "EDITOR")
_COMMON = ("nano", "vi")
_PATIENCE_SECONDS = 2.0
_NONE = N_("No editor is known: set EDITOR to one, such as nano, and start the program again.")
_UNREADABLE = N_("{name} is set to {value}, where a quote has no end: mend it, and start the program again.")
_NOT_STARTED = N_("The editor {command} does not start ({reason}): set EDITOR to another; your text is as it was.")
_FAILED = N_("The editor {command} ended with {how}: your text is as it was.")
_FAILED_SAVED = N_("The editor {command} ended with {how}: your text is as it was, and what was saved is in {path}.")
_CODE = N_("exit code {code}")
_EMPTIED = N_("The editor gave back nothing: your text is as it was.")
_UNREAD = N_("What the editor gave back is no text in UTF-8: your text is as it was, and the file is {path}.")
_NO_ROOM = N_("There is no file for the editor to write in ({reason}): make room in {path}; your text is as it was.")


@dataclass(frozen=True, slots=True)
class Edited:
    """What came of an editor: the text to go on with, and what must be said of it.

    `file` is there where it holds what the text does not; else everything is removed.
    """

    text: str
    problem: RbcheckError | None = None
    file: Path | None = None


def editor_command(environ: Mapping[str, str]) -> list[str]:
    """The editor's command: `$VISUAL`, `$EDITOR`, or one that is common; RbcheckError where there is none."""
    for name in _NAMES:
        stated = environ.get(name, "").strip()
        if not stated:
            continue
        try:
            return shlex.split(stated)
        except ValueError as error:
            raise RbcheckError(_UNREADABLE, name=name, value=stated) from error
    found = next((name for name in _COMMON if shutil.which(name)), None)
    if found is None:
        raise RbcheckError(_NONE)
    return [found]


class Editor:
    """One run of an editor on a text; `terminal` is the file descriptor that it draws on."""

    def __init__(self, command: list[str], terminal: int | None = None) -> None:
        self._command, self._terminal = command, terminal
        self._process: asyncio.subprocess.Process | None = None
        self._told_to_end = False

    def end(self) -> None:
        """Ask the editor to end; what it has saved by then counts."""
        self._told_to_end = True
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            asyncio.get_running_loop().call_later(_PATIENCE_SECONDS, self._kill)

    async def edit(self, text: str) -> Edited:
        """Have the text edited; done when the editor has ended."""
        try:
            folder = Path(mkdtemp(prefix="rbcheck-"))
        except OSError as error:
            return Edited(text, RbcheckError(_NO_ROOM, reason=_reason(error), path=_temporary()))
        keeps = False
        try:
            file = folder / "note.txt"
            file.write_text(f"{text}\n", "utf-8", "replace")
            edited = self._came_of(text, file, await self._run(file))
            keeps = edited.file is not None
        except OSError as error:
            return Edited(text, RbcheckError(_NO_ROOM, reason=_reason(error), path=folder))
        finally:
            if not keeps:
                shutil.rmtree(folder, ignore_errors=True)
        return edited

    async def _run(self, file: Path) -> int | RbcheckError:
        """The editor's exit code, or why it did not start."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(self._command or [""]), str(file), stdout=self._terminal, stderr=self._terminal
            )
        except (OSError, ValueError) as error:
            return RbcheckError(_NOT_STARTED, command=self._named, reason=_reason(error))
        try:
            if self._told_to_end:
                self.end()
            return await self._process.wait()
        finally:
            self._kill()

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    @property
    def _named(self) -> str:
        return shlex.join(self._command)

    def _came_of(self, before: str, file: Path, ended: int | RbcheckError) -> Edited:
        if isinstance(ended, RbcheckError):
            return Edited(before, ended)
        data = file.read_bytes() if file.exists() else b""
        try:
            after = data.decode("utf-8-sig").replace("\r\n", "\n").removesuffix("\n")
        except UnicodeDecodeError:
            return Edited(before, RbcheckError(_UNREAD, path=file), file)
        changed = bool(after.strip()) and after != before
        if ended != 0 and not (changed and self._told_to_end):
            values = {"command": self._named, "how": _how(ended)}
            if changed:
                return Edited(before, RbcheckError(_FAILED_SAVED, path=file, **values), file)
            return Edited(before, RbcheckError(_FAILED, **values))
        if not after.strip() and before.strip():
            return Edited(before, RbcheckError(_EMPTIED))
        return Edited(inert(after, keep_newlines=True) if changed else before)


async def kept_apart(text: str) -> Path:
    """A file of its own for a text whose field has gone meanwhile."""

    def write() -> Path:
        file = Path(mkdtemp(prefix="rbcheck-")) / "note.txt"
        file.write_text(f"{text}\n", "utf-8", "replace")
        return file

    return await asyncio.to_thread(write)


def _how(code: int) -> str | RbcheckError:
    named = code < 0 and -code in list(signal.Signals)
    return signal.Signals(-code).name if named else RbcheckError(_CODE, code=code)


def _reason(error: OSError | ValueError) -> str:
    return (os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)).lower()


def _temporary() -> str:
    return os.environ.get("TMPDIR", "/tmp")
