"""What machines do to a store: upgrades killed half-way, rights taken, servers that only read, clocks set wrong."""

from __future__ import annotations

import os
import random
import shutil
import stat
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import connect

import builders
import crowd
import psycopg
import pytest
import servers
from alembic import command
from alembic.config import Config
from store.as_nobody import AS_NOBODY
from store.making import an_annotator, contents, fill, honest, keep, url_of

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import Leased, StoreUnreachable
from rbcheck.domain.ledger import How, verify_chain
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.services.sitting import LEASE
from rbcheck.store import server
from rbcheck.store.address import ServerAddress, parse
from rbcheck.store.engine import make_engine
from rbcheck.store.migrating import migrations_folder
from rbcheck.store.unit_of_work import SqlStore, open_store

OLD = "0004_leading"
OPEN_IT = """
import os
from rbcheck.store.unit_of_work import open_store
print("now", flush=True)
open_store(os.environ["STORE"])
"""


def make_old(url: str) -> None:
    """A store as an earlier version left it, with a pack in it."""
    address = parse(url)
    engine = server.make_engine(address) if isinstance(address, ServerAddress) else make_engine(address.path)
    settings = Config()
    settings.set_main_option("script_location", str(migrations_folder()))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, OLD)
        connection.exec_driver_sql(
            "INSERT INTO pack (name, title, protocol, reveal_gold, coverage, practice, added_at)"
            " VALUES ('old', '{}', 'direct', false, 0.5, false, '2026-01-01 00:00:00.000000')"
        )
    engine.dispose()


def upgraded_and_killed(url: str, after_s: float) -> None:
    """A program that opens, and so upgrades, a store and is killed so long after it began."""
    process = subprocess.Popen([sys.executable, "-c", OPEN_IT], stdout=subprocess.PIPE, env=os.environ | {"STORE": url})
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after_s)
    process.kill()
    process.communicate()


def is_whole(url: str) -> bool:
    """Whether the store opens, is sound, and holds what it held before it was upgraded."""
    store = open_store(url)
    with store(write=False) as work:
        names = [pack.name for pack in work.packs.all()]
    fill(store)
    keep(store, honest(Stage.DONE))
    bad = [finding.name for finding in store.check() if not finding.ok and finding.name != "disk_space"]
    store.dispose()
    return names == ["old"] and bad == []


@pytest.mark.slow
def test_an_upgrade_of_a_file_that_is_killed_at_any_moment_is_done_at_the_next_start(tmp_path: Path) -> None:
    moments = random.Random(3)
    for number in range(8):
        path = tmp_path / str(number) / "store.db"
        path.parent.mkdir()
        make_old(str(path))
        for _ in range(2):
            upgraded_and_killed(str(path), moments.random())
        assert is_whole(str(path))
        assert [left.name for left in path.parent.iterdir() if "upgrade" in left.name] == []


@pytest.mark.slow
def test_an_upgrade_of_a_server_that_is_killed_at_any_moment_is_done_at_the_next_start(
    cluster: servers.Cluster,
) -> None:
    moments = random.Random(4)
    for _ in range(5):
        name = cluster.make()
        make_old(cluster.url(name))
        upgraded_and_killed(cluster.url(name), moments.random())
        assert is_whole(cluster.url(name))
        cluster.drop(name)


def test_an_upgrade_on_a_full_disk_changes_nothing_and_is_done_once_there_is_space(small_disk: Path) -> None:
    path = small_disk / "store.db"
    make_old(str(path))
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        before = list(connection.iterdump())
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(shutil.disk_usage(small_disk).free - 100_000))
    with pytest.raises(StoreUnreachable, match="disk is full"):
        open_store(str(path))
    ballast.unlink()
    with closing(connect(path)) as connection:
        assert list(connection.iterdump()) == before
    assert [left.name for left in small_disk.iterdir()] == ["store.db"]
    assert is_whole(str(path))


LOSING_RIGHTS = AS_NOBODY + textwrap.dedent(
    """
    store = open_store(sys.argv[1])
    for line in sys.stdin:
        store.engine.dispose()
        try:
            with store() as work:
                work.people.add(an_annotator(line.strip(), "Eve"))
                work.commit()
        except StoreUnreachable as error:
            print(error, flush=True)
        else:
            print("kept", flush=True)
    """
)


def test_a_file_whose_rights_are_taken_while_it_is_used_is_used_again_once_they_are_back(new_file: Path) -> None:
    folder = Path("/tmp") / f"rbcheck-lost-rights-{os.getpid()}"
    folder.mkdir()
    try:
        path = folder / "store.db"
        for name in ("store.db", "store.db.warm"):
            shutil.copyfile(new_file, folder / name)
        path.chmod(0o666)
        folder.chmod(0o777)
        program = subprocess.Popen(
            [sys.executable, "-c", LOSING_RIGHTS, str(path), str(Path(__file__).parent.parent)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

        def asked(name: str) -> str:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(f"{name}\n")
            program.stdin.flush()
            return program.stdout.readline().strip()

        assert asked("a") == "kept"
        folder.chmod(0o555)
        path.chmod(0o444)
        refused = asked("b")
        assert "read-only" in refused or "cannot be opened" in refused
        assert str(path) in refused
        folder.chmod(0o777)
        path.chmod(0o666)
        assert asked("b") == "kept"
        program.communicate()
        store = open_store(str(path))
        with store(write=False) as work:
            assert {person.annotator_id for person in work.people.all()} == {"a", "b"}
        store.dispose()
    finally:
        folder.chmod(stat.S_IRWXU)
        shutil.rmtree(folder)


def test_a_server_that_only_reads_refuses_acts_and_takes_them_again(
    server_store: SqlStore, cluster: servers.Cluster
) -> None:
    name = server_store.engine.url.database
    before = contents(server_store)

    def write() -> None:
        with server_store() as work:
            work.people.add(an_annotator("ann-9", "Eve"))
            work.commit()

    for said in ("SET default_transaction_read_only = on", "RESET default_transaction_read_only"):
        server_store.engine.dispose()
        with cluster.connect() as owner:
            owner.execute(f"ALTER DATABASE {name} {said}".encode())
        if said.startswith("SET"):
            with pytest.raises(StoreUnreachable, match="only reads now"):
                write()
            assert contents(server_store) == before
    write()
    assert contents(server_store) != before


def test_a_login_whose_rights_are_taken_is_told_so_and_goes_on_once_it_has_them(
    server_store: SqlStore, cluster: servers.Cluster
) -> None:
    name = server_store.engine.url.database
    assert name is not None
    with psycopg.connect(url_of(server_store), autocommit=True) as owner:
        owner.execute(b"DROP ROLE IF EXISTS guest")
        owner.execute(f"CREATE ROLE guest LOGIN PASSWORD '{servers.PASSWORD}'".encode())
        rights = b"SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public"
        owner.execute(b"GRANT " + rights + b" TO guest")
        owner.execute(b"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guest")
        guest = open_store(cluster.url(name, "guest"))

        def write(annotator_id: str) -> None:
            with guest() as work:
                work.people.add(an_annotator(annotator_id, "Eve"))
                work.commit()

        write("ann-7")
        owner.execute(b"REVOKE INSERT ON ALL TABLES IN SCHEMA public FROM guest")
        with pytest.raises(StoreUnreachable, match="may not do that"):
            write("ann-8")
        owner.execute(b"GRANT " + rights + b" TO guest")
        write("ann-8")
        guest.dispose()
        owner.execute(b"DROP OWNED BY guest")
        owner.execute(b"DROP ROLE guest")


class SetClock:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.at = builders.T0

    def now(self) -> datetime:
        """The time it shows, a second later each time."""
        self.at += timedelta(seconds=1)
        return self.at

    def mono_ns(self) -> int:
        """Nanoseconds that go on whatever the clock shows."""
        return time.monotonic_ns()


@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(hours=-1), timedelta(days=400)])
def test_a_clock_that_is_set_in_the_midst_of_a_question_costs_nothing_and_is_named(
    empty_store: SqlStore, tmp_path: Path, jump: timedelta
) -> None:
    crowd.prepare(empty_store, ["p0"], 1)
    clock, device = SetClock(), DeviceFiles(tmp_path / "device")
    desk = Annotating(empty_store, clock, device, "me", lambda other: True)
    said: list[dict[str, object]] = []

    def act(judgment_id: str, kind: str, value: object, events: int, do: object) -> object:
        if kind == "stage" and value == "check":
            clock.at += jump
        assert callable(do)
        said.append({"kind": kind, "value": value})
        return do()

    for _ in crowd.judge(desk, "p0", "q00000", act, random.Random(1)):
        desk.renew(desk.open("p0", crowd.PACK, "q00000").header.judgment_id)
    with empty_store(write=False) as work:
        (judgment,) = work.judgments.each()
        report = verify_chain(list(work.ledger.events("p0", device.device_id)), device.heads("p0"))
    assert judgment.stage is Stage.DONE
    assert list(crowd._missing(judgment, said)) == []
    assert all(spent >= 0 for spent in judgment.active_ms.values())
    assert report.ok
    assert (report.first_bad is not None and report.first_bad[1] is How.CLOCK_SET_BACK) == (jump < timedelta())


def test_a_lease_taken_under_a_clock_set_far_forward_binds_nobody_once_it_is_right(
    empty_sqlite_store: SqlStore, tmp_path: Path
) -> None:
    crowd.prepare(empty_sqlite_store, ["p0"], 1)
    clock = SetClock()

    def desk(holder: str) -> Annotating:
        return Annotating(empty_sqlite_store, clock, DeviceFiles(tmp_path / holder), holder, lambda other: True)

    one, two = desk("one"), desk("two")
    one.open("p0", crowd.PACK, "q00000")
    clock.at -= LEASE  # two clocks that differ by so much still keep each other out
    with pytest.raises(Leased):
        two.open("p0", crowd.PACK, "q00000")
    clock.at -= timedelta(days=400)
    judgment_id = two.open("p0", crowd.PACK, "q00000").header.judgment_id
    with pytest.raises(Leased):
        one.renew(judgment_id)


def test_the_time_zone_changes_no_moment_that_is_kept(store: SqlStore) -> None:
    kept = honest(Stage.DONE)
    keep(store, kept)
    code = textwrap.dedent(
        """
        import os, sys
        from rbcheck.store.unit_of_work import open_store
        with open_store(os.environ["STORE"])(write=False) as work:
            print([*work.judgments.each()])
        """
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env=os.environ | {"STORE": url_of(store), "TZ": zone},
        ).stdout
        for zone in ("UTC", "Asia/Shanghai", "America/St_Johns")
    ]  # fmt: skip
    assert said[0] == said[1] == said[2] == f"{[kept]}\n"
