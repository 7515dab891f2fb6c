"""The manual on the screen: contents to the left, the page to the right, a search over all of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.domain.taxonomy import taxonomy
from rbcheck.locale import _
from rbcheck.manual import topics
from rbcheck.tui.pages.wrapping import Lines
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.screens.manual_sections import ANNOTATOR, SECTION_OF, Found, Section, search, sections_of
from rbcheck.tui.widgets.page_text import PageText
from rbcheck.tui.widgets.steady_list import SteadyList


class Manual(ShellScreen):
    """Opens at what the first `page` says of a stage; `question_type` has its own lines on top."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "back", show=False),
        Binding("slash", "search", show=False),
    ]
    AUTO_FOCUS: ClassVar[str | None] = "#page-scroll"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - as its base class has it

    def __init__(
        self, lang: str, stage: Stage | None, question_type: str, page: str = ANNOTATOR, number: int = 0
    ) -> None:
        super().__init__()
        self.lang = lang
        self._stage = stage
        self._type = question_type
        self._first = page, SECTION_OF[stage] if stage else number
        self._pages = topics(lang)
        self._sections = sections_of(self._pages)
        self._listed: tuple[Section, ...] = ()
        self._page = ""
        self._at = 0

    def compose(self) -> ComposeResult:
        yield Static(Lines(self._heading()), id="manual-head")
        with Horizontal():
            with Vertical(id="contents"):
                yield Input(placeholder=_("/ search"), id="search", compact=True)
                yield SteadyList(id="sections", markup=False, compact=True)
            with VerticalScroll(id="page-scroll"):
                yield PageText(id="page")
        yield Static(_("/ search · F6 contents and page · Enter opens · Esc back"), id="manual-keys", markup=False)

    def begin(self) -> None:
        """List the sections and open the one that fits."""
        self._list("")
        first = next(
            (each for each in self._sections if (each.page, each.number) == self._first),
            self._sections[0] if self._sections else None,
        )
        if first is not None:
            self.query_one("#sections", OptionList).highlighted = self._listed.index(first)
            self._show(first)

    def open_at(self, page: str, number: int) -> None:
        """Open another section."""
        self._first = page, number
        self.query_one("#search", Input).value = ""
        self.begin()

    def retell(self, lang: str) -> None:
        """Say everything again."""
        self.lang = lang
        self._pages = topics(self.lang)
        self._sections = sections_of(self._pages)
        self._page = ""
        self.begin_again()

    def action_back(self) -> None:
        """Out of the search, then out of the manual."""
        field = self.query_one("#search", Input)
        if field.has_focus or field.value:
            field.value = ""
            self.query_one("#page-scroll").focus()
        else:
            self.app.pop_screen()

    def action_search(self) -> None:
        """Search all pages."""
        self.query_one("#search", Input).focus()

    @on(Input.Changed, "#search")
    def _searched(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted, "#search")
    def _search_done(self) -> None:
        if self._listed:
            self.query_one("#sections", OptionList).focus()
            self._show(self._listed[0])

    @on(OptionList.OptionSelected, "#sections")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._listed):  # the list may have become shorter since
            self._show(self._listed[event.option_index])
            self.query_one("#page-scroll").focus()

    def _show(self, section: Section) -> None:
        if section.page != self._page:
            self._page = section.page
            self.query_one(PageText).show(self._pages[section.page].text)
        self._at = section.number
        self.call_after_refresh(self._go_to, section.number)

    @on(PageText.LaidOut)
    def _laid_out(self) -> None:
        """The contents came or went, or the terminal has another size: the section that was opened stays on top."""
        self._go_to(self._at)

    def _go_to(self, number: int) -> None:
        if self.is_attached:
            line = self.query_one(PageText).line_of(number)
            self.query_one("#page-scroll", VerticalScroll).scroll_to(y=line, animate=False, force=True)

    def _list(self, text: str) -> None:
        contents = self.query_one("#sections", OptionList)
        contents.clear_options()
        if text.strip():
            found = search(self._sections, text)
            self._listed = tuple(each.section for each in found)
            contents.add_options(Option(Lines(_told(each))) for each in found)
            if not found:
                none = _("Nothing in the manual holds “{text}”.").format(text=inert(text.strip()))
                contents.add_option(Option(Lines(Content(none)), disabled=True))
        else:
            self._listed = self._sections
            contents.add_options(self._contents())
        if self._listed:
            contents.highlighted = 0

    def _contents(self) -> Iterator[Option]:
        for section in self._sections:
            if section.number:
                yield Option(Lines(Content(f"  {section.heading}"), hang=2))
            else:
                yield Option(Lines(Content.styled(section.heading, "bold")))

    def _heading(self) -> Content:
        guidance = taxonomy().guidance(self._type, self.lang) if self._type else None
        if guidance is None:
            return Content.styled(_("Manual"), "bold $text-primary")
        note, check = guidance
        return Content.assemble(
            (_("Manual"), "bold $text-primary"), f"  {inert(self._type)}\n",
            (_("note while watching:"), "bold"), f" {note}\n", (_("check afterwards:"), "bold"), f" {check}",
        )  # fmt: skip


def _told(found: Found) -> Content:
    section = found.section
    page = f"  {section.title}" if section.number else ""
    return Content.assemble((section.heading, "bold"), (page, "$text-muted"), "\n", (found.line, "$text-muted"))
