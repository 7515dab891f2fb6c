"""What the screens of a lead's and a reviewer's desk share: panes side by side, or one of them where room is short."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from rbcheck.domain.errors import RbcheckError
from rbcheck.services.playing import ClipSource, Player
from rbcheck.tui.keymap import Focus, keys_of
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.screens.moment_playing import MomentScreen
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.player_pane import PlayerPane
from rbcheck.tui.widgets.refusal import RefusalLine, Tone
from rbcheck.tui.widgets.video_view import VideoView
from rbcheck.tui.widgets.wording import sentence

_WIDE = (110, 30)
_PLAYING = ("play_pause", "left", "frame_back", "zoom")


class DeskScreen(MomentScreen):
    """Rows to choose from, what is read of one of them, and the player."""

    PANES: ClassVar[tuple[tuple[str, str], ...]]
    """In the order of F6: what finds a pane, and the front that it stands in where room is short."""
    FOCI: ClassVar[Mapping[type[Widget], Focus]]
    """Whose keys are told while one of these panes has the focus; elsewhere those of the first."""
    DESK: ClassVar[Focus]
    """The keys that act in all of it."""
    STANDING: ClassVar[tuple[str, ...]]
    """The keys that act everywhere, as far as they are told."""

    def __init__(self, player: Player, showing: Showing) -> None:
        super().__init__(player, ClipSource(Path(), ""), showing)

    def begin(self) -> None:
        """Nothing plays until a moment is chosen."""
        self.follow_player()
        self.query_one(KeyLine).standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id in self.STANDING)
        self.front(self.PANES[0][1])
        self._hint()

    def lay_out_rows(self) -> None:
        """Show the rows in the room that there is now."""

    def unread(self, head: str, title: str, error: RbcheckError) -> None:
        """Say why there are no rows, in the line of refusals; the head (a selector) waits for them no longer."""
        self.query_one(head, Static).update(Content.assemble((title, "bold $text-primary")))
        self.refuse(sentence(error))

    def front(self, wanted: str) -> None:
        """Bring one of the fronts before the others."""
        for _pane, front in self.PANES:
            self.set_class(front == wanted, f"-{front}-front")

    def action_next_pane(self) -> None:
        """On to the next pane, the picture among them."""
        panes = [self.query_one(selector) for selector, _front in self.PANES]
        place = next((at for at, pane in enumerate(panes) if pane.has_focus_within or pane.has_focus), -1)
        after = (place + 1) % len(panes)
        self.front(self.PANES[after][1])
        panes[after].focus()

    def on_resize(self, event: events.Resize) -> None:
        """Side by side where there is room."""
        wide = event.size.width >= _WIDE[0] and event.size.height >= _WIDE[1]
        self.set_class(wide, "-wide")
        self.set_class(not wide, "-narrow")
        self.call_after_refresh(self.lay_out_rows)

    def watch_focused(self) -> None:
        """Other keys act where the focus is."""
        if self.is_mounted:
            self._hint()

    def _hint(self) -> None:
        if isinstance(self.focused, PlayerPane):
            own = [key for key in keys_of(Focus.PLAYER) if key.id in _PLAYING]
        else:
            first = next(iter(self.FOCI.values()))
            own = list(keys_of(next((self.FOCI[kind] for kind in self.FOCI if isinstance(self.focused, kind)), first)))
        self.query_one(KeyLine).keys = tuple(key for key in (*own, *keys_of(self.DESK)) if key.hint)

    def hand_over(self, call: Callable[..., None], *given: object) -> None:
        """Call from a worker's thread what shows its news; nothing, where the screen is being taken down."""

        def shown() -> None:
            if self.query(VideoView):
                call(*given)

        self.app.call_from_thread(shown)

    def refuse(self, text: str, tone: Tone = Tone.REFUSAL) -> None:
        """Say what cannot be done, or nothing any more."""
        self.query_one("#about-player", RefusalLine).say(text, tone)
