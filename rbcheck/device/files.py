"""The device's memory: small files beside the store, so that a store put back to an earlier state shows."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rbcheck.device.contents import Contents
from rbcheck.domain.errors import N_, StoreUnreachable
from rbcheck.domain.ledger import Event, Head, timestamp
from rbcheck.services.ports import Opening

_CANNOT = N_("{path} cannot be written ({why}): free some space or mend its permissions; nothing was changed.")

_UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)


class DeviceFiles:
    """`id`, `openings.jsonl` (durable before a frame is shown), `signed_in.jsonl` and one file of heads a chain."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._id: str | None = None
        self._contents = Contents()

    @property
    def device_id(self) -> str:
        """The random id of this device, made on first use."""
        if self._id is None:
            path = self._folder / "id"
            try:
                self._id = path.read_text("ascii").strip() or self._make_id(path)
            except FileNotFoundError:
                self._id = self._make_id(path)
            except OSError as error:
                raise StoreUnreachable(_CANNOT, path=path, why=error.strerror) from error
        return self._id

    def note_head(self, annotator: str, head: Head) -> None:
        """Remember the head of one of this device's chains."""
        self._append(self._heads_file(annotator), {"n": head.n, "hash": head.hash}, durable=False)

    def note_event(self, event: Event) -> None:
        """Remember an event as the head of its chain."""
        self.note_head(event.annotator, Head(event.n, event.hash))

    def heads(self, annotator: str) -> tuple[Head, ...]:
        """Every head that was remembered of a chain, the earliest first."""
        lines = _lines(self._heads_file(annotator))
        return tuple(Head(n, str(line.get("hash"))) for line in lines if isinstance(n := line.get("n"), int))

    def note_sign_in(self, store: str, annotator: str) -> None:
        """Remember that somebody signed in to a store here."""
        if self.signed_in(store)[:1] != (annotator,):
            self._append(self._sign_ins, {"store": store, "annotator": annotator}, durable=False)

    def signed_in(self, store: str) -> tuple[str, ...]:
        """The ids of those who signed in to a store here, the last one first."""
        lines = reversed(_lines(self._sign_ins))
        return tuple(dict.fromkeys(str(line.get("annotator")) for line in lines if line.get("store") == store))

    def content_of(self, path: Path) -> str | None:
        """SHA-256 of a file in hex; None where there is none."""
        return self._contents.of(path)

    def note_opening(self, opening: Opening) -> None:
        """Remember an opening; it is on disk when this returns."""
        line: dict[str, object] = {
            "sha256": opening.sha256, "span_ms": opening.span_ms, "recording": opening.recording,
            "annotator": opening.annotator, "device": opening.device, "at": timestamp(opening.at), "by": opening.by,
        }  # fmt: skip
        self._append(self._folder / "openings.jsonl", line, durable=True)

    def openings(self, sha256: Sequence[str], recordings: Sequence[str]) -> tuple[Opening, ...]:
        """What was opened on this device of this content or of these recordings."""
        hashes, names = set(sha256), set(recordings)
        return tuple(
            _opening(line)
            for line in _lines(self._folder / "openings.jsonl")
            if line.get("sha256") in hashes or line.get("recording") in names
        )

    @property
    def _sign_ins(self) -> Path:
        return self._folder / "signed_in.jsonl"

    def _heads_file(self, annotator: str) -> Path:
        return self._folder / "heads" / (re.sub(r"[^0-9A-Za-z]", "_", annotator) + ".jsonl")

    def _make_id(self, path: Path) -> str:
        made = secrets.token_hex(16)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = path.with_name(f"id.{made}")
            fresh.write_text(made, "ascii")
            try:
                os.link(fresh, path)
            except FileExistsError:
                made = path.read_text("ascii").strip()
            finally:
                fresh.unlink()
        except OSError as error:
            raise StoreUnreachable(_CANNOT, path=path, why=error.strerror) from error
        return made

    def _append(self, path: Path, line: dict[str, object], *, durable: bool) -> None:
        text = (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = not path.exists()
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                _write(handle, text)
                if durable:
                    os.fsync(handle)
            finally:
                os.close(handle)
            if durable and fresh:
                _sync_folder(path.parent)
        except OSError as error:
            raise StoreUnreachable(_CANNOT, path=path, why=error.strerror) from error


def _write(handle: int, text: bytes) -> None:
    size = os.fstat(handle).st_size
    if size and os.pread(handle, 1, size - 1) != b"\n":
        # What a killed program left of its last line must not swallow this one.
        text = b"\n" + text
    if os.write(handle, text) != len(text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lines(path: Path) -> list[dict[str, object]]:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreUnreachable(_CANNOT, path=path, why=error.strerror) from error
    found = []
    for line in raw.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue  # the last line of a program that was killed while it wrote
        if isinstance(value, dict):
            found.append(value)
    return found


def _opening(line: dict[str, object]) -> Opening:
    span = line.get("span_ms")
    recording, annotator = line.get("recording"), line.get("annotator")
    return Opening(
        str(line.get("sha256")),
        (int(span[0]), int(span[1])) if isinstance(span, list) and len(span) == 2 else None,
        recording if isinstance(recording, str) else None,
        annotator if isinstance(annotator, str) else None,
        str(line.get("device")),
        _time(line.get("at")),
        str(line.get("by")),
    )


def _time(value: object) -> datetime:
    """When it was; the earliest time where a damaged line does not tell, so that the footage counts as seen."""
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        return _UNKNOWN
