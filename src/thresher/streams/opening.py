"""Bytes: a file, a pipe, standard input, compressed or not, as one file descriptor.

Compressed bytes are unpacked on a thread that writes into a pipe, so whoever reads sees plain bytes in any case.
"""

import contextlib
import fcntl
import io
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import InputError
from .formats import compression_of

STDIN = "-"
_PIPE_SIZE = 1 << 20


class OpenBytes:
    """A file that is open for reading: its descriptor, and what went wrong while it was unpacked.

    Parameters
    ----------
    name : str
        The file, as messages call it.
    descriptor : int
        Where plain bytes can be read.
    unpacking : optional
        The thread that unpacks into the descriptor; None if the file is not compressed.
    """

    def __init__(self, name: str, descriptor: int, unpacking: "_Unpacking | None" = None) -> None:
        self.name = name
        self.descriptor = descriptor
        self._unpacking = unpacking

    def check(self) -> None:
        """To be called at the end: an archive that broke off looks like an end.

        Raises
        ------
        InputError
            If the archive is damaged.
        """
        if self._unpacking is not None and self._unpacking.trouble:
            raise InputError(f"{self.name}: {self._unpacking.trouble}")


@contextlib.contextmanager
def open_bytes(name: str) -> Iterator[OpenBytes]:
    """The bytes of a file, unpacked where its name ends in .gz or .zst; for a `with` statement.

    Parameters
    ----------
    name : str
        The file; `-` is standard input.

    Yields
    ------
    OpenBytes
        The open file, which is closed at the end of the `with` statement.

    Raises
    ------
    InputError
        If it can't be opened or is a folder, or if the library that unpacks it is not installed.
    """
    if name == STDIN:
        yield OpenBytes(name, _stdin().fileno())
        return
    try:
        file = Path(name).open("rb", buffering=0)  # noqa: SIM115 - the errors of opening are ours
    except OSError as error:
        raise InputError(f"{name}: can't be opened: {error.strerror or error}.") from None
    with file:
        if Path(name).is_dir():
            raise InputError(f"{name}: is a folder.")
        kind = compression_of(name)
        if kind is None:
            yield OpenBytes(name, file.fileno())
            return
        unpacking = _Unpacking(_unpacker(kind, file))
        try:
            yield OpenBytes(name, unpacking.descriptor, unpacking)
        finally:
            unpacking.close()


def peek(name: str, size: int = 1 << 16) -> bytes:
    """The first bytes of a file, unpacked; none of a pipe, whose bytes come only once.

    Parameters
    ----------
    name : str
        The file; `-` is standard input.
    size : int, default 65536
        How many bytes at most.

    Returns
    -------
    bytes
        The bytes; empty where there are none to be had.
    """
    if name == STDIN or not Path(name).is_file():
        return b""
    kind = compression_of(name)
    with Path(name).open("rb") as file:
        try:
            return bytes((_unpacker(kind, file) if kind else file).read(size))
        except Exception as error:  # what it is will be said when the file is read
            if isinstance(error, InputError):
                raise
            return b""


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("there is no standard input.")
    return sys.stdin.buffer


def _unpacker(kind: str, file: Any) -> Any:
    if kind == "gzip":
        import gzip

        return gzip.GzipFile(fileobj=io.BufferedReader(file) if isinstance(file, io.RawIOBase) else file, mode="rb")
    try:
        import zstandard
    except ImportError:
        raise InputError("reading .zst needs zstandard: pip install 'thresher[zstd]'.") from None
    return zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)


class _Unpacking:
    """A thread that unpacks into a pipe."""

    def __init__(self, unpacker: Any) -> None:
        self.trouble = ""
        self.descriptor, self._into = os.pipe()
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(self._into, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
        self._unpacker = unpacker
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            while chunk := self._unpacker.read(_PIPE_SIZE):
                view = memoryview(chunk)
                while view:
                    view = view[os.write(self._into, view) :]
        except BrokenPipeError:
            pass  # nobody reads any more
        except Exception as error:  # zlib.error, EOFError, BadGzipFile, ZstdError: all say the same
            self.trouble = f"the archive is damaged: {str(error) or type(error).__name__}."
        finally:
            os.close(self._into)

    def close(self) -> None:
        os.close(self.descriptor)
        self._thread.join()
