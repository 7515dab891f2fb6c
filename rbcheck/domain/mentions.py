"""Whether a text names clips by their letters, or options by theirs: then the letters must stay as they are.

Both are on the side of caution: a text that may name one counts as naming it, since a question whose text points at
the wrong clip is broken, while one whose letters were not dealt again is only as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rbcheck.domain.naming import options_named

_CLIP = re.compile(
    r"(?:\b(?:clip|video|segment|excerpt|recording)s?|片段|视频|短片|录像|影片)[\s_\-#]*"
    r"[A-Z](?:\s*(?:,|/|&|、|，|和|与|及|\band\b|\bor\b|->|→)\s*[A-Z](?![A-Za-z]))*(?![A-Za-z])"
)
_CLIP_ANY_CASE = re.compile(_CLIP.pattern.replace("[A-Z]", "(?-i:[A-Z])"), re.IGNORECASE)
_BY_PLACE = re.compile(
    r"\b(?:all|none|both|neither|any|each|two|three)\s+of\s+(?:the\s+)?(?:above|below|preceding|following\s+options)\b"
    r"|\b(?:above|preceding|previous|first|second|third|last)\s+(?:options?|statements?|choices?|answers?)\b"
    r"|以上|上述|前述|前[一二两三]项|后[一二两三]项",
    re.IGNORECASE,
)

_CLIP_BY_PLACE = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|next|previous|other|former|latter)\s+(?:clip|video|segment|excerpt)s?\b"
    r"|\b(?:clip|video)\s*#?\d|第[一二三四五六七八九十\d]+[个段]?(?:片段|视频|短片|录像)|(?:片段|视频)[一二三四五六七八九十\d]",
    re.IGNORECASE,
)


def names_places_of_clips(texts: Iterable[str]) -> bool:
    """Whether one of the texts names a clip by its place among the others."""
    return any(_CLIP_BY_PLACE.search(text) for text in texts)


def names_clips(texts: Iterable[str], labels: Sequence[str]) -> bool:
    """Whether one of the texts names a clip by its label, or by the label's letter."""
    letters = sorted({label[-1] for label in labels if re.search(r"_[A-Z]$", label)})
    for text in texts:
        folded = text.casefold()
        if any(label.casefold() in folded for label in labels):
            return True
        if _CLIP_ANY_CASE.search(text) or options_named(text, letters):
            return True
    return False


def names_options(texts: Iterable[str], keys: Sequence[str]) -> bool:
    """Whether one of the texts names an option by its letter or by its place."""
    for text in texts:
        without_clips = _CLIP_ANY_CASE.sub(" ", text)
        if options_named(without_clips, keys) or _BY_PLACE.search(text):
            return True
    return False
