"""Where the footage of clips lies, and what decoding found of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.orm import Session

from rbcheck.services.ports import ClipMedia
from rbcheck.store import tables as t

MEDIA = t.table_of(t.ClipMediaRow)
ROOT = t.table_of(t.MediaRootRow)


class Footage:
    """The media of clips by question number, for the packs of one unit of work."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._roots: dict[str, int] = {}

    def add(self, question: int, media: Sequence[ClipMedia]) -> None:
        """Keep where the clips of a new question version lie."""
        self.add_all([(question, media)])

    def add_all(self, media: Iterable[tuple[int, Sequence[ClipMedia]]]) -> None:
        """The same for many new question versions."""
        rows = [
            _values(one) | {"root": self._root(str(one.root)), "question": question, "position": one.position}
            for question, found in media
            for one in found
        ]
        if rows:
            self._session.execute(insert(MEDIA), rows)

    def set(self, question: int, media: ClipMedia) -> None:
        """Keep where a clip lies now, in place of what was kept before."""
        values = _values(media) | {"root": self._root(str(media.root))}
        key = MEDIA.c.question == question, MEDIA.c.position == media.position
        there = self._session.scalar(select(MEDIA.c.position).where(*key)) is not None
        if there:
            self._session.execute(update(MEDIA).where(*key).values(values))
        else:
            row = values | {"question": question, "position": media.position}
            self._session.execute(insert(MEDIA).values(row))

    def paths_in_use(self, sha256: str) -> tuple[str, ...]:
        """Relative paths under which content is already kept."""
        wanted = select(MEDIA.c.relative).where(MEDIA.c.sha256 == sha256).distinct().order_by(MEDIA.c.relative)
        return tuple(self._session.scalars(wanted))

    def _root(self, path: str) -> int:
        if path not in self._roots:
            number = self._session.scalar(select(ROOT.c.id).where(ROOT.c.path == path))
            if number is None:
                number = t.insert_one(self._session.connection(), ROOT, {"path": path})
            self._roots[path] = number
        return self._roots[path]


def media_of(row: Row[Any], root: Path) -> ClipMedia:
    """The value of a row of the table."""
    span = None if row.span_from_ms is None else (row.span_from_ms, row.span_to_ms)
    return ClipMedia(
        row.position, root, row.relative, row.bytes, row.sha256, span, row.recording, row.start_ms, row.duration_ms,
        row.decoded_ms, tuple((start, end) for start, end in row.damaged), row.problem,
    )  # fmt: skip


def _values(media: ClipMedia) -> dict[str, Any]:
    start, end = media.span_ms or (None, None)
    return {
        "relative": media.relative, "bytes": media.bytes, "sha256": media.sha256, "span_from_ms": start,
        "span_to_ms": end, "recording": media.recording, "start_ms": media.start_ms,
        "duration_ms": media.duration_ms, "decoded_ms": media.decoded_ms,
        "damaged": [list(span) for span in media.damaged], "problem": media.problem,
    }  # fmt: skip
