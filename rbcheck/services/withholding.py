"""What a store withholds of the gold from whoever runs a command on it."""

from __future__ import annotations

from rbcheck.domain.judgment import Judgment
from rbcheck.services.ports import Pack, Role, StoredQuestion, UnitOfWork


class Withholding:
    """Asked judgment by judgment within one unit of work; a lead's store withholds nothing."""

    def __init__(self, work: UnitOfWork) -> None:
        self._everything_open = work.people.role() is Role.LEAD
        self._packs: dict[str, Pack | None] = {}
        self._work = work

    def withholds(self, judgment: Judgment, stored: StoredQuestion) -> bool:
        """Whether the gold of a judgment's question, and all computed from it, may not be shown.

        What a file says opens nothing: only acts that a ledger vouches for do.
        """
        if self._everything_open or (stored.gold is None and stored.machine_blind_hits is None):
            return False
        pack = self.pack(judgment.pack)
        if pack is None or not pack.reveal_gold:
            return True
        return not (judgment.chain == "verified" and (judgment.gold_open or committed_verdict(judgment)))

    def pack(self, name: str) -> Pack | None:
        """A pack, looked up once."""
        if name not in self._packs:
            self._packs[name] = self._work.packs.get(name)
        return self._packs[name]


def committed_verdict(judgment: Judgment) -> bool:
    """Whether a verdict on the question was ever committed."""
    return any(revision.verdict is not None for revision in judgment.revisions)
