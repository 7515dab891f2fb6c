"""What goes wrong in a callback that VLC calls is not lost: the player says that it broke down, and why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player.clips import Clip
from player.listening import Listener

from rbcheck.player.from_c import from_c
from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, PlayState


def test_c_is_given_what_it_takes_for_a_failure_and_the_fault_is_kept() -> None:
    faults: list[BaseException] = []
    third = from_c(lambda row: row[2], -1, faults)
    assert (third([7, 8, 9]), faults) == (9, [])
    assert third([7]) == -1
    assert [type(fault) for fault in faults] == [IndexError]


@pytest.mark.vlc
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_picture_that_cannot_be_looked_at_ends_the_player_with_the_reason(
    clip: Callable[[str], Clip], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(_: bytes) -> int:
        raise MemoryError("no room for a picture")

    player = VlcPlayer()
    heard = Listener(player)
    heard.opened(ClipSource(clip("30").path, "CLIP_A"))
    monkeypatch.setattr("rbcheck.player.surface.zlib.crc32", no_memory)
    player.play()
    status = heard.until_state(PlayState.FAILED)
    player.close()
    assert status.reason is not None
    assert "no room for a picture" in status.reason
    assert str(player.faults[0]) == "no room for a picture"
