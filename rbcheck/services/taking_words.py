"""What an import tells beside its counts."""

from __future__ import annotations

from rbcheck.locale import ngettext


def remarked(remarks: int, returned: int) -> str:
    """How many remarks of reviewers came in, and how many judgments they give back."""
    said = ngettext("{count} comment of a reviewer came in.", "{count} comments of reviewers came in.", remarks)
    words = said.format(count=remarks)
    if returned:
        back = ngettext("{count} question is returned.", "{count} questions are returned.", returned)
        words += " " + back.format(count=returned)
    return words


def unledgered(count: int) -> str:
    """How many judgments of a file with a ledger carry none."""
    said = ngettext(
        "{count} judgment carries no ledger: what it says is vouched for by nothing.",
        "{count} judgments carry no ledger: what they say is vouched for by nothing.",
        count,
    )
    return said.format(count=count)
