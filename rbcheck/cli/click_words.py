"""The words of click itself, which takes them from the standard domain of gettext: here they are in our catalogue."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

from rbcheck import locale
from rbcheck.domain.errors import N_


def speak(language: str) -> None:
    """Give click's words, and ours, in a language from now on."""
    locale.use(language)
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("rbcheck", Path(locale.__file__).parent)
    gettext.textdomain("rbcheck")


def Nn_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - beside `N_`
    """Mark both forms of a text for the catalogue."""
    return one, many


WORDS = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("default: {default}"),
    N_("Show this message and exit."),
    N_("required"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing parameter: {param_name}"),
    N_("Choose from:\n\t{choices}"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Option {name!r} does not take a value."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("{name} {filename!r} is not executable."),
    N_("Could not open file {filename!r}: {message}"),
    N_("unknown error"),
    Nn_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    Nn_("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    Nn_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    Nn_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    Nn_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""What this program makes click say."""
