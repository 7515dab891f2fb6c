"""The notes of a verdict: no key of the table takes away what was typed."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.screen import Screen

from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.widgets.verdict_pane import NotesField, VerdictPane


class _Bench(Screen[None]):
    BINDINGS = bindings(Focus.EVERYWHERE)

    moved = 0

    def compose(self) -> ComposeResult:
        yield VerdictPane()

    def action_next_pane(self) -> None:
        self.moved += 1


async def test_f6_leaves_the_notes_and_selects_nothing() -> None:
    app: App[None] = App()
    async with app.run_test() as pilot:
        bench = _Bench()
        await app.push_screen(bench)
        notes = bench.query_one(NotesField)
        notes.focus()
        notes.text = "B: the bench"
        await pilot.press("f6", "x")

        assert bench.moved == 1
        assert "B: the bench" in notes.text
