"""The first minutes: who judges, in which language, and which pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, Label, OptionList, ProgressBar, RadioButton, RadioSet, Static
from textual.widgets.option_list import Option

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _, use
from rbcheck.services.ports import Annotator
from rbcheck.services.queueing import PackSummary
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.shell import Shell
from rbcheck.tui.widgets.wording import sentence

_LANGUAGES = (("en", "English"), ("zh", "中文"))


class Welcomed(Message):
    """Somebody is known and a pack is chosen."""

    def __init__(self, annotator: Annotator, pack: str | None) -> None:
        super().__init__()
        self.annotator = annotator
        self.pack = pack


class Welcome(Screen[None]):
    """Asks for what is not known yet; makes the practice pack where that is wished."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE)
    AUTO_FOCUS: ClassVar[str | None] = "#name, #packs, #practice"

    def __init__(
        self, shell: Shell, annotator: Annotator | None, packs: Sequence[PackSummary], wished: str | None
    ) -> None:
        super().__init__()
        self._shell = shell
        self._annotator = annotator
        self._packs = packs
        self._wished = wished

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="welcome"):
            yield Static("rbcheck", id="brand")
            yield Static(_("Find out whether a video benchmark's questions are any good."), id="motto")
            yield Label(_("Your name, as it will stand in exports"), classes="field")
            yield Input(self._annotator.name if self._annotator else "", id="name", max_length=80)
            yield Label(_("Language"), classes="field")
            with RadioSet(id="language"):
                for code, words in _LANGUAGES:
                    yield RadioButton(words, value=code == self._shell.lang, name=code)
            yield Label(_("What to judge"), classes="field")
            yield OptionList(*(_row(pack) for pack in self._packs), id="packs", markup=False)
            with Horizontal(id="choices"):
                yield Button(_("Open the practice pack"), id="practice", variant="primary")
            yield ProgressBar(id="progress", show_eta=True)
            yield Static("", id="said", markup=False)
            yield Static(
                _("To bring a pack in, leave with Ctrl+Q and run: rbcheck pack add PATH"), id="hint", markup=False
            )

    def on_mount(self) -> None:
        self.query_one("#progress").display = False
        self.query_one("#packs").display = bool(self._packs)
        if self._wished and self._wished not in {pack.name for pack in self._packs}:
            self._say(_("There is no pack {pack} here: choose one, or add it.").format(pack=inert(self._wished)))
        if self._annotator is None and (people := self._shell.queueing.annotators()):
            names = "、".join(inert(person.name) for person in people)
            self._say(_("Known here: {names}. Type one of these names to go on, or a new one.").format(names=names))

    @on(RadioSet.Changed, "#language")
    def _language(self, event: RadioSet.Changed) -> None:
        code = event.pressed.name or "en"
        use(code)
        self._shell.save_setting("lang", code)

    @on(Input.Submitted, "#name")
    def _named(self) -> None:
        self.query_one("#packs" if self._packs else "#practice").focus()

    @on(OptionList.OptionSelected, "#packs")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._go(self._packs[event.option_index].name)

    @on(Button.Pressed, "#practice")
    def _practice(self, event: Button.Pressed) -> None:
        if self._sign_in() is None:
            return
        event.button.disabled = True
        self.query_one("#progress").display = True
        self._say(_("Drawing the practice pack: videos of scripted runs, made on this machine."))
        self.run_worker(self._make_practice, thread=True, group="practice")

    def _make_practice(self) -> None:
        bar = self.query_one("#progress", ProgressBar)

        def progress(done: int, total: int) -> None:
            self.app.call_from_thread(bar.update, total=total, progress=done)

        try:
            pack = self._shell.make_practice(progress)
        except RbcheckError as error:
            self.app.call_from_thread(self._failed, sentence(error))
            return
        self.app.call_from_thread(self._go, pack)

    def _failed(self, said: str) -> None:
        self.query_one("#practice", Button).disabled = False
        self.query_one("#progress").display = False
        self._say(said)

    def _go(self, pack: str | None) -> None:
        if (annotator := self._sign_in()) is not None:
            self.post_message(Welcomed(annotator, pack))

    def _sign_in(self) -> Annotator | None:
        pressed = self.query_one("#language", RadioSet).pressed_button
        lang = (pressed.name if pressed else None) or self._shell.lang
        try:
            return self._shell.queueing.sign_in(self.query_one("#name", Input).value, lang)
        except RbcheckError as error:
            self._say(sentence(error))
            self.query_one("#name").focus()
            return None

    def _say(self, said: str) -> None:
        self.query_one("#said", Static).update(Content(said))


def _row(pack: PackSummary) -> Option:
    counts = _("{done} of {total} done").format(done=pack.done, total=pack.questions)
    return Option(Content(f"{inert(pack.title)}  ·  {inert(pack.name)}  ·  {counts}"))
