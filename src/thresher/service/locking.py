"""One writer for a folder: who comes second is refused."""

import fcntl
import os
import time
from pathlib import Path

from ..errors import InputError

FILE = "lock"
LET_GO = 5.0  # seconds that a child of a process that has ended may take until it has closed what it inherited


class FolderLock:
    """Held until it is closed or the process ends, however that happens.

    Parameters
    ----------
    folder : Path
        Of the service.
    wait : bool, default False
        Until whoever holds it has gone.

    Raises
    ------
    InputError
        If somebody else holds it.
    """

    def __init__(self, folder: Path, *, wait: bool = False) -> None:
        self._handle = os.open(folder / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        until = time.monotonic() + LET_GO
        while not self._taken(wait):
            holder = os.pread(self._handle, 64, 0).decode(errors="replace").strip()
            if _has_ended(holder) and time.monotonic() < until:
                time.sleep(0.02)
                continue
            os.close(self._handle)
            raise InputError(
                f"{folder} is served already, by process {holder or 'unknown'}.",
                hint="ask that one; or read along: follow=",
            )
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        """Lets somebody else in."""
        os.close(self._handle)

    def _taken(self, wait: bool) -> bool:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            return False
        return True


def _has_ended(holder: str) -> bool:
    """Whether that process is no longer there: one that was killed while it made a snapshot leaves a child behind."""
    if not holder.isdecimal() or int(holder) == 0:
        return False
    try:
        os.kill(int(holder), 0)
    except ProcessLookupError:
        return True
    except (OverflowError, PermissionError):  # no number of a process; somebody else's
        return False
    return False
