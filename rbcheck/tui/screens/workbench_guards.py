"""The workbench's guards: each known mistake is warned of once, where it matters, and nothing is held up by it."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.widgets import Static

from rbcheck.domain.guards import Contradiction, Guard, contradictions, labels_mislead, no_common_place, reading_ms
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.views import BlindView
from rbcheck.tui.pages.wrapping import Lines
from rbcheck.tui.screens.workbench_evidence import EvidenceBench
from rbcheck.tui.screens.workbench_model import free_of, labels_of, stem_of

_WARNED = "warned:"
"""Before the name of a guard among what the draft keeps: it has been shown in this revision."""


class GuardBench(EvidenceBench):
    """What has to do with guards. A warning stands until Esc, the next stage, or until it does not hold any more."""

    _standing: dict[str, str]
    """The warnings on the screen, by name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._standing = {}

    def enter_guards(self) -> None:
        """Another stage is on the screen: its warnings, where they were not shown yet."""
        self._standing = {}
        view = self.view
        if view is None:
            return
        header = view.header
        if header.stage is Stage.WATCH and labels_mislead(header.unit, labels_of(view).values()):
            self._warn(Guard.LABELS, _(
                "The letters are dealt at random and say nothing about time: "
                "which clip came first shows in how one ends and another begins."
            ))  # fmt: skip
        if header.stage is Stage.CHECK and header.sides_swap:
            self._warn(Guard.SIDES, _(
                "Out and back? What was on the right going out is on the left coming back: "
                "see which way the runner goes before you decide a side."
            ))  # fmt: skip
        if header.stage is Stage.CHECK and no_common_place(header.unit):
            self._warn(Guard.RECORDINGS, _(
                "Different recordings: light, people and vehicles do not decide whether a place is the same; "
                "what stands fixed does (buildings, kerbs, trees, signs)."
            ))  # fmt: skip
        if header.stage is Stage.ANSWER and self.came_from is Stage.CHECK and (told := self.haste()):
            self._warn(Guard.HASTE, told)
        self.show_guards()

    def show_guards(self) -> None:
        """Warn of marks that do not fit together; take away what does not hold any more."""
        view = self.view
        free = free_of(view) if view is not None else None
        found: tuple[Contradiction, ...] = ()
        if free is not None and free.header.stage is Stage.CHECK:
            marks = {option.key: self.said(option.key).mark for option in free.options}
            found = contradictions(free.options, marks, free.header.n)
        names = {f"{Guard.NEGATION}:{each.name}" for each in found}
        for name in [name for name in self._standing if name.startswith(Guard.NEGATION) and name not in names]:
            del self._standing[name]
        for each in found:
            self._warn(f"{Guard.NEGATION}:{each.name}", self._negation(each))
        line = self.query_one("#guards", Static)
        line.set_class(bool(self._standing), "-said")
        told = [Content.assemble(("⚠ ", "bold"), text) for text in self._standing.values()]
        line.update(Lines(Content("\n").join(told)))

    def _negation(self, pair: Contradiction) -> str:
        if pair.mark is Mark.SUPPORTED:
            told = _("{one} and {other} negate each other, and both are ✓: look again at the seconds that decide.")
        else:
            told = _(
                "{one} and {other} negate each other, and both are ✗, though too few ✓ are left: is one of them right?"
            )
        return told.format(one=pair.one, other=pair.other)

    def drop_guards(self) -> bool:
        """Take the warnings off the screen; False where there is none."""
        if not self._standing:
            return False
        self._standing = {}
        self.show_guards()
        return True

    def haste(self) -> str:
        """The warning of a commit that came sooner than stem and options can be read; empty for one that did not."""
        view = self.view
        free = free_of(view) if view is not None else None
        if view is None or not (isinstance(view, BlindView) or free is not None):
            return ""
        options = view.options if isinstance(view, BlindView) else free.options if free is not None else ()
        header = view.header
        spent = header.active_ms.get(Stage.BLIND, 0) + header.active_ms.get(Stage.CHECK, 0)
        if header.stage in (Stage.BLIND, Stage.CHECK):
            spent += max(round((self.now() - header.saved_at).total_seconds() * 1000), 0)
        least = reading_ms([stem_of(view), *(option.text for option in options)])
        if spent >= least:
            return ""
        told = _("Quick: {spent} s for stem and options, which take about {least} s to read.")
        return told.format(spent=spent // 1000, least=-(-least // 1000))

    def _warn(self, name: str, text: str) -> None:
        """Put a warning up, once in a revision."""
        if name not in self._standing and _WARNED + name not in self.draft.asides:
            self._standing[name] = text
            self.keep_aside(_WARNED + name, "1")
        elif name in self._standing:
            self._standing[name] = text
