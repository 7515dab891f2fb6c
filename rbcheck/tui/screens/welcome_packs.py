"""The packs as the first screen lists them, and the practice pack to be made where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.widgets.option_list import Option

from rbcheck.domain.inert import inert
from rbcheck.locale import _, ngettext
from rbcheck.services.queueing import PackSummary

PRACTICE = "make-practice"
WIDTH = 70


def pack_rows(packs: Sequence[PackSummary]) -> Iterator[Option]:
    """One row a pack, then the practice pack if it is not among them."""
    for pack in packs:
        if pack.done is None:
            counts = ngettext("{count} question", "{count} questions", pack.questions).format(count=pack.questions)
        else:
            counts = _("{done} of {total} done").format(done=pack.done, total=pack.questions)
        name = f"  {inert(pack.name)}" if pack.name != pack.title else ""
        yield Option(_row(inert(pack.title), name, counts))
    if not any(pack.practice for pack in packs):
        yield Option(_row(_("Practice pack"), "", _("drawn here, in one to two minutes")), id=PRACTICE)


def _row(title: str, name: str, right: str) -> Content:
    left = Content.assemble((title, "bold"), (name, "$text-muted"))
    told = Content.styled(right, "$text-muted")
    room = WIDTH - told.cell_length - 2
    if left.cell_length > room:
        left = left.truncate(room, ellipsis=True)
    return left + Content(" " * (WIDTH - left.cell_length - told.cell_length)) + told
