"""The address of a store: a path or a database URL; what of it may be printed; on what kind of disk it lies."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from rbcheck.domain.errors import N_, StoreUnreachable

_NOT_YET = N_("{address}: this version keeps its store in an SQLite file; a PostgreSQL server comes with a later one.")
_UNKNOWN = N_("{address} is no store: give the path of a file, or sqlite:///PATH.")
_NO_HOME = N_("{path} names the home folder of nobody on this machine: give the path of a file.")
_URL = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+)://(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_SECRET = re.compile(r"(?<=://)(?P<user>[^:@/]*):(?:.*)@", re.DOTALL)
_SECRET_FIELD = re.compile(r"(?i)\b(password|passfile|sslpassword|sslkey)=[^&]*")

NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "ncpfs", "9p", "ceph", "glusterfs", "fuse.glusterfs"}
    | {"lustre", "gpfs", "beegfs", "ocfs2", "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs", "davfs"}
    | {"virtiofs", "vboxsf", "prl_fs"}
)


@dataclass(frozen=True, slots=True)
class Address:
    """Where an SQLite store lies."""

    path: Path

    @property
    def shown(self) -> str:
        """What may be printed of it."""
        return str(self.path)


def without_secrets(url: str) -> str:
    """A database URL as it may be printed and logged: no password in it."""
    return _SECRET_FIELD.sub(r"\1=***", _SECRET.sub(r"\g<user>:***@", url))


def parse(url: str) -> Address:
    """The store that a path or an `sqlite:///` URL names; StoreUnreachable for what this version has no engine for."""
    found = _URL.fullmatch(url)
    if found is None:
        return Address(_placed(url))
    if found["scheme"].lower().partition("+")[0] in {"postgresql", "postgres"}:
        raise StoreUnreachable(_NOT_YET, address=without_secrets(url))
    if found["scheme"].lower().partition("+")[0] != "sqlite" or not found["rest"].startswith("/"):
        raise StoreUnreachable(_UNKNOWN, address=without_secrets(url))
    path = found["rest"][1:]
    if not path or path == ":memory:":
        raise StoreUnreachable(_UNKNOWN, address=url)
    return Address(_placed(path))


def _placed(path: str) -> Path:
    if "\0" in path:
        raise StoreUnreachable(_UNKNOWN, address=path)
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError as error:
        raise StoreUnreachable(_NO_HOME, path=path) from error


def network_file_system(path: Path, mounts: str | None = None) -> str | None:
    """The type of the network file system under `path` (Linux: by /proc/mounts), None for a local disk."""
    if mounts is None:
        if not sys.platform.startswith("linux"):
            return None
        mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="surrogateescape")
    place, best, kind = Path(os.path.realpath(path)), -1, ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        mounted = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[1]))
        depth = len(mounted.parts)
        if depth >= best and place.is_relative_to(mounted):
            best, kind = depth, fields[2]
    return kind if kind in NETWORK_FILE_SYSTEMS else None
