"""The clock of this machine."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Wall time in UTC and the monotonic clock."""

    def now(self) -> datetime:
        """Aware UTC, to the microsecond."""
        return datetime.now(UTC)

    def mono_ns(self) -> int:
        """Nanoseconds that never go back while the machine is up."""
        return time.monotonic_ns()
