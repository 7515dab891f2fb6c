"""The settings: each holds at once and is kept for later runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Label, Static

from rbcheck.locale import _
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.shell import Choices
from rbcheck.tui.theme import NAMES
from rbcheck.tui.widgets.choice import Choice

YES, NO = "yes", "no"
_BLOCKS = ("truecolor", "256", "grey", "sextants")


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting: its name in the file, its title, and its values with their words."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]

    def typed(self, value: str) -> str | bool:
        """The value as the settings file has it."""
        return value == YES if self.name == "pause_on_note" else value


def settings_rows(modes: Sequence[str] = ()) -> tuple[SettingRow, ...]:
    """The settings, in the interface's language; `modes` are the ways of showing pictures that the terminal has."""
    themes = zip(NAMES, (_("dark"), _("light"), _("high contrast")), strict=True)
    return (
        SettingRow("lang", _("Language"), (("en", "English"), ("zh", "中文"))),
        SettingRow("theme", _("Colours"), tuple(themes)),
        SettingRow(
            "show", _("Pictures"),
            (("", _("automatic")), *((mode, mode) for mode in modes if mode not in _BLOCKS),
             ("truecolor", _("all colours")), ("256", _("256")), ("grey", _("greys")),
             ("sextants", _("sextants"))),
        ),
        SettingRow("pause_on_note", _("A note pauses the clip"), ((NO, _("no")), (YES, _("yes")))),
    )  # fmt: skip


class SettingChosen(Message):
    """A setting was given another value."""

    def __init__(self, name: str, value: str | bool) -> None:
        super().__init__()
        self.name = name
        self.value = value


class SettingsScreen(Dialog[None]):
    """One row a setting; up and down between them, left and right within one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f2,q", "dismiss(None)", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, choices: Choices, theme: str, modes: Sequence[str] = ()) -> None:
        super().__init__()
        self._modes = modes
        self.lang = choices.lang
        self._theme = theme
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(_("Settings"), classes="question")
            for row in settings_rows(self._modes):
                with Horizontal(classes="setting"):
                    yield Label(row.title)
                    yield Choice(row.options, self._value(row.name), id=row.name)
            yield Static(_("↑↓ setting · ←→ value · Esc back. A choice holds at once."), classes="note")

    def retell(self, lang: str) -> None:
        """Say everything again, with the focus where it was."""
        self.lang = lang
        focused = self.focused.id if self.focused else None

        async def again() -> None:
            if not self.is_attached:
                return
            await self.recompose()
            for field in self.query(f"#{focused}") if focused else ():
                field.focus()

        self.call_next(again)

    @on(Choice.Chosen)
    def _chosen(self, event: Choice.Chosen) -> None:
        row = next(row for row in settings_rows(self._modes) if row.name == event.choice.id)
        value = row.typed(event.value)
        if row.name == "theme":
            self._theme = event.value
        else:
            self._choices = _with(self._choices, row.name, value)
        self.post_message(SettingChosen(row.name, value))

    def _value(self, name: str) -> str:
        match name:
            case "lang":
                return self.lang
            case "theme":
                return self._theme
            case "show":
                return self._choices.show
            case _:
                return YES if self._choices.pause_on_note else NO


def _with(choices: Choices, name: str, value: str | bool) -> Choices:
    return replace(choices, **{name: value})  # type: ignore[arg-type]
