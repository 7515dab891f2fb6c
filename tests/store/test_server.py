"""A PostgreSQL server as the store: how it is made, upgraded, left alone; what is said when it cannot be used."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
import servers
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from store.making import NOON, an_annotator, contents, fill, honest, keep, opened_at_once, raw

import rbcheck.store.tables.leading  # noqa: F401 - its tables belong to the metadata
from rbcheck.domain.errors import RbcheckError, Refused, StoreBroken, StoreNewer, StoreUnreachable
from rbcheck.domain.ledger import Entry, verify_chain
from rbcheck.domain.protocol import Stage
from rbcheck.services.ports import Role
from rbcheck.store import server
from rbcheck.store.tables import METADATA
from rbcheck.store.unit_of_work import SqlStore, open_store


def said(url: str) -> str:
    """What opening a store that cannot be used says; never its password."""
    with pytest.raises(RbcheckError) as caught:
        open_store(url)
    assert servers.PASSWORD not in str(caught.value)
    assert "s3cret" not in str(caught.value)
    return str(caught.value)


def test_the_migrations_make_what_the_tables_say(empty_server_store: SqlStore) -> None:
    with empty_server_store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_programs_that_start_at_once_make_one_store(cluster: servers.Cluster) -> None:
    assert len(opened_at_once(cluster.url(cluster.make()))) == 1


def test_every_look_at_a_sound_store_is_well(server_store: SqlStore) -> None:
    assert [finding.name for finding in server_store.check() if finding.ok] == [
        "server", "schema", "writable", "durable", "rules",
    ]  # fmt: skip


def test_a_rule_that_was_switched_off_is_found(server_store: SqlStore) -> None:
    raw(server_store, "ALTER TABLE event DISABLE TRIGGER event_on_update")
    (bad,) = [finding for finding in server_store.check() if not finding.ok]
    assert (bad.name, bad.found) == ("rules", "event_on_update")


def test_a_newer_store_is_refused_and_untouched(server_store: SqlStore, cluster: servers.Cluster) -> None:
    raw(server_store, "UPDATE alembic_version SET version_num = '9999_future'")
    before = contents(server_store)
    with pytest.raises(StoreNewer, match="newer version"):
        open_store(cluster.url(str(server_store.engine.url.database)))
    assert contents(server_store) == before


def test_another_programs_database_is_refused_and_untouched(cluster: servers.Cluster) -> None:
    name = cluster.make()
    with cluster.connect(name) as connection:
        connection.execute("CREATE TABLE bookmarks (url text)")
    with pytest.raises(StoreBroken, match="another program"):
        open_store(cluster.url(name))
    with cluster.connect(name) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert found == [("bookmarks",)]


def test_an_upgrade_that_fails_leaves_nothing_behind(cluster: servers.Cluster) -> None:
    name = cluster.make()
    with cluster.connect(name) as connection:  # the rules cannot be made, as one of their functions is there already
        connection.execute("CREATE FUNCTION event_on_insert() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'")
    with pytest.raises(StoreBroken, match="could not be made"):
        open_store(cluster.url(name))
    with cluster.connect(name) as connection:
        assert connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").fetchall() == []
        connection.execute("DROP FUNCTION event_on_insert")
    open_store(cluster.url(name)).dispose()


def test_a_database_of_another_encoding_is_refused(cluster: servers.Cluster) -> None:
    with cluster.connect() as connection:
        connection.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    assert "LATIN1" in said(cluster.url("latin"))


def test_what_keeps_a_person_out_is_one_sentence(cluster: servers.Cluster) -> None:
    good = cluster.url("postgres")
    assert "refused the login" in said(good.replace(servers.PASSWORD_IN_URL, "s3cret-other"))
    assert "refused the login" in said(good.replace("postgres:", "nobody:"))
    assert "has no database" in said(cluster.url("none"))
    assert "cannot be reached" in said(f"postgresql://ada:s3cret@127.0.0.1:{servers.free_port()}/x")
    assert "cannot be reached" in said("postgresql://ada:s3cret@no-such-host.invalid/x?password=s3cret")
    assert "cannot be used" in said(f"{good}?no_such_setting=1")


def test_a_missing_driver_is_one_sentence() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from rbcheck.domain.errors import StoreUnreachable\n"
        "from rbcheck.store.unit_of_work import open_store\n"
        "try: open_store('postgresql://ada:s3cret@host/db')\n"
        "except StoreUnreachable as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "rbcheck[postgres]" in ran.stdout
    assert "s3cret" not in ran.stdout


def test_a_login_without_rights_is_told_so_and_one_with_them_has_a_role_of_its_own(
    server_store: SqlStore, cluster: servers.Cluster
) -> None:
    name = str(server_store.engine.url.database)
    with cluster.connect(name) as connection:
        connection.execute(f"CREATE ROLE ada LOGIN PASSWORD '{servers.PASSWORD}'".encode())
    try:
        ada = cluster.url(name, "ada")
        assert "may not do that" in said(ada)
        with cluster.connect(name) as connection:
            connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO ada")
        store = open_store(ada)
        with pytest.raises(StoreUnreachable, match="may not do that"), store() as work:
            work.people.add(an_annotator("ann-9", "Eve"))
        with cluster.connect(name) as connection:
            connection.execute("GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ada")
        with store() as work:
            work.people.set_role(Role.LEAD)
            work.commit()
        with store(write=False) as mine, server_store(write=False) as owners:
            assert (mine.people.role(), owners.people.role()) == (Role.LEAD, Role.ANNOTATOR)
        store.dispose()
    finally:
        with cluster.connect(name) as connection:
            connection.execute("DROP OWNED BY ada; DROP ROLE ada")


def test_two_sessions_of_one_chain_write_one_after_the_other(server_store: SqlStore) -> None:
    begun, done = threading.Event(), threading.Event()

    def second() -> None:
        with server_store() as work:
            begun.set()
            work.ledger.append("ann-1", "device", Entry("b", {}), NOON, 2)
            done.set()
            work.commit()

    with server_store() as work:
        work.ledger.append("ann-1", "device", Entry("a", {}), NOON, 1)
        other = threading.Thread(target=second)
        other.start()
        begun.wait(30)
        assert not done.wait(0.2)  # it waits for this one's commit, however long that takes
        work.commit()
    other.join(30)
    with server_store(write=False) as work:
        events = list(work.ledger.events("ann-1", "device"))
    assert [event.kind for event in events] == ["a", "b"]
    assert verify_chain(events).ok


def test_people_at_different_questions_wait_for_nobody(server_store: SqlStore) -> None:
    keep(server_store, honest(Stage.CHECK), honest(Stage.CHECK, annotator="ann-2"))
    with server_store() as mine, server_store() as theirs:
        for work, annotator in ((mine, "ann-1"), (theirs, "ann-2")):
            before = honest(Stage.CHECK, annotator=annotator)
            assert work.judgments.get(before.judgment_id) == before
            work.judgments.save(before, honest(Stage.ANSWER, annotator=annotator))
            work.ledger.append(annotator, "device", Entry("a", {}), NOON, 1)
            assert work.leases.take(annotator, "p1", "q1", annotator, NOON, NOON)
        mine.commit()
        theirs.commit()


def test_a_lock_that_is_held_too_long_says_so(server_store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LOCK_TIMEOUT_S", 1)
    impatient = open_store(server_store.engine.url.render_as_string(hide_password=False))
    kept = honest(Stage.CHECK)
    keep(server_store, kept)
    with server_store() as holding:
        assert holding.judgments.get(kept.judgment_id) == kept
        with pytest.raises(StoreUnreachable, match="did not answer in time"), impatient() as work:
            work.judgments.get(kept.judgment_id)
        with impatient(write=False) as reading:
            assert reading.judgments.get(kept.judgment_id) == kept
    impatient.dispose()


def test_the_same_made_by_two_at_once_is_refused_with_a_sentence(server_store: SqlStore) -> None:
    with server_store() as work:
        work.people.add(an_annotator("ann-9", "Eve"))
        work.commit()
    with pytest.raises(StoreUnreachable, match="at this moment"), server_store() as work:
        work.people.add(an_annotator("ann-9", "Eve"))


def test_a_text_that_the_server_cannot_keep_is_refused(server_store: SqlStore) -> None:
    with pytest.raises(Refused, match="cannot keep this"), server_store() as work:
        work.people.add(an_annotator("ann-9", "a\0b"))


def test_a_server_that_stops_is_said_and_one_that_is_back_is_used(cluster: servers.Cluster) -> None:
    with servers.server() as other:
        store = open_store(other.url(other.make()))
        fill(store)
        with store() as work:
            work.people.add(an_annotator("ann-8", "Eva"))
            other.kill()
            with pytest.raises(StoreUnreachable, match="nothing of this act was kept"):
                work.commit()
        with pytest.raises(StoreUnreachable, match="cannot be reached"), store():
            pass
        other.start()
        with store() as work:
            assert work.people.get("ann-8") is None
            work.people.add(an_annotator("ann-9", "Eve"))
            work.commit()
        other.stop()
        other.start()
        with store(write=False) as work:
            assert work.people.get("ann-9") is not None
        store.dispose()
