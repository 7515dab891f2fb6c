"""The settings of one run: a flag, else the environment, else the file, else the default."""

from __future__ import annotations

import json
import locale
import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rbcheck.domain.errors import N_, RbcheckError

_BAD_FILE = N_("The settings file {path} cannot be read: {why}; mend it or move it away.")
_BAD_LANG = N_("There is no language {lang}: choose en or zh.")
_NO_HOME = N_("RBCHECK_HOME names {path}, the home folder of nobody on this machine: give the path of a folder.")
_NO_FILE = N_("it is no regular file")
_TOO_LARGE = N_("it is longer than {most} bytes")
_TOO_DEEP = N_("it is nested too deeply")
_CANNOT_SAVE = N_("The settings file {path} cannot be written ({why}): mend its permissions; the choice holds for now.")
LANGUAGES = ("en", "zh")
_MOST_BYTES = 20_000
"""A settings file is some lines; what is longer could keep the parser busy for minutes."""

Stated = Mapping[str, str | bool]


@dataclass(frozen=True, slots=True)
class Settings:
    """Where things lie and how the program speaks. `db` is a database address or None for the file in `home`.

    `theme` and `show` (how pictures are shown) are empty where nothing was chosen.
    """

    home: Path
    db: str | None
    lang: str
    lang_chosen: bool = False
    theme: str = ""
    show: str = ""
    pause_on_note: bool = False

    @property
    def store_url(self) -> str:
        """The address of the store."""
        return self.db or f"sqlite:///{self.home / 'rbcheck.db'}"

    @property
    def on_server(self) -> bool:
        """Whether the store is one on a server, in which a whole team judges, and not a file."""
        return self.store_url.startswith("postgres")

    @property
    def media_dir(self) -> Path:
        """Where unpacked clips lie."""
        return self.home / "media"

    @property
    def practice_dir(self) -> Path:
        """Where the practice pack is made."""
        return self.home / "practice"

    @property
    def log_file(self) -> Path:
        """Where libraries that write to file descriptor 2 end up while the interface runs."""
        return self.home / "rbcheck.log"

    @property
    def device_dir(self) -> Path:
        """What this device remembers outside of any store."""
        return self.home / "device"

    @property
    def file(self) -> Path:
        """Where choices are kept for later runs."""
        return self.home / "settings.toml"

    @property
    def keys_file(self) -> Path:
        """Where somebody's own keys stand."""
        return self.home / "keys.toml"

    def own_keys(self) -> dict[str, object]:
        """What stands in the file of keys, by command; nothing where there is none; RbcheckError for a damaged one."""
        return _values(self.keys_file)

    def write_keys_file(self, content: str) -> tuple[Path, bool]:
        """Make the file of keys; where it is, and whether it was made now: one that stands is left as it is."""
        path = self.keys_file
        if path.exists():
            return path, False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
        except OSError as error:
            raise RbcheckError(_CANNOT_SAVE, path=path, why=error.strerror) from error
        return path, True

    def save(self, name: str, value: str | bool) -> None:
        """Keep one value in the settings file for later runs; the other lines of the file stay as they are."""
        path = self.file
        line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
        try:
            lines = path.read_text("utf-8").splitlines() if path.exists() else []
            kept = [other for other in lines if other.partition("=")[0].strip() != name]
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            fresh.write_text("\n".join([line, *kept]) + "\n", "utf-8")
            fresh.replace(path)
        except OSError as error:
            raise RbcheckError(_CANNOT_SAVE, path=path, why=error.strerror) from error


def read_settings(environment: Mapping[str, str], db: str | None = None, lang: str | None = None) -> Settings:
    """The settings for these flags in this environment; RbcheckError where a file or a value cannot be used."""
    home = _home(environment)
    stated = _file(home / "settings.toml")
    chosen = lang or environment.get("RBCHECK_LANG") or _text(stated, "lang")
    if chosen and chosen not in LANGUAGES:
        raise RbcheckError(_BAD_LANG, lang=chosen)
    return Settings(
        home=home,
        db=db or environment.get("RBCHECK_DB") or _text(stated, "db") or None,
        lang=chosen or _from_locale(environment),
        lang_chosen=bool(chosen),
        theme=_text(stated, "theme"),
        show=_text(stated, "show"),
        pause_on_note=stated.get("pause_on_note") is True,
    )


def language_of(environment: Mapping[str, str], stated: str | None) -> str:
    """The language that a flag and the environment ask for, also where the settings themselves are refused."""
    try:
        return read_settings(environment, lang=stated if stated in LANGUAGES else None).lang
    except RbcheckError:
        return stated if stated in LANGUAGES else _from_locale(environment)


def _home(environment: Mapping[str, str]) -> Path:
    if stated := environment.get("RBCHECK_HOME"):
        try:
            return Path(os.path.abspath(Path(stated).expanduser()))
        except RuntimeError as error:
            raise RbcheckError(_NO_HOME, path=stated) from error
    from platformdirs import user_data_path

    return user_data_path("rbcheck", appauthor=False)


def _file(path: Path) -> Stated:
    return {name: value for name, value in _values(path).items() if isinstance(value, str | bool)}


def _values(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(_content(path).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        raise RbcheckError(_BAD_FILE, path=path, why=RbcheckError(_TOO_DEEP)) from error
    except OSError as error:
        raise RbcheckError(_BAD_FILE, path=path, why=error.strerror) from error
    except ValueError as error:
        raise RbcheckError(_BAD_FILE, path=path, why=error) from error


def _content(path: Path) -> bytes:
    # A pipe would be waited for as it opens, a device read without end.
    if not stat.S_ISREG(path.stat().st_mode):
        raise RbcheckError(_BAD_FILE, path=path, why=RbcheckError(_NO_FILE))
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise RbcheckError(_BAD_FILE, path=path, why=RbcheckError(_TOO_LARGE, most=_MOST_BYTES))
    return content


def _text(stated: Stated, name: str) -> str:
    value = stated.get(name)
    return value if isinstance(value, str) else ""


def _from_locale(environment: Mapping[str, str]) -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"
