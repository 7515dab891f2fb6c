"""Where the footage of clips lies, and what decoding found of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from rbcheck.services.ports import ClipMedia
from rbcheck.store.tables import CLIP_MEDIA, MEDIA_ROOT, insert_one


class Footage:
    """The media of clips by question number, for the packs of one unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
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
            self._connection.execute(insert(CLIP_MEDIA), rows)

    def set(self, question: int, media: ClipMedia) -> None:
        """Keep where a clip lies now, in place of what was kept before."""
        values = _values(media) | {"root": self._root(str(media.root))}
        key = CLIP_MEDIA.c.question == question, CLIP_MEDIA.c.position == media.position
        there = self._connection.scalar(select(CLIP_MEDIA.c.position).where(*key)) is not None
        if there:
            self._connection.execute(update(CLIP_MEDIA).where(*key).values(values))
        else:
            row = values | {"question": question, "position": media.position}
            self._connection.execute(insert(CLIP_MEDIA).values(row))

    def paths_in_use(self, sha256: str) -> tuple[str, ...]:
        """Relative paths under which content is already kept."""
        wanted = (
            select(CLIP_MEDIA.c.relative)
            .where(CLIP_MEDIA.c.sha256 == sha256)
            .distinct()
            .order_by(CLIP_MEDIA.c.relative)
        )
        return tuple(self._connection.scalars(wanted))

    def _root(self, path: str) -> int:
        if path not in self._roots:
            number = self._connection.scalar(select(MEDIA_ROOT.c.id).where(MEDIA_ROOT.c.path == path))
            if number is None:
                number = insert_one(self._connection, MEDIA_ROOT, {"path": path})
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
