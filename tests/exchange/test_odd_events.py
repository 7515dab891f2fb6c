"""Events of a file that hold together and say what no program ever wrote: told or passed over, never a traceback."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from exchange.places import Place
from exchange.test_import_guards import retold

from rbcheck.domain.errors import RbcheckError
from rbcheck.exchange import read_file
from rbcheck.services.verifying import Verifying


@pytest.fixture(scope="module")
def exported(house: Place) -> str:
    """A full export of everything that can be in one."""
    path = house.export()
    text = path.read_text("utf-8")
    path.unlink()
    return text


PLACES = (
    ("clip_opened", "span_ms"), ("clip_opened", "clip"), ("noted", "note"), ("noted", "text"), ("noted", "at_ms"),
    ("marked", "option"), ("marked", "reason"), ("marked", "claims"), ("marked", "evidence"), ("marked", "revision"),
    ("watch_finished", "spans"), ("answer_committed", "revision"), ("verdict_committed", "revision"),
    ("blind_committed", "options"), ("opened", "notes"),
)  # fmt: skip
ODD = ([["x", {"a": 1}]], {"a": [1]}, ["x", 1], [2**70, 2**71])


@pytest.mark.parametrize(("kind", "field"), PLACES, ids=lambda part: str(part))
def test_what_no_program_wrote_is_no_traceback(
    elsewhere: Place, exported: str, tmp_path: Path, kind: str, field: str
) -> None:
    path = tmp_path / "odd.json"
    for odd in ODD:
        value = json.loads(exported) | {"signature": None}
        said = [event for event in value["chains"][0]["events"] if event["kind"] == kind]
        for event in said:
            event["payload"] = json.dumps(json.loads(event["payload"]) | {field: odd})
        assert said
        # JSON in its canonical form holds no such numbers, so that a chain with them is broken already.
        with suppress(ValueError, OverflowError):
            retold(value)
        path.write_text(json.dumps(value), "utf-8")
        with suppress(RbcheckError):
            Verifying(lambda: elsewhere.store, elsewhere.clock, elsewhere.device, read_file).file(path)
        with suppress(RbcheckError):
            elsewhere.exchanging.receive(path)
        with suppress(RbcheckError):
            elsewhere.exchanging.receive(path, accept_broken=True)


def test_an_event_that_is_nested_without_end_is_no_traceback(elsewhere: Place, exported: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    value = json.loads(exported)
    value["chains"][0]["events"][1]["payload"] = "[" * 200_000 + "]" * 200_000
    path.write_text(json.dumps(value), "utf-8")
    with pytest.raises(RbcheckError):
        elsewhere.exchanging.receive(path)
    report = Verifying(lambda: elsewhere.store, elsewhere.clock, elsewhere.device, read_file).file(path)
    assert not report.ok
