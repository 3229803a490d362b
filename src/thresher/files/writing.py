"""Files are written whole or not at all; devices, pipes and symbolic links are written through, never replaced.

A regular file is written beside its place, synced and renamed. Whoever writes holds a lock on the temporary file, so
one that a killed process left behind is told from one that is being written now, and the next save removes it.
"""

import contextlib
import fcntl
import io
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

FilePath = str | os.PathLike[str]

UNFINISHED = ".unfinished"
LONGEST = 200  # bytes of the target's name in the temporary one; most file systems take 255 in all


def write(path: FilePath, data: bytes, *, piece: int | None = None) -> None:
    """Writes a file all at once.

    Parameters
    ----------
    path : str or os.PathLike
        A file, which is there whole or as it was before; a symbolic link, whose file is written; or a device or a
        pipe, which is written into.
    data : bytes
        The whole content.
    piece : int, optional
        So many bytes are on disk before the next are written: whoever else syncs a file there waits for a piece, not
        for all of it. It takes longer.

    Raises
    ------
    OSError
        If it can't be written. A file that was there before is unchanged.
    """
    with naming(path):
        if _is_special(path):
            with os.fdopen(_special(path), "wb") as file:
                file.write(data)
            return
        target = Path(os.path.realpath(path))
        _tidy(target)
        with _replacing(target) as file:
            if piece is None or len(data) <= piece:
                file.write(data)
            else:
                _write_in_pieces(file, data, piece)


def _write_in_pieces(file: IO[bytes], data: bytes, piece: int) -> None:
    for first in range(0, len(data), piece):
        file.write(memoryview(data)[first : first + piece])
        file.flush()
        sync_data(file.fileno())


def sync_data(descriptor: int) -> None:
    """What was written is on the disk; its times need not be, where the system makes that difference.

    Parameters
    ----------
    descriptor : int
        The open file.

    Raises
    ------
    OSError
        If the disk does not take it.
    """
    getattr(os, "fdatasync", os.fsync)(descriptor)


def write_text(path: FilePath, text: str) -> None:
    """Writes a text in UTF-8, all at once: see `write`.

    Parameters
    ----------
    path : str or os.PathLike
        A file, a symbolic link, a device or a pipe.
    text : str
        The whole content.

    Raises
    ------
    OSError
        If it can't be written. A file that was there before is unchanged.
    """
    write(path, text.encode())


def opened_for_writing(path: FilePath) -> IO[bytes]:
    """A file that is written bit by bit: anew if it is a regular one or a link to one, else into what is there.

    Parameters
    ----------
    path : str or os.PathLike
        A file, a symbolic link, a device or a pipe.

    Returns
    -------
    binary file
        To be closed by the caller.

    Raises
    ------
    OSError
        If it can't be opened.
    """
    return io.BufferedWriter(_Named(path, _special(path) if _is_special(path) else path))


class _Named(io.FileIO):
    """A file whose errors name it by its path."""

    def __init__(self, path: FilePath, file: FilePath | int) -> None:
        super().__init__(file, "wb")
        self._path = path

    def write(self, data: Any) -> int:
        with naming(self._path):
            return super().write(data)


@contextlib.contextmanager
def naming(path: FilePath) -> Iterator[None]:
    """Whatever can't be written here is said of this path, not of a temporary file or of none.

    Parameters
    ----------
    path : str or os.PathLike
        As the caller knows it.
    """
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = os.fspath(path), None
        raise


def identity(path: FilePath) -> object:
    """What two paths have in common if they lead to one file, by links too; also of a file that is not there yet.

    Parameters
    ----------
    path : str or os.PathLike
        A file.

    Returns
    -------
    object
        Equal for the same file; None of a device or a pipe, which several may write to.
    """
    try:
        status = os.stat(path)
    except OSError:
        return os.path.realpath(path)
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def obstacle(path: FilePath, *, appending: bool = False) -> str:
    """Why `write` would fail, as far as that can be told beforehand.

    Parameters
    ----------
    path : str or os.PathLike
        A file, a symbolic link, a device or a pipe.
    appending : bool, default False
        A file that is there is not replaced but written on.

    Returns
    -------
    str
        The reason; "" if nothing is in its way.
    """
    try:
        special = _is_special(path)
    except OSError as error:  # a link to itself, or a file where a folder should be
        return str(error.strerror)
    if os.path.isdir(path):
        return "it is a folder"
    if special or (appending and os.path.exists(path)):
        return "" if os.access(path, os.W_OK) else "there is no permission to write to it"
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        return f"there is no folder {folder}"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"there is no permission to write to {folder}"


def _is_special(path: FilePath) -> bool:
    """Whether something is there that is no regular file."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _special(path: FilePath) -> int:
    """A device or a pipe, opened."""
    # Not with O_CREAT: in folders such as /tmp a system may refuse it for another user's pipe.
    return os.open(path, os.O_WRONLY | os.O_NOCTTY)


@contextlib.contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    """A temporary file beside the target, which takes its place when all is written."""
    temporary, file = _begin(target)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.replace(temporary, target)  # while it is locked: nobody takes it for one that was left behind
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
    _sync_folder(target.parent)


def _begin(target: Path) -> tuple[Path, IO[bytes]]:
    """A new temporary file, locked, with the permissions that the target has or, by the umask, will have."""
    try:
        mode: int | None = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mode = None
    while True:
        temporary = target.with_name(f"{_prefix(target)}{secrets.token_hex(8)}{UNFINISHED}")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode & 0o666)
        file = os.fdopen(handle, "wb")
        if _lock(handle) is not False and _is_still(temporary, handle):
            if mode is not None:
                os.fchmod(handle, mode)
            return temporary, file
        file.close()  # another process tidied it before it was locked


def _tidy(target: Path) -> None:
    """Removes what killed processes left of earlier saves: temporary files of this target that nobody has locked."""
    try:
        names = os.listdir(target.parent)
    except OSError:
        return  # a folder may be written to and not be read
    pattern = re.compile(re.escape(_prefix(target)) + "[0-9a-f]{16}" + re.escape(UNFINISHED))
    for name in filter(pattern.fullmatch, names):
        with contextlib.suppress(OSError):  # another process was first, or it is another user's
            handle = os.open(target.parent / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if _lock(handle) is True:
                    os.unlink(target.parent / name)
            finally:
                os.close(handle)


def _prefix(target: Path) -> str:
    return f".{os.fsdecode(os.fsencode(target.name)[:LONGEST])}."


def _lock(handle: int) -> bool | None:
    """Whether the file is ours alone from now on; None where the file system has no locks."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _is_still(path: Path, handle: int) -> bool:
    """Whether the path leads to the open file."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _sync_folder(folder: Path) -> None:
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # a folder may be written to and not be read
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
