"""A pack and its questions before and after, in words: what `--update` shows."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rbcheck.domain.question import Clip, Question
from rbcheck.locale import _
from rbcheck.services.intake import ReadPack, ReadQuestion
from rbcheck.services.ports import Pack, StoredQuestion

MOST_DETAILED = 1000
"""Of so many questions the difference is kept in words; of the others the fields are named."""

_PLAIN = ("unit", "source", "question_type", "lang")
_LONGEST = 80


def told(old: StoredQuestion, new: ReadQuestion) -> tuple[str, ...]:
    """What differs in the texts of a question, each as it was and as it is."""
    return tuple(_texts(old.question, new.question))


def gold_told(old: StoredQuestion, new: ReadQuestion) -> tuple[str, ...]:
    """How the gold differs, for the lead."""
    if new.gold is None or (old.gold is not None and set(old.gold) == set(new.gold)):
        return ()
    return (_changed(_("gold"), "".join(sorted(old.gold or ())), "".join(sorted(new.gold))),)


def pack_told(before: Pack, pack: ReadPack) -> dict[str, str]:
    """What differs in the pack itself, by the name of the field: as it was and as it is."""
    was = {
        "title": dict(before.title), "protocol": before.protocol.value, "reveal_gold": before.reveal_gold,
        "coverage": before.coverage, "practice": before.practice, "hidden": before.hidden_at is not None,
        **(before.manifest or {}),
    }  # fmt: skip
    now = {
        "title": dict(pack.title), "protocol": pack.protocol.value, "reveal_gold": pack.reveal_gold,
        "coverage": pack.coverage, "practice": pack.practice, "hidden": False, **pack.manifest,
    }  # fmt: skip
    return {
        name: _changed(name, _plainly(was.get(name)), _plainly(now.get(name)))
        for name in dict.fromkeys([*was, *now])
        if was.get(name) != now.get(name)
    }


def _plainly(value: object) -> str:
    """A value of a manifest as it stands there; a text without its quotation marks, nothing as nothing."""
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def _texts(old: Question, new: Question) -> Iterator[str]:
    if old.stem != new.stem:
        yield _changed(_("stem"), old.stem, new.stem)
    before = {option.key: option.text for option in old.options}
    after = {option.key: option.text for option in new.options}
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            yield _changed(key, before.get(key, ""), after.get(key, ""))
    if old.keys != new.keys and before.keys() == after.keys():
        yield _changed(_("order"), " ".join(old.keys), " ".join(new.keys))
    if old.n != new.n:
        yield _changed("n", str(old.n), str(new.n))
    for name in _PLAIN:
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            yield _changed(name, was, now)
    if old.clips != new.clips:
        yield _changed(_("clips"), _clips(old.clips), _clips(new.clips))


def _changed(name: str, was: str, now: str) -> str:
    return _("{name}: {was} → {now}").format(name=name, was=_quoted(was), now=_quoted(now))


def _quoted(text: str) -> str:
    if not text:
        return _("nothing")
    return f"“{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}”"


def _clips(clips: tuple[Clip, ...]) -> str:
    return ", ".join(
        clip.label if clip.length_ms is None else f"{clip.label} {clip.length_ms / 1000:g} s" for clip in clips
    )
