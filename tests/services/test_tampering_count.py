"""At least 300 kinds and places of tampering are tried by the tests, on stores and on exports; the count is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product

import pytest
from exchange import test_signatures
from services import test_lead_rows, test_standing, test_tampering, test_verifying_store, test_verifying_tables

ASKED = 300
OF_STORES: tuple[Callable[..., None], ...] = (
    test_tampering.test_a_store_that_was_tampered_with,
    test_verifying_store.test_events_that_were_tampered_with,
    test_verifying_store.test_pins_that_were_tampered_with,
    test_verifying_tables.test_tables_that_contradict_the_chain,
    test_verifying_tables.test_a_judgment_that_says_it_has_no_ledger_is_held_to_the_one_it_has,
    test_standing.test_a_judgment_moved_behind_the_back_of_its_ledger,
    test_lead_rows.test_a_row_that_no_act_left_so,
)
OF_EXPORTS: tuple[Callable[..., None], ...] = (
    test_tampering.test_an_export_that_rewrites_what_was_handed_in,
    test_tampering.test_behind_the_anchor_what_contradicts_the_judgments_is_named,
    test_verifying_store.test_a_spoilt_export_is_not,
    test_signatures.test_what_was_changed_after_the_signature_is_refused,
    test_signatures.test_a_later_export_that_rewrites_what_was_handed_in_is_refused,
)


def cases(test: Callable[..., None]) -> int:
    """With how many different values a test runs; the places of one chain are different ones, or its test fails."""
    lists = [mark.args[1] for mark in test.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    return len({repr(case) for case in product(*lists)})


def test_what_is_asked_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    of_stores, of_exports = (sum(cases(test) for test in tests) for tests in (OF_STORES, OF_EXPORTS))
    with capsys.disabled():
        sys.stdout.write(f"\ntampering: {of_stores} kinds and places on stores, {of_exports} on exports\n")
    assert of_stores + of_exports >= ASKED
    assert min(of_stores, of_exports) >= ASKED / 3
