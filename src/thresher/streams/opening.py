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
from .formats import COMPRESSED, compression_of

STDIN = "-"
_PIPE_SIZE = 1 << 20
_PACKED = 1 << 13  # bytes that are unpacked together: what comes of them may be thousands of times as much
_BEHIND = 64 << 20  # unpacked bytes in which damage shows that made nonsense of a line before them


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
    begun : bytes, default b""
        What was read of a pipe already, to see whether it is compressed: it stands before what can be read.
    """

    def __init__(self, name: str, descriptor: int, unpacking: "_Unpacking | None" = None, begun: bytes = b"") -> None:
        self.name = name
        self.descriptor = descriptor
        self.begun = begun
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
    """The bytes of a file, unpacked where its name ends in .gz or .zst, or a pipe's bytes begin as theirs do; for a
    `with` statement.

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
        with _opened_pipe(name, _stdin().fileno()) as opened:
            yield opened
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - the errors of opening are ours
    except OSError as error:
        raise InputError(f"{name}: can't be opened: {error.strerror or error}.") from None
    with file:
        if Path(name).is_dir():
            raise InputError(f"{name}: is a folder.")
        kind = compression_of(name)
        if kind is not None:
            with _unpacking(name, _unpacked(kind, file)) as opened:
                yield opened
        elif Path(name).is_file():
            yield OpenBytes(name, file.fileno())
        else:
            with _opened_pipe(name, file.fileno()) as opened:
                yield opened


@contextlib.contextmanager
def _opened_pipe(name: str, descriptor: int) -> Iterator[OpenBytes]:
    """A pipe, which has no name that says how it is compressed: its first bytes do."""
    begun, kind = _first_bytes(descriptor)
    if kind is None:
        yield OpenBytes(name, descriptor, begun=begun)
        return
    with _unpacking(name, _unpacked(kind, io.BufferedReader(_Rejoined(begun, descriptor)))) as opened:
        yield opened


def _first_bytes(descriptor: int) -> tuple[bytes, str | None]:
    """As many bytes as it takes to see how they are compressed: a line is not waited for beyond its first."""
    begun = b""
    while any(mark.startswith(begun) for mark in COMPRESSED):
        if begun in COMPRESSED:
            return begun, COMPRESSED[begun]
        one = os.read(descriptor, 1)
        if not one:
            break
        begun += one
    return begun, None


@contextlib.contextmanager
def _unpacking(name: str, chunks: Iterator[bytes]) -> Iterator[OpenBytes]:
    unpacking = _Unpacking(chunks)
    try:
        yield OpenBytes(name, unpacking.descriptor, unpacking)
    finally:
        unpacking.close()


class _Rejoined(io.RawIOBase):
    """Bytes that were read already, and what follows them."""

    def __init__(self, begun: bytes, descriptor: int) -> None:
        self._begun, self._descriptor = begun, descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        some = self._begun[: len(into)] or os.read(self._descriptor, len(into))
        self._begun = self._begun[len(into) :]
        into[: len(some)] = some
        return len(some)


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
        if kind is None:
            return file.read(size)
        start = b""
        with contextlib.suppress(*_damages()):  # what it is will be said when the file is read
            for chunk in _unpacked(kind, file):
                start += chunk
                if len(start) >= size:
                    break
        return start[:size]


def check_archive(name: str, at: int = 0) -> None:
    """To be called before a line is refused: a damaged archive is no reason to mend a line.

    Parameters
    ----------
    name : str
        The file. One that is not compressed is not looked at.
    at : int, default 0
        Where the line stands in what is unpacked: the archive is looked at up to 64 MB behind it.

    Raises
    ------
    InputError
        If the archive is damaged there.
    """
    kind = compression_of(name)
    if kind is None or not Path(name).is_file():
        return
    with Path(name).open("rb") as file:
        left = at + _BEHIND
        try:
            for chunk in _unpacked(kind, file):
                left -= len(chunk)
                if left < 0:
                    return
        except _damages() as error:
            raise InputError(f"{name}: {_damaged(error)}") from None


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("there is no standard input.")
    return sys.stdin.buffer


def _unpacked(kind: str, file: BinaryIO) -> Iterator[bytes]:
    """What is in an archive, piece by piece; one of `_damages` where it is damaged, or not all there."""
    return _of_gzip(file) if kind == "gzip" else _of_zstd(_zstandard().ZstdDecompressor(), file)


def _of_gzip(file: Any) -> Iterator[bytes]:
    import gzip

    if not file.peek(1):
        raise EOFError("it is empty")
    unpacker = gzip.GzipFile(fileobj=file, mode="rb")
    while chunk := unpacker.read1(_PIPE_SIZE):  # all that stands before the damage
        yield chunk


def _of_zstd(unpacker: Any, file: BinaryIO) -> Iterator[bytes]:
    frame = unpacker.decompressobj()
    while packed := file.read(_PACKED):
        while packed:
            frame = unpacker.decompressobj() if frame.eof else frame
            yield frame.decompress(packed)
            packed = frame.unused_data if frame.eof else b""
    if not frame.eof:
        raise EOFError("it ends within a frame")


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise InputError("reading .zst needs zstandard: pip install 'thresher[zstd]'.") from None
    return zstandard


def _damages() -> tuple[type[Exception], ...]:
    """What is raised on a damaged archive."""
    import zlib

    kinds: tuple[type[Exception], ...] = (zlib.error, EOFError, OSError)
    with contextlib.suppress(InputError):
        kinds += (_zstandard().ZstdError,)
    return kinds


def _damaged(error: Exception) -> str:
    return f"the archive is damaged: {str(error) or type(error).__name__}."


class _Unpacking:
    """A thread that unpacks into a pipe. A line that the damage tore does not get there."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.trouble = ""
        self.descriptor, self._into = os.pipe()
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(self._into, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
        self._chunks = chunks
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        line = b""  # as far as it is there
        try:
            for chunk in self._chunks:
                end = chunk.rfind(b"\n") + 1
                if end or len(line) > _PIPE_SIZE:
                    self._write(line)
                    self._write(chunk[:end] if end else chunk)
                    line = chunk[end:] if end else b""
                else:
                    line += chunk
            self._write(line)
        except BrokenPipeError:
            pass  # nobody reads any more
        except Exception as error:  # zlib.error, EOFError, BadGzipFile, ZstdError: all say the same
            self.trouble = _damaged(error)
        finally:
            os.close(self._into)

    def _write(self, text: bytes) -> None:
        view = memoryview(text)
        while view:
            view = view[os.write(self._into, view) :]

    def close(self) -> None:
        os.close(self.descriptor)
        self._thread.join()
