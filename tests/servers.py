"""A PostgreSQL server for the tests, in a folder of its own: made, started, killed, stopped."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

SYSTEM_USER = "postgres"
PASSWORD = "s3cret:/@"
PASSWORD_IN_URL = "s3cret%3A%2F%40"


def programs() -> Path | None:
    """The folder of initdb and pg_ctl, the newest there is."""
    places = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr").glob("pgsql-*/bin")]
    places += Path("/opt/homebrew/opt").glob("postgresql@*/bin")
    found = sorted(
        (place for place in places if (place / "initdb").exists()),
        key=lambda place: [int(digits) for digits in "".join(c if c.isdigit() else " " for c in str(place)).split()],
    )
    if found:
        return found[-1]
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@dataclass
class Cluster:
    """A server: its programs, its folder, the port that it listens on."""

    bin: Path
    folder: Path
    port: int

    def url(self, name: str, user: str = SYSTEM_USER) -> str:
        """The address of one of its databases, with a password in it."""
        return f"postgresql+psycopg://{user}:{PASSWORD_IN_URL}@127.0.0.1:{self.port}/{name}"

    def connect(self, name: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        """A connection of the owner's, without the program in between; each statement is a transaction."""
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=SYSTEM_USER, password=PASSWORD, dbname=name, autocommit=True
        )

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._pg_ctl("start", "-w", "-t", "120", "-l", str(self.folder / "log"))

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast` ends the sessions, `immediate` is a crash of the server."""
        self._pg_ctl("stop", "-w", "-m", mode)

    def kill(self) -> None:
        """End every process of it at once, as when the machine loses its power."""
        note = self.folder / "data" / "postmaster.pid"
        pid = int(note.read_text().splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in [pid, *map(int, children)]:
            with _gone_is_fine():
                os.kill(each, signal.SIGKILL)
        for each in [pid, *map(int, children)]:
            while Path(f"/proc/{each}").exists() and _state(each) != "Z":
                time.sleep(0.01)
        # Where nobody collects dead processes, the number in these would pass for a running server.
        for left in (note, *self.folder.glob(".s.PGSQL.*.lock")):
            left.unlink()

    def make(self, template: str = "template0") -> str:
        """A new database, like `template`; its name."""
        name = f"t{secrets.token_hex(6)}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8'".encode())
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is in it."""
        with self.connect() as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())

    def _pg_ctl(self, *words: str) -> None:
        command = [*as_server_user(), str(self.bin / "pg_ctl"), "-D", str(self.folder / "data"), *words]
        ran = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=180)
        assert ran.returncode == 0, (self.folder / "log").read_text()


def as_server_user() -> list[str]:
    """What runs a command as a user that a server may run as: never root."""
    return ["runuser", "-u", SYSTEM_USER, "--"] if os.getuid() == 0 else []


def why_no_server() -> str | None:
    """Why no server can be started here; None where it can."""
    if programs() is None:
        return "no PostgreSQL server is installed here"
    if os.getuid() == 0:
        if shutil.which("runuser") is None:
            return "no runuser here, and a PostgreSQL server does not run as root"
        if SYSTEM_USER not in {user.pw_name for user in pwd.getpwall()}:
            return "no user postgres here, and a PostgreSQL server does not run as root"
    return None


@contextmanager
def server(**stated: str) -> Iterator[Cluster]:
    """A server with an empty cluster and these settings; stopped and removed at the end."""
    found = programs()
    assert found is not None
    folder = Path(tempfile.mkdtemp(prefix="rbcheck-pg-", dir="/tmp"))
    secret = folder / "password"
    secret.write_text(PASSWORD)
    if os.getuid() == 0:
        owner = pwd.getpwnam(SYSTEM_USER)
        for path in (folder, secret):
            os.chown(path, owner.pw_uid, owner.pw_gid)
    try:
        made = [*as_server_user(), str(found / "initdb"), "-D", str(folder / "data"), "-U", SYSTEM_USER, "-A"]
        made += ["scram-sha-256", "--pwfile", str(secret), "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(made, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=180)
        cluster = Cluster(found, folder, free_port())
        settings = {
            "port": str(cluster.port), "listen_addresses": "'127.0.0.1'", "unix_socket_directories": f"'{folder}'",
            "max_connections": "200", "shared_buffers": "64MB", **stated,
        }  # fmt: skip
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())
        cluster.start()
        try:
            yield cluster
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                cluster.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"


@contextmanager
def _gone_is_fine() -> Iterator[None]:
    try:
        yield
    except ProcessLookupError:
        return
