"""Times, signs and words that several widgets show alike."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from textual.content import Content
from textual.style import Style
from textual.widgets import TextArea

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Confidence
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.domain.protocol import STAGE_WORDS as STAGE_WORDS
from rbcheck.domain.verdict import VERDICT_WORDS as VERDICT_WORDS
from rbcheck.locale import _

CLICK = "rbcheck-act"
"""What a clickable text carries; Textual's own links would give up their colours."""

MARK_SIGNS: Mapping[Mark | None, str] = {Mark.SUPPORTED: "✓", Mark.RULED_OUT: "✗", Mark.UNDECIDABLE: "?", None: "·"}
MARK_WORDS: Mapping[Mark, str] = {
    Mark.SUPPORTED: N_("supported"),
    Mark.RULED_OUT: N_("ruled out"),
    Mark.UNDECIDABLE: N_("undecidable"),
}
MARK_COLOURS: Mapping[Mark | None, str] = {
    Mark.SUPPORTED: "bold $text-success",
    Mark.RULED_OUT: "bold $text-error",
    Mark.UNDECIDABLE: "bold $text-warning",
    None: "$foreground-muted",
}
CONFIDENCE_WORDS: Mapping[Confidence, str] = {
    Confidence.GUESS: N_("guess"),
    Confidence.HUNCH: N_("hunch"),
    Confidence.SURE: N_("sure"),
}


def clock(at_ms: int | None) -> str:
    """A moment as minutes, seconds and tenths: `0:18.4`."""
    if at_ms is None:
        return "–:––.–"
    tenths = max(at_ms, 0) // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def stamp(label: str, at_ms: int) -> str:
    """A moment of a clip as it is written into texts: `[CLIP_C 0:37.9]`."""
    return f"[{inert(label)} {clock(at_ms)}]"


def apart(before: str, moment_text: str) -> str:
    """A moment that is put into a text, with a space where it would stick to a Latin word before it."""
    last = before[-1:]
    return f" {moment_text}" if last.isascii() and (last.isalnum() or last in tuple(",.;:!?)]")) else moment_text


def text_before(area: TextArea) -> str:
    """What stands before the cursor in its line."""
    row, column = area.cursor_location
    return area.document.get_line(row)[:column]


def moment(evidence: Evidence, label: str) -> str:
    """Evidence in words: `CLIP_C 0:37.9`, or `CLIP_C 0:37.9–0:41.0`."""
    end = f"–{clock(evidence.to_ms)}" if evidence.to_ms is not None else ""
    return f"{inert(label)} {clock(evidence.from_ms)}{end}"


def click(action: str) -> Style:
    """What makes a text do something when clicked; `action` is ours, never a pack's."""
    return Style.from_meta({CLICK: action})


def link(text: str, action: str, style: str = "") -> Content:
    """A text that does something when clicked."""
    styled = Content.styled(text, style) if style else Content(text)
    return styled.stylize(click(action))


def prose(text: str) -> Content:
    """A text of a pack or of a person: never markup, controls shown, lines kept."""
    return Content(inert(text, keep_newlines=True))


def lead_in(name: str) -> str:
    """A name and its colon, before what it names."""
    return _("{name}: {what}").format(name=name, what="")


def unbroken(text: str) -> str:
    """The same text, never broken at its spaces."""
    return text.replace(" ", "\u00a0")


def sentence(error: RbcheckError) -> str:
    """An error in the interface's language."""
    return inert(error.render(_), keep_newlines=True)


def saved_words(saved_at: datetime | None) -> str:
    """`saved 14:02:11`, in local time."""
    return _("saved {time}").format(time=saved_at.astimezone().strftime("%H:%M:%S")) if saved_at else ""


def headed(heading: str, message: str) -> Content:
    """Heading and message as they are, control characters inert."""
    parts = [Content.styled(inert(heading), "bold $text")] if heading else []
    return Content("\n\n").join([*parts, *([Content(inert(message, keep_newlines=True))] if message else [])])
