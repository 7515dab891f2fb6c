"""How alike texts are: what they share of their words, or of pairs of characters in scripts without spaces."""

from __future__ import annotations

import re
import unicodedata

from rbcheck.services.gate_values import CheckedQuestion

_TOKEN = re.compile(r"[a-z0-9']+|[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]+|[^\W\d_]+", re.IGNORECASE)
_WIDE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]")


def tokens(text: str) -> list[str]:
    """The words of a text in order, folded; runs of Chinese, Japanese or Korean as their pairs of characters."""
    found: list[str] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFC", text).casefold()):
        word = match[0]
        if _WIDE.match(word) and len(word) > 1:
            found += [word[at : at + 2] for at in range(len(word) - 1)]
        else:
            found.append(word)
    return found


def shared(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of two sets that both hold, of all that either holds; 0 where both are empty."""
    either = len(one | other)
    return len(one & other) / either if either else 0.0


def alikeness(item: CheckedQuestion) -> dict[str, float]:
    """How alike each option is to the others of its question, from 0 to 1; rounded, so that equals are equal."""
    sets = {option.key: frozenset(tokens(option.text)) for option in item.question.options}
    return {
        key: round(sum(shared(own, other) for name, other in sets.items() if name != key) / max(len(sets) - 1, 1), 9)
        for key, own in sets.items()
    }
