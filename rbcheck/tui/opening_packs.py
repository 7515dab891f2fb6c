"""A sealed pack asks for its passphrase before its queue is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import App

from rbcheck.domain.errors import RbcheckError
from rbcheck.locale import _

if TYPE_CHECKING:
    from rbcheck.services.unlocking import Unlocking


def ask_passphrase(
    app: App[None], unlocking: Unlocking, pack: str, opened: Callable[[], None], given_up: Callable[[], None],
    wrong: str = "",
) -> None:  # fmt: skip
    """Ask until it is right: then `opened`; `given_up` where nothing was given. `wrong` says why it is asked again."""
    from rbcheck.tui.screens.dialogs import Confirm
    from rbcheck.tui.screens.passphrase import AskPassphrase
    from rbcheck.tui.widgets.wording import sentence

    def kept(wanted: bool | None) -> None:
        if wanted and not unlocking.keep(pack):
            app.notify(_("The keyring did not take it; it holds until the program ends."), markup=False)
        opened()

    def answered(passphrase: str | None) -> None:
        if passphrase is None:
            given_up()
            return
        try:
            unlocking.unlock(pack, passphrase)
        except RbcheckError as error:
            ask_passphrase(app, unlocking, pack, opened, given_up, sentence(error))
            return
        if unlocking.can_keep:
            asked = _("Keep it in this computer's keyring, so that it is not asked for again?")
            app.push_screen(Confirm(asked, _("Keep it (y)"), _("Ask each time (n)")), kept)
        else:
            opened()

    app.push_screen(AskPassphrase(pack, wrong), answered)
