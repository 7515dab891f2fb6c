"""The place of the picture: a frame, painted or in half blocks, or the sentence that says why there is none."""

from __future__ import annotations

import os
from time import monotonic

from rich.style import Style
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer

from rbcheck.locale import _
from rbcheck.services.playing import Picture
from rbcheck.tui.picture.backlog import MOST_WAITING, SlowLink, waiting
from rbcheck.tui.picture.handover import Handover
from rbcheck.tui.picture.viewport import Viewport, fitting
from rbcheck.tui.picture.ways import Colours, Way, colours_for, still_colours_for
from rbcheck.tui.widgets.painted_view import PaintedView
from rbcheck.tui.widgets.painting import Painting
from rbcheck.tui.widgets.straight import Straight
from rbcheck.tui.widgets.wording import headed

_RETRY_SECONDS = 1 / 30
_STILL_SECONDS = 0.25

_DrawnAs = tuple[bool, Picture, Viewport, Colours, tuple[int, int], Style]


class VideoView(PaintedView):
    """Shows the newest picture it was given, in the shape the frame has; owns no clock and calls no player.

    It stands closed until `expect` or `show`: pictures from a thread that come later than `clear` are dropped.
    It has no border; its padding is kept from the sentence only.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    VideoView {
        width: 1fr;
        height: 1fr;
        padding: 1 4;
        content-align: center middle;
        text-align: center;
        background: $background;
        color: $text-muted;
    }
    """

    viewport: reactive[Viewport] = reactive(Viewport())
    colours: reactive[Colours] = reactive(Colours.PALETTE)
    """The colours of a moving picture; one that stands still gets `still_colours`, however slow the terminal."""
    still_colours: reactive[Colours] = reactive(Colours.PALETTE)

    def __init__(
        self,
        message: str = "",
        heading: str = "",
        *,
        colours: Colours | None = None,
        still_colours: Colours | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._sentence = headed(heading, message)
        self._open = False
        self._handover: Handover | None = None
        self._picture: Picture | None = None
        self._drawn: Picture | None = None
        self._drawn_as: _DrawnAs | None = None
        self._strips: list[Strip] = []
        self._undrawn = False
        self._retry: Timer | None = None
        self._link = SlowLink()
        self._told: tuple[Way | None, int] = (None, 0)
        self._told_of: tuple[int, float, bool] | None = None
        self._is_still = self._is_coarse = False
        self._came_at = 0.0
        self._straight = Straight(self)
        self.set_reactive(VideoView.colours, colours or colours_for(os.environ))
        self.set_reactive(VideoView.still_colours, still_colours or colours or still_colours_for(os.environ))

    @property
    def picture(self) -> Picture | None:
        """The newest picture given, if there is one."""
        return self._picture

    @property
    def drawn(self) -> Picture | None:
        """The picture that was drawn last, if there is one."""
        return self._drawn

    @property
    def shown(self) -> Way | None:
        """How the picture is shown; None while there is none."""
        if self._picture is None:
            return None
        return Way.BLOCKS if self._painting is None or self._painting.is_covered else self._painting.way

    @property
    def lines(self) -> int:
        """Height in lines at which the eye gets the frame; of an enlarged part, what the whole would then have."""
        if self._picture is None:
            return 0
        if self._painting is not None and not self._painting.is_covered:
            return self._painting.lines(self._picture, self.viewport)
        rows = fitting(*self._cells(), self._picture.aspect)[1]
        return min(self._picture.height, 2 * rows * self.viewport.zoom)

    @property
    def is_behind(self) -> bool:
        """Whether the newest picture is not drawn yet."""
        return self._undrawn

    def expect(self, message: str = "", heading: str = "") -> None:
        """Let pictures in from now on; until the first, say this."""
        self._forget(message, heading)
        self._open = True

    def clear(self, message: str, heading: str = "") -> None:
        """Take the picture away, let no more in, and say this instead; the text is never markup."""
        self._open = False
        self._forget(message, heading)

    def show(self, picture: Picture) -> None:
        """Show a picture as soon as the terminal keeps up; a newer one takes its place."""
        self._open = True
        if self._retry is not None and self._link.skipped(monotonic()):
            self._reduce_colours()
        if self._picture is None and self._painting is not None:
            self.refresh()  # the sentence goes
        self._picture = picture
        self._came_at = monotonic()
        self._is_still = False
        self.set_class(True, "-picture")
        self._undrawn = True
        if self._retry is None:
            self._draw_when_free()
        told_of = picture.height, picture.aspect, self._painting is not None and self._painting.is_covered
        if told_of != self._told_of:
            # Of all the pictures of a clip the first; to look up the place takes longer than to hand one over.
            self._told_of = told_of
            self._tell()

    def picture_changed(self) -> None:
        """Another way holds: the picture is drawn again, in its colours."""
        if self._showing is not None:
            self.colours, self.still_colours = self._showing.blocks.moving, self._showing.blocks.still
        self._drawn_as = self._straight.laid = None
        self.refresh()
        self.paint_again()
        self._tell()

    def post_picture(self, picture: Picture) -> None:
        """As `show`, from any thread, if the view is open; many at once cost one. Fits `Player.listen`."""
        if self._handover is not None:
            self._handover.post(picture)

    def render(self) -> Content:
        """The sentence that stands where no picture is."""
        if self._picture is not None and self.in_window:
            return Content(_("The picture is shown in VLC's window."))
        return self._sentence

    def render_lines(self, crop: Region) -> list[Strip]:
        """The picture's rows as they go to the terminal; encoded here, so once for each that is really drawn."""
        if self._picture is None:
            return super().render_lines(crop)
        if self._painting is not None and not self._painting.is_covered:
            if self.in_window:
                return super().render_lines(crop)
            return self._painting.beneath(crop, self._margin_style(), self.paint_again)
        self._hide_painted()
        self._encode(self._picture)
        rows = self._strips[crop.y : crop.bottom]
        return [row.crop(crop.x, crop.right) for row in rows]

    def on_mount(self) -> None:
        self._handover = Handover(self._deliver)
        if self.app.no_color:
            self.colours = self.still_colours = Colours.GREY
        self.set_interval(_STILL_SECONDS, self._draw_still)

    def on_unmount(self) -> None:
        if self._handover is not None:
            self._handover.forget()

    def on_resize(self) -> None:
        self._tell()

    def watch_viewport(self) -> None:
        if self.in_window:
            # Elsewhere the cells beneath are written anew, and with them the picture.
            self.paint_again()
        self._tell()

    def _deliver(self, picture: Picture) -> None:
        if self._open and self.is_attached:
            self.show(picture)

    def _forget(self, message: str, heading: str) -> None:
        if self._handover is not None:
            self._handover.forget()
        self._hide_painted()
        self._picture = self._drawn = self._told_of = None
        self._drawn_as = self._straight.laid = None
        self._strips = []
        self._undrawn = False
        self._sentence = headed(heading, message)
        self.set_class(False, "-picture")
        self.refresh()
        self._tell()

    def _draw_when_free(self) -> None:
        """Ask for a repaint, or try again soon: under a dialog the picture stands still, behind a backlog it waits."""
        self._retry = None
        if not self._undrawn or not self.is_attached or not self.screen.is_active:
            return
        if waiting(self.app) > MOST_WAITING:
            self._retry = self.set_timer(_RETRY_SECONDS, self._draw_when_free)
        elif self._picture and self._painting is not None and not self._painting.is_covered:
            self._paint(self._painting, self._picture)
        elif not self._picture or self._is_still or not self._write_straight(self._picture):
            self.refresh()

    def _write_straight(self, picture: Picture) -> bool:
        if self._painting is not None or not self._straight.write(picture, self.viewport, self.colours):
            return False
        self._undrawn, self._is_coarse = False, True
        self._count_drawn(picture)
        return True

    def _count_drawn(self, picture: Picture) -> None:
        self._drawn = picture
        if self._link.drawn(monotonic()):
            self._reduce_colours()

    def _draw_still(self) -> None:
        if self._picture and not self._is_still and monotonic() - self._came_at >= _STILL_SECONDS:
            self._is_still = True
            if self._painting is None and (self._is_coarse or self.still_colours is not self.colours):
                self._undrawn = True
                self._draw_when_free()

    def _encode(self, newest: Picture) -> None:
        # A dialog needs a fifth of a second to tint a sharp picture: one that is covered is coarse, and stands still.
        covered = not self.screen.is_active
        picture = self._drawn if covered and self._drawn else newest
        colours = self.still_colours if self._is_still else self.colours
        wanted = (covered, picture, self.viewport, colours, self._cells(), self._margin_style())
        if self._drawn_as == wanted:
            return
        # Imported with the first picture: numpy would cost the first screen a tenth of a second.
        from rbcheck.tui.picture.layout import backdrop, sharp

        self._strips = backdrop(*wanted[1:]) if covered else sharp(*wanted[1:], lambda: self._composed(picture))
        self._drawn_as = wanted
        if covered:
            self._straight.laid = None

    def _composed(self, picture: Picture) -> None:
        """Textual draws this picture."""
        self._straight.laid = self._cells(), picture.aspect
        is_new = self._undrawn or self._drawn is not picture
        self._undrawn, self._is_coarse = self._picture != picture, False
        if is_new:
            self._count_drawn(picture)

    def picture_lost(self) -> None:
        self._undrawn = True
        if self._retry is None:
            self._draw_when_free()

    def _paint(self, painting: Painting, picture: Picture) -> None:
        if not painting.show(picture, self.viewport):
            self._retry = self.set_timer(_RETRY_SECONDS, self._draw_when_free)
            return
        self._undrawn = False
        self._drawn = picture
        self._link.drawn(monotonic())

    def _reduce_colours(self) -> None:
        if self.colours is Colours.TRUE:
            self.colours = Colours.PALETTE
            self.post_message(self.ColoursReduced())

    def _tell(self) -> None:
        now = (self.shown, self.lines)
        if self._picture is not None:
            self._hint(now[1], self._picture.height)
        if now != self._told:
            self._told = now
            self.post_message(self.ShowingChanged(self, *now))
