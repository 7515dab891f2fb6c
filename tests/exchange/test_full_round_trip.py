"""An export imported elsewhere and exported again is the same but for the time of export, and who signed it."""

from __future__ import annotations

import re
from pathlib import Path

from exchange.places import Place


def without_time(path: Path) -> str:
    """The export's text without the time of export and the signature over it."""
    text = re.sub(r'"exported_at": "[^"]+"', "", path.read_text("utf-8"), count=1)
    return re.sub(r'"signature": \{[^}]+\}', "", text)


def test_byte_for_byte(house: Place, elsewhere: Place) -> None:
    """Every stage, both protocols, every field."""
    first = house.export()
    told = elsewhere.exchanging.receive(first)
    assert (told.new, told.same, told.older, told.refused, told.chain) == (12, 0, 0, [], "verified")
    assert without_time(elsewhere.export()) == without_time(first)
    assert "\\u" not in first.read_text("utf-8").replace("\\u0007", "")


def test_whole_values_come_back(house: Place, elsewhere: Place) -> None:
    """The judgments themselves are equal, all but the time of the import."""
    elsewhere.exchanging.receive(house.export())
    with house.store(write=False) as here, elsewhere.store(write=False) as there:
        ours, theirs = list(here.judgments.each()), list(there.judgments.each())
    assert all(judgment.imported_at is not None for judgment in theirs)
    assert [judgment.judgment_id for judgment in ours] == [judgment.judgment_id for judgment in theirs]
    for our, their in zip(ours, theirs, strict=True):
        for name in our.__dataclass_fields__:
            if name != "imported_at":
                assert getattr(our, name) == getattr(their, name), (our.question_id, name)


def test_the_same_file_twice_changes_nothing(house: Place, elsewhere: Place) -> None:
    """The second import says that all is there already, and writes no event."""
    path = house.export()
    elsewhere.exchanging.receive(path)
    with elsewhere.store(write=False) as work:
        before = (list(work.judgments.each()), [list(work.ledger.events(*chain)) for chain in work.ledger.chains()])
    told = elsewhere.exchanging.receive(path)
    with elsewhere.store(write=False) as work:
        after = (list(work.judgments.each()), [list(work.ledger.events(*chain)) for chain in work.ledger.chains()])
    assert (told.new, told.same, told.older) == (0, 12, 0)
    assert before == after


def test_no_path_of_the_machine(house: Place) -> None:
    """Neither a folder nor a file's name is in any export."""
    for form in ("full", "jsonl", "csv", "cli-results"):
        text = house.export(form).read_text("utf-8")
        assert "secret" not in text
        assert ".mp4" not in text
        assert str(house.folder) not in text
