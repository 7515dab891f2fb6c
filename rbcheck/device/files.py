"""The device's memory: small files beside the store, so that a store put back to an earlier state shows."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from rbcheck.device.contents import Contents
from rbcheck.device.reading import CANNOT_READ, be_no_pipe, read_bytes, read_lines
from rbcheck.device.signing_key import SigningKey
from rbcheck.domain.errors import N_, RbcheckError, StoreUnreachable
from rbcheck.domain.ledger import Event, Head, timestamp
from rbcheck.durable import sync, write_first
from rbcheck.services.ports import Opening
from rbcheck.signing import Signature

_CANNOT = N_("{path} cannot be written ({why}): free some space or mend its permissions; nothing was changed.")
_BAD_ID = N_("{path} is damaged, it holds no id: put a backup of it in its place, or remove it for a new id.")
_NO_FOLDER = N_("{path} is no folder: move it away, so that the device's memory can be kept there.")
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")

_BAD_LINES = N_(
    "{path} holds {count} lines that cannot be read: what they remembered is lost; put a backup in its place."
)
_UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)


class DeviceFiles:
    """`id`, `signing.key`, `openings.jsonl` (durable before a frame is shown), who signed in, breaks, heads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._id: str | None = None
        self._contents = Contents()
        self._key = SigningKey(folder)

    @property
    def device_id(self) -> str:
        """The random id of this device, made on first use."""
        if self._id is None:
            self._id = self._read_id() or self._make_id(self._folder / "id")
        return self._id

    @property
    def public_key(self) -> str | None:
        """The public key of this device in hex; None where it has signed nothing yet."""
        return self._key.public

    def sign(self, statement: bytes) -> Signature:
        """A signature by this device's key, which is made on first use."""
        return self._key.sign(self.device_id, statement)

    def note_head(self, annotator: str, head: Head) -> None:
        """Remember the head of one of this device's chains."""
        self._append(self._heads_file(annotator), {"n": head.n, "hash": head.hash}, durable=False)

    def note_event(self, event: Event) -> None:
        """Remember an event as the head of its chain, as far as that can be.

        The event is committed and must not seem refused: a head that cannot be kept is left out, the next one stands
        for both, and `troubles` tells why.
        """
        with suppress(StoreUnreachable):
            self.note_head(event.annotator, Head(event.n, event.hash))

    def heads(self, annotator: str) -> tuple[Head, ...]:
        """Every head that was remembered of a chain, the earliest first."""
        lines = read_lines(self._heads_file(annotator)).found
        return tuple(Head(n, str(line.get("hash"))) for line in lines if isinstance(n := line.get("n"), int))

    def other_stores(self, store: str) -> int:
        """Of how many stores but this one the heads are remembered here; where one was removed, all of it is gone."""
        own = self._heads_file(f"store:{store}")
        return sum(path != own for path in self._folder.glob("heads/store_*.jsonl"))

    def note_sign_in(self, store: str, annotator: str) -> None:
        """Remember that somebody signed in to a store here."""
        if self.signed_in(store)[:1] != (annotator,):
            self._append(self._sign_ins, {"store": store, "annotator": annotator}, durable=False)

    def signed_in(self, store: str) -> tuple[str, ...]:
        """The ids of those who signed in to a store here, the last one first."""
        lines = reversed(read_lines(self._sign_ins).found)
        return tuple(dict.fromkeys(str(line.get("annotator")) for line in lines if line.get("store") == store))

    def note_put_off(self, annotator: str, until: datetime) -> None:
        """Remember until when no break is to be offered to somebody."""
        self._append(self._put_offs, {"annotator": annotator, "until": timestamp(until)}, durable=False)

    def put_off_until(self, annotator: str) -> datetime | None:
        """Until when no break is to be offered to somebody; None where it was never put off."""
        lines = reversed(read_lines(self._put_offs).found)
        return next((_time(line.get("until")) for line in lines if line.get("annotator") == annotator), None)

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
            for line in read_lines(self._folder / "openings.jsonl").found
            if str(line.get("sha256")) in hashes or str(line.get("recording")) in names
        )

    def troubles(self) -> Iterator[RbcheckError]:
        """What is damaged of this memory, a sentence each; nothing is made or changed."""
        for folder in (self._folder, self._folder / "heads"):
            if folder.exists() and not folder.is_dir():
                yield StoreUnreachable(_NO_FOLDER, path=folder)
                return
        for look in (self._read_id, self._key.check):
            try:
                look()
            except RbcheckError as error:
                yield error
        try:
            kept = sorted([*self._folder.glob("*.jsonl"), *self._folder.glob("heads/*.jsonl")])
        except OSError as error:
            yield StoreUnreachable(CANNOT_READ, path=self._folder, why=error.strerror)
            return
        for path in kept:
            try:
                bad = read_lines(path).bad
            except RbcheckError as error:
                yield error
            else:
                if bad:
                    yield StoreUnreachable(_BAD_LINES, path=path, count=bad)

    @property
    def _sign_ins(self) -> Path:
        return self._folder / "signed_in.jsonl"

    @property
    def _put_offs(self) -> Path:
        return self._folder / "put_off.jsonl"

    def _heads_file(self, annotator: str) -> Path:
        return self._folder / "heads" / (re.sub(r"[^0-9A-Za-z]", "_", annotator) + ".jsonl")

    def _read_id(self) -> str | None:
        path = self._folder / "id"
        content = read_bytes(path)
        if content is None:
            return None
        found = content.decode("utf-8", "replace").strip()
        if not _ID.fullmatch(found):
            raise StoreUnreachable(_BAD_ID, path=path)
        return found

    def _make_id(self, path: Path) -> str:
        made = secrets.token_hex(16)
        try:
            return made if write_first(path, made) else self._read_id() or made
        except OSError as error:
            raise StoreUnreachable(_CANNOT, path=path, why=error.strerror) from error

    def _append(self, path: Path, line: dict[str, object], *, durable: bool) -> None:
        text = (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = not path.exists()
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                be_no_pipe(handle, path)
                _write(handle, text)
                if durable:
                    os.fsync(handle)
            finally:
                os.close(handle)
            if durable and fresh:
                sync(path.parent)
        except OSError as error:
            raise StoreUnreachable(_CANNOT, path=path, why=error.strerror) from error


def _write(handle: int, text: bytes) -> None:
    size = os.fstat(handle).st_size
    if size and os.pread(handle, 1, size - 1) != b"\n":
        # What a killed program left of its last line must not swallow this one.
        text = b"\n" + text
    if os.write(handle, text) != len(text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _opening(line: dict[str, object]) -> Opening:
    span = line.get("span_ms")
    recording, annotator = line.get("recording"), line.get("annotator")
    return Opening(
        str(line.get("sha256")),
        # A span that is damaged counts as the whole clip, so that no guess on it passes for an unseen one.
        (span[0], span[1]) if isinstance(span, list) and [type(end) for end in span] == [int, int] else None,
        recording if isinstance(recording, str) else None,
        annotator if isinstance(annotator, str) else None,
        str(line.get("device")),
        _time(line.get("at")),
        str(line.get("by")),
    )


def _time(value: object) -> datetime:
    """When it was; the earliest time where a damaged line does not tell, so that the footage counts as seen."""
    try:
        found = datetime.fromisoformat(str(value))
    except ValueError:
        return _UNKNOWN
    return found if found.tzinfo else _UNKNOWN
