"""What a clip's label says: its order in time, nothing, or the recording it is of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rbcheck.domain.footage import OrderKind

_LETTERED = re.compile(r"CLIP_[A-Z]", re.IGNORECASE)
_VIDEO = re.compile(r"VIDEO_[A-Z]", re.IGNORECASE)
_NO_COMMON_CLOCK = frozenset({"cross_recording", "cross_video"})


def order_asked(unit: str, labels: Sequence[str]) -> OrderKind | None:
    """What is asked of a question's clips while watching: nothing for one lettered clip or for numbered ones."""
    lettered = {label for label in labels if _LETTERED.fullmatch(label) or _VIDEO.fullmatch(label)}
    if len(lettered) < 2:
        return None
    return OrderKind.RECORDINGS if unit in _NO_COMMON_CLOCK else OrderKind.TIME
