"""How files are spoiled: bytes, pieces, whole fields; the same seed spoils them in the same way."""

from __future__ import annotations

import gzip
import json
import random

import zstandard
from fuzz.seeds import PIECES

_MOST = 400_000


def spoiled(name: str, content: bytes, chance: random.Random) -> bytes:
    """One file made worse in one to six ways; what is packed is often spoiled inside of its packing."""
    inside = chance.random() < 0.6
    if inside and name.endswith(".gz"):
        return gzip.compress(_spoil(gzip.decompress(content), chance), mtime=0)
    if inside and name.endswith(".zst"):
        return zstandard.compress(_spoil(zstandard.decompress(content), chance))
    if inside and name.endswith((".json", ".jsonl")) and chance.random() < 0.5:
        return _reshaped(content, chance)
    return _spoil(content, chance)


def _spoil(content: bytes, chance: random.Random) -> bytes:
    data = bytearray(content)
    for _turn in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((0, 1, 1, 2, 8, 40, 400)))
        match chance.randrange(7):
            case 0:
                data[at:end] = bytes(chance.randrange(256) for _place in range(end - at))
            case 1:
                data[at:end] = b""
            case 2:
                data[at:at] = chance.choice(PIECES)
            case 3:
                data[at:end] = chance.choice(PIECES)
            case 4:
                data[at:at] = data[at:end] * chance.choice((1, 2, 50))
            case 5 if data:
                place = chance.randrange(len(data))
                data[place] ^= 1 << chance.randrange(8)
            case _:
                other = chance.randrange(len(data) + 1)
                data[other:other] = data[at:end]
        del data[_MOST:]
    return bytes(data)


def _reshaped(content: bytes, chance: random.Random) -> bytes:
    """JSON whose values were exchanged for others of any kind."""
    lines = content.splitlines() if b"\n{" in content else [content]
    return b"\n".join(json.dumps(_other(json.loads(line), chance)).encode() for line in lines) + b"\n"


def _other(value: object, chance: random.Random) -> object:
    if chance.random() < 0.12:
        return chance.choice((
            None, True, 0, 1, 3, -1, 1.5, 2**60, 1e300, "", " ", "A", "AC", "A,B", "0", "x" * 1000, "\ud800", "\0",
            "v.mp4", "[1, 2", "{'a': 1}", [], [None], [[]], {}, {"A": "x"}, {"text": "x"}, ["A. x", "B. y"], [0, 1],
            [[0, 9]], "0:38", "[0:01 - 0:09]", "../v.mp4",
        ))  # fmt: skip
    match value:
        case dict():
            items = [(key if chance.random() > 0.04 else chance.choice(("", "id", "answer", "a0", "x" * 300)), item)
                     for key, item in value.items() if chance.random() > 0.05]  # fmt: skip
            return {key: _other(item, chance) for key, item in items}
        case list():
            again = value * chance.choice((1, 1, 1, 1, 2, 9))
            return [_other(item, chance) for item in again if chance.random() > 0.05]
        case _:
            return value
