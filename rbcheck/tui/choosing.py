"""What somebody chose for every screen: applied at once, and kept for later runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rbcheck.domain.errors import RbcheckError
from rbcheck.locale import _, use
from rbcheck.tui.explained import ExplainedApp
from rbcheck.tui.key_places import Key
from rbcheck.tui.keymap import use_own
from rbcheck.tui.shell import Choices, Retells
from rbcheck.tui.theme import DEFAULT, NAMES, THEMES

if TYPE_CHECKING:
    from rbcheck.tui.benches import Benches
    from rbcheck.tui.screens.settings import SettingChosen
    from rbcheck.tui.screens.welcome import LanguageWanted
    from rbcheck.tui.screens.workbench import Workbench


class ChoosingApp(ExplainedApp):
    """An application with settings. `save_setting` keeps a choice for later runs."""

    def __init__(self, choices: Choices, save_setting: Callable[[str, str | bool], None]) -> None:
        super().__init__()
        self.choices = choices
        self.wanted_mode = choices.show
        self._save_setting = save_setting
        self._write_keys: Callable[[str], tuple[Path, bool]] | None = None
        self._bench: Workbench | None = None
        self._benches: Benches | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = choices.theme if choices.theme in NAMES else DEFAULT

    def take_keys(self, own: Mapping[str, Key], write_file: Callable[[str], tuple[Path, bool]]) -> None:
        """Use somebody's own keys; `write_file` makes the file that they stand in."""
        from rbcheck.tui.own_keys import keymap_of

        use_own(own)
        self.set_keymap(keymap_of(own))
        self._write_keys = write_file

    def action_write_keys(self) -> None:
        """Make a file of all keys, to be changed, and say where it is."""
        from rbcheck.tui.own_keys import file_of_keys

        if self._write_keys is None:
            return
        try:
            path, made = self._write_keys(file_of_keys())
        except RbcheckError as error:
            from rbcheck.tui.widgets.wording import sentence

            self.say(sentence(error), True)
            return
        told = _("The keys stand in {path}: change them there; they hold from the next start on.")
        there = _("Your own keys stand in {path} already; delete the file to have all keys written again.")
        self.say((told if made else there).format(path=path), False)

    def say(self, said: str, wrong: bool) -> None:
        """Tell somebody, on whatever screen."""

    def action_settings(self) -> None:
        """Open the settings."""
        from rbcheck.tui.screens.settings import SettingsScreen

        if self._benches is not None and not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self.choices, self.theme, self.showing.modes))

    def on_setting_chosen(self, event: SettingChosen) -> None:
        """Apply a choice at once."""
        self.choose(event.name, event.value)

    def on_language_wanted(self, event: LanguageWanted) -> None:
        """Speak another language."""
        self.choose("lang", event.lang)

    def choose(self, name: str, value: str | bool) -> None:
        """Apply a choice and keep it for later runs; where it cannot be kept, say so, and it holds for now."""
        self.choices = replace(self.choices, **{name: value})  # type: ignore[arg-type]
        match name:
            case "lang":
                use(self.choices.lang)
                for screen in self.screen_stack:
                    if isinstance(screen, Retells):
                        screen.retell(self.choices.lang)
                if self._benches is not None:
                    self._benches.retell(self.choices.lang)
            case "theme":
                self.theme = self.choices.theme
            case "show":
                self.showing.choose(self.choices.show)
                if self._bench is not None:
                    self._show_pictures_so(self._bench)
            case _ if self._bench is not None:
                self._bench.pause_on_note = self.choices.pause_on_note
        try:
            self._save_setting(name, value)
        except RbcheckError as error:
            from rbcheck.tui.widgets.wording import sentence

            self.say(sentence(error), True)

    def _show_pictures_so(self, bench: Workbench) -> None:
        from rbcheck.tui.widgets.video_view import VideoView

        bench.query_one(VideoView).use(self.showing)
