"""The interface: which screen stands when, and what every screen has in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import BindingType

from rbcheck.domain.errors import RbcheckError
from rbcheck.services.ports import Annotator
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.messages import ExportWanted, Leaving, StageEntered
from rbcheck.tui.screens.queue import Opened, Queue, SwitchWanted
from rbcheck.tui.screens.welcome import Welcome, Welcomed
from rbcheck.tui.shell import Shell
from rbcheck.tui.theme import DEFAULT, NAMES, THEMES
from rbcheck.tui.widgets.wording import sentence

if TYPE_CHECKING:
    from rbcheck.services.playing import Player


class RbcheckApp(App[None]):
    """First minutes, the queue, and the workbench on top of it."""

    TITLE = "rbcheck"
    CSS_PATH = str(Path(__file__).parent / "styles" / "shell.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, namespace="app")

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell
        self._player: Player | None = None
        self._annotator: Annotator | None = None
        self._topic = "annotator"
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = shell.theme if shell.theme in NAMES else DEFAULT

    def on_mount(self) -> None:
        wishes = self.shell.wishes
        people = self.shell.queueing.annotators()
        if wishes.annotator:
            self._annotator = self.shell.queueing.sign_in(wishes.annotator, self.shell.lang)
        elif len(people) == 1:
            self._annotator = people[0]
        packs = self.shell.queueing.packs(self._annotator.annotator_id if self._annotator else None, self.shell.lang)
        pack = wishes.pack or (packs[0].name if len(packs) == 1 else None)
        if self._annotator and pack:
            self._show_queue(self._annotator, pack, wishes.question)
        else:
            self.push_screen(Welcome(self.shell, self._annotator, packs, wishes.pack))

    def on_unmount(self) -> None:
        if self._player is not None:
            self._player.close()

    def on_welcomed(self, event: Welcomed) -> None:
        """Somebody is known and a pack is chosen."""
        self._annotator = event.annotator
        self._show_queue(event.annotator, event.pack, self.shell.wishes.question)

    def on_switch_wanted(self, event: SwitchWanted) -> None:
        """Another pack, or another annotator."""
        annotator = None if event.annotator else self._annotator
        packs = self.shell.queueing.packs(annotator.annotator_id if annotator else None, self.shell.lang)
        self.switch_screen(Welcome(self.shell, annotator, packs, None))

    def on_opened(self, event: Opened) -> None:
        """A question was opened from the queue."""
        from rbcheck.tui.screens.workbench import Workbench

        if self._player is None:
            self._player = self.shell.make_player()
        shell = self.shell
        bench = Workbench(shell.annotating, self._player, shell.now, event.annotator, event.pack, event.question_id)
        self.push_screen(bench, self._left)

    def _left(self, where: Leaving | None) -> None:
        self._topic = "annotator"
        queue = self.screen
        if isinstance(queue, Queue):
            queue.returned(where)

    def on_stage_entered(self, event: StageEntered) -> None:
        """Remember what the manual is to open at."""
        self._topic = "annotator"

    def on_export_wanted(self, event: ExportWanted) -> None:
        """Write the annotator's judgments of the pack to a file."""
        if self._annotator is not None:
            annotator = self._annotator.annotator_id
            self.run_worker(lambda: self._export(annotator, event.pack), thread=True, group="export")

    def _export(self, annotator: str, pack: str) -> None:
        try:
            said, severity = self.shell.export(annotator, pack), "information"
        except RbcheckError as error:
            said, severity = sentence(error), "error"
        self.notify(said, severity=severity, markup=False, timeout=10)  # type: ignore[arg-type]

    def action_manual(self) -> None:
        """Open the manual at what is on the screen."""
        from rbcheck.tui.screens.manual import Manual

        if not isinstance(self.screen, Manual):
            self.push_screen(Manual(self.shell.lang, self._topic))

    def action_settings(self) -> None:
        """The next theme, kept for the next start."""
        following = NAMES[(NAMES.index(self.theme) + 1) % len(NAMES)] if self.theme in NAMES else DEFAULT
        self.theme = following
        self.shell.save_setting("theme", following)

    def _show_queue(self, annotator: Annotator, pack: str | None, question: str | None) -> None:
        queue = Queue(self.shell, annotator, pack, question)
        if isinstance(self.screen, Welcome):
            self.switch_screen(queue)
        else:
            self.push_screen(queue)
