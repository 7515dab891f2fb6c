"""A text in which the words that the glossary explains are underlined and can be clicked."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from rbcheck.domain.inert import inert
from rbcheck.glossary import found_in
from rbcheck.locale import language
from rbcheck.tui.widgets.wording import click

_UNDERLINED = Style(underline=True)


def glossed(text: str) -> Content:
    """A text of a pack: never markup, controls shown, lines kept; its known words open the glossary."""
    shown = inert(text, keep_newlines=True)
    content = Content(shown)
    for found in found_in(shown, language()):
        action = click(f"app.glossary('{found.term.name}')")
        content = content.stylize(_UNDERLINED, found.start, found.end).stylize(action, found.start, found.end)
    return content
