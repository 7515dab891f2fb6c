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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    """A server: its programs, its folder, the port that it listens on; it runs as a child of this process."""

    bin: Path
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

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
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.folder / "data")],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **as_server_user(),
            )  # fmt: skip
        while True:
            try:
                self.connect().close()
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends the sessions, SIGQUIT is a crash of the server."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def kill(self) -> None:
        """End every process of it at once, as when the machine loses its power."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in [pid, *map(int, children)]:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait(60)
        self.process = None

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


def as_server_user() -> dict[str, Any]:
    """For a process that must not run as root: whom it runs as."""
    if os.getuid() != 0:
        return {}
    return {"user": SYSTEM_USER, "group": pwd.getpwnam(SYSTEM_USER).pw_gid, "extra_groups": []}


def why_no_server() -> str | None:
    """Why no server can be started here; None where it can."""
    if programs() is None:
        return "no PostgreSQL server is installed here"
    if os.getuid() == 0 and SYSTEM_USER not in {user.pw_name for user in pwd.getpwall()}:
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
        made = [str(found / "initdb"), "-D", str(folder / "data"), "-U", SYSTEM_USER, "-A", "scram-sha-256"]
        made += ["--pwfile", str(secret), "-E", "UTF8", "--locale=C", "-N"]
        quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "timeout": 180}
        subprocess.run(made, cwd=folder, check=True, **quiet, **as_server_user())
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
            cluster.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
