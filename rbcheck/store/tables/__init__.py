"""The tables that the repositories read and write, by family; those of a lead's work stand in `leading`."""

from rbcheck.store.tables.base import METADATA, insert_one
from rbcheck.store.tables.judgments import (
    BLIND_GUESS,
    CLIP_ORDER,
    COMMENT,
    JUDGMENT,
    NOTE,
    REPORT,
    WATCH_SPAN,
)
from rbcheck.store.tables.ledger import CLIP_OPENING, EVENT, LEASE
from rbcheck.store.tables.packs import (
    CLIP,
    CLIP_MEDIA,
    GOLD,
    MEDIA_ROOT,
    OPTION,
    PACK,
    QUESTION,
)
from rbcheck.store.tables.people import ANNOTATOR, DEVICE, SETTING, WORK_SESSION
from rbcheck.store.tables.revisions import (
    CLAIM,
    EVIDENCE,
    FINAL_ANSWER,
    MARK,
    REVISION,
    VERDICT,
)

__all__ = [
    "ANNOTATOR",
    "BLIND_GUESS",
    "CLAIM",
    "CLIP",
    "CLIP_MEDIA",
    "CLIP_OPENING",
    "CLIP_ORDER",
    "COMMENT",
    "DEVICE",
    "EVENT",
    "EVIDENCE",
    "FINAL_ANSWER",
    "GOLD",
    "JUDGMENT",
    "LEASE",
    "MARK",
    "MEDIA_ROOT",
    "METADATA",
    "NOTE",
    "OPTION",
    "PACK",
    "QUESTION",
    "REPORT",
    "REVISION",
    "SETTING",
    "VERDICT",
    "WATCH_SPAN",
    "WORK_SESSION",
    "insert_one",
]
