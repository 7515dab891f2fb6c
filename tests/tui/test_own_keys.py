"""Somebody's own keys: read, checked, acted on, shown."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tui.shell_host import House, make_house, running, seen, until

from rbcheck.domain.errors import RbcheckError
from rbcheck.settings import read_settings
from rbcheck.tui.keymap import KEYS, Focus, alone, keys_of, use_own
from rbcheck.tui.own_keys import OWNABLE, file_of_keys, keymap_of, own_keys
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.workbench import Workbench

FILE = Path("keys.toml")


@pytest.fixture(autouse=True)
def table() -> Iterator[None]:
    """Afterwards the keys are those of the table again."""
    yield
    use_own({})


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ({"sort": "z"}, {"sort": "z"}),
        ({"sort": "Z"}, {"sort": "Z"}),
        ({"sort": ["f12", "ctrl+k"]}, {"sort": "f12,ctrl+k"}),
        ({"sort": "F12"}, {"sort": "f12"}),
        ({"sort": "#"}, {"sort": "number_sign"}),
        ({"filter": "t", "filter_type": "f"}, {"filter": "t", "filter_type": "f"}),
    ],
)
def test_keys_are_read_as_people_write_them(stated: dict[str, object], told: dict[str, str]) -> None:
    assert keymap_of(own_keys(stated, FILE)) == told


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"sorte": "z"}, "the nearest are sort"),
        ({"sort": 3}, "a key in quotes, or a list of keys"),
        ({"sort": []}, "a key in quotes, or a list of keys"),
        ({"sort": ["z", 3]}, "a key in quotes, or a list of keys"),
        ({"sort": "ctrl+enterr"}, "no terminal sends"),
        ({"sort": ""}, "no terminal sends"),
        ({"sort": "n"}, "the key n to sort, and where that acts it is the key of next_unfinished too"),
        ({"sort": "f1"}, "the key of manual too"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(stated: dict[str, object], said: str) -> None:
    with pytest.raises(RbcheckError, match=said) as refused:
        own_keys(stated, FILE)
    assert "\n" not in str(refused.value)


def test_the_same_key_may_stand_in_places_that_never_act_together() -> None:
    assert own_keys({"sort": "y"}, FILE)["sort"].sign == "y"


def test_the_second_of_a_pair_stays_beside_the_first_in_the_line_of_keys() -> None:
    own = own_keys({"frame_back": "<"}, FILE)
    assert own["frame_back"].sign == "< ."
    own = own_keys({"frame_back": "<", "frame_on": ">"}, FILE)
    assert own["frame_back"].sign == "< >"
    own = own_keys({"frame_on": ">"}, FILE)
    assert own["frame_back"].sign == ", >"
    assert keymap_of(own) == {"frame_back": "comma", "frame_on": "greater_than_sign"}


def test_the_tags_stand_together_in_the_line_of_keys_and_each_alone_in_a_list() -> None:
    own = own_keys({"tag_turn": "T", "tag_object": "O"}, FILE)
    assert own["tag_turn"].sign == "T s O p b"
    assert [alone(own.get(key.id, key)) for key in KEYS if key.name == "tag"] == ["T", "s", "O", "p", "b"]


def test_the_file_that_is_written_names_every_command_and_reads_back(tmp_path: Path) -> None:
    lines = [line.removeprefix("# ") for line in file_of_keys().splitlines() if " = [" in line]
    stated = tomllib.loads("\n".join(lines))
    assert set(stated) == {key.id for key in OWNABLE}
    assert {name: key.keys for name, key in own_keys(stated, FILE).items()} == {key.id: key.keys for key in OWNABLE}
    settings = read_settings({"RBCHECK_HOME": str(tmp_path)})
    assert settings.own_keys() == {}
    assert settings.write_keys_file(file_of_keys()) == (tmp_path / "keys.toml", True)
    assert settings.own_keys() == {}, "all of it is a comment until it is changed"
    settings.keys_file.write_text('sort = "z"\n', "utf-8")
    assert settings.write_keys_file(file_of_keys()) == (tmp_path / "keys.toml", False)
    assert settings.own_keys() == {"sort": "z"}
    settings.keys_file.write_text("sort = \n", "utf-8")
    with pytest.raises(RbcheckError, match=r"keys\.toml cannot be read"):
        settings.own_keys()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Somebody with a pack of two questions."""
    made = make_house(tmp_path)
    made.add_pack("p1", ["q1", "q2"])
    made.add_annotator("Ann")
    yield made
    made.store.dispose()


async def test_own_keys_act_and_are_shown_and_the_old_ones_do_not(house: House) -> None:
    app = house.app()
    app.take_keys(own_keys({"sort": "z", "play_pause": "w"}, FILE), lambda content: (FILE, True))
    async with app.run_test(size=(200, 36)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Queue))
        await pilot.pause()
        await until(pilot, lambda: "z order" in seen(app))
        await pilot.press("o")
        assert "order: pack" in seen(app)
        await pilot.press("z")
        await until(pilot, lambda: "order: pack" not in seen(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.open_clip == 1)
        bench = app.screen
        assert isinstance(bench, Workbench)
        await until(pilot, lambda: "w play" in seen(app))
        await pilot.press("space")
        await pilot.pause()
        assert not bench.playing
        await pilot.press("w")
        await until(pilot, lambda: bench.playing)


async def test_the_file_is_written_from_the_palette(house: House) -> None:
    written: list[str] = []

    def write(content: str) -> tuple[Path, bool]:
        written.append(content)
        return FILE, True

    async with running(house) as (app, pilot):
        app.take_keys({}, write)
        await until(pilot, lambda: isinstance(app.screen, Queue))
        await app.run_action("app.write_keys")
        await until(pilot, lambda: "The keys stand in keys.toml" in seen(app))
    assert written == [file_of_keys()]


def test_without_own_keys_the_table_holds() -> None:
    use_own(own_keys({"sort": "z"}, FILE))
    assert {key.id: key.keys for key in keys_of(Focus.QUEUE)}["sort"] == ("z",)
    use_own({})
    assert keys_of(Focus.QUEUE) == tuple(key for key in KEYS if key.focus is Focus.QUEUE)
