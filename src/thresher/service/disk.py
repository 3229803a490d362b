"""How much disk is left: below a reserve questions, models and challengers are refused, labels are not."""

import os
import time
from pathlib import Path

from .refusals import Refused

EVERY = 0.05  # seconds: a look costs a microsecond, and a second of load fills many megabytes


class Disk:
    """Looks some times a second.

    Parameters
    ----------
    folder : Path
        On the disk that is meant.
    reserve : int
        Bytes that these leave alone.
    """

    def __init__(self, folder: Path, reserve: int) -> None:
        self._folder = folder
        self._reserve = reserve
        self._looked = -EVERY
        self.free = 0

    def check(self) -> None:
        """Refuses where too little is left."""
        now = time.monotonic()
        if now - self._looked >= EVERY:
            self._looked = now
            found = os.statvfs(self._folder)
            self.free = found.f_bavail * found.f_frsize
        if self.free < self._reserve:
            raise Refused(
                507,
                f"{self.free:,} bytes of disk are left, less than the reserve of {self._reserve:,}.",
                retry_after=60,
            )
