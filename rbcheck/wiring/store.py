"""What everything else stands on: the settings, this device, the store, the keys of sealed packs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from rbcheck import locale
from rbcheck.device.clock import SystemClock
from rbcheck.domain.errors import N_, StoreError, StoreUnreachable
from rbcheck.domain.inert import inert
from rbcheck.settings import Settings

if TYPE_CHECKING:
    from rbcheck.device.files import DeviceFiles
    from rbcheck.services.health import Inspector
    from rbcheck.services.playing import Player
    from rbcheck.services.unlocking import Keys
    from rbcheck.store.unit_of_work import SqlStore

_NO_STORE = N_(
    "There is no store at {store}: mind the spelling of --db or RBCHECK_DB; `rbcheck pack add PATH` there makes one."
)


class StoreWiring:
    """The store of one run, opened when it is first asked for."""

    def __init__(self, settings: Settings, on_new: Callable[[str], None] | None = None) -> None:
        """`on_new` is told of a store that is made at a place that somebody named; None: no store is made there."""
        self.settings = settings
        self.on_new = on_new
        self.clock = SystemClock()
        locale.use(settings.lang)

    def close(self) -> None:
        """Let go of the store, where it was opened."""
        if "open_work" in self.__dict__:
            self.open_work.dispose()
            del self.__dict__["open_work"]

    @property
    def lang(self) -> str:
        """The language of the interface."""
        return self.settings.lang

    @cached_property
    def device(self) -> DeviceFiles:
        """What this device remembers outside of any store."""
        from rbcheck.device.files import DeviceFiles

        return DeviceFiles(self.settings.device_dir)

    @cached_property
    def open_work(self) -> SqlStore:
        """The store, made or upgraded where that is needed; begins units of work."""
        from rbcheck.store.unit_of_work import open_store

        named_newly = self.names_no_store
        if named_newly and self.on_new is None:
            raise StoreUnreachable(_NO_STORE, store=self.settings.db)
        store = open_store(self.settings.store_url)
        if named_newly and self.on_new is not None:
            self.on_new(store.address.shown)
        for finding in store.warnings():
            sys.stderr.write(f"rbcheck: {inert(finding.render(locale._))}\n")
        return store

    @property
    def names_no_store(self) -> bool:
        """Whether somebody named a place, by a flag or in the environment, at which there is no store yet."""
        from rbcheck.store.address import is_made

        return self.settings.db is not None and not is_made(self.settings.store_url)

    def store_if_made(self) -> SqlStore | None:
        from rbcheck.store.address import is_made

        return self.open_work if is_made(self.settings.store_url) else None

    def store_there(self) -> SqlStore | None:
        """The store, where there is one that can be used: a look at a file must not make one, nor need one."""
        from rbcheck.store.address import is_made

        try:
            return self.open_work if is_made(self.settings.store_url) else None
        except StoreError:
            return None

    @cached_property
    def holder(self) -> str:
        """The name of this session."""
        from rbcheck.device.sessions import holder

        return holder(self.device.device_id)

    @property
    def alive(self) -> Callable[[str], bool]:
        """Whether another session still runs."""
        from rbcheck.device.sessions import alive

        device_id = self.device.device_id
        return lambda other: alive(device_id, other)

    @cached_property
    def keys(self) -> Keys:
        """The keys of sealed packs that are known."""
        from rbcheck.device.secrets import SystemKeyring
        from rbcheck.services.unlocking import Keys

        return Keys(SystemKeyring())

    def make_player(self) -> Player:
        """A player on VLC, or one that says what is missing where there is none."""
        from rbcheck.player.making import make_player

        return make_player()

    @cached_property
    def inspector(self) -> Inspector:
        """Looks at video files."""
        from rbcheck.player.probing import MediaInspector

        return MediaInspector()
