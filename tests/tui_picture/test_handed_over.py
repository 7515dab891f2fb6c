"""Pictures that come from a player's thread: the newest is shown, and none where the place is closed or gone."""

from __future__ import annotations

from threading import Thread

from tui_picture.numbered import numbered
from tui_picture.viewing import Viewing, number_shown, shown, text_of

from rbcheck.tui.widgets.video_view import VideoView


def post_in_thread(view: VideoView, numbers: range | list[int]) -> None:
    """Hand pictures over from a foreign thread, as a player does."""

    def post() -> None:
        for number in numbers:
            view.post_picture(numbered(number))

    thread = Thread(target=post)
    thread.start()
    thread.join()


async def test_pictures_come_from_a_foreign_thread_and_the_newest_wins() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.expect("Loading CLIP_A")
        post_in_thread(app.view, range(1, 101))
        await shown(pilot, app.view, 100)
        assert number_shown(app) == 100


async def test_what_comes_while_the_view_is_closed_is_not_shown() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        post_in_thread(app.view, [1])
        await pilot.pause()
        assert app.view.picture is None
        app.view.expect()
        post_in_thread(app.view, [2])
        await shown(pilot, app.view, 2)
        post_in_thread(app.view, [3])
        app.view.clear("locked again")
        post_in_thread(app.view, [4])
        await pilot.pause()
        assert app.view.picture is None
        assert "locked again" in text_of(app.view)


async def test_pictures_after_the_interface_has_ended_do_no_harm() -> None:
    app = Viewing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.expect()
        await pilot.pause()
    post_in_thread(app.view, range(3))
