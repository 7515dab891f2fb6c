"""Canonical JSON (RFC 8785): one text for one value, so that a hash of it means the value."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

_LARGEST = 2**53 - 1


def canonical(value: Json) -> str:
    """The canonical text of a JSON value.

    Raises ValueError for what JSON or IEEE doubles cannot hold: NaN, infinities, integers over 2^53, lone surrogates.
    """
    match value:
        case None | bool():
            return json.dumps(value)
        case int():
            if abs(value) > _LARGEST:
                raise ValueError(f"{value} is no exact JSON number")
            return str(value)
        case float():
            return _number(value)
        case str():
            return _string(value)
        case Mapping():
            keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
            return "{" + ",".join(f"{_string(key)}:{canonical(value[key])}" for key in keys) + "}"
        case _:
            return "[" + ",".join(canonical(item) for item in value) + "]"


def sha256_of(value: Json) -> str:
    """`sha256:` and the hex digest of a value's canonical text in UTF-8."""
    return "sha256:" + hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def sha256_of_plain(value: Json) -> str:
    """The same as `sha256_of`, several times as fast, of a value without floats whose keys are ASCII."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


class ListHash:
    """What `sha256_of` gives for a list, of which one item after the other becomes known."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256(b"[")
        self._separator = b""

    def add(self, item: Json) -> None:
        """The next item."""
        self._digest.update(self._separator + canonical(item).encode("utf-8"))
        self._separator = b","

    def sha256(self) -> str:
        """`sha256:` and the hex digest of the items so far."""
        whole = self._digest.copy()
        whole.update(b"]")
        return "sha256:" + whole.hexdigest()


def _string(text: str) -> str:
    text.encode("utf-8")  # a lone surrogate has no canonical form: UnicodeEncodeError is a ValueError
    return json.dumps(text, ensure_ascii=False)


def _number(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"{value} is no JSON number")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len((whole + fraction).lstrip("0")))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        text = digits + "0" * (point - count)
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        rest = "." + digits[1:] if count > 1 else ""
        text = f"{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + text
