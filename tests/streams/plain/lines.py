"""The lines of a file, one at a time and as soon as each is there."""

from collections.abc import Iterator
from typing import BinaryIO

LONGEST = 64 * 2**20  # bytes; what is longer is no line of a table, and must not fill the memory
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def lines_of(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers. One longer than `LONGEST` is cut to `LONGEST` + 1 bytes.

    Parameters
    ----------
    file : binary file
        The file, which may be a pipe.

    Yields
    ------
    (int, bytes)
        The number of the line, from 1, and the line with its end; without a byte order mark.
    """
    number = 0
    while raw := file.readline(LONGEST + 1):
        number += 1
        if number == 1 and raw.startswith(BYTE_ORDER_MARK):
            raw = raw[3:] if raw.endswith(b"\n") else raw[3:] + file.readline(3)
        yield number, raw
        if len(raw) > LONGEST:
            while raw and not raw.endswith(b"\n"):
                raw = file.readline(2**16)
