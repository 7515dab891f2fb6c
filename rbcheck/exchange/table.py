"""`csv` and `tsv`: one row a judgment × option."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

from rbcheck.domain.question import Option
from rbcheck.exchange.outward import time
from rbcheck.services.interchange import Outgoing, Shipment

Cell = str | int | float | bool | None

COLUMNS: dict[str, tuple[str, Callable[[Outgoing, Option], Cell]]] = {
    "pack": ("the pack's name", lambda item, _: item.judgment.pack),
    "question_id": ("the question's id", lambda item, _: item.judgment.question_id),
    "version": ("SHA-256 of the text that was judged", lambda item, _: item.judgment.version),
    "source": ("the question's source", lambda item, _: item.stored.question.source),
    "unit": ("the question's unit", lambda item, _: item.stored.question.unit),
    "question_type": ("the question's type", lambda item, _: item.stored.question.question_type),
    "n": ("how many options are to be selected", lambda item, _: item.stored.question.n),
    "annotator": ("the annotator's name", lambda item, _: item.annotator.name),
    "annotator_id": ("the annotator's random id", lambda item, _: item.annotator.annotator_id),
    "kind": ("human or model", lambda item, _: item.annotator.kind),
    "revision": ("number of the revision worked on last", lambda item, _: item.judgment.revision.number),
    "stage": ("where the judgment stands", lambda item, _: item.judgment.stage),
    "complete": ("1 where the stage is done", lambda item, _: item.complete),
    "option": ("the option's key as the annotator saw it", lambda _, option: option.key),
    "option_text": ("the option's text as the annotator saw it", lambda _, option: option.text),
    "blind": ("1 in the blind guess, 0 not, empty without one", lambda item, option: _in_blind(item, option.key)),
    "mark": (
        "supported, ruled_out, undecidable or empty",
        lambda item, option: item.judgment.revision.option(option.key).mark,
    ),
    "mark_reason": (
        "why, in the annotator's words",
        lambda item, option: item.judgment.revision.option(option.key).reason,
    ),
    "claims": (
        "how many claims it was split into",
        lambda item, option: len(item.judgment.revision.option(option.key).claims),
    ),
    "evidence": (
        "how many moments the mark rests on",
        lambda item, option: len(item.judgment.revision.option(option.key).all_evidence),
    ),
    "final": ("1 in the final answer, 0 not, empty without one", lambda item, option: _in_final(item, option.key)),
    "gold": ("1 in the gold, 0 not, empty where withheld or unknown", lambda item, option: _in_gold(item, option.key)),
    "blind_confidence": (
        "guess, hunch, sure or empty",
        lambda item, _: item.judgment.blind.confidence if item.judgment.blind else None,
    ),
    "blind_at": (
        "when the blind guess was committed",
        lambda item, _: time(item.judgment.blind.at) if item.judgment.blind else None,
    ),
    "blind_seen": (
        "1 where its footage was seen before",
        lambda item, _: item.judgment.blind.seen if item.judgment.blind else None,
    ),
    "verdict": (
        "the verdict on the question",
        lambda item, _: verdict.verdict if (verdict := item.judgment.revision.verdict) else None,
    ),
    "gold_verdict": (
        "the verdict on the gold",
        lambda item, _: gold.verdict if (gold := item.judgment.revision.gold_verdict) else None,
    ),
    "notes": (
        "the notes of the verdict",
        lambda item, _: verdict.notes if (verdict := item.judgment.revision.verdict) else None,
    ),
    "after_reveal": (
        "1 where the final answer was given after the gold was shown",
        lambda item, _: final.after_reveal if (final := item.judgment.revision.final) else None,
    ),
    "opened_at": ("when the question was opened", lambda item, _: time(item.judgment.opened_at)),
    "submitted_at": ("when the judgment was done", lambda item, _: time(item.judgment.done_at)),
    "active_seconds": (
        "active time over all stages",
        lambda item, _: sum(item.judgment.active_ms.values()) / 1000 if item.judgment.active_ms else None,
    ),
    "chain": ("verified, none or broken", lambda item, _: item.judgment.chain),
}
"""Each column: what it holds, and where from. Times are UTC, booleans 1 and 0, what is unknown or withheld is empty."""

_BOM = "\ufeff"
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, the full-width forms included."""


def gold_fields(item: Outgoing) -> int:
    """1 where `gold` has a value for this judgment: its rows, one an option, are one field as in the other formats."""
    return int(item.stored.gold is not None)


def write_csv(shipment: Shipment) -> Iterator[str]:
    """Comma-separated, with a header."""
    return _rows(shipment, ",")


def write_tsv(shipment: Shipment) -> Iterator[str]:
    """Tab-separated, with a header; cells with tabs or line breaks are quoted."""
    return _rows(shipment, "\t")


def _rows(shipment: Shipment, delimiter: str) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n" if shipment.excel else "\n")

    def taken() -> str:
        text = buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        return text

    writer.writerow(COLUMNS)
    yield (_BOM if shipment.excel else "") + taken()
    for item in shipment.judgments:
        for option in item.stored.question.options:
            cells = (_cell(of(item, option)) for _, of in COLUMNS.values())
            writer.writerow([neutral(cell) if shipment.excel else cell for cell in cells])
        yield taken()


def neutral(cell: str | int | float) -> str | int | float:
    """A text that no spreadsheet runs as a formula: one that would begin it gets an apostrophe before it."""
    return "'" + cell if isinstance(cell, str) and cell.lstrip(" \u00a0").startswith(_RUNS) else cell


def _cell(value: Cell) -> str | int | float:
    if value is None:
        return ""
    return int(value) if isinstance(value, bool) else value


def _in_blind(item: Outgoing, key: str) -> Cell:
    blind = item.judgment.blind
    return key in blind.options if blind else None


def _in_final(item: Outgoing, key: str) -> Cell:
    final = item.judgment.revision.final
    return key in final.options if final else None


def _in_gold(item: Outgoing, key: str) -> Cell:
    gold = item.stored.gold
    return None if item.withheld or gold is None else key in gold
