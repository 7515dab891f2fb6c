"""A reviewer's comments in words: beside an option, on moments, on the judgment as a whole; with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from textual.content import Content

from rbcheck.domain.comment import Comment
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.tui.widgets.wording import clock, lead_in, link, prose

SIGN, RETURN_SIGN = "✎", "↩"


def on_option(comments: Iterable[Comment], key: str) -> tuple[Content, ...]:
    """What is remarked on one option, a part a comment."""
    return tuple(remark(one, {}) for one in comments if one.option == key)


def elsewhere(comments: Iterable[Comment], labels: Mapping[int, str]) -> tuple[Content, ...]:
    """What is remarked on moments and on the judgment as a whole, what returns it first."""
    others = [one for one in comments if one.option is None]
    return tuple(remark(one, labels) for one in sorted(others, key=lambda one: not one.waits_for_annotator))


def remark(one: Comment, labels: Mapping[int, str]) -> Content:
    """One comment with its answer; its moment can be clicked."""
    return Content("").join(_parts(one, labels))


def _parts(one: Comment, labels: Mapping[int, str]) -> Iterator[Content]:
    settled = one.resolved_at is not None
    colour = "$foreground-muted" if settled else "$text-warning"
    yield Content.styled(f"{RETURN_SIGN if one.returns else SIGN} {lead_in(inert(one.author))}", f"bold {colour}")
    if one.clip is not None and one.at_ms is not None:
        moment = f"[{inert(labels.get(one.clip, '?'))} {clock(one.at_ms)}]"
        yield link(moment, f"screen.play_at({one.clip}, {one.at_ms}, -1)", "$text-accent") + Content(" ")
    yield prose(one.text)
    if one.answered_at is not None:
        yield Content.assemble(
            ("\n  → ", "bold"), (lead_in(_("answered")), "$foreground-muted"), prose(one.answer or "")
        )
    if settled:
        yield Content.styled(f"\n  ✔ {_('settled')}", "$text-success")
