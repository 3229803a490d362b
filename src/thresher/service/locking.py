"""One writer for a folder: who comes second is refused."""

import fcntl
import os
from pathlib import Path

from ..errors import InputError

FILE = "lock"


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
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            holder = os.pread(self._handle, 64, 0).decode(errors="replace").strip()
            os.close(self._handle)
            raise InputError(
                f"{folder} is served already, by process {holder or 'unknown'}.",
                hint="ask that one; or read along: follow=",
            ) from None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        """Lets somebody else in."""
        os.close(self._handle)
