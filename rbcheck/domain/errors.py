"""The family of errors, drawn whole:

RbcheckError                  one sentence: what, where, what to do
├── ProtocolError             an act that the stage does not allow; nothing was changed
│   ├── NotAllowed            the act is not in the table for this stage
│   └── Refused               the act is in the table, its condition is not met
├── PackError                 a pack or one of its questions cannot be taken
├── ExchangeError             an export or import cannot be done
├── StoreError                the store cannot be used (exit code 3)
│   ├── StoreUnreachable
│   ├── StoreNewer
│   └── StoreBroken
├── Leased                    another session has this question open
├── NotFound                  a name or id that the store does not hold
├── Missing                   VLC or a file needed is not there (exit code 4)
└── Interrupted               the person stopped it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

LONGEST_VALUE = 400
"""Characters of a value in a sentence: of more (a column's name of a megabyte) the middle is left out."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for a marked text
    """Mark a text for the catalogue without translating it here."""
    return text


def _same(text: str) -> str:
    return text


_THINGS = N_("{first}, {second}")
CLAUSES = N_("{first}; {second}")
"""What stands between sentences."""


def in_a_row(parts: Iterable[str], translate: Callable[[str], str], between: str = _THINGS) -> str:
    """The parts one behind the other, with what the language of `translate` sets between them."""
    one, *more = [*parts] or [""]
    return reduce(lambda first, second: translate(between).format(first=first, second=second), more, one)


def _shortened(text: str) -> str:
    half = LONGEST_VALUE // 2
    return text if len(text) <= LONGEST_VALUE else f"{text[: half - 1]}…{text[-half:]}"


def _filling(value: object, translate: Callable[[str], str]) -> object:
    """What fills a placeholder: a text in the language of `translate` where the value is a template or a tuple."""
    match value:
        case RbcheckError():
            return value.render(translate)
        case tuple():
            return _shortened(in_a_row((str(_filling(each, translate)) for each in value), translate))
        case str():
            return _shortened(value)
        case _:
            return value


class RbcheckError(Exception):
    """A thing refused or impossible: a template of one sentence, and what fills it."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.template = template
        self.values = values

    def render(self, translate: Callable[[str], str] = _same) -> str:
        """The sentence in the language of `translate`.

        Values that are templates themselves are translated too, and a tuple of values is listed.
        """
        values = {name: _filling(value, translate) for name, value in self.values.items()}
        return translate(self.template).format(**values)

    def __str__(self) -> str:
        return self.render()


class ProtocolError(RbcheckError):
    """An act that the protocol does not allow now; nothing was changed."""


class NotAllowed(ProtocolError):
    """The stage does not know this act."""


class Refused(ProtocolError):
    """The stage knows the act but a rule is not met: `rule` is its name, `about` what on the screen it concerns."""

    def __init__(self, rule: str, template: str, *, about: str = "stage", **values: object) -> None:
        super().__init__(template, **values)
        self.rule = rule
        self.about = about


class PackError(RbcheckError):
    """A pack, or one question of it, cannot be taken."""


class ExchangeError(RbcheckError):
    """An export or an import cannot be done."""


class StoreError(RbcheckError):
    """The store cannot be used."""


class StoreUnreachable(StoreError):
    """No connection, no file, no permission, no space."""


class StoreNewer(StoreError):
    """The store was written by a newer version; it is left untouched."""


class StoreBroken(StoreError):
    """The store's content is damaged or half upgraded."""


class Leased(RbcheckError):
    """Another session of the same annotator has this question open."""


class NotFound(RbcheckError):
    """A name or an id that the store does not hold."""


class Missing(RbcheckError):
    """VLC, or a file that is needed, is not there."""


class Interrupted(RbcheckError):
    """The person stopped the work."""
