"""The interface: which screen stands when, and what every screen has in common."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.binding import BindingType
from textual.command import CommandPalette, Provider

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.manners import bug_of, mind_signals
from rbcheck.tui.messages import ExportWanted, Leaving, StageEntered
from rbcheck.tui.paced import PacedApp
from rbcheck.tui.screens.opening import Opening
from rbcheck.tui.shell import Choices, Shell, Wishes

if TYPE_CHECKING:
    from rbcheck.services.ports import Annotator
    from rbcheck.tui.beginning import Beginning
    from rbcheck.tui.benches import Benches
    from rbcheck.tui.screens.queue import Opened, SwitchWanted
    from rbcheck.tui.screens.welcome import Welcomed

EXIT_FAILED = 3
_WARM_UP_SECONDS = 0.3
_WARNED_SECONDS = 20
_SWITCH_SECONDS = 0.0005
"""How long one thread may keep the others waiting: at Python's 5 ms a write of 30 statements waits 30 times for the
interface to have painted."""


def _actions() -> type[Provider]:
    from rbcheck.tui.palette import ActionsAndSettings

    return ActionsAndSettings


class RbcheckApp(PacedApp):
    """First minutes, the queue, and the workbench on top of it.

    `open_shell` opens the store and is called in a thread once the first screen stands; where it raises, the program
    ends and `failure` says why. `save_setting` keeps a choice for later runs.
    """

    TITLE = "rbcheck"
    CSS_PATH = str(Path(__file__).parent / "styles" / "shell.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, namespace="app")
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_actions}

    def __init__(
        self,
        open_shell: Callable[[], Shell],
        choices: Choices,
        wishes: Wishes,
        save_setting: Callable[[str, str | bool], None],
    ) -> None:
        super().__init__(choices, save_setting)
        self.failure: RbcheckError | None = None
        self._open_shell = open_shell
        self._wishes = wishes
        self._shell: Shell | None = None
        self._annotator: Annotator | None = None
        self._stage: StageEntered | None = None

    @property
    def shell(self) -> Shell:
        """What screens need; there once the store is open."""
        assert self._shell is not None, "the store is not open yet"
        return self._shell

    @property
    def crash(self) -> BaseException | None:
        """What ended the interface, where it was not the person."""
        return self.failure or bug_of(self._exception)

    # beginning and end

    async def on_mount(self) -> None:
        mind_signals(self)
        sys.setswitchinterval(_SWITCH_SECONDS)
        await self.push_screen(Opening())
        self.call_after_refresh(lambda: self.run_worker(self._begin, thread=True, group="begin"))

    def _begin(self) -> None:
        from rbcheck.tui.beginning import begin

        try:
            beginning = begin(self._open_shell(), self._wishes, self.choices.lang)
        except RbcheckError as error:
            self.failure = error
            self.call_from_thread(self.exit, return_code=EXIT_FAILED)
            return
        self.call_from_thread(self._begun, beginning)

    def _begun(self, beginning: Beginning) -> None:
        from rbcheck.tui.benches import Benches

        self._shell, self._annotator = beginning.shell, beginning.annotator
        self._benches = Benches(self, beginning.shell)
        self.start_pace(beginning.shell)
        if beginning.annotator is not None and beginning.pack:
            self._show_queue(beginning.annotator, beginning.pack, beginning.question)
        else:
            self._show_welcome(beginning.name, beginning.said, beginning.pack, offers=beginning.question is not None)
        for warning in beginning.shell.warnings:
            self.notify(inert(warning), severity="warning", timeout=_WARNED_SECONDS, markup=False)
        self.set_timer(_WARM_UP_SECONDS, lambda: self.run_worker(self._warm_up, thread=True, group="warm"))

    def _warm_up(self) -> None:
        """Load what the first question needs, so that it opens at once."""
        import rbcheck.tui.picture.layout
        import rbcheck.tui.screens.workbench  # noqa: F401

        if self._benches is not None:
            self._benches.ready_player()
            self.call_from_thread(self._benches.make_spare)
        # What is loaded by now stays; without this, looking through it for garbage costs 0.15 s every other question.
        gc.collect()
        gc.freeze()

    async def on_unmount(self) -> None:
        await self.end_pace()
        if self._benches is not None:
            self._benches.close()
        self.let_go_of_pictures()

    async def action_quit(self) -> None:
        """Leave; where something could not be saved, ask before."""
        bench = self._bench
        if bench is not None and bench.view is not None and not bench.gone:
            await bench.settle()
            if bench.writes.failed is not None:
                self._ask_to_lose()
                return
        self.exit()

    def _ask_to_lose(self) -> None:
        from rbcheck.tui.screens.dialogs import Confirm

        asked = _("The last acts could not be saved. Leave and lose them?")

        def answered(stay: bool | None) -> None:
            if stay is False:
                self.exit()

        self.push_screen(Confirm(asked, _("Stay, and try again with F5 (y)"), _("Leave (n)")), answered)

    def action_help_quit(self) -> None:
        """Ctrl+C ends nothing: it may be pressed to copy."""
        self.notify(_("Ctrl+Q leaves; everything is saved."), markup=False)

    # from screen to screen

    def on_welcomed(self, event: Welcomed) -> None:
        """Somebody is known and a pack is chosen."""
        self._annotator = event.annotator
        question = self._wishes.question or self._interrupted(event.annotator, event.pack)
        self._show_queue(event.annotator, event.pack, question)
        self._wishes = Wishes()

    def _interrupted(self, annotator: Annotator, pack: str) -> str | None:
        """The question of this pack that a session which died had open."""
        try:
            back = self.shell.annotating.interrupted(annotator.annotator_id)
        except RbcheckError:
            return None  # the queue says what is wrong with the store
        return back[1] if back is not None and back[0] == pack else None

    def on_switch_wanted(self, event: SwitchWanted) -> None:
        """Another pack, or another annotator."""
        if event.annotator or self._annotator is None:
            self._annotator = None
        self._show_welcome(self._annotator.name if self._annotator else "")

    def _show_welcome(self, name: str, said: str = "", pack: str = "", *, offers: bool = False) -> None:
        from rbcheck.tui.screens.welcome import Welcome

        who = self._annotator.annotator_id if self._annotator else None
        packs = self.shell.queueing.packs(who, self.choices.lang)
        self.switch_screen(Welcome(self.shell, self.choices.lang, name, packs, said, pack, offers=offers))

    def _show_queue(self, annotator: Annotator, pack: str, question: str | None) -> None:
        from rbcheck.tui.screens.queue import Queue

        unlocking = self.shell.unlocking
        if unlocking is not None and unlocking.locked(pack):
            from rbcheck.tui.opening_packs import ask_passphrase

            ask_passphrase(
                self, unlocking, pack,
                opened=lambda: self._show_queue(annotator, pack, question),
                given_up=lambda: self._show_welcome(annotator.name),
            )  # fmt: skip
            return
        pacemaker = self.pacemaker
        assert pacemaker is not None, "the store is not open yet"
        self.sign_in_pace(annotator.annotator_id)
        self.switch_screen(Queue(self.shell, annotator, pack, self.choices.lang, lambda: pacemaker.minutes, question))

    def pace_known(self) -> None:
        """The queue says how long somebody has worked as soon as that is known, as the day does."""
        from rbcheck.tui.screens.queue import Queue

        for screen in self.screen_stack:
            if isinstance(screen, Queue) and screen.is_mounted:
                screen.show_head()

    def on_opened(self, event: Opened) -> None:
        """A question was opened from the queue."""
        if self._bench is None and self._benches is not None:
            self.run_worker(self._open(self._benches, event), group="open", exclusive=True)

    async def _open(self, benches: Benches, event: Opened) -> None:
        from rbcheck.tui.benches import SPARE_SECONDS
        from rbcheck.tui.screens.queue import Queue

        def wanted() -> bool:
            return isinstance(self.screen, Queue)

        bench = await benches.opened(event.annotator, event.pack, event.question_id, self.choices, wanted)
        if bench is None:
            return  # a key behind Enter led elsewhere
        self._bench = bench
        await self.push_screen(bench, self._left)
        self._show_pictures_so(bench)
        self.set_timer(SPARE_SECONDS, benches.make_spare)

    def _left(self, where: Leaving | None) -> None:
        from rbcheck.tui.screens.queue import Queue

        self._bench = self._stage = None
        if isinstance(self.screen, Queue):
            self.screen.returned(where)

    def on_stage_entered(self, event: StageEntered) -> None:
        """Remember what the manual is to open at."""
        self._stage = event

    # exports

    def on_export_wanted(self, event: ExportWanted) -> None:
        """Write the annotator's judgments of the pack to a file."""
        if self._annotator is not None:
            annotator = self._annotator.annotator_id
            self.run_worker(lambda: self._export(annotator, event.pack), thread=True, group="export")

    def _export(self, annotator: str, pack: str) -> None:
        from rbcheck.tui.widgets.wording import sentence

        try:
            said, wrong = self.shell.export(annotator, pack), False
        except RbcheckError as error:
            said, wrong = sentence(error), True
        self.call_from_thread(self.say, said, wrong)

    def say(self, said: str, wrong: bool) -> None:
        """Tell somebody: under the queue's rows, else in a corner."""
        from rbcheck.tui.screens.queue import Queue

        if isinstance(self.screen, Queue):
            self.screen.say(said, wrong=wrong)
            return
        severity: Literal["information", "error"] = "error" if wrong else "information"
        self.notify(said, severity=severity, markup=False, timeout=10)

    # manual, keys, palette, settings

    def action_manual(self) -> None:
        """Open the manual at what is on the screen."""
        from rbcheck.tui.screens.manual import Manual

        if not isinstance(self.screen, Manual):
            stage, kind = (self._stage.stage, self._stage.question_type) if self._stage else (None, "")
            self.push_screen(Manual(self.choices.lang, stage, kind))

    def action_command_palette(self) -> None:
        """Every action by its name."""
        shown = isinstance(self.screen, CommandPalette)
        if self._shell is not None and not shown:
            from rbcheck.tui.dialog import Palette

            self.push_screen(Palette(placeholder=_("Search for an action …"), id="--command-palette"))
