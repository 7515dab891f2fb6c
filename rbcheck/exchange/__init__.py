"""What goes out and comes in: one file a format."""

from __future__ import annotations

from types import MappingProxyType

from rbcheck.exchange import cli_results, full, jsonl, runningbench, table
from rbcheck.exchange.files import safe_name, write_file
from rbcheck.exchange.reading import read_file
from rbcheck.services.interchange import Format, Outgoing


def _none(item: Outgoing) -> int:
    """A format that holds nothing of the gold."""
    return 0


FORMATS = MappingProxyType(
    {
        made.name: made
        for made in (
            Format("full", "json", full.write, _none, streams=False, chained=True),
            Format("runningbench", "runningbench.json", runningbench.write, _none, streams=False, bundled=True),
            Format("cli-results", "cli-results.jsonl", cli_results.write, cli_results.gold_fields),
            Format("csv", "csv", table.write_csv, table.gold_fields),
            Format("tsv", "tsv", table.write_tsv, table.gold_fields),
            Format("jsonl", "jsonl", jsonl.write, _none),
        )
    }
)

__all__ = ["FORMATS", "read_file", "safe_name", "write_file"]
