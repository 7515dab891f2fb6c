"""What `doctor` looks at."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rbcheck import locale
from rbcheck.domain.errors import N_, StoreError
from rbcheck.wiring.store import StoreWiring

if TYPE_CHECKING:
    from rbcheck.domain.canonical import Json

DEVICE = "device"
"""The name of findings about what the device remembers."""

_OTHER_STORES = N_("It worked on other stores too ({count}): what one held that was removed or replaced is not here.")
_DEVICE_SOUND = N_("What it remembers in {folder} is whole.")


class Looking(StoreWiring):
    """Findings about VLC, the terminal, this device and the store."""

    def look_at_vlc(self) -> dict[str, Json]:
        """Whether VLC is here, which, and whether it really decodes."""
        from rbcheck.player.binding import find_vlc
        from rbcheck.player.trial import decodes

        found = find_vlc()
        return {
            "found": found.found,
            "version": found.version,
            "decodes": found.found and decodes(),
            "reason": found.reason,
        }

    def look_at_terminal(self, environment: Mapping[str, str]) -> dict[str, Any]:
        """How large the terminal is, and how pictures would be shown in it; it is asked, and left as it was."""
        from rbcheck.tui.picture.looking import look_at

        return look_at(environment, sys.stdin, sys.stdout, sys.stderr)

    def look_at_device(self) -> list[dict[str, Json]]:
        """Every finding about what this device remembers; nothing is made."""
        from rbcheck.device.files import DeviceFiles

        folder = self.settings.device_dir
        troubles = [trouble.render(locale._) for trouble in DeviceFiles(folder).troubles()]
        said = troubles or [locale._(_DEVICE_SOUND).format(folder=folder)]
        if not troubles and (others := self._other_stores()):
            said.append(locale._(_OTHER_STORES).format(count=others))
        return [{"name": DEVICE, "ok": not troubles, "found": str(folder), "said": sentence} for sentence in said]

    def _other_stores(self) -> int:
        """Of how many stores but this one the device remembers something; none where this one cannot be asked."""
        try:
            with self.open_work(write=False) as work:
                return self.device.other_stores(work.people.store_id())
        except StoreError:
            return 0

    def look_at_store(self) -> list[dict[str, Json]]:
        """Every finding about the store's file."""
        return [
            {"name": finding.name, "ok": finding.ok, "found": finding.found, "said": finding.render(locale._)}
            for finding in self.open_work.check()
        ]
