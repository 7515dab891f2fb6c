"""The address of a store: a path or a database URL; what of it may be printed; on what kind of disk it lies."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, unquote

from rbcheck.domain.errors import N_, StoreUnreachable

_UNKNOWN = N_("{address} is no store: give the path of a file, sqlite:///PATH, or postgresql+psycopg://USER@HOST/NAME.")
_NO_HOME = N_("{path} names the home folder of nobody on this machine: give the path of a file.")
_URL = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+)://(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_SECRET = re.compile(r"(?<=://)(?P<user>[^:@/]*):(?:.*)@", re.DOTALL)
_SECRET_FIELD = re.compile(r"(?i)\b(password|passfile|sslpassword|sslkey)=[^&]*")
_SERVER_SCHEMES = frozenset({"postgresql", "postgresql+psycopg", "postgres"})
# The last @ ends the password, so that no part of an ill-written one is taken for a host and printed.
_SERVER = re.compile(
    r"(?:(?P<user>[^:@/]*)(?::(?P<password>.*))?@)?(?P<host>\[[^\]@]+\]|[^/:?@\[]*)(?::(?P<port>[0-9]{1,5}))?"
    r"(?:/(?P<name>[^?/@]*))?(?:\?(?P<query>[^@]*))?",
    re.DOTALL,
)

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


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a PostgreSQL server; what is not stated is left to libpq (its environment, ~/.pgpass)."""

    user: str | None
    password: str | None = field(repr=False)
    host: str | None
    port: int | None
    name: str | None
    more: Mapping[str, str] = field(repr=False)

    @property
    def shown(self) -> str:
        """What may be printed of it: USER@HOST:PORT/NAME."""
        user, port = self.user or self.more.get("user"), self.port or self.more.get("port")
        place = self.host or self.more.get("host") or "localhost"
        name = self.name or self.more.get("dbname") or ""
        return "".join((f"{user}@" if user else "", place, f":{port}" if port else "", f"/{name}"))


def without_secrets(url: str) -> str:
    """A database URL as it may be printed and logged: no password in it."""
    return _SECRET_FIELD.sub(r"\1=***", _SECRET.sub(r"\g<user>:***@", url))


def holds_secret(url: str) -> bool:
    """Whether a database URL holds what must not be printed."""
    return without_secrets(url) != url


def parse(url: str) -> Address | ServerAddress:
    """The store that a path, an `sqlite:///` or a `postgresql+psycopg://` URL names; StoreUnreachable for others."""
    found = _URL.fullmatch(url)
    if found is None:
        return Address(_placed(url))
    scheme = found["scheme"].lower()
    if scheme in _SERVER_SCHEMES:
        return _server(found["rest"], url)
    if scheme.partition("+")[0] != "sqlite" or not found["rest"].startswith("/"):
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


def _server(rest: str, url: str) -> ServerAddress:
    parts = _SERVER.fullmatch(rest)
    if parts is None:
        raise StoreUnreachable(_UNKNOWN, address=without_secrets(url))
    user, password, host, name = (
        None if parts[group] is None else unquote(parts[group]) for group in ("user", "password", "host", "name")
    )
    more = dict(parse_qsl(parts["query"] or "", keep_blank_values=True))
    port = int(parts["port"]) if parts["port"] else None
    return ServerAddress(user or None, password, (host or "").strip("[]") or None, port, name or None, more)


def network_file_system(path: Path, mounts: str | None = None) -> str | None:
    """The type of the network file system under `path` (Linux: by /proc/mounts), None for a local disk."""
    if mounts is None:
        if not sys.platform.startswith("linux"):
            return None
        mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="surrogateescape")
    place, best, kind = f"{os.path.realpath(path)}/", -1, ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        mounted = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[1]).rstrip("/")
        if len(mounted) >= best and place.startswith(f"{mounted}/"):
            best, kind = len(mounted), fields[2]
    return kind if kind in NETWORK_FILE_SYSTEMS else None


def is_made(url: str) -> bool:
    """Whether a store is there to be opened; one on a server is taken to be."""
    address = parse(url)
    if isinstance(address, ServerAddress):
        return True
    try:
        return address.path.exists()
    except OSError:
        # Opening it tells why it cannot be looked at.
        return True
