"""The words of questions explained: the terms to the left, picture and meaning to the right."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rbcheck.glossary import Term, found_in, terms
from rbcheck.locale import _, ngettext
from rbcheck.tui.pages.wrapping import Lines
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.widgets.steady_list import SteadyList
from rbcheck.tui.widgets.still_picture import StillPicture

_HERE = "▸"


class Glossary(ShellScreen):
    """Opens at the term `name`, else at the first one of the `text` on the screen, whose terms stand on top."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,f7", "back", show=False),
        Binding("space", "read_on", show=False),
    ]
    AUTO_FOCUS: ClassVar[str | None] = "#terms"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - as its base class has it

    def __init__(self, lang: str, text: str, name: str) -> None:
        super().__init__()
        self.lang = lang
        self._text = text
        self._first = name
        self._listed: tuple[Term, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static(id="glossary-head", markup=False)
        with Horizontal(id="glossary"):
            yield SteadyList(id="terms", markup=False, compact=True)
            with Vertical(id="term"):
                yield StillPicture(id="term-picture")
                with VerticalScroll(id="term-scroll", can_focus=False):
                    yield Static(id="term-words", markup=False)
        yield Static(_("↑↓ word · space reads on · Esc back · F1 manual"), id="glossary-keys", markup=False)

    def begin(self) -> None:
        """List the words, those of the question first."""
        here = tuple(dict.fromkeys(found.term for found in found_in(self._text, self.lang)))
        self._listed = (*here, *(term for term in terms(self.lang) if term not in here))
        words = ngettext("{count} word of this question", "{count} words of this question", len(here))
        told = words.format(count=len(here)) if here else _("all words")
        self.query_one("#glossary-head", Static).update(
            Content.assemble((_("Glossary"), "bold $text-primary"), f"   {told}")
        )
        contents = self.query_one("#terms", OptionList)
        contents.add_options(
            Option(Content.assemble((f"{_HERE if term in here else ' '} ", "$text-accent"), term.title(self.lang)))
            for term in self._listed
        )
        names = [term.name for term in self._listed]
        if self._listed:
            contents.highlighted = names.index(self._first) if self._first in names else 0

    def retell(self, lang: str) -> None:
        """Say everything again."""
        self.lang = lang
        self.begin_again()

    @on(OptionList.OptionHighlighted, "#terms")
    def _chosen(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self._listed):  # the list may have become shorter since
            return
        term = self._listed[event.option_index]
        self.query_one(StillPicture).path = term.picture
        forms = (term.chinese, term.english) if self.lang == "zh" else (term.english, term.chinese)
        lines = [Content.styled("、".join(part) if part is term.chinese else ", ".join(part), "bold") for part in forms]
        words = Content("\n").join([*lines, Content(""), Content(term.words)])
        self.query_one("#term-words", Static).update(Lines(words))
        self.query_one("#term-scroll", VerticalScroll).scroll_home(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter goes back to the question."""
        event.stop()
        self.action_back()

    def on_click(self, event: events.Click) -> None:  # type: ignore[override]
        """Nothing here is a link."""

    def action_read_on(self) -> None:
        """The words that did not fit below the picture; behind the last of them, the first again."""
        words = self.query_one("#term-scroll", VerticalScroll)
        if words.scroll_y < words.max_scroll_y:
            words.scroll_page_down(animate=False)
        else:
            words.scroll_home(animate=False)

    def action_back(self) -> None:
        """Back to the question."""
        if self.app.screen is self:
            self.app.pop_screen()
