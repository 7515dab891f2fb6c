"""A widget whose picture is painted over its cells in the ways that have pixels, and the news of that."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from rbcheck.services.window import WindowNews
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.picture.ways import Way
from rbcheck.tui.widgets.painting import Painting
from rbcheck.tui.widgets.refusal import Tone


class PaintedView(Widget):
    """Follows what is chosen for the whole program; in half blocks nothing is painted."""

    class ShowingChanged(Message):
        """Another way of showing, or another number of lines that reach the eye."""

        def __init__(self, view: PaintedView, shown: Way | None, lines: int) -> None:
            super().__init__()
            self.view = view
            self.shown = shown
            self.lines = lines

        @property
        def control(self) -> PaintedView:
            """The view it comes from."""
            return self.view

    class ColoursReduced(Message):
        """The link proved too slow for all colours."""

    class WindowTold(Message):
        """What became of the picture's own window; `sentence` is for the person."""

        def __init__(self, news: WindowNews, sentence: str) -> None:
            super().__init__()
            self.news = news
            self.sentence = sentence

    class Hinted(Message):
        """How the picture is shown, or which way shows more here: the latter is `unasked`, and waits for its turn."""

        def __init__(self, sentence: str, tone: Tone = Tone.WARNING, *, unasked: bool = False) -> None:
            super().__init__()
            self.sentence, self.tone, self.unasked = sentence, tone, unasked

    _showing: Showing | None = None
    _painting: Painting | None = None
    _is_repainting = False

    def on_mount(self) -> None:
        self.app.screen_change_signal.subscribe(self, self._screen_changed, immediate=True)

    def on_unmount(self) -> None:
        self._hide_painted()

    def on_hide(self) -> None:
        self._hide_painted()

    def on_resize(self) -> None:
        if self._showing is not None:
            self._showing.resized()
        self._hide_painted()

    def _screen_changed(self, screen: Screen[object]) -> None:
        # A screen that stands before this one may not draw this widget at all.
        if not self.screen.is_active:
            self._hide_painted()

    def use(self, showing: Showing) -> None:
        """Show pictures as this says, from now on."""
        self._hide_painted()
        self._showing = showing
        showing.on_window_news = self._window_news
        painter = showing.painter
        self._painting = None if painter is None else Painting(self, showing, painter)
        self.picture_changed()

    def switch_way(self) -> None:
        """Show pictures in the next of the ways that there are here."""
        if self._showing is not None:
            self._showing.next()
            self.post_message(self.Hinted(self._showing.told, Tone.NEWS))
            self.use(self._showing)

    def picture_changed(self) -> None:
        """Another way holds: whatever is drawn has to be drawn again."""

    def picture_lost(self) -> None:
        """What was painted is not on the glass any more: paint it again."""

    def paint_again(self) -> None:
        """Paint again once everything that is being written is written; asked for many times, it is done once."""
        if not self._is_repainting:
            self._is_repainting = True
            self.call_later(self._paint_now)

    def _paint_now(self) -> None:
        self._is_repainting = False
        self.picture_lost()

    @property
    def in_window(self) -> bool:
        """Whether the picture is somewhere else."""
        return self._painting is not None and self._painting.way is Way.WINDOW

    def on_painted_view_window_told(self, event: WindowTold) -> None:
        """Go on in the terminal where the window is gone; the screen says why."""
        if self._showing is not None and event.news is not WindowNews.OPENED:
            self._showing.lose_window(event.news)
            self.use(self._showing)

    def _cells(self) -> tuple[int, int]:
        return self.outer_size.width, self.outer_size.height

    def _margin_style(self) -> Style:
        ground = self.background_colors[1]
        margin = Strip([Segment(" ", Style(bgcolor=ground.rich_color))], 1)
        for line_filter in self.get_line_filters():
            margin = margin.apply_filter(line_filter, ground)
        return next(iter(margin)).style or Style.null()

    def _hide_painted(self) -> None:
        if self._painting is not None:
            self._painting.hide()

    def _hint(self, lines: int, height: int) -> None:
        sentence = self._showing.hint(lines, height) if self._showing is not None else ""
        if sentence:
            self.post_message(self.Hinted(sentence, unasked=True))

    def _window_news(self, news: WindowNews, sentence: str) -> None:
        self.post_message(self.WindowTold(news, sentence))
