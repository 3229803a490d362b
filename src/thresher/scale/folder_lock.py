"""Who has a folder of models: one driver that learns, or several that ask."""

import os
from pathlib import Path

from ..errors import ModelFileError


class FolderLock:
    """A folder of models is held as long as this is open; the system lets go of it however the process ends.

    The files of partitions are locked too, by the workers. But workers may outlive a driver that was killed, so that
    they are waited for; two drivers would only find out after a minute of that.

    Parameters
    ----------
    folder : Path
        Which folder; made if it is not there.
    shared : bool
        Whether others may have it so as well: those that only ask.

    Raises
    ------
    ModelFileError
        If another process has it.
    """

    def __init__(self, folder: Path, *, shared: bool) -> None:
        self._descriptor: int | None = None
        try:
            import fcntl
        except ImportError:
            return
        if not shared:
            folder.mkdir(parents=True, exist_ok=True)
        elif not folder.is_dir():
            return  # whoever reads it says so
        self._descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(self._descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            doing = "learns into it" if shared else "learns into it or asks it"
            raise ModelFileError(f"{folder}: is in use by another process, which {doing}; one at a time.") from None
        except OSError:
            self.close()  # a file system without locks: the files of partitions are what is left

    def close(self) -> None:
        """Lets go of it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __del__(self) -> None:
        self.close()
