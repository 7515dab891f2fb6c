"""What only one session may write at a time, by name: SQLite has one lock for all, taken as a writing unit begins."""

from __future__ import annotations

import hashlib

from sqlalchemy import BigInteger, Connection, bindparam, text

_HOLD = text("SELECT pg_advisory_xact_lock(:number)").bindparams(bindparam("number", type_=BigInteger()))


def hold(connection: Connection, *name: str) -> None:
    """Wait for whoever writes under this name, and keep others waiting until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(_HOLD, {"number": _number(name)})


def _number(name: tuple[str, ...]) -> int:
    """64 bits for the name; two names that share them only wait for each other."""
    return int.from_bytes(hashlib.blake2b("\0".join(("rbcheck", *name)).encode(), digest_size=8).digest(), signed=True)
