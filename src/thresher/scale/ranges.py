"""Rows that workers read themselves: the driver says which rows of which file, and each worker keeps those of its keys.

Every worker decodes every row then, and learns its own. With few workers that is less work than cutting and sending
rows; with many it is a little more, but the driver has hardly any, and would be what all wait for. Where a worker does
not see the files as the driver does, the driver cuts (`tables`).
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._core import partitions_of
from ..errors import InputError
from .batches import Batch, Packer, position_in
from .file_names import whole_names
from .frames import check_key_type, some_rows, text_of_keys
from .packed import PackedRows, PackedShare, joined
from .tables import CHUNK, checked, packed_rows


class FileRange(NamedTuple):
    """Rows [begin, end) of a file, whoever's they are.

    Parameters
    ----------
    path : str
        The file.
    rows : int
        How many it has in all: one that was replaced is noticed.
    begin, end : int
        Which rows.
    first : int
        The event of the first of them.
    """

    path: str
    rows: int
    begin: int
    end: int
    first: int

    def goes_on(self, other: "FileRange") -> bool:
        """Whether the other one begins where this one ends."""
        return (self.path, self.rows, self.end, self.first - self.begin) == (
            other.path,
            other.rows,
            other.begin,
            other.first - other.begin,
        )

    def packed(self, packer: Packer, own: "OwnRows") -> PackedShare:
        """The rows of a worker by partition, as partitions learn them.

        Parameters
        ----------
        packer : Packer
            Who knows what columns mean.
        own : OwnRows
            Who reads the file, and knows which rows are the worker's.
        """
        return own.of_range(packer, self)


def shares_together(shares: Sequence[Any]) -> Any:
    """Shares that follow each other as one: ranges of a file become a longer one, anything else a list.

    Parameters
    ----------
    shares : sequence
        What one worker gets of batches that follow each other.
    """
    found: list[Any] = []
    for share in shares:
        last = found[-1] if found else None
        if isinstance(share, FileRange) and isinstance(last, FileRange) and last.goes_on(share):
            found[-1] = last._replace(end=share.end)
        else:
            found.append(share)
    return found[0] if len(found) == 1 else found


class RangeBatch(Batch):
    """Some events in a row, which are in a file.

    Parameters
    ----------
    rows : FileRange
        Where.
    where : dict
        Where the stream goes on.
    """

    def __init__(self, rows: FileRange, where: dict[str, Any]) -> None:
        none = np.empty(0, dtype=np.uint16)
        super().__init__(rows.first, rows.first + rows.end - rows.begin, [], none, where)
        object.__setattr__(self, "_rows", rows)

    def share(self, numbers: Sequence[int]) -> FileRange:
        """The rows of all partitions: a worker keeps its own."""
        rows: FileRange = self.__dict__["_rows"]
        return rows


class OwnRows:
    """Reads files on behalf of some partitions. Ranges that follow each other are read at one go.

    Parameters
    ----------
    numbers : sequence of int
        Which partitions.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = list(numbers)
        self._path, self._at = "", 0
        self._batches: Iterator[Any] = iter(())
        self._left: Any = None  # of a record batch, what was not asked for yet

    def of_range(self, packer: Packer, wanted: FileRange) -> PackedShare:
        """The partitions' rows of a range.

        Parameters
        ----------
        packer : Packer
            Who knows what columns mean.
        wanted : FileRange
            Which rows.

        Raises
        ------
        InputError
            If the file can't be read, is another one now, or has a row that can't be understood.
        """
        mine = np.zeros(packer.partitions, dtype=bool)
        mine[self._numbers] = True
        parts: dict[int, list[PackedRows]] = {}
        event, line = wanted.first, wanted.begin
        try:
            for rows in self._rows(packer, wanted):
                for number, some in _own_rows(packer, rows, mine, event, line).items():
                    parts.setdefault(number, []).append(some)
                event, line = event + rows.num_rows, line + rows.num_rows
        except InputError as error:
            self._path = ""
            raise error.at(wanted.path) from None
        return {number: joined(some) for number, some in parts.items()}

    def _rows(self, packer: Packer, wanted: FileRange) -> Iterator[Any]:
        """The record batches of a range."""
        if (self._path, self._at) != (wanted.path, wanted.begin):
            self._open(packer, wanted)
        while self._at < wanted.end:
            if self._left is None or self._left.num_rows == 0:
                self._left = next(self._batches, None)
                if self._left is None:
                    raise InputError(f"has no row {self._at + 1:,}: it was changed while it was read.")
            some = self._left.slice(0, wanted.end - self._at)
            self._left = self._left.slice(some.num_rows)
            self._at += some.num_rows
            yield some

    def _open(self, packer: Packer, wanted: FileRange) -> None:
        from ..streams.tables.arrow_files import parquet_shape, record_batches

        if parquet_shape(wanted.path)[1] != wanted.rows:
            raise InputError(f"had {wanted.rows:,} rows when the job began: it was changed while it was read.")
        # One thread: every worker decodes the whole file, and others have the other processors.
        self._batches = record_batches(
            wanted.path, packer.rows, CHUNK, kind="parquet", check=checked(packer), start=wanted.begin, threads=False
        )
        self._path, self._at, self._left = wanted.path, wanted.begin, None


def _own_rows(packer: Packer, rows: Any, mine: Any, event: int, line: int) -> PackedShare:
    """Those rows of a record batch that belong to some partitions; `line` rows of the file are before it."""
    ends, text = text_of_keys(rows.column(packer.by), packer.by)
    places = np.flatnonzero(mine[partitions_of(ends, text, packer.partitions)])
    if not len(places):
        return {}
    try:
        return packed_rows(packer, some_rows(rows, places), 0, (places + event).astype(np.uint64))
    except InputError:
        packed_rows(packer, rows, line, np.arange(event, event + rows.num_rows, dtype=np.uint64))  # tells the line
        raise


def sizes_of(names: Sequence[str]) -> dict[str, int]:
    """The bytes of files, by their absolute names.

    Parameters
    ----------
    names : sequence of str
        The files.
    """
    return {os.path.abspath(name): os.path.getsize(name) for name in names}


def all_seen(sizes: Mapping[str, int]) -> bool:
    """Whether files are here, as long as they are elsewhere.

    Parameters
    ----------
    sizes : mapping
        What `sizes_of` said elsewhere.
    """
    return all(os.path.isfile(name) and os.path.getsize(name) == size for name, size in sizes.items())


def of_ranges(
    packer: Packer, names: Sequence[str], size: int, start: Mapping[str, Any] | None, event: int
) -> Iterator[Batch]:
    """The rows of files of Parquet from a position on, in batches of so many events that nobody has read yet.

    Parameters
    ----------
    packer : Packer
        Who knows the key.
    names : sequence of str
        The files, in order.
    size : int
        How many rows a batch has at most.
    start : mapping or None
        What `where` of a batch said; None: the beginning.
    event : int
        The number of the first event.
    """
    from ..streams.tables.arrow_files import parquet_shape

    file, position = position_in(names, start)
    begin = position.at
    for number in range(file, len(names)):
        name = names[number]
        try:
            schema, rows = parquet_shape(name)
            checked(packer)(list(schema.names))
            check_key_type(schema.field(packer.by).type, packer.by)
        except InputError as error:
            raise error.at(name) from None
        while begin < rows:
            end = min(begin + size, rows)
            where = {"files": whole_names(names), "file": number, "at": end, "lines": end}
            yield RangeBatch(FileRange(os.path.abspath(name), rows, begin, end, event), where)
            begin, event = end, event + end - begin
        begin = 0
