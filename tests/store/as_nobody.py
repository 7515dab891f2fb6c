"""A program that uses a store without the rights of whoever started it."""

from __future__ import annotations

AS_NOBODY = """
import os, sys
from rbcheck.domain.errors import StoreUnreachable
from rbcheck.store.unit_of_work import open_store
sys.path[:0] = sys.argv[2:]
from store.making import an_annotator

open_store(sys.argv[1] + ".warm").dispose()
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
"""
"""How it begins. Its arguments are the store, beside which stands one of the name `.warm`, and the folder of tests."""
