"""The ledger: canonical form, chains, and what a look at a bent chain finds."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from builders import later
from hypothesis import given
from hypothesis import strategies as st

from rbcheck.domain.canonical import canonical, sha256_of
from rbcheck.domain.ledger import Entry, Event, Head, How, link, rehash, verify_chain

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1e21, "1e+21"), (1e20, "100000000000000000000"), (1e-7, "1e-7"), (1e-6, "0.000001"), (-0.0, "0"),
        (4.50, "4.5"), (2e-3, "0.002"), (333333333.33333329, "333333333.3333333"), (1e30, "1e+30"), (100.0, "100"),
        (5e-324, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"), (9007199254740991, "9007199254740991"),
        ("\u20ac$\u000f\nA'B\"\\\\\"/", '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
        (
            {"\u20ac": 1, "\r": 2, "1": 3, "\U0001f600": 4, "\ufb33": 5},
            '{"\\r":2,"1":3,"\u20ac":1,"\U0001f600":4,"\ufb33":5}',
        ),
        ([True, None, [], {}], "[true,null,[],{}]"),
    ],
)  # fmt: skip
def test_the_canonical_form_is_that_of_rfc_8785(value: object, text: str) -> None:
    assert canonical(value) == text  # type: ignore[arg-type]


def _int(digits: str) -> int | float:
    return int(digits) if abs(int(digits)) < 2**53 else float(digits)


@given(JSON)
def test_a_canonical_text_reads_back_as_its_value(value: object) -> None:
    text = canonical(value)  # type: ignore[arg-type]
    assert json.loads(text, parse_int=_int) == value
    assert canonical(json.loads(text, parse_int=_int)) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**53, "\ud800"])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        canonical(value)  # type: ignore[arg-type]


def test_a_hash_ignores_the_order_of_keys() -> None:
    assert sha256_of({"a": 1, "b": 2}) == sha256_of({"b": 2, "a": 1}) != sha256_of({"a": 1, "b": 3})


def chain(length: int = 8) -> list[Event]:
    events: list[Event] = []
    for number in range(length):
        head = Head(events[-1].n, events[-1].hash) if events else None
        events.append(link("ann", "dev", head, later(number), number, Entry("marked", {"option": "A", "n": number})))
    return events


def test_an_honest_chain_holds_and_is_anchored_by_a_head_outside() -> None:
    events = chain()
    report = verify_chain(events, [Head(5, events[4].hash)])
    assert (report.ok, report.events, report.anchored, report.first_bad) == (True, 8, 5, None)
    assert verify_chain([]).ok


BENT: dict[str, tuple[Callable[[list[Event]], list[Event]], tuple[int, How]]] = {
    "payload changed": (lambda c: [*c[:3], replace(c[3], payload='{"n":9}'), *c[4:]], (4, How.CHANGED)),
    "time changed": (lambda c: [*c[:3], replace(c[3], at=later(99)), *c[4:]], (4, How.CHANGED)),
    "first removed": (lambda c: c[1:], (1, How.REMOVED)),
    "middle removed": (lambda c: c[:3] + c[4:], (4, How.REMOVED)),
    "two swapped": (lambda c: [*c[:3], c[4], c[3], *c[5:]], (4, How.REORDERED)),
    "one doubled": (lambda c: [*c[:4], c[3], *c[4:]], (5, How.INSERTED)),
    "one rehashed": (
        lambda c: [*c[:3], replace(c[3], payload="{}", hash=rehash(replace(c[3], payload="{}"))), *c[4:]],
        (5, How.INSERTED),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BENT)
def test_a_bent_chain_is_found_and_its_place_named(name: str) -> None:
    bend, found = BENT[name]
    report = verify_chain(bend(chain()))
    assert (report.ok, report.first_bad) == (False, found)


def test_a_store_put_back_shows_as_a_fork() -> None:
    events = chain(8)
    outside = [Head(event.n, event.hash) for event in events]
    assert verify_chain(events[:5], outside).first_bad == (6, How.REMOVED)
    forked = events[:5]
    for number in range(3):
        forked.append(
            link("ann", "dev", Head(forked[-1].n, forked[-1].hash), later(50 + number), 0, Entry("other", {}))
        )
    report = verify_chain(forked, outside)
    assert (report.ok, report.anchored, report.first_bad) == (False, 5, (6, How.FORKED))


def test_a_clock_set_back_is_named_and_accuses_nobody() -> None:
    events = chain(3)
    events.append(link("ann", "dev", Head(3, events[-1].hash), later(-60), 9, Entry("marked", {})))
    report = verify_chain(events)
    assert (report.ok, report.first_bad) == (True, (4, How.CLOCK_SET_BACK))


@given(st.integers(0, 7), st.sampled_from(["payload", "kind", "device", "annotator", "previous", "hash"]))
def test_any_field_of_any_event_changed_is_found(place: int, field: str) -> None:
    events = chain()
    events[place] = replace(events[place], **{field: "x" + getattr(events[place], field)[1:]})
    assert not verify_chain(events).ok
