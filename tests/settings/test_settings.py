"""Settings: a flag before the environment before the file before the locale; choices kept for later runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from rbcheck.domain.errors import RbcheckError
from rbcheck.settings import read_settings


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment whose home folder is `home`."""
    return {"RBCHECK_HOME": str(home), "LANG": "C.UTF-8", **more}


def test_with_nothing_said_the_store_lies_in_the_home_folder(tmp_path: Path) -> None:
    settings = read_settings(environment(tmp_path))
    assert settings.store_url == f"sqlite:///{tmp_path / 'rbcheck.db'}"
    assert (settings.lang, settings.lang_chosen, settings.theme, settings.show) == ("en", False, "", "")
    assert not settings.pause_on_note


def test_a_flag_goes_before_the_environment_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('db = "file.db"\nlang = "zh"\n', "utf-8")
    assert read_settings(environment(tmp_path)).db == "file.db"
    assert read_settings(environment(tmp_path)).lang == "zh"
    assert read_settings(environment(tmp_path, RBCHECK_DB="env.db", RBCHECK_LANG="en")).db == "env.db"
    assert read_settings(environment(tmp_path, RBCHECK_DB="env.db"), "flag.db", "en").db == "flag.db"


@pytest.mark.parametrize(
    ("names", "lang"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_guessed_from_the_locale(tmp_path: Path, names: dict[str, str], lang: str) -> None:
    assert read_settings({"RBCHECK_HOME": str(tmp_path), **names}).lang == lang


def test_choices_are_kept_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('# mine\ndb = "mine.db"\ntheme = "old"\n', "utf-8")
    settings = read_settings(environment(tmp_path))
    settings.save("theme", "rbcheck-light")
    settings.save("pause_on_note", True)
    settings.save("show", 'a "quoted" 词')
    again = read_settings(environment(tmp_path))
    assert (again.theme, again.pause_on_note, again.show, again.db) == (
        "rbcheck-light", True, 'a "quoted" 词', "mine.db",
    )  # fmt: skip
    assert "# mine" in (tmp_path / "settings.toml").read_text("utf-8")


def test_the_home_folder_is_made_when_the_first_choice_is_kept(tmp_path: Path) -> None:
    read_settings(environment(tmp_path / "new")).save("lang", "zh")
    assert read_settings(environment(tmp_path / "new")).lang == "zh"


@pytest.mark.parametrize("content", [b"lang = ", b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    with pytest.raises(RbcheckError, match=r"settings\.toml cannot be read"):
        read_settings(environment(tmp_path))


def test_a_language_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RbcheckError, match="no language xx"):
        read_settings(environment(tmp_path, RBCHECK_LANG="xx"))


def test_a_choice_that_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("in the way", "utf-8")
    with pytest.raises(RbcheckError, match="cannot be written"):
        read_settings(environment(tmp_path)).__class__(home=home, db=None, lang="en").save("lang", "en")
