"""A name that was only assigned something becomes the person who hands in under it; nobody who did anything does."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import builders
import pytest
from exchange.places import Place, TickingClock, a_pack, stored

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import RbcheckError
from rbcheck.exchange import FORMATS, read_file, safe_name, write_file
from rbcheck.services.annotating import Annotating
from rbcheck.services.assigning import Assigning, AssignRequest
from rbcheck.services.exchanging import Exchanging
from rbcheck.services.interchange import Arrival, Received
from rbcheck.services.own_chain import set_role
from rbcheck.services.ports import Annotator, Kind, Role
from rbcheck.services.testimony import payload
from rbcheck.services.uniting import Uniting
from rbcheck.services.verifying import Verifying
from rbcheck.store import tables as t
from rbcheck.store.repositories.people import TRACES
from rbcheck.store.unit_of_work import SqlStore
from rbcheck.store.visiting import visited

APART = "kept as two people"


class Lead:
    """A lead's machine on a store of either engine, with the pack p1."""

    def __init__(self, store: SqlStore, folder: Path) -> None:
        self.store, self.clock, self.device = store, TickingClock(), DeviceFiles(folder)
        with store() as work:
            set_role(work, self.clock, self.device, Role.LEAD)
            work.packs.add(a_pack())
            for place in range(8):
                work.packs.add_question(stored("p1", place, builders.question(f"q{place + 1}")))
            work.commit()
        self.exchanging = Exchanging(store, self.clock, self.device, FORMATS, read_file, write_file, safe_name)

    def assign(self, *people: str) -> None:
        """Give every question to each of these."""
        Assigning(self.store, self.clock, self.device).assign(AssignRequest("p1", people, overlap=len(people)))

    def merge(self, url: str) -> tuple[Received, ...]:
        """Bring another store in."""
        uniting = Uniting(
            self.exchanging, visited, self.clock, self.device, FORMATS["full"], write_file, safe_name
        )  # fmt: skip
        return tuple(uniting.merge(url, accept_broken=False, on_progress=lambda done: None))

    def people(self) -> dict[str, tuple[str, int]]:
        """By id: the name, and how many questions were given."""
        with self.store(write=False) as work:
            everybody = work.people.all()
            return {one.annotator_id: (one.name, len(work.assignments.of(one.annotator_id, "p1"))) for one in everybody}

    def sound(self) -> bool:
        """Whether `verify` finds nothing."""

        def read(*_: object) -> Arrival:
            raise AssertionError("no file is looked at")

        return Verifying(lambda: self.store, self.clock, self.device, read).store().ok

    def told(self) -> list[object]:
        """What the store's own chain says was taken over."""
        with self.store(write=False) as work:
            own = f"store:{work.people.store_id()}"
            return [
                one
                for event in work.ledger.events(own, self.device.device_id)
                if event.kind == "imported" and isinstance(said := payload(event).get("taken_over"), list)
                for one in said
            ]


@pytest.fixture
def lead(empty_store: SqlStore, tmp_path: Path) -> Lead:
    return Lead(empty_store, tmp_path / "lead")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Place]:
    """Ann's own machine, where she judged q1."""
    folder = tmp_path / "home of Ann"
    folder.mkdir()
    with Place(folder) as made:
        made.with_packs().judge(made.person("Ann"), "q1")
        yield made


def another_ann(tmp_path: Path) -> Path:
    """An export of somebody else of that name."""
    folder = tmp_path / "another home"
    folder.mkdir()
    with Place(folder) as made:
        made.with_packs().judge(made.person("Ann", "other-Ann"), "q2")
        return made.export()


@pytest.mark.parametrize("way", ["import", "merge"])
def test_what_was_assigned_to_a_name_is_theirs_who_first_hand_in_under_it(lead: Lead, home: Place, way: str) -> None:
    lead.assign("Ann", "Ben")
    (ben,) = [known for known, (name, _) in lead.people().items() if name == "Ben"]
    (made,) = lead.people().keys() - {ben}
    file = home.export()
    (told,) = (lead.exchanging.receive(file),) if way == "import" else lead.merge(str(home.folder / "store.db"))
    assert lead.people() == {"id-Ann": ("Ann", 8), ben: ("Ben", 8)}
    assert len(told.notes) == 1
    assert "they are now assigned to this file's Ann, by the id id-Ann" in told.notes[0]
    assert lead.told() == [{"from": made, "to": "id-Ann"}]
    assert lead.sound()
    assert lead.exchanging.receive(file).notes == []


def test_the_second_of_that_name_stays_another(lead: Lead, home: Place, tmp_path: Path) -> None:
    lead.assign("Ann")
    lead.exchanging.receive(home.export())
    (note,) = lead.exchanging.receive(another_ann(tmp_path)).notes
    assert APART in note
    assert lead.people() == {"id-Ann": ("Ann", 8), "other-Ann": ("Ann", 0)}


def test_whose_the_assignment_is_stays_open_where_two_bear_the_name(lead: Lead, home: Place, tmp_path: Path) -> None:
    lead.exchanging.receive(another_ann(tmp_path))
    with lead.store() as work:  # as an earlier version of the program kept them
        work.people.add(Annotator("third-Ann", "Ann", Kind.HUMAN, "en", lead.clock.now()))
        work.assignments.assign("third-Ann", "p1", ["q1"], lead.clock.now())
        work.commit()
    notes = lead.exchanging.receive(home.export()).notes
    assert [APART in note for note in notes] == [True, True]
    assert lead.people()["third-Ann"] == ("Ann", 1)


def test_whoever_came_twice_before_is_made_one_by_their_next_file(lead: Lead, home: Place) -> None:
    with lead.store() as work:
        work.people.add(Annotator("id-Ann", "Ann.", Kind.HUMAN, "en", lead.clock.now()))
        work.commit()
    lead.assign("Ann")
    assert len(lead.people()) == 2
    (note,) = lead.exchanging.receive(home.export()).notes
    assert "only been assigned" in note
    assert lead.people() == {"id-Ann": ("Ann.", 8)}


@pytest.mark.parametrize("act", ["judged", "signed in", "known before"])
def test_who_did_anything_or_was_known_otherwise_is_never_merged(
    lead: Lead, home: Place, tmp_path: Path, act: str
) -> None:
    if act == "known before":
        with lead.store() as work:
            work.people.add(Annotator("own-Ann", "Ann", Kind.HUMAN, "en", lead.clock.now()))
            work.commit()
    lead.assign("Ann")
    (known,) = lead.people()
    if act == "judged":
        desk = Annotating(lead.store, lead.clock, DeviceFiles(tmp_path / "elsewhere"), "me", lambda other: True)
        desk.open(known, "p1", "q3")
        desk.close()
    if act == "signed in":
        with lead.store(write=False) as work:
            lead.device.note_sign_in(work.people.store_id(), known)
    (note,) = lead.exchanging.receive(home.export()).notes
    assert APART in note
    assert lead.people() == {known: ("Ann", 8), "id-Ann": ("Ann", 0)}
    assert lead.told() == []


def test_a_file_that_is_refused_takes_nothing_over(lead: Lead, home: Place) -> None:
    lead.assign("Ann")
    before = lead.people()
    file = home.export()
    file.write_text(file.read_text().replace("a red door", "a blue door"))
    with pytest.raises(RbcheckError):
        lead.exchanging.receive(file)
    assert lead.people() == before


def test_what_the_taker_has_already_is_no_hindrance(lead: Lead, home: Place) -> None:
    lead.assign("Ann")
    with lead.store() as work:
        (ann,) = work.people.named("Ann")
        work.people.add(Annotator("taker", "Cy", Kind.HUMAN, "en", lead.clock.now()))
        work.assignments.assign("taker", "p1", ["q1", "q2"], lead.clock.now())
        work.assignments.hand_over(ann.annotator_id, "taker")
        assert len(work.assignments.of("taker", "p1")) == 8
        assert not work.assignments.of(ann.annotator_id, "p1")


def test_every_trace_of_a_person_is_looked_for() -> None:
    for family in ("leading", "pins"):
        import_module(f"rbcheck.store.tables.{family}")
    named = {
        (table.name, column.name)
        for table in t.METADATA.tables.values()
        for column in table.columns
        if column.name == "annotator" or any(key.column.table.name == "annotator" for key in column.foreign_keys)
    }
    assert named - {("assignment", "annotator")} == set(TRACES)
