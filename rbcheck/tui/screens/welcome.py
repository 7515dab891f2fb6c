"""The first minutes: who judges, in which language, and which pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label, OptionList, ProgressBar, Static
from textual.worker import get_current_worker

from rbcheck.domain.errors import N_, Interrupted, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.ports import Annotator
from rbcheck.services.queueing import LONGEST_NAME, PackSummary
from rbcheck.tui.keymap import Focus, Key, keys_of
from rbcheck.tui.manners import LineInput
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.screens.welcome_packs import PRACTICE, pack_rows
from rbcheck.tui.shell import Shell
from rbcheck.tui.widgets.choice import Choice
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.steady_list import SteadyList
from rbcheck.tui.widgets.wording import link, sentence

LANGUAGES = (("en", "English"), ("zh", "中文"))
_MOST_NAMES = 6
_GO_ON = Key("go_on", Focus.EVERYWHERE, ("enter",), "screen.go_on", N_("go on"), "Enter", N_("go on"))
_STOPPED = N_("Interrupted.")


class Welcomed(Message):
    """Somebody is known and a pack is chosen."""

    def __init__(self, annotator: Annotator, pack: str) -> None:
        super().__init__()
        self.annotator = annotator
        self.pack = pack


class LanguageWanted(Message):
    """The interface is to speak another language."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang


class Welcome(ShellScreen):
    """Asks for what is not known yet; makes the practice pack where that is wished.

    `name` stands in its field; `said` is a sentence about what the command line asked for and is not there, or
    (`offers`) about the question that `Enter` on the pack goes on with.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    HEARS_FIRST = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding(_GO_ON.keys[0], _GO_ON.action, show=False)]

    def __init__(
        self,
        shell: Shell,
        lang: str,
        name: str,
        packs: Sequence[PackSummary],
        said: str = "",
        pack: str = "",
        *,
        offers: bool = False,
    ) -> None:
        super().__init__()
        self._shell = shell
        self.lang = lang
        self._typed = name
        self._packs = tuple(packs)
        self._said = said
        self._offers = offers
        self._wished = next((place for place, each in enumerate(packs) if each.name == pack), 0)
        self._known = tuple(person.name for person in shell.queueing.annotators())
        self._making = self._gone_on = False

    @property
    def is_under_way(self) -> bool:
        """The queue is about to stand here."""
        return self._gone_on

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="welcome", can_focus=False):
            yield Static("rbcheck", classes="brand")
            yield Static(_("Find out whether a video benchmark's questions are any good."), classes="motto")
            yield Label(_("Your name, as it will stand in exports"), classes="field")
            yield LineInput(
                self._typed, id="name", max_length=LONGEST_NAME, suggester=SuggestFromList(self._known), compact=True
            )
            yield Static(self._names(), id="known")
            yield Label(_("Language"), classes="field")
            yield Choice(LANGUAGES, self.lang, id="language")
            yield Label(_("What to judge"), classes="field")
            yield SteadyList(*pack_rows(self._packs), id="packs", markup=False, compact=True)
            yield Static(_("Another pack? Leave with Ctrl+Q and run: rbcheck pack add PATH"), id="more", markup=False)
            yield ProgressBar(id="progress")
            yield Static("", id="said", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._settle()
        self.query_one("#packs" if self._typed and (self._offers or not self._said) else "#name").focus()

    def retell(self, lang: str) -> None:
        """Say everything again, with the name as it was typed and the focus where it was."""
        self.lang = lang
        for field in self.query("#name").results(Input):
            self._typed = field.value
        focused = self.focused.id if self.focused else None
        self._said = ""

        async def again() -> None:
            if not self.is_attached:
                return
            await self.recompose()
            self._settle()
            for field in self.query(f"#{focused}") if focused else ():
                field.focus()

        self.call_next(again)

    def _settle(self) -> None:
        self.query_one("#progress").display = self._making
        self.query_one("#known").display = bool(self._known)
        packs = self.query_one("#packs", OptionList)
        packs.highlighted = self._wished
        packs.disabled = self._making
        line = self.query_one("#keys", KeyLine)
        found = {key.id: key for key in keys_of(Focus.EVERYWHERE)}
        line.keys = (_GO_ON, found["focus_next"])
        line.standing = tuple(found[name] for name in ("manual", "settings", "palette", "quit"))
        self._say(self._said)

    def _names(self) -> Content:
        names = [
            link(inert(name), f"screen.name({place})", "$text-primary underline")
            for place, name in enumerate(self._known[:_MOST_NAMES])
        ]
        more = [Content("…")] if len(self._known) > _MOST_NAMES else []
        return Content(f"{_('known here:')} ") + Content("   ").join([*names, *more])

    def action_name(self, place: int) -> None:
        """Take a name that is known."""
        self.query_one("#name", Input).value = self._known[place]
        self.query_one("#packs").focus()

    def action_go_on(self) -> None:
        """From the name to the packs; from anywhere else on with the pack under the cursor."""
        packs = self.query_one("#packs", OptionList)
        if packs.has_focus:
            packs.action_select()
        else:
            self.set_focus(packs)

    @on(Choice.Chosen, "#language")
    def _language(self, event: Choice.Chosen) -> None:
        self.lang = event.value
        self.post_message(LanguageWanted(event.value))

    @on(Input.Submitted, "#name")
    def _named(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            self._sign_in()  # says what is missing; what is typed next still goes into the field
            return
        self._say("")
        self.set_focus(self.query_one("#packs"))

    @on(Input.Changed, "#name")
    def _typing(self, event: Input.Changed) -> None:
        if event.value != self._typed:
            self._say("")

    @on(OptionList.OptionSelected, "#packs")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if self._making:
            return
        if event.option.id != PRACTICE:
            self._go(self._packs[event.option_index].name)
        elif self._sign_in() is not None:
            self._making = True
            self._said = _("Drawing the practice pack: videos of scripted runs, made on this machine.")
            self._settle()
            self.run_worker(self._make_practice, thread=True, group="practice")

    def _make_practice(self) -> None:
        worker = get_current_worker()

        def progress(done: int, total: int) -> None:
            if worker.is_cancelled:
                raise Interrupted(_STOPPED)
            self.app.call_from_thread(self._progress, done, total)

        try:
            pack = self._shell.make_practice(progress)
        except Interrupted:
            return
        except RbcheckError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._failed, sentence(error))
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._go, pack)

    def _progress(self, done: int, total: int) -> None:
        self.query_one("#progress", ProgressBar).update(total=total, progress=done)

    def _failed(self, said: str) -> None:
        self._making, self._said = False, said
        self._settle()

    def _go(self, pack: str) -> None:
        self._making = False
        if (annotator := self._sign_in()) is not None and not self._gone_on:
            self._gone_on = True
            self.post_message(Welcomed(annotator, pack))

    def _sign_in(self) -> Annotator | None:
        try:
            return self._shell.queueing.sign_in(self.query_one("#name", Input).value, self.lang)
        except RbcheckError as error:
            self._say(sentence(error))
            self.query_one("#name").focus()
            return None

    def _say(self, said: str) -> None:
        line = self.query_one("#said", Static)
        line.update(said)
        line.display = bool(said)
