"""Addresses of stores, and what may be printed of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rbcheck.domain.errors import StoreUnreachable
from rbcheck.store import engine as engine_module
from rbcheck.store.address import Address, ServerAddress, holds_secret, network_file_system, parse, without_secrets
from rbcheck.store.unit_of_work import open_store

MOUNTS = "\n".join(
    [
        "/dev/vda / ext4 rw 0 0",
        "tmpfs /tmp tmpfs rw 0 0",
        "server:/home /home nfs4 rw 0 0",
        "/dev/vdb /home/local ext4 rw 0 0",
        r"//nas/x /mnt/two\040words cifs rw 0 0",
    ]
)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/store.db", None),
        ("/home/ada/store.db", "nfs4"),
        ("/home/local/store.db", None),
        ("/homes/store.db", None),
        ("/mnt/two words/store.db", "cifs"),
    ],
)
def test_a_network_file_system_is_seen_by_the_deepest_mount(path: str, kind: str | None) -> None:
    assert network_file_system(Path(path), MOUNTS) == kind


def test_on_a_network_file_system_the_store_has_a_rollback_journal_and_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on_nfs(path: Path) -> str:
        return "nfs4"

    monkeypatch.setattr(engine_module, "network_file_system", on_nfs)
    monkeypatch.setattr("rbcheck.store.integrity.network_file_system", on_nfs)
    store = open_store(str(tmp_path / "store.db"))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"
    (warning,) = store.warnings()
    store.dispose()
    assert "nfs4" in warning.render(str)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("/data/store.db", "/data/store.db"),
        ("sqlite:////data/store.db", "/data/store.db"),
        ("sqlite+pysqlite:////data/store.db", "/data/store.db"),
        ("/data/50%.db", "/data/50%.db"),
    ],
)
def test_paths_and_sqlite_addresses_name_a_file(url: str, path: str) -> None:
    assert parse(url) == Address(Path(path))


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://x:secret@h/d", "sqlite://host/x"])
def test_what_names_no_file_is_refused(url: str) -> None:
    with pytest.raises(StoreUnreachable) as caught:
        parse(url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://ada:s3cret@host/rbcheck",
        "postgresql://ada:s3cret:with@signs@host/rbcheck?sslmode=require",
        "postgres://host/rbcheck?user=ada&password=s3cret&x=1",
        "postgresql://:s3cret@host/db",
    ],
)
def test_the_password_of_a_server_is_in_nothing_that_may_be_printed(url: str) -> None:
    address = parse(url)
    assert isinstance(address, ServerAddress)
    assert address.shown.removeprefix("ada@").startswith("host/")
    assert "s3cret" not in repr(address)
    assert "s3cret" not in address.shown
    assert holds_secret(url)
    assert "s3cret" not in without_secrets(url)
