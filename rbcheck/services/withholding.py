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
        told = stored.gold is not None or stored.machine_blind_hits is not None
        return self.withholds_of(
            judgment.pack, judgment.question_id, told, judgment.chain, judgment.gold_open or committed_verdict(judgment)
        )  # fmt: skip

    def withholds_of(self, pack: str, question_id: str, told: bool, chain: str, opened: bool) -> bool:
        """The same of a judgment known by its parts: whether its question has anything to withhold (`told`), its chain,
        and whether a verdict was committed or its gold opened."""
        if self._everything_open or not told:
            return False
        held = self.pack(pack)
        if held is None or not held.reveals(question_id):
            return True
        return not (chain == "verified" and opened)

    def pack(self, name: str) -> Pack | None:
        """A pack, looked up once."""
        if name not in self._packs:
            self._packs[name] = self._work.packs.get(name)
        return self._packs[name]


def committed_verdict(judgment: Judgment) -> bool:
    """Whether a verdict on the question was ever committed."""
    return any(revision.verdict is not None for revision in judgment.revisions)
