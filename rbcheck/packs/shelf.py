"""Questions put aside on disk while a pack is read, so that a pack of any size needs little memory."""

from __future__ import annotations

import marshal
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import IO, overload

from rbcheck.packs.shelving import Codec
from rbcheck.services.intake import ReadQuestion

FEW = 2000
"""So many questions are simply kept."""


class Shelf:
    """Questions by number, in the order in which they came: kept as they are while few, then in a nameless file."""

    def __init__(self) -> None:
        self._kept: list[ReadQuestion] = []
        self._file: IO[bytes] | None = None
        self._places: array[int] = array("Q")
        self._end = 0
        self._codec = Codec()

    def add(self, item: ReadQuestion) -> int:
        """Put a question aside; its number."""
        if self._file is None:
            self._kept.append(item)
            if len(self._kept) > FEW:
                self._move_out()
            return len(self) - 1
        self._write(self._file, item)
        return len(self._places) - 1

    def __len__(self) -> int:
        return len(self._places) if self._file else len(self._kept)

    def __getitem__(self, number: int) -> ReadQuestion:
        if self._file is None:
            return self._kept[number]
        start = self._places[number]
        end = self._places[number + 1] if number + 1 < len(self._places) else self._end
        self._file.seek(start)
        # Only what `_write` put there is read: the file is this process's own and has no name.
        return self._codec.made(marshal.loads(self._file.read(end - start)))

    def only(self, numbers: Sequence[int]) -> Sequence[ReadQuestion]:
        """The questions of these numbers: a tuple while they are few."""
        if self._file is None:
            return tuple(self._kept[number] for number in numbers)
        return Shelved(self, array("Q", numbers))

    def _move_out(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="rbcheck-")  # noqa: SIM115 - it lives as long as the shelf
        for item in self._kept:
            self._write(self._file, item)
        self._kept.clear()

    def _write(self, file: IO[bytes], item: ReadQuestion) -> None:
        written = marshal.dumps(self._codec.plain(item))
        self._places.append(self._end)
        file.seek(self._end)
        file.write(written)
        self._end += len(written)


class Shelved(Sequence[ReadQuestion]):
    """Some questions of a shelf, read anew each time."""

    def __init__(self, shelf: Shelf, numbers: array[int]) -> None:
        self._shelf = shelf
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> ReadQuestion: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[ReadQuestion]: ...
    def __getitem__(self, place: int | slice) -> ReadQuestion | Sequence[ReadQuestion]:
        if isinstance(place, slice):
            return Shelved(self._shelf, self._numbers[place])
        return self._shelf[self._numbers[place]]

    def __iter__(self) -> Iterator[ReadQuestion]:
        for number in self._numbers:
            yield self._shelf[number]

    def where(self, good: Callable[[ReadQuestion], bool]) -> Shelved:
        """Those that a condition is true of."""
        kept = (number for number in self._numbers if good(self._shelf[number]))
        return Shelved(self._shelf, array("Q", kept))


def where(questions: Sequence[ReadQuestion], good: Callable[[ReadQuestion], bool]) -> Sequence[ReadQuestion]:
    """The questions that a condition is true of, kept as the others are."""
    if isinstance(questions, Shelved):
        return questions.where(good)
    return tuple(item for item in questions if good(item))
