"""Another store as it is at this moment, to be read from: it stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rbcheck.domain.errors import N_, StoreUnreachable
from rbcheck.store.address import ServerAddress, parse
from rbcheck.store.copying import copy_beside, naming_files
from rbcheck.store.schema import revision_of
from rbcheck.store.unit_of_work import SqlStore, open_store

_NO_STORE = N_("{path} holds no store: give the path of one, or of a backup.")


@contextmanager
def visited(url: str) -> Iterator[tuple[str, SqlStore, bool]]:
    """A store, the name it is told by, and whether it is the store itself.

    One in a file is copied, so that even an older one stays as it is.
    """
    address = parse(url)
    if isinstance(address, ServerAddress):
        store = open_store(url)
        try:
            yield address.shown, store, True
        finally:
            store.dispose()
        return
    if revision_of(address.path) is None:
        raise StoreUnreachable(_NO_STORE, path=address.path)
    with naming_files(address.path), TemporaryDirectory(prefix="rbcheck-merge-") as folder:
        copy = copy_beside(address.path, Path(folder) / "store.db")
        store = open_store(str(copy))
        try:
            yield address.path.name, store, False
        finally:
            store.dispose()
