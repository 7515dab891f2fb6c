"""Why an option is right or wrong, as a pack tells it: once, or once for each language."""

from __future__ import annotations

from collections.abc import Mapping


def explanation_key(key: str, lang: str) -> str:
    """Where an option's explanation in a language is kept: `A/zh`; `A` where a pack names no language."""
    return f"{key}/{lang}" if lang else key


def explanation(told: Mapping[str, str], key: str, lang: str) -> str:
    """An option's explanation in this language, else the one without a language or in another; empty without one."""
    wanted = (explanation_key(key, lang), key, *(each for each in told if each.startswith(f"{key}/")))
    return next((told[each] for each in wanted if each in told), "")
